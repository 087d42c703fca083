internal import CFaultyDisk
internal import Foundation

/// A simulated disk for a folder, which fails on demand and loses power.
package final class FaultyDisk {
    package enum Failure: Sendable {
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

    package init(_ folder: String) throws {
        guard let disk = faulty_disk_watch(folder) else { throw POSIXError(.EMFILE) }
        self.disk = disk
    }

    deinit { faulty_disk_forget(disk) }

    /// The number of writes, truncations, syncs and deletions.
    package var operations: Int { Int(faulty_disk_operations(disk)) }
    /// The number of calls that can fail.
    package var calls: Int { Int(faulty_disk_calls(disk)) }
    /// The number of failed calls.
    package var failures: Int { Int(faulty_disk_failures(disk)) }

    /// Makes calls fail, counted from 1 at the beginning.
    package func fail(_ failure: Failure, from call: Int = 1, count: Int = .max) {
        faulty_disk_fail(disk, failure.code, Int64(call), Int64(count))
    }

    /// Makes syncs wait, as on a slow disk, until they are released.
    package func holdSyncs(_ holds: Bool) { faulty_disk_hold_syncs(disk, holds ? 1 : 0) }

    /// The number of waiting syncs.
    package var heldSyncs: Int { Int(faulty_disk_held_syncs(disk)) }

    /// Writes to another folder a possible state after a power failure at this operation.
    package func losePower(after operations: Int, seed: UInt64, into folder: String) throws {
        let error = faulty_disk_lose_power(disk, Int64(operations), seed, folder)
        try Self.check(error)
    }

    /// Writes to another folder the state after a crash of the process at this operation.
    package func leave(after operations: Int, into folder: String) throws {
        try Self.check(faulty_disk_leave(disk, Int64(operations), folder))
    }

    /// Treats a file that is already in the folder as written and synced.
    package func adopt(_ name: String) throws {
        try Self.check(faulty_disk_adopt(disk, name))
    }

    private static func check(_ error: Int32) throws {
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    }
}
