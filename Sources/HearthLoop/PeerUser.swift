#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The user of the process at the other end of a connection within this machine.
public struct PeerUser: Hashable, Sendable {
    /// The user ID.
    public let id: UInt32
    /// IDs of the process's groups, the supplementary ones included; nil by TCP, where only the user is known.
    public let groupIDs: Set<UInt32>?
}

extension PeerUser {
    /// Who connected to a Unix socket, as the system noted it then; nil if it can't tell.
    static func bySocket(_ descriptor: Int32) -> PeerUser? {
        #if canImport(Darwin)
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(descriptor, &user, &group) == 0 ? PeerUser(id: user, groupIDs: [group]) : nil
        #else
            // Glibc's `ucred` is not visible in Swift: a process, a user and a group (unix(7)).
            var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            var groups = [gid_t](repeating: 0, count: 1 << 10)
            var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
            // With more groups than fit only the first one counts.
            let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) == 0
            let count = isKnown ? Int(length) / MemoryLayout<gid_t>.stride : 0
            return PeerUser(id: credentials.user, groupIDs: Set(groups.prefix(count) + [credentials.group]))
        #endif
    }

    #if os(Linux)
        /// Whether a TCP connection is open in both directions: `tcpi_state`, the first byte of `tcp_info` (tcp(7)).
        private static func isEstablished(_ descriptor: Int32) -> Bool {
            var state: UInt8 = 0
            var size = socklen_t(1)
            return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &state, &size) == 0
                && state == SocketDiagnosis.established
        }
    #endif

    /// Who holds the other end of an accepted TCP connection over loopback; nil if that is closed already, or the system
    /// can't tell. Only Linux can.
    static func byLoopback(_ descriptor: Int32) -> PeerUser? {
        #if os(Linux)
            guard let own = nameOfSocket(descriptor, getsockname), let peer = peerName(descriptor),
                let ownAddress = LoopbackAddress(host: own.host, port: own.port),
                let peerAddress = LoopbackAddress(host: peer.host, port: peer.port),
                let user = SocketDiagnosis.user(ofSocketAt: peerAddress, connectedTo: ownAddress),
                // Since then the peer could have reset it, and another taken the port.
                isEstablished(descriptor)
            else { return nil }
            return PeerUser(id: user, groupIDs: nil)
        #else
            return nil
        #endif
    }
}

/// One end of a TCP connection over loopback.
struct LoopbackAddress: Hashable {
    /// In network order: 4 bytes for IPv4, 16 for IPv6.
    let host: [UInt8]
    let port: UInt16

    /// - Parameter host: an address in digits; nil for any other text.
    init?(host: String, port: UInt16) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isIPv6 = host.contains(":")
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
        self.host = Array(bytes.prefix(isIPv6 ? 16 : 4))
        self.port = port
    }
}

#if os(Linux)
    /// Asks the kernel for one TCP socket of this machine by its two addresses (sock_diag(7)).
    enum SocketDiagnosis {
        static func user(ofSocketAt peer: LoopbackAddress, connectedTo own: LoopbackAddress) -> UInt32? {
            let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), sockDiag)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            let request = request(peer, own)
            guard send(descriptor, request, request.count, 0) == request.count else { return nil }
            // The kernel has answered when `send` returns.
            var answer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &answer, answer.count, Int32(MSG_DONTWAIT))
            return user(in: Array(answer.prefix(max(0, count))), to: request)
        }

        /// NETLINK_SOCK_DIAG.
        private static let sockDiag: Int32 = 4
        /// SOCK_DIAG_BY_FAMILY.
        private static let byFamily: UInt16 = 20

        /// A `nlmsghdr` and an `inet_diag_req_v2`: in the machine's byte order, but for ports and addresses.
        static func request(_ peer: LoopbackAddress, _ own: LoopbackAddress) -> [UInt8] {
            let isIPv6 = peer.host.count == 16
            let isRequest: UInt16 = 1
            let anyState: UInt32 = .max
            let anyInterface: UInt32 = 0
            let noCookie: UInt64 = .max
            return bytes(UInt32(72)) + bytes(byFamily) + bytes(isRequest) + bytes(UInt32(1)) + bytes(UInt32(0))
                + [UInt8(isIPv6 ? AF_INET6 : AF_INET), UInt8(IPPROTO_TCP), 0, 0] + bytes(anyState)
                + bytes(peer.port.bigEndian) + bytes(own.port.bigEndian) + padded(peer.host) + padded(own.host)
                + bytes(anyInterface) + bytes(noCookie)
        }

        private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number) { Array($0) }
        }

        private static func padded(_ host: [UInt8]) -> [UInt8] { host + [UInt8](repeating: 0, count: 16 - host.count) }

        /// The `idiag_uid` of an `inet_diag_msg` behind its `nlmsghdr`; nil for an error, for a socket that no process
        /// holds any more, whose user is given as 0, and for any other than the one that was asked for: where there is no
        /// such connection, the kernel tells of whoever listens at the peer's address.
        static func user(in answer: [UInt8], to request: [UInt8]) -> UInt32? {
            guard answer.count >= 88, request.count >= 60, number(answer, at: 4, as: UInt16.self) == byFamily,
                answer[17] == established, answer[20..<56].elementsEqual(request[24..<60]),
                number(answer, at: 84, as: UInt32.self) != 0
            else { return nil }
            return number(answer, at: 80, as: UInt32.self)
        }

        /// TCP_ESTABLISHED.
        static let established: UInt8 = 1

        private static func number<Number: FixedWidthInteger>(
            _ bytes: [UInt8], at offset: Int, as type: Number.Type
        ) -> Number {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
        }
    }
#endif
