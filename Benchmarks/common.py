"""What the benchmarks share: packages, builds, the file of results."""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build" / "peers"
SCHEMAS = HERE / "Sources" / "BenchMessages"
RESULTS = HERE / "RESULTS.md"


def installed(package):
    out = subprocess.run(["dpkg-query", "-W", "-f=${Status}", package], capture_output=True, text=True)
    return "install ok installed" in out.stdout


def require_packages(packages):
    missing = [p for p in packages if not installed(p)]
    if not missing:
        return
    if os.geteuid() != 0:
        sys.exit("please type: sudo apt-get install " + " ".join(missing))
    subprocess.run(["apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["apt-get", "install", "-y", "-q"] + missing, check=True, stdout=subprocess.DEVNULL)


def versions(*packages):
    out = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${Version}\n", *packages], check=True, capture_output=True, text=True)
    return out.stdout.strip().replace("\n", ", ")


def swift_build(product):
    """The path of the program."""
    BUILD.mkdir(parents=True, exist_ok=True)
    print(f"building {product}", flush=True)
    command = ["swift", "build", "-c", "release", "--package-path", str(HERE)]
    subprocess.run(command + ["--product", product], check=True, stdout=subprocess.DEVNULL)
    out = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{out.stdout.strip()}/{product}"


def pkg_config(*packages):
    out = subprocess.run(["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True, text=True)
    return out.stdout.split()


def keep(title, text):
    """Puts a benchmark's section into the file of results, in place of an older one."""
    sections = re.split(r"(?m)^(?=# )", RESULTS.read_text() if RESULTS.exists() else "")
    sections = {s.split("\n", 1)[0][2:]: s for s in sections if s.startswith("# ")}
    sections[title] = f"# {title}\n\n{text.strip()}\n\n"
    RESULTS.write_text("".join(sections[name] for name in sorted(sections)).rstrip() + "\n")
