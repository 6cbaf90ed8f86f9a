"""Deterministic checks for LLM output: no LLM, no network."""

__version__ = "1.0.0"
