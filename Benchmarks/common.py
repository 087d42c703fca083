"""Shared by the benchmarks: packages, builds, files of results."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build" / "peers"
SCHEMAS = HERE / "Sources" / "BenchMessages"
RESULTS = HERE / "RESULTS.md"
#: The figures of the last run of each benchmark, for the summary and the picture.
FIGURES = HERE / "RESULTS.json"

HEARTH, CPP, GO, FLOOR = "Hearth", "gRPC C++", "grpc-go", "floor (C, nghttp2)"


def installed(package):
    out = subprocess.run(["dpkg-query", "-W", "-f=${Status}", package], capture_output=True, text=True)
    return "install ok installed" in out.stdout


def require_packages(packages):
    """Installs missing packages if allowed. A peer that can't be built without them is not measured."""
    missing = [p for p in packages if not installed(p)]
    if not missing:
        return
    if os.geteuid() != 0:
        print("to build all peers, please type: sudo apt-get install " + " ".join(missing), file=sys.stderr)
        return
    try:
        subprocess.run(["apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "-q"] + missing, check=True, stdout=subprocess.DEVNULL)
    except (subprocess.SubprocessError, OSError) as reason:
        print(f"not installed: {' '.join(missing)}: {reason}", file=sys.stderr)


def versions(*packages):
    names = [p for p in packages if installed(p)]
    out = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${Version}\n", *names], check=True, capture_output=True, text=True)
    return out.stdout.strip().replace("\n", ", ")


#: Programs that need nothing of a home, and their modules of Hearth: the tool that embeds its page is not built for them.
WITHOUT_HOME = {"hearth-bench-server", "hearth-bench-client"}
MODULES = "HearthEventLoop,HearthMessage,HearthRPC,HearthRPCHTTP2,HearthTLS"


@functools.cache
@functools.cache
def swift_build(product):
    """The path of the program. It is built once in a run, as a build beside a measurement would disturb it."""
    BUILD.mkdir(parents=True, exist_ok=True)
    print(f"building {product}", flush=True)
    # Nobody debugs these programs, and the compiler need not check its own code.
    command = ["swift", "build", "-c", "release", "--package-path", str(HERE), "-debug-info-format", "none",
               "--disable-index-store", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-llvm-verify"]
    environment = os.environ | ({"HEARTH_ONLY": MODULES} if product in WITHOUT_HOME else {})
    subprocess.run(command + ["--product", product], check=True, stdout=subprocess.DEVNULL, env=environment)
    out = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True, env=environment)
    return f"{out.stdout.strip()}/{product}"


def pkg_config(*packages):
    out = subprocess.run(["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True, text=True)
    return out.stdout.split()


def compile_peer(name, sources, *flags, headers=()):
    """The path of a program, which is rebuilt if its sources are newer."""
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / name
    if not program.exists() or any(pathlib.Path(s).stat().st_mtime > program.stat().st_mtime for s in [*sources, *headers]):
        print(f"building {name}", flush=True)
        is_cpp = any(str(s).endswith(".cc") for s in sources)
        compiler = ["g++", "-std=c++17"] if is_cpp else ["gcc"]
        subprocess.run([*compiler, "-O2", "-o", str(program), *map(str, sources), *flags], check=True)
    return str(program)


@functools.cache
def load_client():
    return compile_peer("load_client", [HERE / "peers/load_client.cc"], "-lnghttp2")


@functools.cache
def floor_server():
    return compile_peer("floor_server", [HERE / "peers/floor_server.c"], "-lnghttp2")


@functools.cache
def cpp_peer(name):
    """`grpcpp_callback_server`, `grpcpp_bytes_server` or `grpcpp_client`."""
    BUILD.mkdir(parents=True, exist_ok=True)
    generated = [BUILD / "bench.pb.cc", BUILD / "bench.grpc.pb.cc"]
    schema = SCHEMAS / "bench.proto"
    if not all(g.exists() and g.stat().st_mtime > schema.stat().st_mtime for g in generated):
        subprocess.run(
            ["protoc", f"-I{SCHEMAS}", f"--cpp_out={BUILD}", f"--grpc_out={BUILD}",
             f"--plugin=protoc-gen-grpc={shutil.which('grpc_cpp_plugin')}", "bench.proto"], check=True)
    return compile_peer(
        name, [HERE / f"peers/{name}.cc", *generated], f"-I{BUILD}", *pkg_config("grpc++", "protobuf"),
        headers=[HERE / "peers/grpcpp_subscribers.h"])


@functools.cache
def go_peer(name):
    """`server` or `client`, with Debian's Go and grpc-go."""
    root, program = BUILD / "go", BUILD / f"grpcgo_{name}"
    (root / "src/bench/pb").mkdir(parents=True, exist_ok=True)
    text = (SCHEMAS / "bench.proto").read_text()
    text = text.replace("package bench;", 'package bench;\noption go_package = "bench/pb";', 1)
    schema = root / "bench.proto"
    if not schema.exists() or schema.read_text() != text:
        schema.write_text(text)
        subprocess.run(["protoc", f"-I{root}", f"--go_out={root}/src", f"--go-grpc_out={root}/src",
                        "bench.proto"], check=True)
    source = root / "src/bench" / name
    source.mkdir(exist_ok=True)
    shutil.copy(HERE / f"peers/grpcgo/{name}/main.go", source / "main.go")
    print(f"building grpcgo_{name}", flush=True)
    subprocess.run(
        ["go", "build", "-o", str(program), f"bench/{name}"], check=True, cwd=root,
        env=os.environ | {"GO111MODULE": "off", "GOPATH": f"{root}:/usr/share/gocode", "GOFLAGS": "",
                          "GOCACHE": str(BUILD / "gocache")})
    return str(program)


# Commands with which measure.Server starts the servers; calling one builds its server.

def hearth_server():
    return [swift_build("hearth-bench-server"), "--port", "{port}"]


def cpp_server():
    return [cpp_peer("grpcpp_callback_server"), "{port}"]


def cpp_bytes_server():
    return [cpp_peer("grpcpp_bytes_server"), "{port}"]


def go_server():
    return [go_peer("server"), "{port}"]


def floor():
    return [floor_server(), "{port}"]


SERVER_PACKAGES = [
    "nghttp2-client", "libnghttp2-dev", "libgrpc++-dev", "protobuf-compiler-grpc", "protobuf-compiler", "pkg-config",
    "g++", "golang-go", "golang-google-grpc-dev", "golang-google-protobuf-dev",
    "golang-github-golang-protobuf-1-5-dev", "protoc-gen-go", "protoc-gen-go-grpc",
]


def keep(title, text):
    """Writes a benchmark's section to the file of results, and replaces an older one."""
    sections = re.split(r"(?m)^(?=# )", RESULTS.read_text() if RESULTS.exists() else "")
    sections = {s.split("\n", 1)[0][2:]: s for s in sections if s.startswith("# ")}
    sections[title] = f"# {title}\n\n{text.strip()}\n\n"
    order = sorted(sections, key=lambda name: (name != SUMMARY, name))
    RESULTS.write_text("".join(sections[name] for name in order).rstrip() + "\n")


SUMMARY = "All bars"


def keep_figures(name, rows):
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    figures[name] = rows
    FIGURES.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    return figures
