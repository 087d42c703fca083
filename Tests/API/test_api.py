"""Tests scripts/api.py with small modules that the compiler builds in two versions."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import api  # noqa: E402

TRIPLE = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]

OLD = """
/// A lamp.
public struct Lamp: Hashable {
    /// Its level.
    public var level: Int
    /// Switches it on.
    public func on(slowly: Bool = false) {}
}
extension Lamp {
    /// Switches it off.
    public func off() {}
}
/// A box of lamps.
public struct Box<Content: Hashable> {
    /// Opens it.
    public func open() {}
}
/// A mood.
public enum Mood {
    /// Calm.
    case calm
}
/// A switch.
public protocol Switch {
    /// Presses it.
    func press()
}
"""


def module(text):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "Lamps.swift").write_text(text)
        subprocess.run(["swiftc", "-emit-module", "-module-name", "Lamps", "-parse-as-library", "Lamps.swift"],
                       cwd=folder, check=True)
        subprocess.run(["swift-symbolgraph-extract", "-module-name", "Lamps", "-target", TRIPLE, "-I", ".",
                        "-minimum-access-level", "public", "-output-dir", ".", "-skip-synthesized-members"],
                       cwd=folder, check=True)
        return api.Module("Lamps", folder)


class Breaks(unittest.TestCase):
    old = None

    @classmethod
    def setUpClass(cls):
        cls.old = module(OLD).description()

    def check(self, before, after, *expected):
        self.assertIn(before, OLD)
        new = module(OLD.replace(before, after))
        found = api.breaks(self.old, new.description(), new)
        self.assertEqual([(name, text.partition(":")[0]) for name, text in found], list(expected))

    def test_nothing_changed(self):
        self.check("A lamp.", "Another lamp.")

    def test_addition(self):
        self.check("extension Lamp {", "extension Lamp { public func dim() {}")

    def test_removal(self):
        self.check("public func off", "func off", ("Lamp", "gone"))

    def test_change_of_type(self):
        self.check("public var level: Int", "public var level: UInt8", ("Lamp", "changed"))

    def test_lost_default_argument(self):
        self.check("slowly: Bool = false", "slowly: Bool", ("Lamp", "changed"))

    def test_lost_conformance(self):
        self.check("Lamp: Hashable", "Lamp: Equatable", ("Lamp", "gone"))

    def test_move_into_extension(self):
        self.check("public func open", "}\nextension Box { public func open")

    def test_move_into_extension_with_condition(self):
        self.check("public func open", "}\nextension Box where Content == Lamp { public func open", ("Box", "changed"))

    def test_case_of_enum(self):
        self.check("case calm", "case calm, wild", ("Mood", "users must change their code for"))

    def test_requirement(self):
        self.check("func press()", "func press(); func hold()", ("Switch", "users must change their code for"))

    def test_requirement_with_default(self):
        self.check("func press()\n}", "func press(); func hold()\n}\nextension Switch { public func hold() {} }")


class Documentation(unittest.TestCase):
    def undocumented(self, text):
        return [declaration.line for declaration in module(text).undocumented()]

    def test_documented(self):
        self.assertEqual(self.undocumented(OLD), [])

    def test_missing_and_empty(self):
        self.assertEqual(self.undocumented(OLD.replace("/// Its level.", "")), ["Lamp.level: var level: Int"])
        self.assertEqual(self.undocumented(OLD.replace("/// Calm.", "///")), ["Mood.calm: case calm"])

    def test_extension_of_another_module(self):
        text = "extension Int { public var isDark: Bool { self == 0 } }"
        self.assertEqual(self.undocumented(text), ["Swift.Int.isDark: var isDark: Bool { get }"])

    def test_witness_inherits(self):
        text = OLD.replace("extension Lamp {", "extension Lamp: Switch {\n    public func press() {}")
        self.assertEqual(self.undocumented(text), [])


class Descriptions(unittest.TestCase):
    """The files in API/, here of a module with the name of one that people build on."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        before = api.DESCRIPTIONS
        api.DESCRIPTIONS = pathlib.Path(folder.name)
        self.addCleanup(setattr, api, "DESCRIPTIONS", before)
        self.module = module(OLD)
        self.module.name = "Hearth"
        self.file = api.DESCRIPTIONS / "Hearth.txt"

    def test_missing_description_fails_until_it_is_written(self):
        self.assertFalse(api.check_breakage([self.module], accept=False))
        self.assertTrue(api.check_breakage([self.module], accept=True))
        self.assertEqual(self.file.read_text().splitlines(), self.module.description())
        self.assertTrue(api.check_breakage([self.module], accept=False))

    def test_other_modules_have_none(self):
        self.module.name = "HearthWire"
        self.assertTrue(api.check_breakage([self.module], accept=True))
        self.assertEqual(list(api.DESCRIPTIONS.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
