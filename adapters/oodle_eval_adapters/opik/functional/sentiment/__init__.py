"""Sentiment by word lists and rules."""
