"""Says what a program consists of, by the map that the linker has written (ld.lld --Map).

usage: parts.py MAP [--modules]

`scripts/package program` writes the map to .build/package/hearth.map. The parts are those of docs/design/packaging.md; with
--modules also each module and library by itself. Sizes are in MB. What the linker adds, such as its tables, is a part, too.
"""

import argparse
import collections
import pathlib
import re

#: A section of an input file: its address, its own size, and where it is from.
SECTION = re.compile(r"^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\d+ {9}(\S.*)$")
#: A section of the program.
OUTPUT = re.compile(r"^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\d+ (\.\S+)$")
#: Parts, by the first pattern that is found in a module's or a library's name.
PARTS = [
    ("generated: traits, messages, the catalogue", r"^Hearth(\w*Traits|TraitCatalog|WireMessages)$"),
    ("commands at a terminal", r"^(HearthTerminal|HearthClientCommands|HearthCommand|hearth)$"),
    ("reader of .matter files", r"^(TraitSchema|ResolvedSchema|BindingPlan|HearthSimulator|ProtoSchema)"),
    ("the page", r"^(HearthHomePage|HearthAssets)$"),
    ("ICU: data", r"^icudata$"),
    ("ICU: code", r"^lib_FoundationICU$"),
    ("FoundationEssentials", r"^lib(FoundationEssentials|_FoundationC\w+|_FoundationCollections)$"),
    ("CoreFoundation", r"^libCoreFoundation$"),
    ("the rest of Foundation", r"^lib_?(Foundation|CF)"),
    ("Swift's standard library, concurrency, regular expressions, Dispatch", r"^lib(swift|dispatch|BlocksRuntime)"),
    ("the hub, its links to devices, cameras", r"^(Hearth|C[A-Z])"),
]
LINKER = "tables of the linker, padding, the C library's beginning"


def module(source):
    """The module or the library of an input file."""
    if archive := re.search(r"([^/]+)\.a\(", source):
        return archive[1]
    if folder := re.search(r"/([^/]+)\.build/", source):
        return folder[1]
    return pathlib.PurePath(source.rsplit(":(", 1)[0]).stem


def sizes(lines):
    """The bytes of each module, and of the program as it is loaded. Sections without an address are not loaded."""
    modules, whole = collections.Counter(), 0
    is_filled = False
    for line in lines:
        if section := OUTPUT.match(line):
            # Memory that begins with zeros takes no room in the file.
            is_filled = int(section[1], 16) != 0 and section[3] not in (".bss", ".tbss", ".relro_padding")
            whole += int(section[2], 16) if is_filled else 0
        elif is_filled and (part := SECTION.match(line)) and not part[3].startswith("<internal>"):
            modules[module(part[3])] += int(part[2], 16)
    return modules, whole


def part_of(name):
    return next((part for part, pattern in PARTS if re.search(pattern, name)), LINKER)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", type=pathlib.Path)
    parser.add_argument("--modules", action="store_true")
    options = parser.parse_args()
    with options.map.open(errors="replace") as lines:
        modules, whole = sizes(lines)
    parts = collections.Counter()
    for name, size in modules.items():
        parts[part_of(name)] += size
    parts[LINKER] += whole - sum(modules.values())
    tables = [parts] + ([modules] if options.modules else [])
    for table in tables:
        print("\n| part | MB |\n| --- | --- |")
        for name, size in table.most_common():
            print(f"| {name} | {size / 1e6:.2f} |")
    print(f"\nall that is loaded: {whole / 1e6:.1f} MB")


main()
