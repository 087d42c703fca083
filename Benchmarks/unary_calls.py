"""Unary echo over gRPC: Hearth beside gRPC C++'s callback server.

Each server answers on core 0, h2load asks on core 1, in turns, in both orders.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

import common

PACKAGES = ["nghttp2-client", "libgrpc++-dev", "protobuf-compiler-grpc", "protobuf-compiler", "g++"]
LOADS = {"1 x 100": ("-c1", "-m100"), "8 x 32": ("-c8", "-m32")}
BASE = "gRPC C++ callback"


def build():
    hearth = common.swift_build("hearth-bench-server")
    plugin = shutil.which("grpc_cpp_plugin")
    subprocess.run(
        ["protoc", f"-I{common.SCHEMAS}", f"--cpp_out={common.BUILD}", f"--grpc_out={common.BUILD}",
         f"--plugin=protoc-gen-grpc={plugin}", "bench.proto"], check=True)
    peer = common.BUILD / "grpcpp_callback_server"
    subprocess.run(
        ["g++", "-O2", "-std=c++17", f"-I{common.BUILD}", "-o", str(peer),
         str(common.HERE / "peers/grpcpp_callback_server.cc"), str(common.BUILD / "bench.pb.cc"),
         str(common.BUILD / "bench.grpc.pb.cc")] + common.pkg_config("grpc++", "protobuf"), check=True)
    return {"Hearth": [hearth, "--port"], BASE: [str(peer)]}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, command):
        self.port = free_port()
        self.process = subprocess.Popen(["taskset", "-c", "0"] + command + [str(self.port)], stdout=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit(f"{command[0]} does not listen")

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def load(server, flags, count, body):
    before = server.cpu()
    out = subprocess.run(
        ["taskset", "-c", "1", "h2load", *flags, f"-n{count}", "-d", str(body), "-H", "content-type: application/grpc",
         "-H", "te: trailers", f"http://127.0.0.1:{server.port}/bench.Bench/Echo"],
        check=True, capture_output=True, text=True).stdout
    rate = float(re.search(r"finished in .*?, ([\d.]+) req/s", out)[1])
    succeeded = int(re.search(r"(\d+) succeeded", out)[1])
    if succeeded != count:
        sys.exit(f"only {succeeded} of {count} calls succeeded:\n{out}")
    return rate, (server.cpu() - before) / count * 1e6


def run(rounds, seconds):
    common.require_packages(PACKAGES)
    commands = build()
    body = common.BUILD / "body.bin"
    body.write_bytes(b"\x00\x00\x00\x00\x20\x0a\x1e" + b"e" * 30)
    servers = {name: Server(command) for name, command in commands.items()}
    figures = {}
    try:
        counts = {}
        for name, server in servers.items():
            load(server, LOADS["1 x 100"], 20_000, body)
            for shape, flags in LOADS.items():
                counts[name, shape] = int(load(server, flags, 20_000, body)[0] * seconds)
        for turn in range(rounds):
            for shape, flags in LOADS.items():
                for name in list(servers)[:: 1 if turn % 2 == 0 else -1]:
                    figures.setdefault((name, shape), []).append(load(servers[name], flags, counts[name, shape], body))
            print(f"round {turn + 1} of {rounds}", flush=True)
    finally:
        for server in servers.values():
            server.stop()
    lines = ["| server | connections x streams | calls/s | x C++ | CPU us/call | x C++ | spread of calls/s |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for shape in LOADS:
        peer = [statistics.median(column) for column in zip(*figures[BASE, shape])]
        for name in servers:
            rate, cpu = (statistics.median(column) for column in zip(*figures[name, shape]))
            rates = [r for r, _ in figures[name, shape]]
            lines.append(
                f"| {name} | {shape} | {rate:,.0f} | {rate / peer[0]:.2f} | {cpu:.2f} | {cpu / peer[1]:.2f} "
                f"| {min(rates):,.0f} to {max(rates):,.0f} |")
    table = "\n".join(lines)
    return f"""Repeat with `Benchmarks/run unary` (--rounds {rounds} --seconds {seconds:g} for this table). Hearth serves through generated
stubs and HTTP/2 on one loop; the server runs on core 0, h2load on core 1; medians of {rounds} interleaved rounds on
{os.cpu_count()} cores. Compare the ratios; the machine is shared and its absolute speed drifts.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "libnghttp2-dev", "nghttp2-client")}.

{table}
"""
