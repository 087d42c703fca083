#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// File descriptors that connections leave to the rest of the process. Swift's runtime opens files to inspect its
/// threads, and crashes if it cannot; the store needs them for copies.
struct DescriptorReserve {
    private static let most = 16
    private static let least = 4

    /// Whether the next connection might need a descriptor of the reserve.
    private var isNear = false

    /// The size of the reserve.
    static func size(of limit: Int) -> Int { max(least, min(most, limit / 8)) }

    /// The first descriptor of the reserve. The system always assigns the lowest free one, so one at or above this
    /// means that all others are in use.
    private static var first: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? Int.max : limit - size(of: limit)
    }

    /// Records the descriptor of a new connection.
    mutating func took(_ descriptor: Int32) { isNear = isNear || descriptor + 1 >= Self.first }

    /// Whether a connection would take a descriptor of the reserve.
    ///
    /// - Parameter descriptor: any open descriptor.
    mutating func isReached(_ descriptor: Int32) -> Bool {
        guard isNear else { return false }
        let next = fcntl(descriptor, F_DUPFD, 0)
        if next >= 0 { close(next) }
        isNear = next < 0 || next >= Self.first
        return isNear
    }
}
