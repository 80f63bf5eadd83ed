"""The promises are checks like any others: pytest shows what was compared."""

import pytest

pytest.register_assert_rewrite("promises", "referee")
