internal import Foundation

/// A folder for a store, which is deleted with this object.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Makes the folder.
    public init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a store in it.
    public var file: String { path + "/home.sqlite" }

    /// A copy of the database and its log as they are on disk now, as after a crash.
    public func abandoned(_ file: String? = nil) throws -> String {
        let file = file ?? self.file
        let copy = path + "/abandoned-\(UUID()).sqlite"
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file + suffix) {
            try copyFile(file + suffix, to: copy + suffix)
        }
        return copy
    }

    /// Writes these bytes to the store's file.
    public func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
}

/// Copies a file during writes to it. `FileManager`'s copy never ends if the file gets shorter meanwhile.
package func copyFile(_ path: String, to copy: String) throws {
    try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: copy))
}
