internal import COpenSSL

/// A BIO that reads the datagram passed to a session, and adds each write to the session's output as a datagram.
/// OpenSSL's memory BIOs do not keep datagrams apart.
enum DatagramBIO {
    static func make() -> OpaquePointer? {
        guard let method = method.pointer, let bio = BIO_new(method) else { return nil }
        BIO_set_init(bio, 1)
        return bio
    }

    private struct Method: @unchecked Sendable {
        // Unchecked, because it is written once and only read afterwards.
        let pointer: OpaquePointer?
    }

    private static let method: Method = {
        let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "hearth datagrams")
        BIO_meth_set_read(method) { bio, buffer, size in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            guard let session = session(bio), let buffer, size > 0 else { return -1 }
            guard let datagram = session.input.take() else {
                BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            // A datagram that is longer than any record is cut, as by a socket.
            let count = min(Int(size), datagram.count)
            datagram.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: count)
            }
            return Int32(count)
        }
        BIO_meth_set_write(method) { bio, bytes, size in
            guard let session = session(bio), size >= 0 else { return -1 }
            session.output.append(Array(UnsafeRawBufferPointer(start: bytes, count: Int(size))))
            return size
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return Method(pointer: method)
    }()

    private static func session(_ bio: OpaquePointer?) -> DTLSSession? {
        guard let own = BIO_get_data(bio) else { return nil }
        return Unmanaged<DTLSSession>.fromOpaque(own).takeUnretainedValue()
    }
}
