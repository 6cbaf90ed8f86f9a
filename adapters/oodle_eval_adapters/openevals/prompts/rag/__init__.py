"""openevals' prompts, handed on from `openevals.prompts.rag`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oodle_eval_adapters._handed_on import handed_on

if TYPE_CHECKING:
    from openevals.prompts.rag import RAG_GROUNDEDNESS_PROMPT, RAG_HELPFULNESS_PROMPT, RAG_RETRIEVAL_RELEVANCE_PROMPT

__all__ = ["RAG_GROUNDEDNESS_PROMPT", "RAG_HELPFULNESS_PROMPT", "RAG_RETRIEVAL_RELEVANCE_PROMPT"]

__getattr__, __dir__ = handed_on(__name__, __all__)
