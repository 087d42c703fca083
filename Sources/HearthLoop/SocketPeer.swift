internal import CUV

extension Socket {
    /// Reads what the system says of the other end of a connection that was accepted.
    /// - Returns: false for a Unix socket whose peer's user is not told.
    func readPeer(at endpoint: Endpoint) -> Bool {
        if stream.pointee.type == UV_NAMED_PIPE {
            peer = endpoint.description
            peerIsLocal = true
            var descriptor = uv_os_fd_t()
            guard uv_fileno(stream.asHandle, &descriptor) == 0 else { return false }
            peerUserID = userOfPeer(descriptor)
            return peerUserID != nil
        }
        let tcp = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self)
        guard let address = socketAddress(tcp, of: uv_tcp_getpeername) else { return false }
        peer = Endpoint.tcp(host: address.host, port: address.port).description
        peerIsLocal = address.isLoopback
        return true
    }
}

/// Whether an address is `127.0.0.0/8` (also as IPv6 gives it, `::ffff:127.0.0.0/104`) or `::1`.
func isLoopback(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
        let v4 = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in.self)
        return UInt32(bigEndian: v4.pointee.sin_addr.s_addr) >> 24 == 127
    case AF_INET6:
        let v6 = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in6.self)
        return withUnsafeBytes(of: v6.pointee.sin6_addr) { bytes in
            guard bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }) else { return false }
            if bytes[10] == 0xFF, bytes[11] == 0xFF { return bytes[12] == 127 }
            return bytes[10..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
        }
    default: return false
    }
}
