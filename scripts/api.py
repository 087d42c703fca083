"""Reads symbol graphs for scripts/check-api: finds undocumented declarations and breaking changes.

api.py modules                     prints the libraries in Sources/, from `swift package dump-package` on standard input
api.py check FOLDER [--accept] NAME…   checks the named ones by the symbol graphs in the folder
"""

import json
import pathlib
import re
import sys

# Has a description of each module that must not change unannounced.
DESCRIPTIONS = pathlib.Path("API")

# The modules that people build on; docs/stability.md says what each is for.
DESCRIBED = {
    "Hearth", "HearthHomeKit", "HearthDeviceHost", "HearthDeviceBehaviors", "HearthTraitCore", "HearthTraitDescriptors",
    "HearthRPC", "HearthRPCHTTP2",
}

# Conformances that follow from others, or that every type has by default.
IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def libraries(package):
    """The package's Swift libraries in Sources/."""
    folders = {target["name"]: pathlib.Path(target.get("path") or f"Sources/{target['name']}")
               for target in package["targets"] if target["type"] == "regular"}
    return sorted(
        name for name, folder in folders.items() if folder.parts[0] == "Sources" and any(folder.rglob("*.swift")))


def conditions_of(generics):
    """The conditions in the `where` clause of a symbol or of its extension."""
    return {f"{c['lhs']} {':' if c['kind'] == 'conformance' else '=='} {c['rhs']}"
            for c in (generics or {}).get("constraints", [])}


class Declaration:
    """A public declaration, and its line in a description."""

    def __init__(self, symbol, owner, generics):
        self.id = symbol["identifier"]["precise"]
        self.kind = symbol["kind"]["identifier"]
        self.path = ".".join(owner + symbol["pathComponents"])
        self.parent = ".".join(owner + symbol["pathComponents"][:-1])
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        # An extension repeats its type's own constraints.
        own = generics.get(tuple(symbol["pathComponents"][:-1]), set())
        conditions = conditions_of(symbol.get("swiftExtension")) - own
        if conditions:
            text += f" [extension where {', '.join(sorted(conditions))}]"
        self.line = re.sub(r"\s+", " ", f"{self.path}: {text}")
        location = symbol.get("location")
        # Declarations that the compiler synthesizes have no location.
        self.file = location["uri"].removeprefix("file://") if location else None
        self.row = location["position"]["line"] + 1 if location else 0
        lines = symbol.get("docComment", {}).get("lines", [])
        self.is_documented = any(line["text"].strip() for line in lines)


def path(line):
    """The name in a line of a description."""
    return line.partition(": ")[0]


class Module:
    """The public declarations of a module, from its symbol graphs."""

    def __init__(self, name, folder):
        self.name = name
        self.declarations = {}
        self.conformances = set()
        self.requirements = {}
        defaults = set()
        for file in [folder / f"{name}.symbols.json", *sorted(folder.glob(f"{name}@*.symbols.json"))]:
            graph = json.loads(file.read_text())
            # Extensions of other modules' types are in files of their own; name the members with that module.
            extended = file.name.removesuffix(".symbols.json").partition("@")[2]
            generics = {tuple(s["pathComponents"]): conditions_of(s.get("swiftGenerics")) for s in graph["symbols"]}
            for symbol in graph["symbols"]:
                declaration = Declaration(symbol, [extended] if extended else [], generics)
                self.declarations[declaration.id] = declaration
            for relation in graph["relationships"]:
                source, target = relation["source"], relation["target"]
                match relation["kind"]:
                    case "conformsTo" | "inheritsFrom":
                        self.conformances.add((source, target, relation.get("targetFallback", target)))
                    case "requirementOf":
                        self.requirements[source] = target
                    case "defaultImplementationOf":
                        defaults.add(target)
        self.requirements = {source: target for source, target in self.requirements.items() if source not in defaults}

    def undocumented(self):
        return [d for d in self.declarations.values() if d.file and not d.is_documented]

    def description(self):
        lines = {d.line for d in self.declarations.values()}
        for source, target, fallback in self.conformances:
            if source not in self.declarations:
                continue
            name = self.declarations[target].path if target in self.declarations else fallback
            if name not in IMPLIED:
                lines.add(f"{self.declarations[source].path}: is {name}")
        return sorted(lines)

    def breaking_additions(self, old):
        """Additions that break source: protocol requirements without a default implementation, and enum cases."""
        known = {path(line) for line in old}
        return [
            d.line for d in self.declarations.values()
            if d.line not in old and d.parent in known
            and (d.id in self.requirements or d.kind == "swift.enum.case")]


