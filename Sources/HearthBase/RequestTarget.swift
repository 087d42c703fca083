/// The target of an HTTP request in origin form (RFC 9112, section 3.2.1), split into path and query. Only the query is
/// percent-decoded; the path stays as received, so that each path has one spelling.
public struct RequestTarget: Hashable, Sendable {
    /// The part before the question mark.
    public let path: String
    /// The part after the question mark, not decoded; nil without one.
    public let query: String?

    /// Splits a target.
    public init(_ target: String) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = target
            query = nil
            return
        }
        path = String(target[..<mark])
        query = String(target[target.utf8.index(after: mark)...])
    }

    /// A parameter of the query, decoded.
    public struct Item: Hashable, Sendable {
        /// The name before `=`, percent-decoded.
        public let name: String
        /// The bytes after `=`, percent-decoded. Not necessarily UTF-8. Empty if there is no `=`.
        public let value: [UInt8]

        /// The value as text; nil if it is not UTF-8.
        public var text: String? { String(validating: value, as: UTF8.self) }
    }

    /// The query's parameters in order, with `%XX` and `+` decoded as in forms. nil for an invalid escape or a name
    /// that is not UTF-8; such requests are answered with 400.
    public var items: [Item]? {
        guard let query, !query.isEmpty else { return [] }
        var items: [Item] = []
        for part in Array(query.utf8).split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = Self.decoded(part[..<equals]).flatMap({ String(validating: $0, as: UTF8.self) }),
                let value = Self.decoded(part[equals...].dropFirst())
            else { return nil }
            items.append(Item(name: name, value: value))
        }
        return items
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard bytes.endIndex - index > 2, let high = hexValue(bytes[index + 1]),
                    let low = hexValue(bytes[index + 2])
                else { return nil }
                decoded.append(high << 4 | low)
                index += 2
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        return decoded
    }
}
