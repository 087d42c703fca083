internal import HearthBase
internal import Foundation
internal import Expectations
internal import Testing
internal import TraitSchema

/// Parses text that must be valid.
func parsed(_ text: String) -> FileSyntax {
    let (file, diagnostics) = SchemaParser.parse(SourceText(file: "a.matter", text))
    expect(diagnostics.map(\.description), equals: [])
    return file
}

/// The diagnostics for a text, one line each.
func findings(_ text: String) -> [String] {
    SchemaParser.parse(SourceText(file: "a.matter", text)).diagnostics.map(\.description)
}

/// The only cluster of a text that must be valid.
func cluster(_ body: String) throws -> ClusterSyntax {
    let file = parsed("cluster C = 1 {\n\(body)\n}")
    guard case .cluster(let cluster) = file.items.first else { throw Missing() }
    return cluster
}

struct Missing: Error {}

/// A tree as text, without source locations; made by reflection, not by the printer.
func outline(_ value: Any) -> String {
    if value is HearthBase.SourceLocation { return "" }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return "\(value)" }
    let parts = mirror.children.map { "\($0.label ?? "")=\(outline($0.value))" }
    return "(\(parts.joined(separator: " ")))"
}

/// The available schema files: this package's with the tests' example maker, and makers' beside it.
enum TestFiles {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let schemas = ["Schemas/Matter", "Schemas/Google", "Schemas/Hearth", "Tests/ExampleMaker"].flatMap {
        list(package.appending(path: $0))
    }
    static let makersFiles = list(package.deletingLastPathComponent().appending(path: "shared/data/matter"))

    static func source(_ url: URL) throws -> SourceText {
        SourceText(file: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
    }

    private static func list(_ folder: URL) -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "matter" }.sorted { $0.path < $1.path }
    }
}
