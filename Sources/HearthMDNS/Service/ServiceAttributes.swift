/// The attributes of a service, in their order (RFC 6763, section 6).
package struct ServiceAttributes: Hashable, Sendable {
    /// An attribute: a key, and its bytes; nil if the key stands alone.
    package struct Attribute: Hashable, Sendable {
        package let key: String
        package let value: [UInt8]?

        package init(_ key: String, _ value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    /// The attributes; no two have the same key.
    package private(set) var all: [Attribute] = []

    package init() {}

    /// Reads the strings of a record. The first of equal keys counts, and strings without a key are ignored (RFC 6763,
    /// section 6.4).
    package init(strings: [[UInt8]]) {
        var seen: Set<String> = []
        for string in strings {
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            // Keys are printable ASCII.
            guard !key.isEmpty, key.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E }) else { continue }
            let text = String(decoding: key, as: UTF8.self)
            guard seen.insert(text.lowercased()).inserted else { continue }
            all.append(Attribute(text, key.count < string.count ? Array(string.dropFirst(key.count + 1)) : nil))
        }
    }

    /// Creates attributes from texts. Each has at most 255 bytes with its key.
    package init(_ attributes: KeyValuePairs<String, String>) throws(DNSError) {
        var strings: [[UInt8]] = []
        for (key, value) in attributes {
            let string = Array("\(key)=\(value)".utf8)
            guard !key.isEmpty, string.count <= 255, key.utf8.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E && $0 != 0x3D })
            else {
                throw DNSError(
                    code: .badService,
                    message: "the attribute \"\(key)\" has \(string.count) bytes; with its key, which is printable "
                        + "ASCII without \"=\", it has at most 255")
            }
            strings.append(string)
        }
        self.init(strings: strings)
    }

    /// The strings of a record.
    package var strings: [[UInt8]] {
        all.map { Array($0.key.utf8) + ($0.value.map { [UInt8(ascii: "=")] + $0 } ?? []) }
    }

    /// The bytes of an attribute, whose key is compared without case. Nil if there is none, or it has no value.
    package func bytes(_ key: String) -> [UInt8]? {
        let key = key.lowercased()
        return all.first { $0.key.lowercased() == key }?.value
    }

    /// The value of an attribute as text; malformed UTF-8 is replaced.
    package func text(_ key: String) -> String? { bytes(key).map { String(decoding: $0, as: UTF8.self) } }

    /// Whether there is an attribute with this key, with or without a value.
    package func contains(_ key: String) -> Bool {
        let key = key.lowercased()
        return all.contains { $0.key.lowercased() == key }
    }
}
