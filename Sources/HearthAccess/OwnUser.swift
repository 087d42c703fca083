#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The effective user ID of this process.
public func ownUserID() -> UInt32 { geteuid() }
