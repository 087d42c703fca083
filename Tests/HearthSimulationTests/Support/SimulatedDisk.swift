internal import Foundation
@testable internal import HearthStoreTests

/// The disk of the simulated machine. A kill leaves another one, with what was written until then.
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

    /// A copy for whoever looks for a fault.
    func kept() -> String {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-simulation-\(UUID())").path
        try? FileManager.default.copyItem(atPath: folder, toPath: copy)
        return copy
    }

    /// How many writes, truncations, syncs and deletions there were.
    var operations: Int { faults.operations }

    /// Fails some calls from now.
    func fail(_ failure: FaultyDisk.Failure, after calls: Int, count: Int = .max) {
        isFailing = true
        faults.fail(failure, from: faults.calls + 1 + calls, count: count)
    }

    func heal() {
        isFailing = false
        faults.fail(.none)
    }

    /// What is there after a kill, or when power was lost, after so many of its operations.
    func left(after operations: Int, losingPower chance: UInt64?) throws -> SimulatedDisk {
        let folder = try Self.makeFolder()
        if let chance {
            try faults.losePower(after: operations, seed: chance, into: folder)
        } else {
            try faults.leave(after: operations, into: folder)
        }
        // The lock's note is not synced: what loses power may lose it.
        if chance.map({ $0 % 2 == 0 }) ?? true {
            try? FileManager.default.copyItem(atPath: path + ".lock", toPath: folder + "/home.sqlite.lock")
        } else {
            // The file itself is.
            try Data("1\n".utf8).write(to: URL(fileURLWithPath: folder + "/home.sqlite.lock"))
        }
        let disk = try SimulatedDisk(folder: folder)
        for file in Self.files { try disk.faults.adopt(file) }
        return disk
    }
}
