/// A domain name: labels of bytes, which multicast DNS takes as UTF-8 (RFC 6762, section 16). Names compare without
/// the case of ASCII letters.
package struct DNSName: Sendable, CustomStringConvertible {
    /// The name as in a message without compression: each label after its length, and the root's zero.
    package let wire: [UInt8]
    /// The wire form with small letters; the same array where there are no capitals. Lengths of labels are at most 63,
    /// so they are no capitals.
    private let folded: [UInt8]

    /// The most bytes of a name in a message, with the root's zero (RFC 6762, appendix C).
    static let longest = 256
    /// The most bytes of a label (RFC 1035, section 2.3.4).
    package static let longestLabel = 63

    /// - Parameter wire: labels after their lengths and a zero, checked before.
    init(wire: [UInt8]) {
        self.wire = wire
        folded = wire.contains(where: Self.isCapital) ? wire.map { Self.isCapital($0) ? $0 | 0x20 : $0 } : wire
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    /// Creates a name from labels.
    package init(labels: [[UInt8]]) throws(DNSError) {
        var wire: [UInt8] = []
        for label in labels {
            guard !label.isEmpty, label.count <= Self.longestLabel else {
                throw DNSError(
                    code: .badName,
                    message: "the label \"\(String(decoding: label, as: UTF8.self))\" has \(label.count) bytes; "
                        + "a label has 1 to \(Self.longestLabel)")
            }
            wire.append(UInt8(truncatingIfNeeded: label.count))
            wire += label
        }
        wire.append(0)
        guard wire.count <= Self.longest else {
            throw DNSError(
                code: .badName, message: "a name has \(wire.count) bytes, more than the \(Self.longest) allowed")
        }
        self.init(wire: wire)
    }

    /// Creates a name from text such as `_hue._tcp.local`. A backslash takes a following dot or backslash into a label.
    package init(_ text: String) throws(DNSError) {
        var labels: [[UInt8]] = []
        var label: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped || byte != UInt8(ascii: ".") && byte != UInt8(ascii: "\\") {
                label.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                labels.append(label)
                label = []
            }
        }
        if !label.isEmpty || isEscaped { labels.append(label) }
        try self.init(labels: labels)
    }

    /// The labels in their order.
    package var labels: [[UInt8]] {
        var labels: [[UInt8]] = []
        var position = 0
        while position < wire.count, wire[position] > 0 {
            let end = min(position + 1 + Int(wire[position]), wire.count)
            labels.append(Array(wire[(position + 1)..<end]))
            position = end
        }
        return labels
    }

    /// The first label as text; malformed UTF-8 is replaced.
    package var firstLabel: String { String(decoding: labels.first ?? [], as: UTF8.self) }

    /// The name without its first label; nil for the root.
    package var parent: DNSName? {
        guard let length = wire.first, length > 0 else { return nil }
        return DNSName(wire: Array(wire.dropFirst(1 + Int(length))))
    }

    /// The name with one more label in front.
    package func child(_ label: String) throws(DNSError) -> DNSName {
        try DNSName(labels: [Array(label.utf8)] + labels)
    }

    /// The name as text, in the form that ``init(_:)`` reads.
    package var description: String {
        labels.map { label in
            String(decoding: label, as: UTF8.self).reduce(into: "") { text, character in
                if character == "." || character == "\\" { text.append("\\") }
                text.append(character)
            }
        }.joined(separator: ".")
    }
}

extension DNSName: Hashable {
    package static func == (left: DNSName, right: DNSName) -> Bool { left.folded == right.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
