"""How the documentation is built: sphinx-build -W -b html docs OUT."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("_ext")))

project = "navalrules"
author = "the navalrules authors"
copyright = author
version = release = installed("navalrules")

extensions = ["myst_parser", "reference"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
exclude_patterns = ["_ext", "_static"]
html_theme = "furo"
html_title = f"navalrules {release}"
html_static_path = ["_static"]
pygments_style = "friendly"
