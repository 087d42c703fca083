#if os(Linux)
    internal import Expectations
    internal import Glibc

    /// A socket as a service manager and the journal have it. It is closed with this object.
    final class Receiver {
        private let descriptor: Int32

        /// - Parameter name: a path; an abstract name begins with `@`.
        init(_ name: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { buffer in
                buffer.copyBytes(from: name.utf8)
                if name.hasPrefix("@") { buffer[0] = 0 }
            }
            let length = socklen_t(2 + name.utf8.count)
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try require(status == 0)
        }

        deinit { close(descriptor) }

        /// The next datagram.
        var next: String { String(decoding: nextBytes, as: UTF8.self) }

        var nextBytes: [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
    }
#endif
