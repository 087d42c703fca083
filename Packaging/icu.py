"""Writes the part of ICU's data that the hub uses, as an assembler file.

usage: icu.py LIBRARY FOLDER

Swift's Foundation contains ICU with texts, sort orders and calendars of all languages: 34 MB. The hub formats nothing in
a language; of this data it uses time zones. A linker that finds the symbol of the data in an object file takes no other
from the library. ICU's guide describes data packages that contain a part of the items ("ICU Data", "Customizing").

LIBRARY is lib_FoundationICU.a of the Swift toolchain. FOLDER gets icudata.S, which defines `hearth_icu_data`, with
icudata.dat, and icudata.symbol with the name of the symbol that it stands for.
"""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# By names inside the package, without the prefix: what each language has, other than the root of all, is left out, and
# with it sort orders, dictionaries, converters of encodings and transliterations.
KEPT = re.compile(
    r"(root|pool|en|supplementalData|likelySubtags|metadata|numberingSystems|keyTypeData|timezoneTypes|zoneinfo64|"
    r"metaZones|windowsZones|plurals|dayPeriods|icustd|icuver)\.res"
    r"|zone/(root|pool)\.res|(nfkc|nfkc_cf|uts46)\.nrm")


def data_of(library):
    """The name of the data's symbol, and the data."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ar", "x", library, "icu_packaged_data.cpp.o"], cwd=folder, check=True)
        member = pathlib.Path(folder, "icu_packaged_data.cpp.o")
        symbols = subprocess.run(["nm", member], check=True, capture_output=True, text=True).stdout
        name = re.search(r" [RD] (icudt\w+_dat)$", symbols, re.M)[1]
        raw = pathlib.Path(folder, "data")
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", member, raw], check=True)
        return name, raw.read_bytes()


def items(data):
    """The header of a common data file (ICU's ucmndata.h), and its items with their names."""
    header = struct.unpack_from("<H", data)[0]
    if data[12:16] != b"CmnD":
        sys.exit("the toolchain's ICU data has another form than icu.py reads")
    count = struct.unpack_from("<I", data, header)[0]
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [place for _, place in entries[1:]] + [len(data) - header]
    found = []
    for (name, place), end in zip(entries, ends):
        name = data[header + name:data.index(0, header + name)].decode()
        found.append((name, data[header + place:header + end]))
    return data[:header], found


def package(header, entries):
    """A common data file: the header, a table of names and places, the names, the items at multiples of 16."""
    table, names, content = [], b"", b""
    start = 4 + 8 * len(entries)
    length = sum(len(name) + 1 for name, _ in entries)
    first = -(-(len(header) + start + length) // 16) * 16 - len(header)
    for name, item in entries:
        content += bytes(-(len(header) + first + len(content)) % 16)
        table.append((start + len(names), first + len(content)))
        names += name.encode() + b"\0"
        content += item
    head = struct.pack("<I", len(entries)) + b"".join(struct.pack("<II", *row) for row in table) + names
    return header + head.ljust(first, b"\0") + content


def main(library, folder):
    symbol, data = data_of(library)
    header, entries = items(data)
    kept = [(name, item) for name, item in entries if KEPT.fullmatch(name.split("/", 1)[1])]
    part = package(header, kept)
    folder = pathlib.Path(folder)
    (folder / "icudata.dat").write_bytes(part)
    (folder / "icudata.S").write_text(
        '.section .rodata\n.balign 16\n.globl hearth_icu_data\nhearth_icu_data:\n.incbin "icudata.dat"\n'
        '.section .note.GNU-stack,"",@progbits\n')
    (folder / "icudata.symbol").write_text(symbol)
    print(f"ICU data: {len(kept)} of {len(entries)} items, {len(part) / 1e6:.1f} of {len(data) / 1e6:.1f} MB")


main(*sys.argv[1:])
