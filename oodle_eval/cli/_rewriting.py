"""Rewrites the imports of one module's source, with libcst, so that formatting and comments stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import libcst as cst
from libcst import helpers
from libcst.codemod import CodemodContext
from libcst.codemod.visitors import AddImportsVisitor
from libcst.metadata import MetadataWrapper, PositionProvider, QualifiedNameProvider, QualifiedNameSource

__all__ = ["OPIK_NAMES", "Note", "rewritten"]

HERE = "oodle_eval_adapters"
PACKAGES = ("openevals", "agentevals")
OPIK = "opik.evaluation.metrics"
OUR_OPIK = f"{HERE}.opik.metrics"

# Opik's heuristics that `oodle_eval_adapters.opik.metrics` has.
OPIK_NAMES = frozenset(
    """
    SentenceBLEU CorpusBLEU GLEU ROUGE ChrF METEOR BERTScore JSDivergence JSDistance KLDivergence SpearmanRanking Readability
    Tone PromptInjection LanguageAdherenceMetric Sentiment VADERSentiment Contains Equals IsJson LevenshteinRatio RegexMatch
    ConversationDegenerationMetric KnowledgeRetentionMetric
    """.split()
)
# What stays openevals' and agentevals' own, by module or by name.
HANDED_ON = re.compile(
    r"(openevals|agentevals)\.(llm|prompts|(\w+\.)*llm|code\.(base|e2b\b.*)|simulators\.prebuilts)\b.*"
)
HANDED_ON_NAMES = re.compile(r".*(llm_as_judge|llm_simulated_user|langgraph_trajectory\w*|_PROMPT\w*)")
MODULE_TEXT = re.compile(r"(openevals|agentevals|opik\.evaluation\.metrics)(\.\w+)*")


class Note(NamedTuple):
    """Something for a person: where, and what to do about it."""

    line: int
    text: str


def rewritten(source: str) -> tuple[str, list[Note]]:
    """Return a module's source with its imports rewritten, and what needs a person.

    Raises:
        libcst.ParserSyntaxError: The source is no Python.
    """
    wrapper = MetadataWrapper(cst.parse_module(source))
    uses = _OpikUses()
    wrapper.visit(uses)
    rewriter = _Rewriter(uses)
    module = wrapper.visit(rewriter)
    if rewriter.needs_opik:
        context = CodemodContext()
        AddImportsVisitor.add_needed_import(context, OUR_OPIK)
        module = AddImportsVisitor(context).transform_module(module)
    return module.code, sorted({*uses.notes, *rewriter.notes})


def _dotted(node: cst.CSTNode | None) -> str:
    """Return the dotted name of a module in an import."""
    return "" if node is None else helpers.get_full_name_for_node(node) or ""


def _as_node(name: str) -> Any:
    """Return a dotted name as a node."""
    return helpers.parse_template_expression(name)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in PACKAGES


class _Reader(cst.CSTTransformer):
    """What both passes need: names resolved to what was imported, and notes."""

    METADATA_DEPENDENCIES = (PositionProvider, QualifiedNameProvider)

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[Note] = []

    def note(self, node: cst.CSTNode, text: str) -> None:
        """Keep a note at a node's line."""
        place: Any = self.get_metadata(PositionProvider, node)
        self.notes.append(Note(place.start.line, text))

    def imported(self, node: cst.CSTNode) -> str:
        """Return the full name that an expression was imported under, "" for any other."""
        names = self.get_metadata(QualifiedNameProvider, node, None) or ()
        return next((name.name for name in names if name.source is QualifiedNameSource.IMPORT), "")

    def visit_Import(self, node: cst.Import) -> bool:  # noqa: N802, ARG002 - libcst's name
        """An import is handled as a whole."""
        return False

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:  # noqa: N802, ARG002 - libcst's name
        """An import is handled as a whole."""
        return False


def _opik_name(full: str) -> str:
    """Return the heuristic that a full name stands for, "" if it is none of ours."""
    last = full.rpartition(".")[2]
    return last if full.startswith(f"{OPIK}.") and last in OPIK_NAMES else ""


