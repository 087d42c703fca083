"""Writing and reading messages of eight scalar fields: generated Swift beside raw libprotobuf-c and Python's upb.

Three processes stay up and are asked in turns for some thousand messages each. Times are of the asking thread's CPU,
so that a busy machine shows in the spread only.
"""

import os
import random
import shutil
import statistics
import subprocess
import sys
import time

import common

PACKAGES = ["libprotobuf-c-dev", "protobuf-c-compiler", "protobuf-compiler", "python3-venv"]
#: Nanoseconds of swift-protobuf 1.38.1 for scalar8, measured once on another machine of this kind.
SWIFT_PROTOBUF = {"encode": 128, "decode": 122}
COUNT = {"Hearth": 10_000, "raw protobuf-c": 10_000, "Python upb": 5_000}


def build():
    hearth = common.swift_build("hearth-bench-codec")
    subprocess.run(
        ["protoc", f"-I{common.SCHEMAS}", f"-I{common.HERE}/peers", f"--c_out={common.BUILD}", "codec.proto",
         "sample.proto"], check=True)
    raw = common.BUILD / "codec_peer"
    arena = common.HERE.parent / "Sources" / "CHearthMessage"
    # Swift's own C compiler, with which the arena is built in Hearth too.
    subprocess.run(
        [shutil.which("clang") or "cc", "-O2", f"-I{arena}/include", f"-I{common.BUILD}", "-o", str(raw),
         str(common.HERE / "peers/codec_peer.c"), str(common.BUILD / "codec.pb-c.c"),
         str(common.BUILD / "sample.pb-c.c"), str(arena / "Arena.c")] + common.pkg_config("libprotobuf-c"), check=True)
    return {"Hearth": [hearth], "raw protobuf-c": [str(raw)], "Python upb": [str(python()), "peers/codec_peer.py"]}


def python():
    """A Python with protobuf, and the messages' modules beside it."""
    folder = common.BUILD / "python"
    program = folder / "bin" / "python"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(program), "-m", "pip", "install", "-q", "protobuf", "grpcio-tools"], check=True)
    subprocess.run(
        [str(program), "-m", "grpc_tools.protoc", f"-I{common.SCHEMAS}", f"-I{common.HERE}/peers",
         f"--python_out={common.BUILD}", "codec.proto", "sample.proto"], check=True)
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
    common.require_packages(PACKAGES)
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
    version = subprocess.run(
        [str(common.BUILD / "python/bin/python"), "-c", "import google.protobuf as p; print(p.__version__)"],
        check=True, capture_output=True, text=True).stdout.strip()
    for codec in codecs.values():
        codec.stop()
    lines = ["| message | direction | codec | ns | x raw | quartiles | swift-protobuf, recorded |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for message, direction in cases:
        raw = statistics.median(figures["raw protobuf-c", message, direction])
        for name in codecs:
            low, middle, high = statistics.quantiles(figures[name, message, direction], n=4)
            recorded = SWIFT_PROTOBUF[direction] if message == "scalar8" else "–"
            lines.append(
                f"| {message} | {direction} | {name} | {middle:.0f} | {middle / raw:.2f} | {low:.0f} to {high:.0f} "
                f"| {recorded} |")
    table = "\n".join(lines)
    text = f"""Repeat with `Benchmarks/run codec` (--rounds {rounds} for this table). Eight scalar fields: `scalar8` from a .proto file,
fields without presence; `sample` a struct from a .matter file, each field with its presence. Hearth: from the generated
Swift value to a `[UInt8]` and back, text checked for UTF-8. Raw protobuf-c: protoc-c's code, size and pack, unpack, in
the arena that Hearth uses; neither fills nor reads a value of its own. Python: upb, SerializeToString and FromString.
CPU time of the thread, medians of {rounds} interleaved rounds of {COUNT["Hearth"]:,} messages on {os.cpu_count()} shared cores: compare ratios.
{time.strftime("%Y-%m-%d")}; {common.versions("libprotobuf-c-dev")}, Python protobuf {version}.

{table}
"""
    return text
