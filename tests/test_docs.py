"""Every code block of the README and of the documentation runs, with the frameworks offline; every link leads somewhere.

A block with `>>>` is a doctest. A Python block is executed, in one namespace a page. A block with a title is a file of that
name. Of a console block, the commands of our own are run, and what is shown below them is what they print. A block that
can't run here says why: `<!-- not run: reason -->` on the line before it.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
import uuid
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path[:0] = [str(DOCS), str(ROOT / "compat_tests")]

import _hooks  # noqa: E402 - the path is set above

os.environ.update(
    OPIK_URL_OVERRIDE="http://127.0.0.1:9/api",  # nothing listens there
    OPIK_ANALYTICS_ENABLE="false",
    OPIK_SENTRY_ENABLE="false",
    OPIK_DEFAULT_FLUSH_TIMEOUT="1",
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    LANGSMITH_TRACING="false",
    LANGSMITH_ENDPOINT="http://127.0.0.1:9",
)

STORED = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in [*DOCS.rglob("*.md"), ROOT / "README.md"]
}
PAGES = STORED | {f"docs/{path}": text for path, text in _hooks.generated().items()}

pytestmark = [pytest.mark.filterwarnings("ignore")]  # the frameworks' own

_fence = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<lang>\w*)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)(?P=fence)\s*$",
    re.MULTILINE | re.DOTALL,
)
_title = re.compile(r'title="([^"]+)"')
_reason = re.compile(r"<!-- not run: (.+?) -->\s*$")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LANGUAGES = {"python", "pycon", "console", "json", "yaml", "toml", "text", "html", "bash", "ini", "diff"}


@dataclass(frozen=True)
class Block:
    """A code block of a page."""

    line: int
    lang: str
    title: str | None
    body: str
    reason: str | None


def blocks_of(text: str) -> list[Block]:
    found = []
    for match in _fence.finditer(text):
        before = text[: match.start()].rstrip("\n").rpartition("\n")[2]
        title, reason = _title.search(match["info"]), _reason.search(before)
        body = textwrap.dedent(match["body"]) if match["indent"] else match["body"]
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(line, match["lang"], title and title[1], body, reason and reason[1]))
    return found


def offline(monkeypatch):
    """Let the frameworks' `evaluate` run on rows of our own where a page names a data set of a server."""
    import langsmith

    question = langsmith.schemas.Example(
        id=uuid.uuid4(), inputs={"question": "When?"}, outputs={"answer": "On Thursday"}
    )
    whole = langsmith.evaluate

    def evaluate(target, **given):
        if isinstance(given.get("data"), str):
            given |= {"data": [question], "upload_results": False, "client": langsmith.Client(api_key="none")}
        return whole(target, **given)

    monkeypatch.setattr(langsmith, "evaluate", evaluate)


@contextlib.contextmanager
def opik_offline(rows):
    """Play Opik's backend on 127.0.0.1, and yield a data set in it."""
    import opik
    from _opik_backend import Backend

    with Backend():
        dataset = opik.get_global_client().create_dataset("support")
        dataset.insert(rows)
        yield dataset


@contextlib.contextmanager
def space_of(text, monkeypatch):
    """Yield the namespace that a page's blocks begin with: what a reader has already."""
    rows = [{"input": "When does it arrive?", "context": ["It arrives on Thursday."]}]
    space = {
        "task": lambda item: {"output": "It arrives on Thursday."},
        "target": lambda inputs: {"answer": "It arrives on Thursday."},
    }
    if re.search(r"^from langsmith import.*evaluate", text, re.MULTILINE):
        offline(monkeypatch)
    if not re.search(r"^(from|import) opik\b", text, re.MULTILINE):
        yield space
        return
    with opik_offline(rows) as dataset:
        yield space | {"dataset": dataset}


def run_doctest(block, space, name):
    test = doctest.DocTestParser().get_doctest(block.body, space, name, None, block.line - 1)
    said = io.StringIO()
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=said.write, clear_globs=False)
    space.update(test.globs)
    assert not said.getvalue(), said.getvalue()


OURS = ("oodle-eval ", "pytest ", "python ")


