"""Calls ConformanceService with third-party clients of Connect, gRPC-Web and gRPC: buf curl, which uses connect-go, and
curl's --json; run_interop.py calls it."""
import json
import os
import re
import shutil

SERVICE = "grpc.testing.ConformanceService"
CODES = """canceled unknown invalid_argument deadline_exceeded not_found already_exists permission_denied
resource_exhausted failed_precondition aborted out_of_range unimplemented internal unavailable data_loss
unauthenticated""".split()
STATUSES = [499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]
# As JSON: a padding of two bytes, FB FF.
DETAIL = {"typeUrl": "type.googleapis.com/grpc.testing.AskRequest", "value": "EgL7/w=="}


def documents(text):
    """The JSON documents in a text, one after the other."""
    decoder, found, place = json.JSONDecoder(), [], 0
    while place < len(text.rstrip()):
        place += len(text[place:]) - len(text[place:].lstrip())
        document, place = decoder.raw_decode(text, place)
        found.append(document)
    return found


class Buf:
    """`buf curl` with one protocol and one version of HTTP."""

    def __init__(self, run, url, work, protocol, options):
        self.run, self.url = run, url
        self.command = ["buf", "curl", "--protocol", protocol, *options]
        self.environment = {**os.environ, "HOME": str(work)}

    def call(self, method, *requests, more=()):
        code, said = self.run(
            *self.command, *more, "-d", "\n".join(map(json.dumps, requests)), f"{self.url}/{SERVICE}/{method}",
            env=self.environment, timeout=30)
        try:
            return code, documents(said)
        except ValueError:
            raise AssertionError(f"{method} said {said[-200:]!r}")

    def expect(self, what, wanted, method, *requests, **options):
        code, found = self.call(method, *requests, **options)
        error = found.pop() if code else None
        got = [answer.get("payload", "") for answer in found], error and (
            error.get("code"), error.get("message"), [detail.get("value") for detail in error.get("details", [])])
        if got != wanted:
            raise AssertionError(f"{what}: {got}")
        return found

    def check(self, goes_both_ways):
        self.expect("unary", (["aGk="], None), "Ask", plan(["aGk="]))
        found = self.expect("metadata", ([""], None), "Ask", {}, more=["-H", "x-conformance-test: value"])
        seen = {"name": "x-conformance-test", "texts": ["value"]}
        if seen not in found[0].get("metadata", []):
            raise AssertionError(f"metadata: {found}")
        self.expect("a method without side effects", ([""], None), "Look", {})
        self.expect("a server's stream", (["MQ==", "Mg=="], None), "Watch", plan(["MQ==", "Mg=="]))
        found = self.expect("a client's stream", (["MQ=="], None), "Collect", plan(["MQ=="]), {}, {})
        if found[0].get("requests") != 3:
            raise AssertionError(f"a client's stream: {found}")
        if goes_both_ways:
            self.expect("both streams", (["MQ==", "Mg=="], None), "Converse", plan(["MQ==", "Mg=="]), {})
        failing = {"code": 9, "message": "no \u263a", "details": [DETAIL]}
        error = "failed_precondition", "no \u263a", ["EgL7/w"]
        self.expect("an error", ([], error), "Ask", plan([], failing))
        self.expect("an error behind messages", (["MQ=="], error), "Watch", plan(["MQ=="], failing))
        self.expect("a client's stream that fails", ([], error), "Collect", plan([], failing), {})
        code, found = self.call("Missing", {})
        if code == 0 or found[-1].get("code") != "unimplemented":
            raise AssertionError(f"a method that is missing: {found}")

    def check_codes(self):
        for number, code in enumerate(CODES, 1):
            wanted = [], (code, "asked", [])
            self.expect(code, wanted, "Watch", plan([], {"code": number, "message": "asked"}))


def plan(payloads, error=None):
    return {"plan": {"payloads": payloads, **({"error": error} if error else {})}}


def use_buf(runner, run, url, root):
    if not shutil.which("buf"):
        return
    # Read once: each call would compile all schemas.
    image = runner.work / "schema.binpb"
    protos = root / "Schemas" / "proto"
    code, said = run(
        "buf", "build", protos, "--path", protos / "grpc", "-o", image,
        env={**os.environ, "HOME": str(runner.work)})
    if code != 0:
        return runner.table.tool("buf build", said[-300:])
    schema = ["--schema", image]
    prior = "--http2-prior-knowledge"
    for name, protocol, options in (
        ("Connect over HTTP/1.1", "connect", schema), ("Connect over HTTP/2", "connect", [prior, *schema]),
        ("Connect over HTTP/2, by reflection", "connect", [prior]), ("gRPC-Web over HTTP/1.1", "grpcweb", schema),
        ("gRPC-Web over HTTP/2", "grpcweb", [prior, *schema]), ("gRPC-Web over HTTP/2, by reflection", "grpcweb", [prior]),
        ("gRPC over HTTP/2", "grpc", [prior, *schema]), ("gRPC over HTTP/2, by reflection", "grpc", [prior]),
    ):
        try:
            buf = Buf(run, url, runner.work, protocol, options)
            buf.check(goes_both_ways=prior in options)
            if image in options:
                buf.check_codes()
            result = "pass"
        except AssertionError as error:
            result = str(error)
        runner.table.tool(f"buf curl: {name}", result)


def use_curl(runner, run, url):
    if not shutil.which("curl"):
        return
    for title, option in (("HTTP/1.1", "--http1.1"), ("HTTP/2", "--http2-prior-knowledge")):
        curl = ["curl", "--silent", "--max-time", "10", "--write-out", "\n%{http_code}", option]
        service = f"{url}/{SERVICE}"
        cases = [
            ("one request", [f"{service}/Ask", "--json", json.dumps(plan(["aGk="]))], r'^\{"payload":"aGk=".*\}\n200$'),
            ("GET", ["--get", "--data", "encoding=json", "--data-urlencode", f"message={json.dumps(plan(['aGk=']))}",
                     f"{service}/Look"], r'^\{"payload":"aGk=".*\}\n200$'),
            ("a form", [f"{service}/Ask", "-d", "{}"], r"(?s)--json.*\n415$"),
            ("gzip", [f"{service}/Ask", "--compressed", "--json",
                      json.dumps({"plan": {"payloads": ["A" * 4000], "compresses": True}})], r'"A{4000}".*\n200$'),
        ]
        for number, (code, status) in enumerate(zip(CODES, STATUSES), 1):
            failing = json.dumps(plan([], {"code": number, "message": "asked"}))
            cases.append((code, [f"{service}/Ask", "--json", failing], f'"code":"{code}".*\n{status}$'))
        wrong = []
        for name, arguments, wanted in cases:
            _, said = run(*curl, *arguments)
            if not re.search(wanted, said):
                wrong.append(f"{name} said {said[-200:]!r}")
        runner.table.tool(f"curl --json: Connect over {title}", "; ".join(wrong) or "pass")
