"""agentevals' comparisons of the steps of a LangGraph graph."""