class _OpikUses(_Reader):
    """How a module uses `opik.evaluation.metrics` as a module, which decides what becomes of its import."""

    def __init__(self) -> None:
        super().__init__()
        self.only_ours = True

    def visit_Attribute(self, node: cst.Attribute) -> bool:  # noqa: N802 - libcst's name
        """Look at the longest name that stands for a metric or a module of Opik's."""
        full = self.imported(node)
        if _opik_name(full):
            return False
        if full.startswith(f"{OPIK}.") and not any(part in OPIK_NAMES for part in full.split(".")):
            self.only_ours = False
            return False
        return not full.startswith(f"{OPIK}.")

    def visit_Name(self, node: cst.Name) -> None:  # noqa: N802 - libcst's name
        """A module that is passed on as a value can't be followed."""
        if self.imported(node) == OPIK:
            self.only_ours = False
            self.note(node, f"{node.value} is used as a value: see which metrics are taken from it")


class _Rewriter(_Reader):
    """Rewrites imports, and the names that a plain `import openevals` brings."""

    def __init__(self, uses: _OpikUses) -> None:
        super().__init__()
        self.swaps_opik = uses.only_ours
        self.needs_opik = False

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> cst.Import:  # noqa: N802 - libcst's name
        """`import openevals.exact` -> `import oodle_eval_adapters.openevals.exact`."""
        names = []
        for old, alias in zip(original_node.names, updated_node.names, strict=True):
            name = _dotted(alias.name)
            target = ""
            if _is_ours(name):
                target = f"{HERE}.{name}"
                self._note_handed_on(old, name, ())
            elif name == OPIK and alias.asname is not None and self.swaps_opik:
                target = OUR_OPIK
            names.append(alias.with_changes(name=_as_node(target)) if target else alias)
        return updated_node.with_changes(names=names)

    def leave_SimpleStatementLine(  # noqa: N802 - libcst's name
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[cst.SimpleStatementLine]:
        """Rewrite the `from ... import` statements of a line; one that is split gives a second line."""
        body, more = self._moved(original_node, updated_node)
        line = updated_node.with_changes(body=body)
        if not more:
            return line
        return cst.FlattenSentinel([line, *(cst.SimpleStatementLine([statement]) for statement in more)])

    def leave_SimpleStatementSuite(  # noqa: N802 - libcst's name
        self, original_node: cst.SimpleStatementSuite, updated_node: cst.SimpleStatementSuite
    ) -> cst.SimpleStatementSuite:
        """The same behind a colon, where both parts stay on the line."""
        body, more = self._moved(original_node, updated_node)
        return updated_node.with_changes(body=[*body, *more])

    def _moved(self, old: Any, new: Any) -> tuple[list[cst.BaseSmallStatement], list[cst.ImportFrom]]:
        """Return the statements of a line as they become, and the parts that were split off."""
        kept: list[cst.BaseSmallStatement] = []
        more: list[cst.ImportFrom] = []
        for before, statement in zip(old.body, new.body, strict=True):
            if not isinstance(statement, cst.ImportFrom) or statement.relative:
                kept.append(statement)
                continue
            ours, theirs = self._split(before, statement)
            kept.append(ours if theirs is None else theirs)
            more += [ours] if theirs is not None else []
        return kept, more

    def _split(self, old: cst.CSTNode, statement: cst.ImportFrom) -> tuple[cst.ImportFrom, cst.ImportFrom | None]:
        """Return a statement as it becomes; with the part of it that stays, when only some of its names move."""
        module = _dotted(statement.module)
        if _is_ours(module):
            self._note_from(old, module, statement)
            return statement.with_changes(module=_as_node(f"{HERE}.{module}")), None
        target, moves = self._opik_move(module)
        if not target:
            return statement, None
        if isinstance(statement.names, cst.ImportStar):
            self.note(old, f"from {module} import *: name the metrics, so that ours can take the place of Opik's")
            return statement, None
        moved = [alias for alias in statement.names if moves(_dotted(alias.name))]
        left = [alias for alias in statement.names if not moves(_dotted(alias.name))]
        if not moved:
            return statement, None
        ours = statement.with_changes(module=_as_node(target))
        if not left:
            return ours, None
        return _with_names(ours, moved, keeps_remark=False), _with_names(statement, left)

    def _opik_move(self, module: str) -> tuple[str, Callable[[str], bool]]:
        """Return where names of a module of Opik's move to, and which; "" when none does."""
        if module == OPIK or module.startswith(f"{OPIK}."):
            return OUR_OPIK, OPIK_NAMES.__contains__
        if module == OPIK.rpartition(".")[0] and self.swaps_opik:
            return f"{HERE}.opik", "metrics".__eq__
        return "", bool

    def _note_from(self, node: cst.CSTNode, module: str, statement: cst.ImportFrom) -> None:
        if isinstance(statement.names, cst.ImportStar):
            if module in PACKAGES:
                self.note(
                    node, f"from {module} import *: name what is imported; ours has other names beside {module}'s"
                )
            return
        self._note_handed_on(node, module, [_dotted(alias.name) for alias in statement.names])

    def _note_handed_on(self, node: cst.CSTNode, module: str, names: Sequence[str]) -> None:
        """Note what still needs the package itself."""
        package = module.partition(".")[0]
        public = [name for name in names if HANDED_ON.fullmatch(f"{module}.{name}") or HANDED_ON_NAMES.fullmatch(name)]
        if public or (not names and HANDED_ON.fullmatch(module)):
            what = ", ".join(public) or module
            self.note(node, f"{what}: handed on from {package}, which must stay installed")
        private = [name for name in names if name.startswith("_") and name not in {"_run_evaluator", "_arun_evaluator"}]
        if private:
            self.note(node, f"{', '.join(private)}: private to {package}, handed on from it as long as it is there")

    def visit_Attribute(self, node: cst.Attribute) -> bool:  # noqa: N802 - libcst's name
        """What is rewritten as a whole is not looked into."""
        return not _opik_name(self.imported(node))

    def leave_Attribute(  # noqa: N802 - libcst's name
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.BaseExpression:
        """`opik.evaluation.metrics.Equals` -> `oodle_eval_adapters.opik.metrics.Equals`, unless its import is swapped."""
        name = _opik_name(self.imported(original_node))
        is_alias = not _dotted(original_node).startswith("opik.")
        if not name or (is_alias and self.swaps_opik):
            return updated_node
        self.needs_opik = True
        return _as_node(f"{OUR_OPIK}.{name}").with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)  # type: ignore[no-any-return]

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:  # noqa: N802 - libcst's name
        """`openevals` of a plain import -> `oodle_eval_adapters.openevals`."""
        if original_node.value not in PACKAGES or self.imported(original_node).partition(".")[0] != original_node.value:
            return updated_node
        node = cst.Attribute(cst.Name(HERE), cst.Name(original_node.value))
        return node.with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)

    def visit_SimpleString(self, node: cst.SimpleString) -> None:  # noqa: N802 - libcst's name
        """A text that names a module may be an import or a patch."""
        text = node.evaluated_value
        if isinstance(text, str) and MODULE_TEXT.fullmatch(text):
            self.note(node, f"{text!r}: a text is left as it is; change it if it names a module to import or to patch")


