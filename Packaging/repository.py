"""Writes a signed apt repository as static files (wiki.debian.org/DebianRepository/Format).

usage: repository.py FOLDER --key KEY [--suite NAME] PACKAGE.deb…

Adds the packages to those that the suite has in the folder. KEY is a secret key in GnuPG's keyring, which signs the lists. The
folder also gets the public key, hearth-archive-keyring.gpg. SOURCE_DATE_EPOCH is the time of the lists and signatures.
"""

import argparse
import email.utils
import gzip
import hashlib
import lzma
import os
import pathlib
import shutil
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("packages", nargs="*", type=pathlib.Path)
parser.add_argument("--key", required=True)
parser.add_argument("--suite", default="stable")
options = parser.parse_args()
epoch = int(os.environ["SOURCE_DATE_EPOCH"])
root = options.folder
# Each suite has packages of its own: a test version must not come to those who use stable.
pool, lists = root / "pool" / options.suite, root / "dists" / options.suite


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def entry(package):
    """A package's stanza: its control file, and where it is."""
    content = package.read_bytes()
    control = output("dpkg-deb", "--field", package).decode().strip()
    head, description = control.split("\nDescription:", 1)
    return (
        f"{head}\nFilename: {package.relative_to(root)}\nSize: {len(content)}\n"
        f"SHA256: {hashlib.sha256(content).hexdigest()}\nDescription:{description}\n")


def sign(source, target, *mode):
    target.unlink(missing_ok=True)
    output(
        "gpg", "--batch", "--quiet", "--faked-system-time", f"{epoch}!", "--digest-algo", "SHA512", "--local-user",
        options.key, "--output", target, *mode, source)


pool.mkdir(parents=True, exist_ok=True)
for package in options.packages:
    shutil.copyfile(package, pool / package.name)
packages = sorted(pool.glob("*.deb"))
shutil.rmtree(lists, ignore_errors=True)
architectures = sorted({output("dpkg-deb", "--field", package, "Architecture").decode().strip() for package in packages})
for architecture in architectures:
    folder = lists / f"main/binary-{architecture}"
    folder.mkdir(parents=True)
    text = "\n".join(entry(package) for package in packages if package.stem.endswith("_" + architecture)).encode()
    (folder / "Packages").write_bytes(text)
    (folder / "Packages.gz").write_bytes(gzip.compress(text, mtime=0))
    (folder / "Packages.xz").write_bytes(lzma.compress(text))
indexes = sorted(path for path in lists.rglob("Packages*"))
rows = "".join(
    f" {hashlib.sha256(path.read_bytes()).hexdigest()} {path.stat().st_size} {path.relative_to(lists)}\n"
    for path in indexes)
(lists / "Release").write_text(
    f"Origin: Hearth\nLabel: Hearth\nSuite: {options.suite}\nCodename: {options.suite}\n"
    f"Date: {email.utils.formatdate(epoch, usegmt=True)}\nArchitectures: {' '.join(architectures)}\n"
    f"Components: main\nDescription: packages of the Hearth smart-home hub\nSHA256:\n{rows}")
sign(lists / "Release", lists / "InRelease", "--clear-sign")
sign(lists / "Release", lists / "Release.gpg", "--armor", "--detach-sign")
(root / "hearth-archive-keyring.gpg").write_bytes(output("gpg", "--batch", "--export", options.key))
