#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Asks the kernel which user owns the other end of a TCP connection over loopback (sock_diag(7)). One netlink socket
/// serves all connections of a listener. On its loop's thread only.
final class SocketDiagnosis {
    /// The result of a request.
    enum Reply {
        case bytes([UInt8])
        /// With the system's error code.
        case failed(Int32)
    }

    /// The owner of the other end.
    enum Answer: Equatable {
        case user(UInt32)
        /// The process has ended, or the system does not know it.
        case noProcess
        /// Descriptors or memory have run out; try again later. With the system's error code.
        case shortage(Int32)
    }

    let exchange: (_ request: [UInt8], _ sequence: UInt32) -> Reply
    private var sequence: UInt32 = 0

    /// - Parameter exchange: sends a request, and returns the kernel's answer to the one with this number.
    init(exchange: @escaping (_ request: [UInt8], _ sequence: UInt32) -> Reply) { self.exchange = exchange }

    /// Creates one with its own netlink socket. Linux only.
    static func open() throws(LoopError) -> SocketDiagnosis {
        #if os(Linux)
            let socket = try NetlinkSocket()
            return SocketDiagnosis(exchange: socket.exchange)
        #else
            throw LoopError(message: "this system cannot tell the users of TCP connections")
        #endif
    }

    /// Checks that the diagnosis works, by asking for an existing socket: a kernel without tcp_diag answers as if no
    /// socket existed.
    ///
    /// - Parameter own: the address that this process listens on.
    /// - Throws: the system's answer, if it finds no socket.
    func check(listeningAt own: LoopbackAddress) throws(LoopError) {
        sequence &+= 1
        let code: Int32
        switch exchange(Self.request(own, own, sequence), sequence) {
        case .bytes(let bytes):
            guard let refusal = Self.refusal(in: bytes) else { return }
            code = refusal
        case .failed(let failure): code = failure
        }
        throw LoopError(
            0 &- code, "the kernel does not report TCP connections; its module tcp_diag may be missing")
    }

    /// The owner of the other end of an accepted connection.
    func holder(ofPeerOf descriptor: Int32) -> Answer {
        guard let own = nameOfSocket(descriptor, getsockname), let peer = peerName(descriptor),
            let ownAddress = LoopbackAddress(host: own.host, port: own.port),
            let peerAddress = LoopbackAddress(host: peer.host, port: peer.port)
        else { return .noProcess }
        let answer = holder(ofSocketAt: peerAddress, connectedTo: ownAddress)
        // Meanwhile the peer could have reset the connection, and another process taken the port.
        if case .user = answer, !isEstablished(descriptor) { return .noProcess }
        return answer
    }

    func holder(ofSocketAt peer: LoopbackAddress, connectedTo own: LoopbackAddress) -> Answer {
        sequence &+= 1
        let request = Self.request(peer, own, sequence)
        return switch exchange(request, sequence) {
        case .bytes(let bytes): Self.answer(in: bytes, to: request)
        case .failed(let code): isShortage(code) ? .shortage(code) : .noProcess
        }
    }

    /// SOCK_DIAG_BY_FAMILY.
    private static let byFamily: UInt16 = 20
    /// NLMSG_ERROR.
    private static let error: UInt16 = 2
    /// TCP_ESTABLISHED.
    fileprivate static let established: UInt8 = 1

