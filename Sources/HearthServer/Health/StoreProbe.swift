internal import HearthSystem

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Looks whether the file of a store in use is still there and can be written. A home in which nothing changes would
/// notice it only with its next change.
struct StoreProbe: Sendable {
    private struct File: Equatable {
        let device: UInt64
        let number: UInt64
    }

    private let path: String?
    private let file: File?

    /// - Parameter path: of a store that is open; nil for one that is no file.
    init(path: String?) {
        self.path = path
        file = path.flatMap { Self.file(at: $0) }
    }

    /// Why the store can't be used, with the way out; nil if it can.
    var failure: String? {
        guard let path else { return nil }
        let wayOut = "stop the hub and put the file back, or restore a backup"
        guard let present = Self.file(at: path) else {
            return "\(path) is gone, and nothing can be stored; \(wayOut)"
        }
        guard present == file else {
            return "\(path) is another file than at the hub's start, and nothing can be stored; \(wayOut)"
        }
        guard access(path, W_OK) == 0 else {
            return "\(path) can't be written (\(SystemError.ofLastCall))"
        }
        return nil
    }

    private static func file(at path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
}
