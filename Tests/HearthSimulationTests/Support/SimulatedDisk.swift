internal import Foundation
internal import StoreTestSupport

/// The disk of the simulated machine. A crash leaves another one, with the writes until then.
final class SimulatedDisk {
    let folder: String
    private let faults: FaultyDisk
    private(set) var isFailing = false
    private static let files = ["home.sqlite", "home.sqlite-wal", "home.sqlite-journal"]
    /// In memory where the system has such a file system.
    private static let base =
        FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : FileManager.default.temporaryDirectory.path

    convenience init() throws { try self.init(folder: Self.makeFolder()) }

    private init(folder: String) throws {
        self.folder = folder
        faults = try FaultyDisk(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func makeFolder() throws -> String {
        let folder = "\(base)/hearth-simulation-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }

    /// The store.
    var path: String { folder + "/home.sqlite" }

    /// A copy for debugging.
    func kept() -> String {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-simulation-\(UUID())").path
        try? FileManager.default.copyItem(atPath: folder, toPath: copy)
        return copy
    }

    /// The number of writes, truncations, syncs and deletions.
    var operations: Int { faults.operations }

    /// Makes some calls fail from now on.
    func fail(_ failure: FaultyDisk.Failure, after calls: Int, count: Int = .max) {
        isFailing = true
        faults.fail(failure, from: faults.calls + 1 + calls, count: count)
    }

    func heal() {
        isFailing = false
        faults.fail(.none)
    }

    /// The disk after a crash or a power failure at this operation.
    func left(after operations: Int, losingPower chance: UInt64?) throws -> SimulatedDisk {
        let folder = try Self.makeFolder()
        if let chance {
            try faults.losePower(after: operations, seed: chance, into: folder)
        } else {
            try faults.leave(after: operations, into: folder)
        }
        // The lock's note is not synced, so a power failure may lose it.
        if chance.map({ $0 % 2 == 0 }) ?? true {
            try? FileManager.default.copyItem(atPath: path + ".lock", toPath: folder + "/home.sqlite.lock")
        } else {
            // The file itself is synced, and so is the number that it reserves.
            let lines = (try? String(contentsOfFile: path + ".lock", encoding: .utf8))?.split(
                separator: "\n", omittingEmptySubsequences: false)
            let reserved = lines?.dropFirst(4).first ?? "0"
            try Data("1\n\n\n\n\(reserved)\n".utf8).write(to: URL(fileURLWithPath: folder + "/home.sqlite.lock"))
        }
        let disk = try SimulatedDisk(folder: folder)
        for file in Self.files { try disk.faults.adopt(file) }
        return disk
    }
}
