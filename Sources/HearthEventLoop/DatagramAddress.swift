#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CUV
internal import HearthBase

/// An IP address and a UDP port.
package struct DatagramAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in network order: 4 bytes for IPv4, 16 for IPv6.
    package let host: [UInt8]
    package let port: UInt16
    /// The number of the interface that a link-local IPv6 address belongs to, or 0.
    package let scope: UInt32

    /// - Parameter host: 4 or 16 bytes; nil for any other count.
    package init?(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
        guard host.count == 4 || host.count == 16 else { return nil }
        self.host = host
        self.port = port
        self.scope = host.count == 16 ? scope : 0
    }

    /// - Parameter host: an address in digits; nil for any other text.
    package init?(host: String, port: UInt16, scope: UInt32 = 0) {
        guard let address = LoopbackAddress(host: host, port: port) else { return nil }
        self.init(host: address.host, port: port, scope: scope)
    }

    package var isIPv6: Bool { host.count == 16 }

    package var description: String {
        if !isIPv6 { return "\(hostText):\(port)" }
        return scope == 0 ? "[\(hostText)]:\(port)" : "[\(hostText)%\(scope)]:\(port)"
    }

    /// The address in digits, without port and scope.
    package var hostText: String { ipText(host) }

    /// Reads a `sockaddr_in` or `sockaddr_in6`.
    init?(_ base: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(base)
        switch Int32(base.pointee.sa_family) {
        case AF_INET:
            let address = raw.assumingMemoryBound(to: sockaddr_in.self).pointee
            host = withUnsafeBytes(of: address.sin_addr) { Array($0) }
            port = UInt16(bigEndian: address.sin_port)
            scope = 0
        case AF_INET6:
            let address = raw.assumingMemoryBound(to: sockaddr_in6.self).pointee
            host = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            port = UInt16(bigEndian: address.sin6_port)
            scope = address.sin6_scope_id
        default: return nil
        }
    }

    /// Calls `body` with the address in the system's form.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutablePointer(to: &storage) { storage in
            let raw = UnsafeMutableRawPointer(storage)
            if isIPv6 {
                let address = raw.assumingMemoryBound(to: sockaddr_in6.self)
                address.pointee.sin6_family = sa_family_t(AF_INET6)
                address.pointee.sin6_port = port.bigEndian
                address.pointee.sin6_scope_id = scope
                withUnsafeMutableBytes(of: &address.pointee.sin6_addr) { $0.copyBytes(from: host) }
            } else {
                let address = raw.assumingMemoryBound(to: sockaddr_in.self)
                address.pointee.sin_family = sa_family_t(AF_INET)
                address.pointee.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &address.pointee.sin_addr) { $0.copyBytes(from: host) }
            }
            return body(raw.assumingMemoryBound(to: sockaddr.self))
        }
    }
}
