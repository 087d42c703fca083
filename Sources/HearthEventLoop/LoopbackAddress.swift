#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

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

    /// The address by which processes on this machine reach a listener; nil if that is not on loopback.
    init?(of listener: Endpoint) {
        guard case .tcp(let host, let port) = listener else { return nil }
        switch host {
        case "0.0.0.0": self.init(host: "127.0.0.1", port: port)
        case "::": self.init(host: "::1", port: port)
        case _ where host == "::1" || host.hasPrefix("127."): self.init(host: host, port: port)
        default: return nil
        }
    }

    /// Creates an address from 16 bytes in network order, the first 4 for IPv4. An IPv4-mapped IPv6 address (RFC 4291,
    /// section 2.5.5.2) becomes the IPv4 address: dual-stack sockets have that form.
    ///
    /// - Parameter bytes: 16 bytes; nil for any other count.
    init?(bytes: some Collection<UInt8>, isIPv6: Bool, port: UInt16) {
        guard bytes.count == 16 else { return nil }
        let isMapped = isIPv6 && bytes.starts(with: Self.mappedPrefix)
        self.host = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(isIPv6 ? 16 : 4))
        self.port = port
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
}
