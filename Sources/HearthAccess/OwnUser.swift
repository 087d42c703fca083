#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The user that this process runs as.
public func ownUserID() -> UInt32 { geteuid() }
