"""A small backend of Opik on 127.0.0.1, with the endpoints that its evaluations call: it keeps what it gets, in memory.

Datasets, experiments, traces and threads are enough of Opik for `evaluate`, `evaluate_experiment` and `evaluate_threads`.
"""

import gzip
import json
import os
import threading
import uuid
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import opik
from opik.api_objects import opik_client

PROJECT = {"id": "01900000-0000-7000-8000-000000000001", "name": "Default Project"}
WHEN = "2026-01-01T00:00:0{}Z"


class Backend:
    """The server and what it holds; a context manager that makes it Opik's own while it is open."""

    def __init__(self):
        self.datasets, self.experiments = {}, {}
        self.items, self.experiment_items = defaultdict(list), defaultdict(list)
        self.traces, self.spans = {}, []
        self.threads = {}
        self.scores = []  # feedback scores of traces and of threads, as they came
        self.unknown = []  # requests that it has no answer for

    def thread(self, name, *turns):
        """Keep a thread: a trace for each question with its answer, and what the answer was grounded on."""
        self.threads[name] = [
            {
                "id": str(uuid.uuid4()),
                "thread_id": name,
                "start_time": WHEN.format(place),
                "input": {"question": question},
                "output": {"answer": answer},
                "metadata": {"documents": documents},
            }
            for place, (question, answer, documents) in enumerate(turns)
        ]

    def stored(self, name):
        """Return the values of the feedback scores of one name, once all was sent, in the order in which they came."""
        opik.get_global_client().flush()
        return [score["value"] for score in self.scores if score["name"] == name]

    def forget(self):
        """Forget all scores and threads, what is still on its way included."""
        opik.get_global_client().flush()
        self.scores.clear()
        self.threads.clear()

    def __enter__(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        # A flush must wait for the trace: it ends as soon as all is sent, which is at once.
        self.timeout = os.environ.pop("OPIK_DEFAULT_FLUSH_TIMEOUT", None)
        host = f"http://127.0.0.1:{self.server.server_port}/api"
        opik.set_global_client(opik.Opik(host=host, _show_misconfiguration_message=False))
        return self

    def __exit__(self, *error):
        opik_client.reset_global_client()
        if self.timeout is not None:
            os.environ["OPIK_DEFAULT_FLUSH_TIMEOUT"] = self.timeout
        self.server.shutdown()
        self.server.server_close()

    # What each endpoint answers: (method and path below /v1/private) -> a dict, a list of lines, or None.

    def answer(self, method, path, body):
        route = ROUTES.get((method, path))
        if route is not None:
            return route(self, body or {})
        if method == "GET" and path.startswith("projects/"):
            return PROJECT
        if method == "GET" and path.startswith("traces/"):
            return {"id": path.rpartition("/")[2], "project_id": PROJECT["id"], "start_time": WHEN.format(0)}
        if method == "GET" and path.startswith("datasets/") and path.endswith("/items"):
            if path.endswith("experiments/items"):
                return self.compared(path)
            found = self.stream_items({"dataset_name": self.dataset_at(path)["name"]})
            return {"page": 1, "size": len(found), "total": len(found), "content": found}
        if method == "GET" and path.startswith("datasets/"):
            return {"page": 1, "size": 0, "total": 0, "content": []} if "versions" in path else self.dataset_at(path)
        if method == "GET" and path.startswith("experiments/"):
            return self.experiments[path.rpartition("/")[2]]
        self.unknown.append((method, path))
        return {}

    def dataset(self, body):
        return self.datasets[body["dataset_name"]]

    def dataset_at(self, path):
        return next(held for held in self.datasets.values() if held["id"] == path.split("/")[1])

    def create_dataset(self, body):
        self.datasets[body["name"]] = {
            "id": body.get("id") or str(uuid.uuid4()),
            "name": body["name"],
            "project_id": PROJECT["id"],
        }

    def insert_items(self, body):
        self.items[body["dataset_name"]] += body["items"]

    def stream_items(self, body):
        if body.get("last_retrieved_id"):
            return []
        return [{"id": item["id"], "source": "sdk", "data": item["data"]} for item in self.items[body["dataset_name"]]]

    def create_experiment(self, body):
        self.experiments[body["id"]] = {
            "id": body["id"],
            "name": body["name"],
            "dataset_name": body["dataset_name"],
            "dataset_id": self.dataset(body)["id"],
        }

    def stream_experiments(self, body):
        return [held for held in self.experiments.values() if body["name"] in held["name"]]

    def insert_experiment_items(self, body):
        for item in body["experiment_items"]:
            self.experiment_items[item["experiment_id"]].append(item)

    def compared(self, path):
        """Return the items of the data set, each with what the experiments made of it."""
        name = self.dataset_at(path)["name"]
        held = [item for items in self.experiment_items.values() for item in items]
        for item in held:
            trace = self.traces[item["trace_id"]]
            item.update(input=trace["input"], output=trace["output"])
        rows = [
            {**row, "experiment_items": [item for item in held if item["dataset_item_id"] == row["id"]]}
            for row in self.stream_items({"dataset_name": name})
        ]
        return {"page": 1, "size": len(rows), "total": len(rows), "content": rows}

    def insert_traces(self, body):
        self.traces.update({trace["id"]: trace for trace in body["traces"]})

    def insert_spans(self, body):
        self.spans += body["spans"]

    def keep_scores(self, body):
        self.scores += body["scores"]

    def search_threads(self, body):
        if body.get("last_retrieved_thread_model_id"):
            return []
        return [{"id": name, "thread_model_id": str(uuid.uuid4()), "status": "inactive"} for name in self.threads]

    def search_traces(self, body):
        if body.get("last_retrieved_id"):
            return []
        wanted = [one["value"] for one in body.get("filters") or [] if one["field"] == "thread_id"]
        return [trace for name in wanted for trace in self.threads[name]]


ROUTES = {
    ("POST", "datasets"): Backend.create_dataset,
    ("POST", "datasets/retrieve"): Backend.dataset,
    ("PUT", "datasets/items"): Backend.insert_items,
    ("POST", "datasets/items/stream"): Backend.stream_items,
    ("POST", "experiments"): Backend.create_experiment,
    ("POST", "experiments/stream"): Backend.stream_experiments,
    ("POST", "experiments/items"): Backend.insert_experiment_items,
    ("POST", "experiments/finish"): lambda _, __: None,
    ("POST", "projects/retrieve"): lambda _, __: PROJECT,
    ("POST", "traces/batch"): Backend.insert_traces,
    ("POST", "spans/batch"): Backend.insert_spans,
    ("PUT", "traces/feedback-scores"): Backend.keep_scores,
    ("PUT", "traces/threads/feedback-scores"): Backend.keep_scores,
    ("POST", "traces/threads/search"): Backend.search_threads,
    ("POST", "traces/search"): Backend.search_traces,
    ("PUT", "traces/threads/close"): lambda _, __: None,
}


def _handler_of(backend):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def log_message(self, *_):
            pass

        def _answer(self):
            body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 20_000_000))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            path, _, query = self.path.partition("?")
            path = path.removeprefix("/api/")
            if path == "is-alive/ver":
                found = {"version": "2.2.0"}
            elif path == "is-alive/ping":
                found = {"message": "Healthy Server", "healthy": True}
            else:
                found = backend.answer(self.command, path.removeprefix("v1/private/"), json.loads(body or b"null"))
            if isinstance(found, dict) and "content" in found and parse_qs(query).get("page", ["1"]) != ["1"]:
                found["content"] = []
            lines = found if isinstance(found, list) else [found or {}]
            sent = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - the server's names

    return Handler
