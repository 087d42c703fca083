internal import BindingPlan
internal import Expectations
internal import HearthBase
internal import ProtoSchema
internal import ResolvedSchema
internal import Testing
internal import TraitSchema

@testable internal import BindingEmitter

/// What is generated from schemas, compared with the files in Excerpts.
struct ExcerptTests {
    /// `Pitfalls` has frequent mistakes in generating code from Matter's schemas; each occurs in them. NamerTests has
    /// the cases of case conversion, `Traits` those of a lamp.
    @Test(arguments: Excerpt.read("Traits") + Excerpt.read("Pitfalls"))
    func traits(_ excerpt: Excerpt) {
        var overrides = Overrides()
        overrides.vendors = excerpt.vendors
        let (swift, protos, problems) = bound(schema: excerpt.schemas.joined(separator: "\n"), overrides: overrides)
        excerpt.check(["swift": swift, "proto": protos.map(\.text).joined()], problems: problems)
        for file in protos { expect(Self.findings(in: file), equals: [], "\(excerpt.testDescription)\n\(file.text)") }
    }

    /// The findings in the messages of a `.proto` file before its services, which need other files.
    private static func findings(in file: OutputFile) -> [String] {
        let lines = file.text.split(separator: "\n").filter { !$0.hasPrefix("import ") && !$0.hasPrefix("option") }
        let messages = lines.prefix { !$0.hasPrefix("service ") }.joined(separator: "\n")
        return DescriptorPool([ProtoSource(path: file.path, text: messages)]).diagnostics.map(\.description)
    }

    @Test(arguments: Excerpt.read("TypeScript")) func typeScript(_ excerpt: Excerpt) {
        var overrides = Overrides()
        overrides.vendors = excerpt.vendors
        let (text, problems) = TypeScriptTests.text(excerpt.schemas, overrides: overrides)
        excerpt.check(["typescript": text], problems: problems)
    }

    @Test(arguments: Excerpt.read("Messages")) func messages(_ excerpt: Excerpt) {
        let (text, problems) = bound(proto: excerpt.schemas.joined(separator: "\n"))
        excerpt.check(["swift": text], problems: problems)
    }

    /// Device types and their containers of traits.
    @Test(arguments: Excerpt.read("DeviceTypes")) func deviceTypes(_ excerpt: Excerpt) {
        var files: [FileSyntax] = []
        var problems: [String] = []
        for (index, text) in excerpt.schemas.enumerated() {
            let (file, found) = SchemaParser.parse(SourceText(file: "\(index).matter", text))
            files.append(file)
            problems += found.map(\.description)
        }
        let (model, found) = ModelResolver.resolve(files)
        var bindings = TraitBindings(model, standard: excerpt.lines("standard").map(Set.init))
        bindings.addIndex(registry: "TestTraits", source: "test")
        problems += found.map(\.description) + bindings.diagnostics.map(\.description)
        let isWanted = { (file: OutputFile) in file.path == "DeviceTypes.swift" }
        excerpt.check(
            [
                "device types": bindings.swift.filter(isWanted).map(\.text).joined(),
                "swift": bindings.swift.filter { !isWanted($0) }.map(\.text).joined(),
            ], problems: problems)
    }
}
