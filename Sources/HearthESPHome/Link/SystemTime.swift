#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The system's clock.
enum SystemTime {
    /// Seconds since 1970.
    static var epoch: Int64 { Int64(time(nil)) }
}
