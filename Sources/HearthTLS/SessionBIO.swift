internal import COpenSSL

/// A BIO that reads from the bytes passed to a session and writes to the session's output. OpenSSL's memory BIOs would
/// keep a buffer of the largest size ever used.
enum SessionBIO {
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
        let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "hearth session")
        BIO_meth_set_read(method) { bio, buffer, size in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            guard let session = session(bio), let buffer, size > 0 else { return -1 }
            let count = min(Int(size), session.input.count)
            guard count > 0, let start = session.input.baseAddress else {
                BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: count)
            session.input = UnsafeRawBufferPointer(rebasing: session.input.dropFirst(count))
            return Int32(count)
        }
        BIO_meth_set_write(method) { bio, bytes, size in
            guard let session = session(bio), size >= 0 else { return -1 }
            session.output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(size)))
            return size
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return Method(pointer: method)
    }()

    private static func session(_ bio: OpaquePointer?) -> TLSSession? {
        guard let own = BIO_get_data(bio) else { return nil }
        return Unmanaged<TLSSession>.fromOpaque(own).takeUnretainedValue()
    }
}
