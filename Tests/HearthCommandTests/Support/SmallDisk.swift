internal import Foundation
internal import ProcessTestSupport

/// A disk of some megabytes that can be filled up, in a mount namespace of its own. It is removed with this object.
final class SmallDisk: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A waiting program that keeps the namespace alive.
    private let holder: ChildProcess
    private let folder: TemporaryFolder

    init(megabytes: Int) async throws {
        folder = try TemporaryFolder()
        holder = try ChildProcess(
            "unshare",
            [
                "--mount", "sh", "-c", "mount -t tmpfs -o size=\(megabytes)m tmpfs \"$1\" && exec cat", "sh",
                folder.path,
            ])
        try await holder.write(Array("there\n".utf8))
        guard await holder.line(where: { $0 == "there" }) != nil else {
            throw Failure(description: await holder.wait().error)
        }
    }

    /// The command that starts a program that sees it.
    var launcher: [String] { ["nsenter", "--mount=/proc/\(holder.processIdentifier)/ns/mnt"] }

    /// A file on it, as programs of the launcher see it.
    func file(_ name: String) -> String { folder.file(name) }

    private var filler: String { "/proc/\(holder.processIdentifier)/root" + file("filler") }

    /// Fills the disk to the last byte.
    func fill() throws {
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
        defer { try? file.close() }
        for size in [1 << 20, 4_096] {
            let block = Data(repeating: 0x2A, count: size)
            while (try? file.write(contentsOf: block)) != nil {}
        }
    }

    /// Removes the file of `fill`.
    func free() throws { try FileManager.default.removeItem(atPath: filler) }
}
