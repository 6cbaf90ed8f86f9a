"""Checks of the reply's form: JSON, patterns, keywords, length, Markdown, HTML, CSV, TOML, SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import filterfalse
from typing import Any, Literal

from oodle_eval.runtime import Score, Scores
from oodle_eval.v1 import _csv, _json_schema, _keywords, _messages, _user_patterns, text, util
from oodle_eval.v1._declaration import boolean, category, check, numeric, share
from oodle_eval.v1._json import parse_json
from oodle_eval.v1._quoting import listed, masked, quoted, quoted_setting
from oodle_eval.v1._settings import Count, SettingError, Strings, missing_reference
from oodle_eval.v1._wording import plural
from oodle_eval.v1.util import boolean_score, categorical_score, declares, numeric_score

__all__ = [
    "contains",
    "csv_validity",
    "html_validity",
    "json_validity",
    "keyword_check",
    "length_budget",
    "markdown_structure",
    "regex_match",
    "sql_shape",
    "toml_validity",
]

Field = Literal["output", "input", "both"]


def _neutral(name: str, count: int, comment: str) -> Score:
    """Return a NUMERIC score of which neither more nor less is better."""
    return Score(count, "NUMERIC", comment, name, None)


def _refuse_bad_shapes(settings: Mapping[str, Any]) -> None:
    """Refuse types and schemas that mean nothing."""
    _json_schema.refuse_unknown_types(settings.get("key_types") or {}, "json_validity: key_types")
    _json_schema.refuse_bad_schema(settings.get("schema", True), "json_validity: schema")


@declares("is_json", "json_schema_ok")
@check(
    reads=("output",),
    scores=(boolean("is_json"), boolean("json_schema_ok")),
    refuse=_refuse_bad_shapes,
)
def json_validity(
    ctx: Any,
    *,
    extract_from_code_fence: bool = True,
    required_keys: Strings = (),
    key_types: Mapping[str, str] | None = None,
    schema: Mapping[str, Any] | bool | None = None,
    name: str = "is_json",
) -> Scores:
    """Check that the output is JSON, and has the keys, types and shape that you expect.

    JSON is RFC 8259: NaN and Infinity are none, and neither depth nor the length of a number matters. Reads the
    output: a structured one (a dict or list that is no message) is JSON as it is, a text is parsed.

    Args:
        ctx: The evaluation context (reads the output), a text, or a parsed JSON value.
        extract_from_code_fence: When the whole text is no JSON, read its first fenced block labelled json, else its
            first without a label. False: the text must be bare JSON.
        required_keys: Keys that the top-level object must have.
        key_types: {key: type} of top-level keys: "string", "number", "integer" (1.0 is one), "boolean", "array",
            "object" or "null". A key that is not there is left to `required_keys`.
        schema: A JSON Schema of the keywords type, required, properties, items, enum, minimum, maximum, minLength and
            maxLength; others are ignored, and named in the comment.
        name: Name of the primary score.

    Returns:
        is_json (BOOLEAN): the output is JSON.
        json_schema_ok (BOOLEAN): it is JSON and matches `required_keys`, `key_types` and `schema`.

    Raises:
        ValueError: A type in `key_types` is unknown, or one of those keywords in `schema` has a value that it can't have.

    Example:
        >>> json_validity('{"answer": 42}', key_types={"answer": "string"})["json_schema_ok"].comment
        'answer must be string, is integer'
    """
    has_shape = bool(required_keys or key_types) or schema is not None
    try:
        value = _json_value(ctx, extract_from_code_fence)
    except ValueError as error:
        failed = f"not JSON: {error}"
        return Scores([boolean_score(name, False, failed), boolean_score("json_schema_ok", False, failed)])
    problems = _json_schema.key_problems(value, required_keys, key_types or {}) if has_shape else []
    problems += _json_schema.problems_with(value, schema) if schema is not None else []
    shape = util.join_problems(problems) if problems else _shape_held(has_shape, schema)
    valid = boolean_score(name, True, f"valid JSON: {_json_schema.type_name(value)}")
    return Scores([valid, boolean_score("json_schema_ok", not problems, shape)])


def _shape_held(has_shape: bool, schema: Any) -> str:
    """Return what is said of a value without a problem: what a schema asks for beyond what is read must not be silent."""
    ignored = _json_schema.ignored_keywords(schema) if schema is not None else []
    if ignored:
        return f"the value has the shape asked for; not looked at: {listed(ignored, len(ignored))}"
    return "the value has the shape asked for" if has_shape else "no shape is asked for"


def _json_value(ctx: Any, from_fence: bool) -> Any:
    """Return the JSON value of an output.

    Raises:
        ValueError: It has none; the message says why.
    """
    if isinstance(ctx, str):
        return _parsed(ctx, from_fence)
    output = _messages.plain(ctx.observation.output if util.is_context(ctx) else ctx)
    if _is_structured(output):
        return _json_schema.refuse_foreign(output)
    if isinstance(output, bytes | bytearray):
        output = output.decode("utf-8")
    return _parsed(text.reply(output), from_fence)


def _parsed(reply: str, from_fence: bool) -> Any:
    """Return the JSON value of a text.

    Raises:
        ValueError: It has none; the message says why.
    """
    if not reply.strip():
        raise ValueError("there is no text")
    try:
        return parse_json(reply)
    except ValueError:
        block = util.fenced_block(reply, "json") if from_fence else reply
        if block == reply:
            raise
        return parse_json(block)


# Keys that a message has beside its text. A dict with others, and neither role nor type, is a structured output that
# happens to have a field called content.
_MESSAGE_KEYS = frozenset(
    "role content type id name parts tool_calls refusal annotations metadata additional_kwargs".split()
)


def _is_structured(output: Any) -> bool:
    """Return whether an output is a value that was parsed already, and no message and no text."""
    if isinstance(output, str | bytes | bytearray) or output is None:
        return False
    items = output if isinstance(output, list) else [output]
    return not any(_is_said(_messages.plain(item)) for item in items)


def _is_said(item: Any) -> bool:
    """Return whether an item is a message or a piece of one."""
    if not isinstance(item, dict):
        return False
    named = isinstance(item.get("role"), str) or "type" in item or isinstance(item.get("parts"), list)
    if not named and not item.keys() <= _MESSAGE_KEYS:
        return False
    return _messages.is_message(item) or _messages.is_item(item)


@declares("regex_pass")
@check(reads=("reply", "input"), scores=(boolean("regex_pass"),))
def regex_match(
    ctx: Any,
    *,
    must_match: Strings = (),
    must_not_match: Strings = (),
    field: Field = "output",
    name: str = "regex_pass",
) -> Scores:
    """Check that a text matches every required pattern and no forbidden one.

    Patterns are Python's `re`, searched anywhere, in multi-line mode; (?i) at the start ignores case. A pattern that
    does not compile, or that takes longer than `util.PATTERN_TIMEOUT_S`, fails the check, and the comment says so. An
    empty pattern is ignored.

    Args:
        ctx: The evaluation context (reads `field`), or the text to check.
        must_match: Patterns that must each match.
        must_not_match: Patterns of which none may match.
        field: "output" (the reply), "input" (the user's messages) or "both".
        name: Name of the primary score.

    Returns:
        regex_pass (BOOLEAN): every rule held.

    Raises:
        ValueError: `field` is not one of the three, or a list holds something else than strings.

    Example:
        >>> regex_match("Order AB-1234 shipped.", must_match=[r"\\b[A-Z]{2}-\\d{4}\\b"])["regex_pass"].value
        True
    """
    searched = util.subject_text(ctx, field)
    problems = [_pattern_problem(pattern, searched, True) for pattern in must_match if pattern]
    problems += [_pattern_problem(pattern, searched, False) for pattern in must_not_match if pattern]
    wrong = [problem for problem in problems if problem]
    held = f"{len(problems)} of {len(problems)} rules held" if problems else "no pattern is set"
    return Scores([boolean_score(name, not wrong, util.join_problems(wrong) or held)])


def _pattern_problem(pattern: str, searched: str, wanted: bool) -> str:
    """Return how a pattern breaks its rule, "" when it holds."""
    shown = quoted_setting(pattern)
    try:
        found = _user_patterns.found(_user_patterns.compiled(pattern), searched)
    except re.error as error:
        return f"the pattern {shown} does not compile: {error}"
    except TimeoutError as error:
        return str(error)
    if wanted:
        return f"no match for {shown}" if found is None else ""
    return "" if found is None else f"{shown} matches {quoted(found)}"


def _wanted(values: Iterable[str]) -> tuple[str, ...]:
    """Return values without blank and repeated ones."""
    return tuple(dict.fromkeys(value for value in values if value.strip()))


@declares("keywords_ok", "keyword_coverage")
@check(reads=("reply", "input"), scores=(boolean("keywords_ok"), share("keyword_coverage", always=False)))
def keyword_check(
    ctx: Any,
    *,
    required: Strings = (),
    forbidden: Strings = (),
    mode: Literal["all", "any"] = "all",
    case_sensitive: bool = False,
    field: Field = "output",
    name: str = "keywords_ok",
) -> Scores:
    """Check that a text mentions the required words and none of the forbidden ones.

    Whole words and phrases only: "art" is not in "start" (`contains` would find it). Any white space separates the
    words of a phrase; a curly apostrophe equals a straight one, and a non-breaking hyphen a plain one. A keyword that
    begins or ends with a sign, such as "C++", needs no word boundary there; nor does one in a script that is written
    without spaces.

    Args:
        ctx: The evaluation context (reads `field`), or the text to check.
        required: Keywords or phrases that the text must mention. Empty strings are ignored here and in `forbidden`.
        forbidden: Keywords or phrases that it must not mention.
        mode: "all": every required keyword must appear. "any": one is enough.
        case_sensitive: Match case exactly.
        field: "output" (the reply), "input" (the user's messages) or "both".
        name: Name of the primary score.

    Returns:
        keywords_ok (BOOLEAN): the required rule held and no forbidden keyword appeared.
        keyword_coverage (NUMERIC, 0 to 1): the share of distinct required keywords found. Left out without `required`.

    Raises:
        ValueError: `mode` or `field` is unknown, or a list holds something else than strings.

    Example:
        >>> keyword_check("We start today.", required=["art", "today"])["keyword_coverage"].value
        0.5
    """
    searched = util.subject_text(ctx, field)
    needed, found = _keywords_found(searched, tuple(required), case_sensitive)
    banned, said = _keywords_found(searched, tuple(forbidden), case_sensitive)
    lacking = len(needed) - len(found)
    problems: list[str] = []
    if lacking and (mode == "all" or not found):
        problems.append(f"missing: {listed(filterfalse(found.__contains__, needed), lacking)}")
    if said:
        problems.append(f"forbidden: {listed(filter(said.__contains__, banned), len(said))}")
    counted = f"{len(found)} of {len(needed)} required keywords found"
    if problems:
        told = "; ".join(problems)
    elif banned:
        told = f"{counted}; " * bool(needed) + f"none of {len(banned)} forbidden keywords found"
    else:
        told = counted if needed else "no keyword is set"
    ok = boolean_score(name, not problems, told)
    if not needed:
        return Scores([ok])
    return Scores([ok, numeric_score("keyword_coverage", len(found) / len(needed), counted)])


def _keywords_found(searched: str, given: tuple[str, ...], case_sensitive: bool) -> tuple[tuple[str, ...], set[str]]:
    """Return distinct keywords, and those of them that a text holds."""
    if not given:
        return (), set()
    keywords = _keywords.keywords(given, case_sensitive)
    return keywords.given, keywords.found_in(searched)


@declares("contains")
@check(reads=("reply", "input", "reference"), scores=(boolean("contains"),))
def contains(
    ctx: Any,
    *,
    values: Strings = (),
    mode: Literal["any", "all", "none"] = "any",
    case_sensitive: bool = False,
    field: Field = "output",
    name: str = "contains",
) -> Scores:
    """Check that a text contains the given substrings, also inside a word.

    Args:
        ctx: The evaluation context (reads `field`), or the text to check.
        values: The substrings to look for; empty ones are ignored. A curly apostrophe equals a straight one, and a
            non-breaking hyphen a plain one. Without any: the experiment item's expected output, a text or a list of
            texts.
        mode: "any": one value is enough. "all": every value must appear. "none": no value may appear.
        case_sensitive: Match case exactly.
        field: "output" (the reply), "input" (the user's messages) or "both".
        name: Name of the primary score.

    Returns:
        contains (BOOLEAN): the text meets `mode`.

    Raises:
        ValueError: There is no value to look for, `mode` or `field` is unknown, or a list holds something else than
            strings.

    Example:
        >>> contains("A restart helps.", values=["start"])["contains"].value
        True
    """
    sought = _sought(ctx, tuple(values), case_sensitive)
    wanted, found = sought.given, sought.places_in(util.subject_text(ctx, field))
    passed = bool(found) if mode == "any" else not found if mode == "none" else len(found) == len(wanted)
    if passed == (mode == "none"):
        missing = filterfalse(found.__contains__, range(len(wanted)))
        named = f"missing: {listed(map(wanted.__getitem__, missing), len(wanted) - len(found))}"
    else:
        named = f"found: {listed(map(wanted.__getitem__, sorted(found)), len(found))}"
    return Scores([boolean_score(name, passed, named)])


def _sought(ctx: Any, values: tuple[str, ...], case_sensitive: bool) -> _keywords.Substrings:
    """Return the substrings to look for: the setting's, else the expected output's.

    Raises:
        SettingError: There is none.
    """
    sought = _keywords.substrings(values, case_sensitive)
    expected = ctx.expected_output if not sought.given and util.is_context(ctx) else None
    if expected is not None:
        is_texts = isinstance(expected, list | tuple) and not util.is_messages(expected)
        texts = map(text.message_text, expected) if is_texts else [text.message_text(expected)]
        sought = _keywords.Substrings(tuple(texts), case_sensitive)
    if not sought.given:
        raise missing_reference("contains", "something to look for", "values=[...]")
    return sought


@declares("within_length")
@check(
    reads=("reply",),
    scores=(boolean("within_length"),),
    none_disables=("min_words", "max_words", "min_chars", "max_chars"),
)
def length_budget(
    ctx: Any,
    *,
    min_words: Count | None = 1,
    max_words: Count | None = 300,
    min_chars: Count | None = None,
    max_chars: Count | None = 4000,
    name: str = "within_length",
) -> Scores:
    """Check that the reply stays inside a word and character range.

    Words are split at white space; characters are code points.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        min_words: Fewest words, 0 or more. None: not checked.
        max_words: Most words, 0 or more. None: not checked.
        min_chars: Fewest characters, 0 or more. None: not checked.
        max_chars: Most characters, 0 or more. None: not checked.
        name: Name of the primary score.

    Returns:
        within_length (BOOLEAN): every bound held.

    Raises:
        ValueError: A limit is no whole number of 0 or more, or the fewest that you give are more than the most.

    Example:
        >>> length_budget("one two three", max_words=2)["within_length"].comment
        '3 words, at most 2 allowed'
    """
    reply = util.subject_text(ctx)
    words, chars = len(reply.split()), len(reply)
    problems = [
        *_outside(words, "words", min_words, max_words),
        *_outside(chars, "characters", min_chars, max_chars),
    ]
    comment = util.join_problems(problems) or f"{plural(words, 'word')}, {plural(chars, 'character')}"
    return Scores([boolean_score(name, not problems, comment)])


def _outside(count: int, unit: str, least: int | None, most: int | None) -> list[str]:
    """Return what is wrong with a count, nothing when it is in range."""
    if least is not None and count < least:
        return [f"{count} {unit}, at least {least} needed"]
    if most is not None and count > most:
        return [f"{count} {unit}, at most {most} allowed"]
    return []


@declares("markdown_ok", "heading_count")
@check(reads=("reply",), scores=(boolean("markdown_ok"), numeric("heading_count", higher_is_better=None)))
def markdown_structure(
    ctx: Any,
    *,
    required_headings: Strings = (),
    min_headings: Count = 0,
    require_list: bool = False,
    require_table: bool = False,
    name: str = "markdown_ok",
) -> Scores:
    r"""Check the reply's Markdown: closed code fences, even tables, and the headings and lists that you ask for.

    Blocks are read as in CommonMark, with GitHub's tables. Fences of ``` and ~~~ must be closed, and a table's rows
    must have as many cells as its header; a line without a pipe ends a table. What stands in a fence, in indented code
    or in raw HTML is not read as Markdown.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        required_headings: Headings that the reply must have: inside a heading's text, in any case, without punctuation.
        min_headings: Fewest headings, 0 or more; `#` and underlined ones count.
        require_list: The reply must have a bullet or numbered list.
        require_table: The reply must have a table.
        name: Name of the primary score.

    Returns:
        markdown_ok (BOOLEAN): every rule held.
        heading_count (NUMERIC, 0 or more): how many headings the reply has.

    Raises:
        ValueError: A setting has the wrong type.

    Example:
        >>> markdown_structure("# Plan\n\n```python\npass", require_list=True)["markdown_ok"].comment
        'the code fence opened on line 3 is not closed; there is no list'
    """
    from oodle_eval.v1._markdown import outline  # noqa: PLC0415 - its patterns are compiled when first needed

    found = outline(util.subject_text(ctx))
    count = len(found.headings)
    problems = [*found.problems, *_missing_headings(found.headings, required_headings)]
    problems += [f"{plural(count, 'heading')}, at least {min_headings} needed"] if count < min_headings else []
    problems += ["there is no list"] if require_list and not found.has_list else []
    problems += ["there is no table"] if require_table and not found.has_table else []
    named = util.join_problems(map(quoted, found.headings), limit=3)
    counted = f"{plural(count, 'heading')}: {named}" if count else "no headings"
    comment = util.join_problems(problems) or f"every rule held; {counted}"
    return Scores([boolean_score(name, not problems, comment), _neutral("heading_count", count, counted)])


_link = re.compile(r"\[([^\[\]]{0,500})\]\([^()\s]{0,1000}\)")  # in a heading a link is its text


def _missing_headings(headings: list[str], required: Iterable[str]) -> list[str]:
    """Return a problem for each required heading that no heading holds."""
    held = [text.normalize(_link.sub(r"\1", heading)) for heading in headings]
    wanted = {heading: text.normalize(heading) for heading in required if heading.strip()}
    return [
        f"no heading {quoted(heading)}"
        for heading, plain in wanted.items()
        if not any(plain in each if plain else heading.strip() in each for each in (held if plain else headings))
    ]


@declares("html_valid")
@check(reads=("reply",), scores=(boolean("html_valid"),))
def html_validity(ctx: Any, *, allowed_tags: Strings = (), name: str = "html_valid") -> Scores:
    """Check that the HTML in the reply has balanced tags.

    Reads the first fenced block labelled html (else the first without a label), else the whole reply, where any
    `<name` is a tag. Void tags need no end tag; tags whose end tag HTML makes optional may be left open, and are closed
    by what closes them in HTML (a block ends a paragraph). `<div/>` is no void tag. Scripts, styles and comments are
    passed over, but must end.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        allowed_tags: Names of the tags allowed, in any case. Empty: any tag.
        name: Name of the primary score.

    Returns:
        html_valid (BOOLEAN): every tag is closed, in order, and allowed.

    Raises:
        ValueError: `allowed_tags` holds something else than strings.

    Example:
        >>> html_validity("<p>One <b>two</p>")["html_valid"].comment
        'line 1: <b> is not closed before </p>'
    """
    from oodle_eval.v1._html import report  # noqa: PLC0415 - its tables are made when first needed

    found = report(util.fenced_block(util.subject_text(ctx), "html"))
    allowed = {tag.strip(" </>").lower() for tag in allowed_tags} - {""}
    refused = [tag for tag in found.names if allowed and tag not in allowed]
    problems = [*found.problems, *(f"<{masked(tag[:200])[:40]}> is not allowed" for tag in refused)]
    named = util.join_problems((f"<{masked(tag[:200])[:40]}>" for tag in found.names), limit=5)
    comment = util.join_problems(problems) or (f"balanced: {named}" if found.names else "there is no HTML tag")
    return Scores([boolean_score(name, not problems, comment)])


def _refuse_bad_delimiter(settings: Mapping[str, Any]) -> None:
    delimiter = settings.get("delimiter") or ""
    if any(char in delimiter for char in '"\r\n'):
        raise SettingError(f"csv_validity: delimiter must not hold a quote or a line break, got {delimiter!r}")


@declares("csv_valid", "row_count")
@check(
    reads=("reply",),
    scores=(boolean("csv_valid"), numeric("row_count", higher_is_better=None)),
    refuse=_refuse_bad_delimiter,
)
def csv_validity(
    ctx: Any,
    *,
    delimiter: str | None = None,
    has_header: bool = True,
    required_columns: Strings = (),
    min_rows: Count = 1,
    name: str = "csv_valid",
) -> Scores:
    r"""Check that the reply is CSV with the same number of fields in every row.

    Reads the first fenced block labelled csv (else the first without a label), else the whole reply. Blank lines are
    skipped. A quoted field may hold separators, line breaks and doubled quotes, and its quote must be closed.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        delimiter: What separates fields ("\\t" may be written with a backslash). Empty: the one of , ; tab and | that
            the first row uses most.
        has_header: The first row names the columns.
        required_columns: Columns that the header must name, compared exactly but for the space around. Without a
            header they can't be there: the check fails and says so.
        min_rows: Fewest data rows, 0 or more, the header not counted.
        name: Name of the primary score.

    Returns:
        csv_valid (BOOLEAN): the rules held.
        row_count (NUMERIC, 0 or more): data rows, the header not counted.

    Raises:
        ValueError: `delimiter` is a quote or a line break, or another setting has the wrong type.

    Example:
        >>> csv_validity("name,age\nAnn,30\nBob")["csv_valid"].comment
        'line 3: 1 field, the first row has 2'
    """
    separator = "\t" if delimiter == "\\t" else delimiter
    block = util.fenced_block(util.subject_text(ctx), "csv").removeprefix("\ufeff")
    rows = _csv.rows(block, separator or _csv.guessed_delimiter(block))
    count = len(rows) - 1 if has_header and rows else len(rows)
    problems = _csv.problems_with(rows, has_header, _wanted(required_columns))
    problems += [f"{count} data rows, at least {min_rows} needed"] if count < min_rows else []
    counted = f"{count} data row{'' if count == 1 else 's'}"
    shape = f"{counted} of {len(rows[0].fields)} fields" if rows else counted
    return Scores(
        [
            boolean_score(name, not problems, util.join_problems(problems) or shape),
            _neutral("row_count", count, counted),
        ]
    )


@declares("toml_valid")
@check(reads=("reply",), scores=(boolean("toml_valid"),))
def toml_validity(ctx: Any, *, required_keys: Strings = (), name: str = "toml_valid") -> Scores:
    r"""Check that the reply parses as TOML 1.0 and has the keys that you require.

    Reads the first fenced block labelled toml (else the first without a label), else the whole reply.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        required_keys: Keys that the document must have. A dotted key such as "server.port" looks inside tables, and
            inside every table of an array of tables.
        name: Name of the primary score.

    Returns:
        toml_valid (BOOLEAN): it parses and has every required key.

    Raises:
        ValueError: `required_keys` holds something else than strings.

    Example:
        >>> toml_validity("[server]\nport = 80", required_keys=["server.port"])["toml_valid"].value
        True
    """
    from oodle_eval.v1._toml import has_key, parse_toml  # noqa: PLC0415 - loads tomllib

    try:
        document = parse_toml(util.fenced_block(util.subject_text(ctx), "toml"))
    except ValueError as error:
        return Scores([boolean_score(name, False, f"not TOML: {error}")])
    problems = [f"lacks {quoted(key)}" for key in _wanted(required_keys) if not has_key(document, key)]
    comment = util.join_problems(problems) or f"valid TOML: {len(document)} top-level keys"
    return Scores([boolean_score(name, not problems, comment)])


@declares("sql_ok", "statement_type")
@check(reads=("reply",), scores=(boolean("sql_ok"), category("statement_type")))
def sql_shape(
    ctx: Any,
    *,
    allowed_statements: Strings = ("SELECT",),
    allowed_keywords: Strings = (),
    max_statements: Count = 1,
    name: str = "sql_ok",
) -> Scores:
    """Check that generated SQL is only the kind of statement that you allow.

    Reads the first fenced block labelled sql (else the first without a label), else the whole reply. A pattern check
    for any dialect, no parser: comments, strings and quoted names are left out first (what MySQL runs inside a
    `/*! */` comment is not). The write keywords are DROP, DELETE, INSERT, UPDATE, ALTER, CREATE, TRUNCATE, GRANT,
    REVOKE, MERGE, REPLACE, UPSERT, RENAME, EXEC and EXECUTE, and INTO in a SELECT; functions of such a name, columns
    behind a dot, and FOR UPDATE are none.

    Args:
        ctx: The evaluation context (reads the reply), or the SQL text.
        allowed_statements: Statement types allowed, in any case. A WITH statement counts as the write that it does,
            else as SELECT.
        allowed_keywords: Write keywords allowed anywhere. An allowed statement type is allowed as a keyword too.
        max_statements: Most statements, 0 or more, split at semicolons.
        name: Name of the primary score.

    Returns:
        sql_ok (BOOLEAN): there is a statement, and every rule held.
        statement_type (CATEGORICAL): the first statement's type, or "none".

    Raises:
        ValueError: A setting has the wrong type.

    Example:
        >>> sql_shape("SELECT 'drop' FROM t; DROP TABLE t", max_statements=2)["sql_ok"].comment
        'DROP is not an allowed statement'
    """
    from oodle_eval.v1._sql import statements  # noqa: PLC0415 - its patterns are compiled when first needed

    allowed = frozenset(kind.strip().upper() for kind in allowed_statements)
    keywords = allowed | {keyword.strip().upper() for keyword in allowed_keywords}
    found = statements(util.fenced_block(util.subject_text(ctx), "sql"), allowed)
    problems: dict[str, None] = {} if found else {"there is no statement": None}
    for statement in found:
        if not statement.kind:
            problems[f"no SQL statement begins with {quoted(statement.first)}"] = None
        elif statement.kind not in allowed:
            problems[f"{statement.kind} is not an allowed statement"] = None
        for word in statement.writes:
            if word not in keywords and word != statement.kind:
                problems[f"the keyword {word} is not allowed"] = None
    if len(found) > max_statements:
        problems[f"{len(found)} statements, at most {max_statements} allowed"] = None
    kind = (found[0].kind if found else "") or "none"
    comment = util.join_problems(problems) or f"only {', '.join(dict.fromkeys(each.kind for each in found))}"
    said = f"the first of {plural(len(found), 'statement')}" if found else "there is no statement"
    return Scores([boolean_score(name, not problems, comment), categorical_score("statement_type", kind, said)])
