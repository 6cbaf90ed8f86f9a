"""A LangSmith API on 127.0.0.1 that keeps what it is sent: as much of it as `evaluate`, `evaluate_comparative` and the
pytest plugin call. Nothing leaves the machine.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
import threading
import uuid
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

INFO = {
    "version": "0.10.0",
    "instance_flags": {},
    "batch_ingest_config": {
        "use_multipart_endpoint": True,
        "size_limit": 100,
        "size_limit_bytes": 20_000_000,
        "scale_up_qsize_trigger": 1000,
        "scale_up_nthreads_limit": 4,
        "scale_down_nempty_trigger": 4,
    },
}


def now():
    return datetime.now(UTC).isoformat()


class LangSmithServer:
    """Use it as a context manager; `url` is its address."""

    def __init__(self):
        self.sessions, self.datasets, self.examples, self.runs = {}, {}, {}, {}
        self.feedback, self.comparisons, self.unknown = [], [], []
        self.lock = threading.Lock()

    def __enter__(self):
        store = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length) if length else self.chunked()
                with store.lock:
                    status, value = store.route(self.command, self.path, body, self.headers.get("content-type", ""))
                sent = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def chunked(self):
                if self.headers.get("transfer-encoding") != "chunked":
                    return b""
                found = b""
                while size := int(self.rfile.readline().strip() or b"0", 16):
                    found += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return found

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer  # noqa: N815 - the names that the base class calls

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *args):
        self.server.shutdown()
        self.server.server_close()

    def route(self, method, path, body, kind):
        """Return (status, JSON) of a request."""
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if kind.startswith("multipart/"):
            self.ingest(body, kind) if "runs" in parts.path else self.ingest_examples(body, kind)
            return 202, {}
        value = json.loads(body) if body else {}
        for pattern, answer in ROUTES:
            found = re.fullmatch(pattern, f"{method} {parts.path}")
            if found:
                return answer(self, query, value, *found.groups())
        self.unknown.append(f"{method} {path}")
        return 404, {"detail": "unknown"}

    def parts(self, body, kind):
        message = email.message_from_bytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
        for part in message.get_payload():
            name = part.get_param("name", header="content-disposition")
            yield name, json.loads(part.get_payload(decode=True))

    def ingest(self, body, kind):
        for name, value in self.parts(body, kind):
            action, identity, *field = name.split(".")
            if action == "feedback":
                self.feedback.append(value)
            elif field:
                self.runs.setdefault(identity, {})[field[0]] = value
            else:
                known = {name: held for name, held in value.items() if held is not None}
                self.runs.setdefault(identity, {}).update(known)

    def ingest_examples(self, body, kind):
        for name, value in self.parts(body, kind):
            identity, *rest = name.split(".")[1:]
            example = self.examples.setdefault(identity, {"id": identity, "created_at": now(), "inputs": {}})
            example.update({rest[0]: value} if rest else value)

    # What a test asks for

    def roots(self):
        return [run for run in self.runs.values() if not run.get("parent_run_id")]

    def add_example(self, dataset_id, inputs, outputs=None):
        identity = str(uuid.uuid4())
        self.examples[identity] = {
            "id": identity,
            "dataset_id": dataset_id,
            "inputs": inputs,
            "outputs": outputs,
            "metadata": {"dataset_split": ["base"]},
            "created_at": now(),
            "modified_at": now(),
        }
        return identity


def info(store, query, value):
    return 200, INFO


def named(kind):
    def answer(store, query, value):
        held = getattr(store, kind).values()
        return 200, [one for one in held if query.get("name") in (None, one["name"])]

    return answer


def one(kind):
    def answer(store, query, value, identity):
        found = getattr(store, kind).get(identity)
        return (200, found) if found else (404, {"detail": f"no such one of {kind}"})

    return answer


def created(kind, **defaults):
    def answer(store, query, value):
        identity = str(value.get("id") or uuid.uuid4())
        made = {"id": identity, "created_at": now(), "modified_at": now(), "start_time": now(), **defaults}
        made |= {"tenant_id": str(uuid.uuid4()), **{name: held for name, held in value.items() if held is not None}}
        getattr(store, kind)[identity] = made
        return 200, made

    return answer


def patched(kind):
    def answer(store, query, value, identity):
        getattr(store, kind)[identity] |= {name: held for name, held in value.items() if held is not None}
        return 200, getattr(store, kind)[identity]

    return answer


def examples(store, query, value):
    wanted = query.get("dataset")
    held = [one for one in store.examples.values() if wanted in (None, one["dataset_id"])]
    return 200, held if int(query.get("offset", 0)) == 0 else []


def runs(store, query, value):
    sessions = {str(identity) for identity in value.get("session") or ()}
    ids = {identity: session["name"] for identity, session in store.sessions.items()}
    found = []
    for run in store.runs.values():
        session = next((i for i, name in ids.items() if name == run.get("session_name")), run.get("session_id"))
        if sessions and session not in sessions:
            continue
        if value.get("is_root") and run.get("parent_run_id"):
            continue
        found.append({"inputs": {}, "app_path": "", **run, "session_id": session})
    return 200, {"runs": found, "cursors": {"next": None}}


def feedback(store, query, value):
    store.feedback.append(value)
    return 200, value


def compared(store, query, value):
    store.comparisons.append(value)
    return 200, {**value, "created_at": now(), "modified_at": now(), "tenant_id": str(uuid.uuid4())}


def fine(store, query, value, *groups):
    return 200, {}


ID = "([0-9a-f-]{36})"
ROUTES = [
    (r"GET /info", info),
    (r"GET /sessions", named("sessions")),
    (r"POST /sessions", created("sessions")),
    (rf"GET /sessions/{ID}", one("sessions")),
    (rf"PATCH /sessions/{ID}", patched("sessions")),
    (r"GET /datasets", named("datasets")),
    (r"POST /datasets", created("datasets", example_count=0, session_count=0)),
    (r"POST /datasets/comparative", compared),
    (rf"GET /datasets/{ID}", one("datasets")),
    (rf"P[A-Z]* /datasets/{ID}/tags", fine),
    (r"GET /examples", examples),
    (r"POST /examples", created("examples")),
    (rf"GET /examples/{ID}", one("examples")),
    (rf"PATCH /examples/{ID}", patched("examples")),
    (r"POST /runs/query", runs),
    (r"POST /feedback", feedback),
]
