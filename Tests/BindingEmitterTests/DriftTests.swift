internal import BindingEmitter
internal import Foundation
internal import Expectations
internal import Testing

/// The committed bindings equal those generated from the schemas.
struct DriftTests {
    private static let remedy = "run: swift package --allow-writing-to-package-directory regenerate-bindings"

    private func files(below folder: String) -> [String] {
        let root = packageRoot.appendingPathComponent(folder)
        let found = FileManager.default.subpaths(atPath: root.path) ?? []
        return found.filter {
            $0.hasSuffix(".swift") || $0.hasSuffix(".proto") || $0.hasSuffix(".matter") || $0.hasSuffix(".json")
        }
        .map { folder + "/" + $0 }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func committedBindingsAgreeWithTheSchemas() throws {
        var sources: [String: String] = [:]
        for path in files(below: "Schemas") where StandardBindings.reads(path) { sources[path] = try text(path) }
        let bindings = StandardBindings(sources: sources)
        expect(bindings.problems, equals: [])
        var differing: [String] = []
        for file in bindings.files where (try? text(file.path)) != file.text { differing.append(file.path) }
        expect(differing, equals: [], "\(Self.remedy)")
        let owned = ["Sources", "Schemas", "Interop"].flatMap(files).filter(StandardBindings.owns)
        expect(Set(owned).subtracting(bindings.files.map(\.path)), equals: [], "no schema gives these; \(Self.remedy)")
    }

    @Test func theSameTextsGiveTheSameFiles() throws {
        var sources: [String: String] = [:]
        for path in files(below: "Schemas") where StandardBindings.reads(path) { sources[path] = try text(path) }
        expect(StandardBindings(sources: sources).files, equals: StandardBindings(sources: sources).files)
    }
}
