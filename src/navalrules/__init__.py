"""navalrules."""
