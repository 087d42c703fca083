#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The descriptors that connections leave to the rest of the process: the language's runtime opens files to look at its
/// threads, and ends the process where it can't; the store opens them for copies.
struct DescriptorReserve {
    private static let most = 16
    private static let least = 4

    /// Whether so many were in use that the next connection might be too much.
    private var isNear = false

    /// How many are left free.
    static func size(of limit: Int) -> Int { max(least, min(most, limit / 8)) }

    /// The first descriptor of the reserve. The lowest that is free is always taken, so one at or above this says that all
    /// others are in use.
    private static var first: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? Int.max : limit - size(of: limit)
    }

    /// A connection has a descriptor.
    mutating func took(_ descriptor: Int32) { isNear = isNear || descriptor + 1 >= Self.first }

    /// Whether a connection would take one of the reserve.
    ///
    /// - Parameter descriptor: an open one.
    mutating func isReached(_ descriptor: Int32) -> Bool {
        guard isNear else { return false }
        let next = fcntl(descriptor, F_DUPFD, 0)
        if next >= 0 { close(next) }
        isNear = next < 0 || next >= Self.first
        return isNear
    }
}
