internal import COpenSSL

/// The bytes that OpenSSL reads and writes for a session. OpenSSL's memory BIOs would keep a buffer of the largest size
/// ever used, and do not keep datagrams apart.
final class SessionBIO {
    /// Whether the input is one datagram, of which a reader gets the beginning only if it is longer than its buffer, as
    /// from a socket.
    private let isDatagrams: Bool

    // Exclusivity is unchecked: only OpenSSL's callbacks access these, within a call of the session's single owner.

    /// The bytes being received; only valid during the session's `receive`.
    @exclusivity(unchecked) var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// What OpenSSL wrote and was not taken yet.
    @exclusivity(unchecked) private var output: [UInt8] = []
    /// The lengths of its writes.
    @exclusivity(unchecked) private var lengths: [Int] = []

    init(isDatagrams: Bool) { self.isDatagrams = isDatagrams }

    /// Gives a connection a BIO with these bytes, which must live as long as the connection.
    ///
    /// - Returns: whether there was memory for it.
    func attach(to ssl: OpaquePointer) -> Bool {
        guard let method = Self.method.pointer, let bio = BIO_new(method) else { return false }
        BIO_set_init(bio, 1)
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_bio(ssl, bio, bio)
        return true
    }

    /// Makes room for bytes that are about to be written.
    func reserve(_ count: Int) { output.reserveCapacity(output.count + count) }

    /// Takes what was written as a stream of bytes.
    func takeOutput() -> [UInt8] {
        defer { (output, lengths) = ([], []) }
        return output
    }

    /// Takes what was written, each write as a datagram.
    func takeDatagrams() -> [[UInt8]] {
        defer { (output, lengths) = ([], []) }
        var rest = output[...]
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
    }

    // MARK: OpenSSL's callbacks

    /// - Returns: the number of bytes; nil if there are none yet.
    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(buffer.count, input.count)
        guard count > 0 else { return nil }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.prefix(count)))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(isDatagrams ? input.count : count))
        return count
    }

    private func write(_ bytes: UnsafeRawBufferPointer) {
        output.append(contentsOf: bytes)
        lengths.append(bytes.count)
    }

    private struct Method: @unchecked Sendable {
        // Unchecked, because it is written once and only read afterwards.
        let pointer: OpaquePointer?
    }

    private static let method: Method = {
        let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "hearth session")
        BIO_meth_set_read(method) { bio, buffer, size in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            guard let own = of(bio), let buffer, size > 0 else { return -1 }
            guard let count = own.read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))) else {
                BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            return Int32(count)
        }
        BIO_meth_set_write(method) { bio, bytes, size in
            guard let own = of(bio), size >= 0 else { return -1 }
            own.write(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
            return size
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return Method(pointer: method)
    }()

    private static func of(_ bio: OpaquePointer?) -> SessionBIO? {
        guard let own = BIO_get_data(bio) else { return nil }
        return Unmanaged<SessionBIO>.fromOpaque(own).takeUnretainedValue()
    }
}
