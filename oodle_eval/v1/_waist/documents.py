"""What was retrieved, as the texts that a check reads: the documents of other libraries, and a trace's retriever steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oodle_eval.v1 import _messages
from oodle_eval.v1._objects import has
from oodle_eval.v1._waist.steps import KIND_FIELDS, KINDS

__all__ = ["DOCUMENT_NAMES", "documents_in", "retrieved_by", "text_of_document"]

# What LangChain and LlamaIndex, and those who follow them, call the documents behind an answer.
DOCUMENT_NAMES = ("source_documents", "retrieved_documents", "source_nodes", "docs", "chunks")
RETRIEVERS = frozenset({"retriever", "retrieval", "retrieve"})
# Where a document keeps its text, and what a search's hit keeps the document under.
TEXT_FIELDS = ("page_content", "content", "text", "document.content")
INNER_FIELDS = ("node", "document", "kwargs")
# Where a retriever's step keeps what it found.
OUTPUT_FIELDS = ("output", "outputs", "output.value", "retrieval.documents")
FOUND_FIELDS = ("documents", "output", *DOCUMENT_NAMES, "nodes", "results", "contexts", "passages")


def documents_in(name: str, value: Any) -> Any:
    """Return what is held as the context under a usual name: documents by their texts.

    None where a name such as "docs" holds something else, such as a count.
    """
    if name not in DOCUMENT_NAMES:
        return value
    if value is None or isinstance(value, bool | int | float):
        return None
    return list(_texts_of(value))


def retrieved_by(trace: Any) -> list[str] | None:
    """Return what the retriever steps of a trace gave, in order, as texts; None when there are none."""
    if isinstance(trace, Mapping):
        trace = trace["spans"] if isinstance(trace.get("spans"), list | tuple) else [trace]
    if not isinstance(trace, list | tuple):
        return None
    found = [text for step in trace if _is_other(step) for text in _found_by(_messages.plain(step))]
    return found or None


def _is_other(step: Any) -> bool:
    return type(step) is not dict or step.get("kind") not in KINDS


def _found_by(step: Any) -> Iterator[str]:
    """Yield the texts that a step gave when it is a retriever's."""
    if not isinstance(step, dict):
        return
    attributes = step.get("attributes")
    held = {**attributes, **step} if isinstance(attributes, Mapping) else step
    kinds = (held.get(name) for name in ("kind", *KIND_FIELDS))
    if not any(isinstance(kind, str) and kind.lower() in RETRIEVERS for kind in kinds):
        return
    output = next((held[name] for name in OUTPUT_FIELDS if held.get(name) is not None), None)
    if isinstance(output, Mapping):
        output = next((output[name] for name in FOUND_FIELDS if output.get(name) is not None), output)
    yield from (text for text in _texts_of(output) if text.strip())


def _texts_of(value: Any) -> Iterator[str]:
    """Yield the text of each of several documents, or of one."""
    if value is None:
        return
    if isinstance(value, tuple | set | frozenset):
        value = list(value)
    for document in value if isinstance(value, list) else [value]:
        yield text_of_document(document)


def text_of_document(document: Any, depth: int = 3) -> str:
    """Return the text of a document: its own, or that of what a search wrapped it in; of anything else its JSON text."""
    if isinstance(document, str):
        return document
    for name in TEXT_FIELDS:
        found = _field(document, name)
        if isinstance(found, str):
            return found
    for name in INNER_FIELDS if depth else ():
        inner = _field(document, name)
        if inner is not None and not isinstance(inner, str | int | float):
            return text_of_document(inner, depth - 1)
    if isinstance(document, tuple) and document:  # LangChain's (document, score)
        return text_of_document(document[0], depth - 1) if depth else _messages.text_of(document)
    return "\n".join(part.text for part in _messages.parts_of(document))


def _field(document: Any, name: str) -> Any:
    if isinstance(document, Mapping):
        return document.get(name)
    return getattr(document, name) if has(document, name) else None
