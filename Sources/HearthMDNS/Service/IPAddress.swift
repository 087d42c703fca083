internal import HearthBase

/// An IP address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    package let bytes: [UInt8]
    /// The number of the interface that a link-local IPv6 address belongs to; 0 for others.
    package var scope: UInt32 = 0

    /// - Parameter bytes: 4 or 16 bytes; nil for any other count.
    package init?(_ bytes: [UInt8], scope: UInt32 = 0) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        if isLinkLocal, bytes.count == 16 { self.scope = scope }
    }

    package var isIPv4: Bool { bytes.count == 4 }

    /// Whether it is this machine's own, of no network: `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool {
        isIPv4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Whether it is valid on one link only: `169.254.0.0/16` or `fe80::/10`.
    package var isLinkLocal: Bool {
        isIPv4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    /// Whether no program can connect to it: unspecified, or a group's.
    package var isUnusable: Bool {
        bytes.allSatisfy { $0 == 0 } || (isIPv4 ? bytes[0] >= 224 : bytes[0] == 0xFF)
    }

    /// The address in the form that sockets take, with its scope (RFC 4007, section 11): `fe80::1%2`.
    package var description: String {
        let text = ipText(bytes)
        return scope == 0 ? text : "\(text)%\(scope)"
    }
}

/// The addresses of a link.
package struct IPNetwork: Hashable, Sendable {
    /// An address in the network.
    package let address: IPAddress
    /// The number of bits that all of its addresses share.
    package let prefixLength: Int

    package init(_ address: IPAddress, prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }

    /// Whether an address belongs to the network.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        for (index, (left, right)) in zip(address.bytes, other.bytes).enumerated() {
            let bits = prefixLength - index * 8
            if bits <= 0 { return true }
            let mask: UInt8 = bits >= 8 ? 0xFF : ~(0xFF >> UInt8(bits))
            if left & mask != right & mask { return false }
        }
        return true
    }
}
