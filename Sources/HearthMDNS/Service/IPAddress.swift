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

    /// The address in the form that sockets take (RFC 5952; RFC 4007, section 11), such as `fe80::1%2`.
    package var description: String {
        if isIPv4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        // The longest run of zeros, of at least two; the first of equals.
        var best = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(best.count, 1) { best = start..<end }
            start = max(end, start + 1)
        }
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        let text =
            best.isEmpty
            ? text(groups[...]) : text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
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
