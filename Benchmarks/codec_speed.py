"""Writing and reading messages of eight scalar fields: generated Swift beside raw libprotobuf-c and Python's upb.

Three processes stay up and process some thousand messages each in turns. Times are CPU time of the measured thread,
so that a busy machine affects only the spread.
"""

import os
import random
import shutil
import statistics
import subprocess
import sys
import time

import common
import report

TITLE = "Encode and decode, 8 scalar fields"
PACKAGES = ["libprotobuf-c-dev", "protobuf-c-compiler", "protobuf-compiler", "python3-venv"]
#: Nanoseconds of swift-protobuf 1.38.1 for scalar8, measured once on another machine of this kind.
SWIFT_PROTOBUF = {"encode": 128, "decode": 122}
COUNT = {"Hearth": 10_000, "raw protobuf-c": 10_000, "Python upb": 5_000}


def build():
    hearth = common.swift_build("hearth-bench-codec")
    subprocess.run(
        ["protoc", f"-I{common.SCHEMAS}", f"-I{common.HERE}/peers", f"--c_out={common.BUILD}", "bench.proto",
         "sample.proto"], check=True)
    raw = common.BUILD / "codec_peer"
    arena = common.HERE.parent / "Sources" / "CHearthMessage"
    # Swift's own C compiler, which also compiles the arena in Hearth.
    subprocess.run(
        [shutil.which("clang") or "cc", "-O2", f"-I{arena}/include", f"-I{common.BUILD}", "-o", str(raw),
         str(common.HERE / "peers/codec_peer.c"), str(common.BUILD / "bench.pb-c.c"),
         str(common.BUILD / "sample.pb-c.c"), str(arena / "Arena.c")] + common.pkg_config("libprotobuf-c"), check=True)
    codecs = {"Hearth": [hearth], "raw protobuf-c": [str(raw)]}
    try:
        codecs["Python upb"] = [str(python()), "peers/codec_peer.py"]
    except (subprocess.SubprocessError, OSError) as reason:
        print(f"not measured: Python upb: {reason}", file=sys.stderr)
    return codecs


def python():
    """A Python with protobuf, and the generated modules of the messages."""
    folder = common.BUILD / "python"
    program = folder / "bin" / "python"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(program), "-m", "pip", "install", "-q", "protobuf", "grpcio-tools"], check=True)
    subprocess.run(
        [str(program), "-m", "grpc_tools.protoc", f"-I{common.SCHEMAS}", f"-I{common.HERE}/peers",
         f"--python_out={common.BUILD}", "bench.proto", "sample.proto"], check=True)
    return program


class Codec:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=common.HERE,
            env=os.environ | {"PYTHONPATH": str(common.BUILD)})

    def ask(self, message, direction, count):
        print(message, direction, count, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


def run(rounds, _):
    rounds *= 43  # a round takes milliseconds
    codecs = {name: Codec(command) for name, command in build().items()}
    cases = [(message, direction) for message in ("scalar8", "sample") for direction in ("encode", "decode")]
    figures = {(name, *case): [] for name in codecs for case in cases}
    order = random.Random(3)
    for turn in range(-3, rounds):  # three to warm up
        for case in cases:
            for name in order.sample(list(codecs), len(codecs)):
                time_taken = codecs[name].ask(*case, COUNT[name])
                if turn >= 0:
                    figures[(name, *case)].append(time_taken)
    version = "not measured"
    if "Python upb" in codecs:
        version = subprocess.run(
            [str(common.BUILD / "python/bin/python"), "-c", "import google.protobuf as p; print(p.__version__)"],
            check=True, capture_output=True, text=True).stdout.strip()
    for codec in codecs.values():
        codec.stop()
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run codec`. Eight scalar fields: `scalar8` from a .proto file, fields without presence; `sample` a
struct from a .matter file, each field with its presence. Hearth: from the generated Swift value to a `[UInt8]` and back,
text checked for UTF-8. Raw protobuf-c: protoc-c's code, size and pack, unpack, in the arena that Hearth uses; neither
fills nor reads a value of its own. Python: upb, SerializeToString and FromString. swift-protobuf 1.38.1 was measured once
on another machine of this kind: {SWIFT_PROTOBUF["encode"]} ns to encode scalar8, {SWIFT_PROTOBUF["decode"]} ns to decode it.
CPU time of the thread, medians of {rounds} interleaved rounds of {COUNT["Hearth"]:,} messages on {os.cpu_count()} cores: compare ratios.
{time.strftime("%Y-%m-%d")}; {common.versions("libprotobuf-c-dev")}, Python protobuf {version}.""")
    section.table("message", "direction", "codec", "ns", "× raw", "quartiles")
    for message, direction in cases:
        middle = {name: statistics.median(figures[name, message, direction]) for name in codecs}
        raw = middle["raw protobuf-c"]
        for name in codecs:
            low, _, high = statistics.quantiles(figures[name, message, direction], n=4)
            section.row(message, direction, name, f"{middle[name]:.0f}", f"{middle[name] / raw:.2f}",
                        f"{low:.0f} to {high:.0f}")
        limit = {"encode": 0.8, "decode": 1.25}[direction]
        section.bar(f"{direction} of 8 fields, {message}", f"≤ {limit} × raw protobuf-c",
                    middle["Hearth"] / raw, limit, at_most=True)
        section.chart(f"{direction} of 8 fields, {message}", "ns", middle, less_is_better=True)
    return section