    /// A `nlmsghdr` and an `inet_diag_req_v2`, in the machine's byte order except for ports and addresses.
    static func request(_ peer: LoopbackAddress, _ own: LoopbackAddress, _ sequence: UInt32) -> [UInt8] {
        let isIPv6 = peer.host.count == 16
        let isRequest: UInt16 = 1
        let anyState: UInt32 = .max
        let anyInterface: UInt32 = 0
        let noCookie: UInt64 = .max
        return bytes(UInt32(72)) + bytes(byFamily) + bytes(isRequest) + bytes(sequence) + bytes(UInt32(0))
            + [UInt8(isIPv6 ? AF_INET6 : AF_INET), UInt8(IPPROTO_TCP), 0, 0] + bytes(anyState)
            + bytes(peer.port.bigEndian) + bytes(own.port.bigEndian) + padded(peer.host) + padded(own.host)
            + bytes(anyInterface) + bytes(noCookie)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func padded(_ host: [UInt8]) -> [UInt8] {
        host + [UInt8](repeating: 0, count: max(0, 16 - host.count))
    }

    /// The user who holds the requested socket, from `idiag_uid` of the `inet_diag_msg` that follows the `nlmsghdr`.
    ///
    /// The result is `noProcess` in two cases. No process holds the socket any more; the kernel then reports user 0. Or
    /// the message is about another socket: without such a connection, the kernel reports the listener at the peer's
    /// address.
    static func answer(in bytes: [UInt8], to request: [UInt8]) -> Answer {
        if let code = refusal(in: bytes) { return isShortage(code) ? .shortage(code) : .noProcess }
        guard bytes.count >= 88, request.count >= 60, bytes[17] == established,
            number(bytes, at: 84, as: UInt32.self) != 0,
            let asked = ends(request, at: 24, family: request[16]), let told = ends(bytes, at: 20, family: bytes[16]),
            asked == told
        else { return .noProcess }
        return .user(number(bytes, at: 80, as: UInt32.self))
    }

    /// The system's error code; nil for an answer about a socket.
    private static func refusal(in bytes: [UInt8]) -> Int32? {
        guard bytes.count >= 20 else { return EPROTO }
        let type = number(bytes, at: 4, as: UInt16.self)
        if type == error { return 0 &- number(bytes, at: 16, as: Int32.self) }
        return type == byFamily ? nil : EPROTO
    }

    /// The addresses of an `inet_diag_sockid`: the peer's and ours. A dual-stack socket reports them as IPv6, even if
    /// IPv4 was requested.
    private static func ends(_ bytes: [UInt8], at offset: Int, family: UInt8) -> [LoopbackAddress]? {
        let isIPv6 = family == UInt8(AF_INET6)
        let ends = [0, 1].compactMap { end in
            let host = offset + 4 + end * 16
            return LoopbackAddress(
                bytes: bytes[host..<host + 16], isIPv6: isIPv6,
                port: UInt16(bigEndian: number(bytes, at: offset + end * 2, as: UInt16.self)))
        }
        return ends.count == 2 ? ends : nil
    }

    /// Whether an answer is to the request with this number, the `nlmsg_seq`.
    static func isAnswer(_ bytes: [UInt8], to sequence: UInt32) -> Bool {
        bytes.count >= 16 && number(bytes, at: 8, as: UInt32.self) == sequence
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: [UInt8], at offset: Int, as type: Number.Type
    ) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}

/// Whether a TCP connection is open in both directions: `tcpi_state`, the first byte of `tcp_info` (tcp(7)).
private func isEstablished(_ descriptor: Int32) -> Bool {
    #if os(Linux)
        var state: UInt8 = 0
        var size = socklen_t(1)
        return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &state, &size) == 0
            && state == SocketDiagnosis.established
    #else
        return false
    #endif
}

#if os(Linux)
    /// A socket to the kernel's NETLINK_SOCK_DIAG (netlink(7)).
    private final class NetlinkSocket {
        private let descriptor: Int32
        private static let sockDiag: Int32 = 4
        /// The most answers to skip that belong to earlier requests.
        private static let mostOthers = 16

        init() throws(LoopError) {
            descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), Self.sockDiag)
            guard descriptor >= 0 else { throw LoopError(-errno, "a netlink socket cannot be made") }
            keepToThisProcess(descriptor)
        }

        deinit { closeDescriptor(descriptor) }

        /// The kernel has answered by the time `send` returns.
        func exchange(_ request: [UInt8], _ sequence: UInt32) -> SocketDiagnosis.Reply {
            guard send(descriptor, request, request.count, 0) == request.count else { return .failed(errno) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            for _ in 0..<Self.mostOthers {
                // Glibc's `sockaddr_nl` is not visible in Swift: a family, padding, a port and groups (netlink(7)).
                var sender: (family: UInt16, padding: UInt16, port: UInt32, groups: UInt32) = (0, 0, .max, 0)
                var size = socklen_t(MemoryLayout.size(ofValue: sender))
                let count = withUnsafeMutablePointer(to: &sender) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
                    }
                }
                guard count >= 0 else { return .failed(errno) }
                let bytes = Array(buffer.prefix(count))
                // The kernel's port is 0. Other senders with the right to administer the network could answer, too.
                if sender.port == 0, SocketDiagnosis.isAnswer(bytes, to: sequence) { return .bytes(bytes) }
            }
            return .failed(EAGAIN)
        }
    }
#endif
