internal import Foundation
internal import HearthJSON

/// Announcements of real publishers, kept beside the package (not part of it).
enum Recorded {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/data/ha-discovery")

    static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)

    static let files = [
        "issues-and-tests", "pypi-publishers", "rtl_433", "shelly-gen1", "theengs", "zigbee2mqtt-run",
        "zigbee2mqtt-tests",
    ]

    /// The topics with payloads of a file.
    static func announcements(_ file: String) throws -> [(topic: String, payload: JSONValue)] {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "\(file).json")))
        return try JSONValue(bytes, bytes: 1 << 24).items.compactMap { item in
            guard let topic = item["topic"]?.string, let payload = item["payload"] else { return nil }
            return (topic, payload)
        }
    }
}
