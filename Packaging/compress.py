"""Compresses the members of a Debian package (deb(5)) better than dpkg-deb can.

usage: compress.py SOURCE TARGET --level NUMBER --architecture NAME

SOURCE is a package of dpkg-deb with uncompressed members. For x86, the data is compressed with xz's filter for this
machine code, which saves a twelfth: dpkg reads all filters of xz (xz(1), "Filter chains") and writes none.
"""

import argparse
import lzma
import pathlib

parser = argparse.ArgumentParser()
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("target", type=pathlib.Path)
parser.add_argument("--level", type=int, required=True)
parser.add_argument("--architecture", required=True)
options = parser.parse_args()

MAGIC = b"!<arch>\n"
HEAD = 60


def members(archive):
    """The head and the content of each member (ar(5))."""
    place = len(MAGIC)
    while place < len(archive):
        head = archive[place:place + HEAD]
        size = int(head[48:58])
        yield head, archive[place + HEAD:place + HEAD + size]
        place += HEAD + size + size % 2


machine = [{"id": lzma.FILTER_X86}] if options.architecture in ("amd64", "i386") else []
effort = lzma.PRESET_EXTREME if options.level == 9 else 0
filters = machine + [{"id": lzma.FILTER_LZMA2, "preset": options.level | effort}]
package = options.source.read_bytes()
if not package.startswith(MAGIC):
    raise SystemExit(f"{options.source} is no Debian package")
result = MAGIC
for head, content in members(package):
    name = head[:16].decode().rstrip()
    if name in ("control.tar", "data.tar"):
        name += ".xz"
        content = lzma.compress(content, filters=filters)
    result += name.encode().ljust(16) + head[16:48] + str(len(content)).encode().ljust(10) + head[58:]
    result += content + b"\n" * (len(content) % 2)
options.target.write_bytes(result)