def _with_names(
    statement: cst.ImportFrom, names: Sequence[cst.ImportAlias], *, keeps_remark: bool = True
) -> cst.ImportFrom:
    """Return a statement with some of its names, laid out as the whole was.

    Args:
        statement: An import of more names.
        names: Those that stay in it.
        keeps_remark: Whether comment lines before the first name stay too.
    """
    if statement.lpar is None or isinstance(statement.names, cst.ImportStar):
        closed = [*names[:-1], names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
        return statement.with_changes(names=closed)
    inner, last = statement.names[0].comma, statement.names[-1].comma
    laid = [*(_after(alias, inner) for alias in names[:-1]), _after(names[-1], last)]
    opening = statement.lpar.whitespace_after
    if not keeps_remark and isinstance(opening, cst.ParenthesizedWhitespace):
        plain = opening.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
        statement = statement.with_changes(lpar=statement.lpar.with_changes(whitespace_after=plain))
    return statement.with_changes(names=laid)


def _after(alias: cst.ImportAlias, comma: cst.Comma | cst.MaybeSentinel) -> cst.ImportAlias:
    """Return a name that is followed as another was, with its own comment kept."""
    if not isinstance(comma, cst.Comma) or not isinstance(alias.comma, cst.Comma):
        return alias.with_changes(comma=comma)
    own, wanted = alias.comma.whitespace_after, comma.whitespace_after
    if not isinstance(own, cst.ParenthesizedWhitespace) or not isinstance(wanted, cst.ParenthesizedWhitespace):
        return alias if isinstance(own, cst.ParenthesizedWhitespace) else alias.with_changes(comma=comma)
    kept = own.with_changes(indent=wanted.indent, last_line=wanted.last_line)
    return alias.with_changes(comma=alias.comma.with_changes(whitespace_after=kept))
