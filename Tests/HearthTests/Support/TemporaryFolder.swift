internal import Foundation

/// A folder that is deleted when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let name = "hearth-\(UUID().uuidString.prefix(8))"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}
