"""Checks in the frameworks that teams use, one subpackage each. Importing this package alone loads nothing."""
