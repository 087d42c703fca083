internal import Foundation
internal import TraitSchema

/// The folders of the schema files for tests.
enum TestFiles {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The schemas of this package, and those of the tests' example maker.
    static let schemas = ["Schemas/Matter", "Schemas/Google", "Schemas/Hearth", "Tests/ExampleMaker"].flatMap {
        list(package.appending(path: $0))
    }

    /// Makers' files, kept beside the package (not part of it).
    static let makersFiles = list(package.deletingLastPathComponent().appending(path: "shared/data/matter"))

    static func source(_ url: URL) throws -> SourceText {
        SourceText(file: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
    }

    private static func list(_ folder: URL) -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "matter" }.sorted { $0.path < $1.path }
    }
}
