internal import BindingEmitter
internal import Foundation
internal import Expectations
internal import Testing

/// The committed bindings equal those generated from the schemas.
struct DriftTests {
    private static let remedy = "run: swift package --allow-writing-to-package-directory regenerate-bindings"

    /// What the committed schemas give, with the texts of these.
    private static let standard = Result {
        var sources: [String: String] = [:]
        for path in files(below: "Schemas") where StandardBindings.reads(path) { sources[path] = try text(path) }
        let bindings = StandardBindings(sources: sources)
        return (sources: sources, files: bindings.files, problems: bindings.problems)
    }

    private static func files(below folder: String) -> [String] {
        let root = packageRoot.appendingPathComponent(folder)
        let found = FileManager.default.subpaths(atPath: root.path) ?? []
        return found.filter {
            $0.hasSuffix(".swift") || $0.hasSuffix(".proto") || $0.hasSuffix(".matter") || $0.hasSuffix(".json")
        }
        .map { folder + "/" + $0 }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func committedBindingsAgreeWithTheSchemas() throws {
        let (_, files, problems) = try Self.standard.get()
        expect(problems, equals: [])
        var differing: [String] = []
        for file in files where (try? Self.text(file.path)) != file.text { differing.append(file.path) }
        expect(differing, equals: [], "\(Self.remedy)")
        let owned = ["Sources", "Schemas", "Interop"].flatMap(Self.files).filter(StandardBindings.owns)
        expect(Set(owned).subtracting(files.map(\.path)), equals: [], "no schema gives these; \(Self.remedy)")
    }

    @Test func theSameTextsGiveTheSameFiles() throws {
        let (sources, files, _) = try Self.standard.get()
        expect(StandardBindings(sources: sources).files, equals: files)
    }
}
