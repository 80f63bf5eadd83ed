"""`python -m navalrules` is the command line."""

from navalrules.cli import main

if __name__ == "__main__":
    main(prog_name="navalrules")
