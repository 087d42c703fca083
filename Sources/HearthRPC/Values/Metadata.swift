/// Headers or trailers of a call: an ordered list of names and values, in which a name may occur more than once.
///
/// Names are case-insensitive and kept in lower case. Names that end in `-bin` have binary values, all others text.
public struct Metadata: Hashable, Sendable {
    /// A text or binary value.
    public enum Value: Hashable, Sendable {
        /// Printable ASCII, as gRPC allows for names without `-bin`.
        case text(String)
        /// Any bytes; base64 on the wire.
        case binary([UInt8])
    }

    /// A name with one value.
    public struct Entry: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// Binary exactly when ``name`` ends in `-bin`.
        public let value: Value
    }

    /// All entries, in the order they were added or received.
    public private(set) var entries: [Entry] = []

    /// Creates metadata without entries.
    public init() {}

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a text value, without leading and trailing spaces.
    ///
    /// - Returns: false, with nothing added, when the name is unusable (``isUsable(_:)``) or ends in `-bin`, or the
    ///   value is not printable ASCII.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        guard Self.isUsable(name), !name.hasSuffix("-bin") else { return false }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E }) else { return false }
        entries.append(Entry(name: name, value: .text(Self.trimmed(value))))
        return true
    }

    /// Without leading and trailing spaces, which HTTP field values do not have (RFC 9110, section 5.5).
    private static func trimmed(_ value: String) -> String {
        guard value.first == " " || value.last == " " else { return value }
        let head = value.drop { $0 == " " }
        return String(head.dropLast(head.reversed().prefix { $0 == " " }.count))
    }

    /// Adds a binary value.
    ///
    /// - Returns: false, with nothing added, when the name is unusable (``isUsable(_:)``) or does not end in `-bin`.
    @discardableResult
    public mutating func add(_ name: String, _ value: [UInt8]) -> Bool {
        let name = name.lowercased()
        guard Self.isUsable(name), name.hasSuffix("-bin") else { return false }
        entries.append(Entry(name: name, value: .binary(value)))
        return true
    }

    /// Appends all entries of `other`.
    public mutating func add(_ other: Metadata) {
        entries.append(contentsOf: other.entries)
    }

    /// Removes every value of a name.
    public mutating func remove(_ name: String) {
        let name = name.lowercased()
        entries.removeAll { $0.name == name }
    }

    /// The first text value of a name.
    public subscript(name: String) -> String? {
        texts(name).first
    }

    /// All text values of a name.
    public func texts(_ name: String) -> [String] {
        let name = name.lowercased()
        return entries.compactMap { entry in
            guard entry.name == name, case .text(let value) = entry.value else { return nil }
            return value
        }
    }

    /// All binary values of a name that ends in `-bin`.
    public func binaries(_ name: String) -> [[UInt8]] {
        let name = name.lowercased()
        return entries.compactMap { entry in
            guard entry.name == name, case .binary(let value) = entry.value else { return nil }
            return value
        }
    }

    /// Whether an application may use this name: characters `0-9 a-z _ - .`, no `grpc-` prefix, and not reserved by
    /// HTTP.
    public static func isUsable(_ name: String) -> Bool {
        guard !name.isEmpty, !name.hasPrefix("grpc-"), !reserved.contains(name) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    /// Names that belong to HTTP or the gRPC protocol: not reported as metadata, and not sent.
    private static let reserved: Set<String> = [
        "te", "content-type", "content-length", "connection", "keep-alive", "proxy-connection", "transfer-encoding",
        "upgrade", "host", "user-agent",
    ]
}
