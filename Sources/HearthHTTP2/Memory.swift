#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Whether two memory ranges of the same length hold equal bytes.
func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
}
