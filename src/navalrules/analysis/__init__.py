"""What can happen, and how often: exact odds."""
