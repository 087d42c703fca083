internal import BindingEmitter
internal import Foundation
internal import Expectations
internal import Testing

/// The committed bindings equal those generated from the schemas.
struct DriftTests {
    private static let remedy = "run: swift package --allow-writing-to-package-directory regenerate-bindings"

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
        let (_, files, problems) = try CommittedBindings.all.get()
        expect(problems, equals: [])
        var differing: [String] = []
        for file in files where (try? Self.text(file.path)) != file.text { differing.append(file.path) }
        expect(differing, equals: [], "\(Self.remedy)")
        let owned = ["Sources", "Schemas", "Interop"].flatMap(Self.files).filter(StandardBindings.owns)
        expect(Set(owned).subtracting(files.map(\.path)), equals: [], "no schema gives these; \(Self.remedy)")
    }

    @Test func theSameTextsGiveTheSameFiles() throws {
        let (sources, files, _) = try CommittedBindings.all.get()
        expect(StandardBindings(sources: sources).files, equals: files)
    }
}
