"""Runs gRPC's interoperability cases between this project's programs and other gRPC stacks, prints the table of results,
and writes it to Interop/RESULTS.md if every stack is installed. scripts/test-interop calls it:

run_interop.py BIN_FOLDER [PYTHON]    PYTHON has grpcio, grpclib and so on; without it they are skipped
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import web_clients

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "PythonTestSupport"))

from processes import free_port  # noqa: E402

PEERS = ROOT / "Tests" / "Interop" / "testservice"
TLS_NAME = "foo.test.google.fr"
CASES = """empty_unary large_unary client_compressed_unary server_compressed_unary client_streaming
client_compressed_streaming server_streaming server_compressed_streaming ping_pong half_duplex empty_stream
custom_metadata status_code_and_message special_status_message unimplemented_method unimplemented_service
cancel_after_begin cancel_after_first_response timeout_on_sleeping_server rpc_soak channel_soak
concurrent_large_unary slow_consumer""".split()
# Not gRPC's own.
EXTRA_CASES = ["unknown_encoding", "too_large", "compression_not_accepted"]
RUBY_CASES = """empty_unary large_unary client_compressed_unary client_streaming client_compressed_streaming
server_streaming ping_pong timeout_on_sleeping_server empty_stream cancel_after_begin cancel_after_first_response
unimplemented_method unimplemented_service status_code_and_message custom_metadata""".split()
SEES_COMPRESSION = ["client_compressed_unary", "client_compressed_streaming"]
COMPRESSES = ["server_compressed_unary", "server_compressed_streaming"]
# Features that the other stack's server lacks, for any client.
NOT_APPLICABLE = {
    "Ruby": {
        **dict.fromkeys(SEES_COMPRESSION + COMPRESSES, "its test server does not look at compression"),
        "half_duplex": "its test server's handler fails for any client",
    },
    "grpcio": dict.fromkeys(SEES_COMPRESSION, "a handler cannot see whether a request was compressed"),
    "grpclib": dict.fromkeys(SEES_COMPRESSION + COMPRESSES, "it knows no compression"),
}
COLUMNS = [
    "Hearth → Hearth", "Hearth → Ruby", "Hearth → grpcio", "Hearth → grpclib", "Ruby → Hearth", "grpcio → Hearth",
    "grpclib → Hearth"]


def run(*command, timeout=90, **options):
    """The exit code and the output of a command."""
    try:
        done = subprocess.run(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=timeout, **options)
    except subprocess.TimeoutExpired as late:
        return -1, (late.stdout or b"").decode(errors="replace") + "\nit took too long"
    return done.returncode, done.stdout


@contextlib.contextmanager
def server(*command):
    """A server for the duration of a block: the address that it prints, and its process."""
    process = subprocess.Popen(
        [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True)
    said = []
    timer = threading.Timer(30, process.kill)
    timer.start()
    try:
        for line in process.stdout:
            said.append(line)
            found = re.search(r"listening on (127\.0\.0\.1:\d+)", line)
            if found:
                break
        else:
            raise SystemExit(f"{' '.join(map(str, command))} did not begin to listen:\n{''.join(said)}")
        timer.cancel()
        # Its later output is not read, and it must not block on that.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield found.group(1), process
    finally:
        timer.cancel()
        end(process)


@contextlib.contextmanager
def silent_server(port, *command):
    """A server that does not print when it is ready."""
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        else:
            raise SystemExit(f"{' '.join(map(str, command))} did not begin to listen")
        yield
    finally:
        end(process)


def end(process):
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Table:
    def __init__(self):
        self.cells = {}
        self.tools = []
        self.failures = []
        self.missing = []

    def add(self, column, case, how, result):
        self.cells.setdefault((column, case), []).append((how, result))
        if result != "pass":
            self.failures.append(f"{column}, {case}, {how}: {result}")

    def tool(self, name, result):
        self.tools.append((name, result))
        if result != "pass":
            self.failures.append(f"{name}: {result}")
        print(f"  {name}: {result}", flush=True)

    def cell(self, column, case):
        ran = self.cells.get((column, case))
        if ran:
            bad = [how for how, result in ran if result != "pass"]
            return f"FAILED ({', '.join(bad)})" if bad else " + ".join(how for how, _ in ran)
        return "–"

    def lines(self):
        rows = [["case", *COLUMNS]]
        rows += [[case, *(self.cell(column, case) for column in COLUMNS)] for case in CASES + EXTRA_CASES]
        widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
        rows.insert(1, ["-" * width for width in widths])
        return ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]


class Runner:
    def __init__(self, folder, python):
        self.server_program = pathlib.Path(folder) / "hearth-interop-server"
        self.client_program = pathlib.Path(folder) / "hearth-interop-client"
        self.python = python
        self.table = Table()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="hearth-interop-"))
        self.ruby = self.find_ruby()
        self.make_certificates()

    def find_ruby(self):
        if not shutil.which("ruby"):
            return None
        _, said = run("dpkg", "-L", "ruby-grpc")
        for line in said.splitlines():
            if line.endswith("src/ruby/pb/test/client.rb"):
                return pathlib.Path(line).parents[2]
        return None

    def make_certificates(self):
        """An authority, and a certificate of it for the name that gRPC's tests use."""
        self.ca, self.certificate, self.key = (self.work / name for name in ("ca.pem", "server.pem", "server.key"))
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        for command in (
            ["req", "-x509", *curve, "-keyout", self.work / "ca.key", "-out", self.ca, "-days", "30",
             "-subj", "/CN=Interop authority"],
            ["req", *curve, "-keyout", self.key, "-out", self.work / "server.csr", "-subj", f"/CN={TLS_NAME}",
             "-addext", f"subjectAltName=DNS:{TLS_NAME},DNS:localhost,IP:127.0.0.1"],
            ["x509", "-req", "-in", self.work / "server.csr", "-CA", self.ca, "-CAkey", self.work / "ca.key",
             "-CAcreateserial", "-out", self.certificate, "-days", "30", "-copy_extensions", "copy"],
        ):
            code, said = run("openssl", *command)
            if code != 0:
                raise SystemExit(f"openssl cannot make certificates: {said}")

    def our_server(self, certificate=None, key=None):
        tls = ["--tls-cert", certificate or self.certificate, "--tls-key", key or self.key]
        return server(self.server_program, "--port", "0", *tls)

    # Our client.

    def ours(self, column, address, skip=(), ca=None, options=()):
        cases = [case for case in CASES if case not in skip]
        command = [self.client_program, "--server", address, "--case", ",".join(cases), *options]
        if ca:
            command += ["--tls-ca", ca, "--server-host-override", TLS_NAME]
        _, said = run(*command)
        results = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
        for case in cases:
            result = results.get(case, "did not run: " + said[-200:])
            self.table.add(column, case, "TLS" if ca else "clear", "pass" if result == "passed" else result)

    # The others' clients.

    def python_client(self, column, script, address, tls):
        command = [self.python, PEERS / script, address] + ([self.ca, TLS_NAME] if tls else [])
        _, said = run(*command)
        results = [line.split("\t", 1) for line in said.splitlines() if "\t" in line]
        if not results:
            self.table.add(column, CASES[0], "TLS" if tls else "clear", "did not run: " + said[-300:])
        for case, result in results:
            self.table.add(column, case, "TLS" if tls else "clear", result)

    def ruby_client(self, address, *options):
        host, port = address.rsplit(":", 1)
        for case in RUBY_CASES:
            code, said = run(
                "ruby", self.ruby / "pb/test/client.rb", f"--server_host={host}", f"--server_port={port}",
                f"--test_case={case}", *options, timeout=30)
            how = "TLS" if options else "clear"
            self.table.add("Ruby → Hearth", case, how, "pass" if code == 0 else f"ended with {code}: {said[-300:]}")

    # The columns.

    def run(self):
        with self.our_server() as (address, process):
            print("Hearth → Hearth", flush=True)
            self.ours("Hearth → Hearth", address)
            self.ours("Hearth → Hearth", address, ca=self.ca)
            if self.python:
                for stack in ("grpcio", "grpclib"):
                    print(f"{stack} → Hearth", flush=True)
                    for tls in (False, True):
                        self.python_client(f"{stack} → Hearth", f"{stack}_client.py", address, tls)
            if self.ruby:
                print("Ruby → Hearth", flush=True)
                self.ruby_client(address)
            print("tools → Hearth", flush=True)
            self.use_tools(address, process)
        if self.ruby:
            self.run_ruby()
        else:
            self.table.missing.append("ruby-grpc (Debian: ruby-grpc, ruby-googleauth)")
        if self.python:
            self.run_python_servers()
        else:
            self.table.missing.append("grpcio and grpclib (scripts/test-interop --all installs them)")

    def run_ruby(self):
        # Its client trusts only its own authority.
        data = self.ruby / "spec" / "testdata"
        if (data / "server1.key").exists():
            with self.our_server(data / "server1.pem", data / "server1.key") as (address, _):
                self.ruby_client(
                    address, "--use_tls=true", "--use_test_ca=true", f"--server_host_override={TLS_NAME}")
        print("Hearth → Ruby", flush=True)
        for ca in (None, data / "ca.pem"):
            if ca and not ca.exists():
                continue
            port = free_port()
            command = ["ruby", self.ruby / "pb/test/server.rb", "--port", port, "--use_tls", "true" if ca else "false"]
            with silent_server(port, *command):
                # It has 30 threads, and refuses further calls.
                self.ours(
                    "Hearth → Ruby", f"127.0.0.1:{port}", NOT_APPLICABLE["Ruby"], ca=ca,
                    options=["--concurrency", "20"])

    def run_python_servers(self):
        for stack in ("grpcio", "grpclib"):
            print(f"Hearth → {stack}", flush=True)
            for tls in (False, True):
                command = [self.python, PEERS / f"{stack}_server.py"]
                with server(*command, *([self.certificate, self.key] if tls else [])) as (address, _):
                    self.ours(
                        f"Hearth → {stack}", address, NOT_APPLICABLE[stack], ca=self.ca if tls else None)

    # Tools that are not gRPC libraries.

    def use_tools(self, address, process):
        url = f"http://{address}"
        test = f"{url}/grpc.testing.TestService"
        self.use_curl(url, test)
        self.use_h2load(test)
        self.use_buf(url, test)
        web_clients.use_curl(self, run, url)
        web_clients.use_buf(self, run, url, ROOT)
        if self.python:
            self.use_connectrpc(address)
            _, said = run(self.python, PEERS / "services_client.py", address)
            results = [line.split("\t", 1) for line in said.splitlines() if "\t" in line]
            for name, result in results or [("services_client.py", said[-300:])]:
                self.table.tool(name, result)
            watch = subprocess.Popen(
                [self.python, str(PEERS / "services_client.py"), address, "watch"], stdout=subprocess.PIPE, text=True)
            told = [watch.stdout.readline().strip()]
            process.send_signal(signal.SIGTERM)
            told += watch.communicate(timeout=30)[0].split()
            right = told == ["SERVING", "NOT_SERVING", "UNAVAILABLE"]
            self.table.tool("grpcio-health-checking: Watch while the server ends", "pass" if right else f"{told}")

    def use_connectrpc(self, address):
        if run(self.python, "-c", "import connectrpc")[0] != 0:
            return self.table.missing.append("connectrpc (PyPI, for Python 3.11 or newer)")
        _, said = run(self.python, PEERS / "connectrpc_client.py", address)
        results = [line.split("\t", 1) for line in said.splitlines() if "\t" in line]
        for name, result in results or [("connectrpc_client.py", said[-300:])]:
            self.table.tool(name, result)

    def use_curl(self, url, test):
        if not shutil.which("curl"):
            return self.table.missing.append("curl")
        empty = self.work / "empty"
        empty.write_bytes(bytes(5))
        curl = ["curl", "--silent", "--http2-prior-knowledge", "--max-time", "10", "--write-out", "\n%{http_code}"]
        for name, arguments, wanted in (
            ("GET /", [f"{url}/"], r"\n200$"),
            ("GET /healthz", [f"{url}/healthz"], r"^ok\s+200$"),
            ("POST with another content type", [f"{test}/EmptyCall", "-d", "{}"], r"\n415$"),
            ("a call, with its trailers",
             [f"{test}/EmptyCall", "-H", "content-type: application/grpc", "-H", "te: trailers", "--data-binary",
              f"@{empty}", "--dump-header", "-", "--output", self.work / "answer"], r"(?s)grpc-status: 0.*\n200$"),
        ):
            _, said = run(*curl, *arguments)
            self.table.tool(f"curl: {name}", "pass" if re.search(wanted, said) else f"said {said!r}")

    def use_h2load(self, test):
        if not shutil.which("h2load"):
            return self.table.missing.append("h2load (Debian: nghttp2-client)")
        code, said = run(
            "h2load", "-n", "2000", "-c", "4", "-m", "32", "-d", self.work / "empty", "-H", "te: trailers", "-H",
            "content-type: application/grpc", f"{test}/EmptyCall")
        right = "2000 done, 2000 succeeded, 0 failed, 0 errored" in said and "2000 2xx" in said
        self.table.tool("h2load: 2,000 calls", "pass" if code == 0 and right else said[-400:])

    def use_buf(self, url, test):
        if not shutil.which("buf"):
            return self.table.missing.append("buf (PyPI: buf-bin)")
        buf = ["buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge"]
        environment = {**os.environ, "HOME": str(self.work)}
        _, said = run(*buf, "--list-services", url, env=environment)
        listed = {"grpc.testing.TestService", "grpc.health.v1.Health"} <= set(said.split())
        self.table.tool("buf curl: --list-services", "pass" if listed else said[-300:])
        code, said = run(*buf, "-d", '{"responseSize": 3}', f"{test}/UnaryCall", env=environment)
        right = code == 0 and json.loads(said) == {"payload": {"body": "AAAA"}}
        self.table.tool("buf curl: a call by reflection", "pass" if right else said[-300:])

    # Results.

    def versions(self):
        lines = []
        if self.ruby:
            lines.append("ruby-grpc " + run("dpkg-query", "-W", "-f=${Version}", "ruby-grpc")[1].strip())
        if self.python:
            said = run(
                self.python, "-c",
                "import importlib.metadata as m; print(', '.join(f'{p} {m.version(p)}' for p in "
                "('grpcio', 'grpclib', 'grpcio-health-checking', 'grpcio-reflection', 'connectrpc')"
                " if any(d.metadata['Name'] == p for d in m.distributions())))")[1]
            lines.append(said.strip())
        for command, pattern in ((["buf", "--version"], r"(\S+)"), (["curl", "--version"], r"curl (\S+)"),
                                 (["h2load", "--version"], r"nghttp2/(\S+)")):
            if shutil.which(command[0]):
                found = re.search(pattern, run(*command)[1])
                lines.append(f"{command[0]} {found.group(1) if found else '?'}")
        return ", ".join(lines)

    def write(self, path):
        notes = [
            f"- Hearth → {stack}, {', '.join(case for case in cases if cases[case] == reason)}: {reason}."
            for stack, cases in NOT_APPLICABLE.items() for reason in dict.fromkeys(cases.values())]
        lines = [
            "# Interoperability", "", "gRPC's interoperability cases between Hearth and other stacks, client → server."
            " `scripts/test-interop --all` repeats it and writes this file.", "",
            "\"clear\" passed in clear text, \"TLS\" passed by TLS; – is not applicable, for the reasons below."
            " The last three cases are not gRPC's own.", "", *self.table.lines(), "",
            "| tool | result |", "| --- | --- |", *(f"| {name} | {result} |" for name, result in self.table.tools),
            "", "Not applicable:", "", *notes,
            "- Ruby → Hearth: its client has no other cases.",
            "- grpclib → Hearth, compression: not supported by grpclib. compression_not_accepted still asks for it.",
            "- grpcio → Hearth: a caller cannot see whether an answer was compressed, nor choose for one message of a"
            " stream; the cases check everything else.",
            "- cacheable_unary (withdrawn), pick_first_unary (several servers), orca_* (load reports), and cases"
            " that need Google's cloud are not implemented.",
            "", f"Versions: {self.versions()}.", ""]
        path.write_text("\n".join(lines))


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    runner = Runner(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None)
    try:
        runner.run()
        table = runner.table
        print("\n".join(table.lines()))
        for missing in table.missing:
            print(f"skipped: {missing} is not installed")
        if table.failures:
            print("\n".join(["Failed:", *table.failures]), file=sys.stderr)
            sys.exit(1)
        if not table.missing:
            runner.write(ROOT / "Interop" / "RESULTS.md")
    finally:
        shutil.rmtree(runner.work, ignore_errors=True)


main()
