internal import Foundation
internal import HearthJSON

/// Descriptions and states of real models, kept beside the package (not part of it).
enum Recorded {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/data/zigbee2mqtt")

    static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func json(_ name: String) throws -> JSONValue { try JSONValue(try bytes(name), bytes: 1 << 24) }

    /// The names of files whose names begin so.
    static func names(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }.sorted()
    }
}