def breaks(old, new, module):
    """The breaking differences: for each the name of the outermost declaration, and a message."""
    gone = sorted(set(old) - set(new))
    added = {}
    for line in sorted(set(new) - set(old)):
        added.setdefault(path(line), []).append(line)
    found = []
    for line in gone:
        # An added line with the same name is the changed declaration.
        instead = added.get(path(line), [])
        if instead and ": is " not in line:
            found.append((line, f"changed: {line}\n          now: {instead.pop(0)}"))
        else:
            found.append((line, f"gone: {line}"))
    found += [(line, f"users must change their code for: {line}") for line in module.breaking_additions(set(old))]
    return [(path(line).split(".")[0], text) for line, text in found]


def announced():
    """The words under "Breaking" in the unreleased section of CHANGELOG.md."""
    text = pathlib.Path("CHANGELOG.md").read_text()
    version = re.search(r"^## \[Unreleased\].*?(?=^## |\Z)", text, re.M | re.S)
    section = re.search(r"^### Breaking\n(.*?)(?=^### |\Z)", version.group(0) if version else "", re.M | re.S)
    return set(re.findall(r"\w+", section.group(1))) if section else set()


def check_documentation(modules):
    missing = sorted((d.file, d.row, d.line) for module in modules for d in module.undocumented())
    here = f"{pathlib.Path.cwd()}/"
    for file, row, line in missing:
        print(f"{file.removeprefix(here)}:{row}: no documentation: {line}", file=sys.stderr)
    count = sum(1 for module in modules for d in module.declarations.values() if d.file)
    print(f"{count} public declarations of {len(modules)} modules: {len(missing)} are undocumented.")
    return not missing


def check_breakage(modules, accept):
    said = announced() if accept else set()
    is_broken = is_missing = False
    writes = {}
    for module in modules:
        if module.name not in DESCRIBED:
            continue
        file = DESCRIPTIONS / f"{module.name}.txt"
        new = module.description()
        if not file.exists() and not accept:
            print(f"{file} is missing; scripts/check-api --accept writes it", file=sys.stderr)
            is_missing = True
            continue
        old = file.read_text().splitlines() if file.exists() else new
        found = breaks(old, new, module)
        for name, text in found:
            if not {name, module.name} & said:
                print(f"{module.name}: {text}", file=sys.stderr)
                is_broken = True
        writes[file] = new
        if not accept and not found and old != new:
            print(f"{module.name}: {len(set(new) - set(old))} additions; scripts/check-api --accept writes them.")
    if is_broken:
        print(
            'The changes above break source. Undo them, or, if they are intended, name each type under "### Breaking" of\n'
            "[Unreleased] in CHANGELOG.md, with the replacement, and run scripts/check-api --accept.",
            file=sys.stderr)
    elif accept:
        for file, lines in writes.items():
            file.write_text("".join(line + "\n" for line in lines))
        print(f"Wrote {len(writes)} descriptions to {DESCRIPTIONS}/.")
    return not is_broken and not is_missing


def main(action, *rest):
    if action == "modules":
        names = libraries(json.load(sys.stdin))
        if unknown := sorted(DESCRIBED - set(names)):
            sys.exit(f"DESCRIBED in scripts/api.py names what is no library of this package: {', '.join(unknown)}")
        if others := sorted({file.stem for file in DESCRIPTIONS.glob("*.txt")} - DESCRIBED):
            sys.exit(f"{DESCRIPTIONS}/ describes what is not in DESCRIBED of scripts/api.py: {', '.join(others)}")
        print("\n".join(names))
        return
    folder, *names = rest
    accept = names[:1] == ["--accept"]
    read = [Module(name, pathlib.Path(folder)) for name in names[accept:]]
    fine = check_documentation(read)
    fine = check_breakage(read, accept) and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
