#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The program that this process runs.
package enum ThisProgram {
    /// The path of its file without links, also if that was removed or replaced since the start; nil where the system does
    /// not tell it.
    package static var file: String? {
        let most = Int(PATH_MAX)
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                guard let start = buffer.baseAddress else { return }
                count = max(0, readlink("/proc/self/exe", start, buffer.count))
            }
        }
        guard !bytes.isEmpty else { return nil }
        let path = String(decoding: bytes, as: UTF8.self)
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }
}
