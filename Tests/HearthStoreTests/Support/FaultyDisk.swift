internal import CFaultyDisk
internal import Foundation

/// A disk of its own for a folder, which fails when told to and loses power.
final class FaultyDisk {
    enum Failure {
        case none, io, full

        fileprivate var code: FaultyDiskFailure {
            switch self {
            case .none: FaultyDiskFailureNone
            case .io: FaultyDiskFailureIO
            case .full: FaultyDiskFailureFull
            }
        }
    }

    private let disk: OpaquePointer

    init(_ folder: String) throws {
        guard let disk = faulty_disk_watch(folder) else { throw POSIXError(.EMFILE) }
        self.disk = disk
    }

    deinit { faulty_disk_forget(disk) }

    /// How many writes, truncations, syncs and deletions there were.
    var operations: Int { Int(faulty_disk_operations(disk)) }
    /// How many calls there were that can fail.
    var calls: Int { Int(faulty_disk_calls(disk)) }
    /// How many have failed.
    var failures: Int { Int(faulty_disk_failures(disk)) }

    /// Has calls fail, counted from 1 at the beginning.
    func fail(_ failure: Failure, from call: Int = 1, count: Int = .max) {
        faulty_disk_fail(disk, failure.code, Int64(call), Int64(count))
    }

    /// Has syncs wait, as those of a slow disk do, until they are held no more.
    func holdSyncs(_ holds: Bool) { faulty_disk_hold_syncs(disk, holds ? 1 : 0) }

    /// How many syncs wait.
    var heldSyncs: Int { Int(faulty_disk_held_syncs(disk)) }

    /// Writes to another folder what a power failure after so many operations may leave.
    func losePower(after operations: Int, seed: UInt64, into folder: String) throws {
        let error = faulty_disk_lose_power(disk, Int64(operations), seed, folder)
        try Self.check(error)
    }

    /// Writes to another folder what the kill of a process after so many operations leaves.
    func leave(after operations: Int, into folder: String) throws {
        try Self.check(faulty_disk_leave(disk, Int64(operations), folder))
    }

    /// Takes a file that lies in the folder already for one that was written and synced.
    func adopt(_ name: String) throws {
        try Self.check(faulty_disk_adopt(disk, name))
    }

    private static func check(_ error: Int32) throws {
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    }
}