def run_console(block, folder):
    """Run the commands that are ours, and compare what they print with what is shown."""
    for said in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, _, shown = said.partition("\n")
        if not command.startswith(OURS):
            continue
        words = shlex.split(command, comments=True)
        words[:1] = {
            "oodle-eval": [sys.executable, "-c", "from oodle_eval.cli import main; main()"],
            "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
            "python": [sys.executable],
        }[words[0]]
        path = os.pathsep.join([str(folder), str(ROOT), str(ROOT / "adapters")])
        env = os.environ | {"PYTHONPATH": path, "COLUMNS": "120", "NO_COLOR": "1"}
        done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
        printed = done.stdout + done.stderr
        if shown.strip():
            assert doctest.OutputChecker().check_output(shown, printed, OPTIONS), f"{command} printed\n{printed}"
        else:
            assert done.returncode == 0, f"{command} ended with {done.returncode}\n{printed}"


def run_block(block, space, name, folder):
    if block.title:
        (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
        (folder / block.title).write_text(block.body, encoding="utf-8")
    if block.lang == "pycon" or (block.lang == "python" and block.body.lstrip().startswith(">>>")):
        run_doctest(block, space, name)
    elif block.lang == "python":
        code = compile("\n" * (block.line - 1) + block.body, name, "exec")
        if not block.title:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, space)  # noqa: S102 - a page's own code
    elif block.lang == "console":
        run_console(block, folder)
    elif block.lang == "json" and not (block.title or "").endswith(".jsonl"):
        json.loads(block.body)
    elif block.lang == "yaml":
        yaml.safe_load(block.body)
    elif block.lang == "toml":
        tomllib.loads(block.body)


@pytest.mark.parametrize("path", PAGES)
def test_every_block_runs(path, monkeypatch, tmp_path):
    text = PAGES[path]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    with space_of(text, monkeypatch) as space:
        for block in blocks_of(text):
            assert block.lang in LANGUAGES, f"{path}:{block.line}: a block needs a language, got {block.lang!r}"
            if block.reason is None:
                run_block(block, space, f"{path}:{block.line}", tmp_path)
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


_link = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)(?:\{[^}]*\})?")


def anchors_of(text: str) -> set[str]:
    """Return the anchors of a page's headings, as the site makes them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", _fence.sub("", text))


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere(path):
    made = {"docs/llms.txt", "docs/llms-full.txt"}
    for link in _link.findall(without_code(PAGES[path])):
        target, _, anchor = link.partition("#")
        if target.startswith("https://"):
            continue
        assert "://" not in target, f"{path}: {link} is not https"
        there = os.path.normpath(Path(path).parent / target) if target else path
        assert there in PAGES or there in made or (ROOT / there).exists(), f"{path}: {link} leads nowhere"
        if anchor and there in PAGES:
            assert anchor in anchors_of(PAGES[there]), f"{path}: {link} has no such heading"


def test_every_check_has_its_page_with_an_example_and_limits():
    from _examples import NOTES

    from oodle_eval.v1.checks import CHECKS

    assert set(NOTES) == set(CHECKS)
    for name, check in CHECKS.items():
        page = PAGES[f"docs/checks/{name}.md"]
        assert NOTES[name].limits
        rows = [line.split("|")[1].strip() for line in page.split("\n") if line.startswith("| `")]
        for spec in check.scores:
            assert f"`{spec.name}`" in rows
        for setting in check.schema.parameters:
            assert f"`{setting}`" in rows
        meanings = re.findall(r"^\| `\w+` \|.*\| *(\S[^|]*)? *\|$", page, re.MULTILINE)
        assert all(meanings), f"{name}: a setting or a score without a meaning"


def test_every_stored_page_is_in_the_navigation():
    class Config(dict):
        pass

    config = Config(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    listed = set(_hooks.paths_of(_hooks.on_config(config)["nav"]))
    stored = {path.removeprefix("docs/") for path in PAGES if path.startswith("docs/")}
    assert listed == stored


def test_plain_markdown_holds_the_reference():
    text = _hooks.plain("# Runs\n\n::: oodle_eval.runs.run\n\nThe end.\n")
    assert "run(rows: Iterable[Any], checks: Any" in text
    assert "The results, row by row." in text
    assert ":::" not in text
