internal import BindingPlan
internal import Foundation
internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingEmitter

/// Every schema in docs/matter-language.md and docs/makers.md is as labelled: valid without findings, or invalid with
/// exactly the findings printed after it.
struct LanguageReferenceTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let line: Int
        /// The word after "matter" in the first line of the block.
        let kind: String
        let text: String
        /// The block after an invalid one.
        var findings: [String] = []

        var testDescription: String { "line \(line)" }
    }

    private static let examples = page("matter-language.md")
    private static let all = examples + page("makers.md")
    private static let facts = Result { StandardFacts(try StandardSchemaFiles().model()) }

    /// Empty if the page can't be read, which another test reports.
    private static func page(_ name: String) -> [Example] {
        (try? read(packageRoot.appending(path: "docs/" + name))) ?? []
    }

    private static func read(_ page: URL) throws -> [Example] {
        var examples: [Example] = []
        var block: (fence: String, line: Int, lines: [String])?
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() {
            if let open = block, line != "```" {
                block?.lines = open.lines + [line]
            } else if let open = block {
                let text = open.lines.joined(separator: "\n")
                if open.fence.hasPrefix("matter") {
                    let kind = open.fence.dropFirst("matter".count).trimmingCharacters(in: .whitespaces)
                    examples.append(Example(line: open.line, kind: kind, text: text))
                } else if open.fence == "text", examples.last?.kind == "wrong" {
                    examples[examples.count - 1].findings = open.lines
                }
                block = nil
            } else if line.hasPrefix("```") {
                block = (String(line.dropFirst(3)), index + 2, [])
            }
        }
        return examples
    }

    @Test func thePageHasExamplesOfEachKind() {
        expect(Self.examples.count, isAbove: 20)
        expect(Set(Self.examples.map(\.kind)), equals: ["", "in cluster", "wrong"])
        expect(Self.all.count, equals: Self.examples.count + 1)
        expect(Self.examples.allSatisfy { ($0.kind == "wrong") == !$0.findings.isEmpty })
    }

    @Test(arguments: all)
    func anExampleIsWhatItSays(_ example: Example) throws {
        let isPart = example.kind == "in cluster"
        let text = isPart ? "cluster Example = 0xFFF1FC00 {\n\(example.text)\n}" : example.text
        let (tree, found) = SchemaParser.parse(SourceText(file: "example.matter", text))
        let known = StandardSchemaFiles()
        let missing = try known.schemas().missing(in: [tree])
        let (model, findings) = ModelResolver.resolve([tree] + missing)
        var all = found + findings.filter { $0.location.file == "example.matter" }
        if !all.containsError {
            all += MakerFileCheck.warnings(
                about: [tree], model, vendorNames: [:], against: try Self.facts.get())
        }
        let told = all.ordered { [$0.location.line, $0.location.column] }.map(\.description)
        expect(told, equals: example.findings)
        guard !all.containsError else { return }
        let bindings = TraitBindings(model, standard: known.clusterNames)
        expect(bindings.diagnostics.map(\.description), equals: [])
    }
}

/// The standard schemas of this package.
struct StandardSchemaFiles {
    private let files: [String: URL]

    init() {
        let folders = ["Schemas/Matter", "Schemas/Google", "Schemas/Hearth"].map { packageRoot.appending(path: $0) }
        let found = folders.flatMap {
            (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
        }
        files = Dictionary(
            found.filter { $0.pathExtension == "matter" }.map { ($0.lastPathComponent, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    var clusterNames: Set<String> { Set(files.keys.map { String($0.dropLast(".matter".count)) }) }

    func schemas() -> StandardSchemas {
        StandardSchemas(names: files.keys.sorted()) { name in
            try files[name].map { try String(contentsOf: $0, encoding: .utf8) }
        }
    }

    /// All of them.
    func model() throws -> ResolvedSchema {
        let trees = try files.sorted { $0.key < $1.key }.map { name, url in
            SchemaParser.parse(SourceText(file: name, try String(contentsOf: url, encoding: .utf8))).file
        }
        return ModelResolver.resolve(trees).model
    }
}
