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
}
