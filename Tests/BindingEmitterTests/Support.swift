internal import HearthBase
internal import BindingPlan
internal import Foundation
internal import ProtoSchema
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingEmitter

/// The package that contains this test.
let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// What the committed schemas give, and their texts: made once for all tests, as it takes seconds.
enum CommittedBindings {
    static let all = Result {
        let folder = packageRoot.appendingPathComponent("Schemas")
        let paths = (FileManager.default.subpaths(atPath: folder.path) ?? []).map { "Schemas/" + $0 }
        let sources = Dictionary(
            uniqueKeysWithValues: try paths.filter(StandardBindings.reads).map { path in
                (path, try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8))
            })
        let bindings = StandardBindings(sources: sources)
        return (sources: sources, files: bindings.files, problems: bindings.problems)
    }
}

/// The Swift of one `.proto` file in package `demo.v1`.
func bound(proto body: String) -> (text: String, problems: [String]) {
    let text = "syntax = \"proto3\";\npackage demo.v1;\n" + body
    let pool = DescriptorPool([ProtoSource(path: "demo/v1/demo.proto", text: text)])
    let providers = StandardBindings.providers([])
    let result = ProtoBindings(pool, module: "Demo", providers: providers).emit(["demo/v1/demo.proto"])
    return (result.files.first?.text ?? "", pool.diagnostics.map(\.description) + result.diagnostics.map(\.message))
}

/// Swift and `.proto` of the traits in a schema text.
func bound(schema text: String, overrides: Overrides = Overrides()) -> (
    swift: String, protos: [OutputFile], problems: [String]
) {
    let (tree, found) = SchemaParser.parse(SourceText(file: "test.matter", text))
    let (model, resolved) = ModelResolver.resolve([tree])
    let bindings = TraitBindings(model, overrides: overrides)
    let findings = (found + resolved).filter { $0.severity == .error }
    return (
        bindings.swift.map(\.text).joined(), bindings.protos,
        findings.map(\.description) + bindings.diagnostics.map(\.message)
    )
}

/// Fails with the text unless all lines follow one another in it; indentation does not count.
func expect(
    _ text: String, contains lines: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    func bare(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let all = bare(text)
    let wanted = bare(lines)
    let starts = all.indices.filter { all[$0...].starts(with: wanted) }
    expect(!starts.isEmpty, "these lines are missing:\n\(lines)\nin:\n\(text)", sourceLocation: sourceLocation)
}
