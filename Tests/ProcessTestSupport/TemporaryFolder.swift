internal import Foundation

/// A folder for a test's files, which is deleted with this object.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Makes the folder. Its name is short, because the path of a socket in it has about 100 bytes at most.
    public init() throws {
        let name = "hearth-test-\(UUID().uuidString.prefix(8))"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a store in it.
    public var file: String { file("home.sqlite") }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a text to a file in it.
    ///
    /// - Returns: The path of the file.
    public func file(_ name: String, _ text: String) throws -> String {
        let file = file(name)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

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
