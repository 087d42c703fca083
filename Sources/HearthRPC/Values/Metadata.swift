/// The headers and trailers of a call: names with values, in order; a name may stand more than once.
///
/// Names are compared in lower case. A name that ends in `-bin` has bytes as its value, every other has text.
public struct Metadata: Hashable, Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// Printable ASCII, as gRPC allows for names without `-bin`.
        case text(String)
        /// Any bytes; travels as base64.
        case binary([UInt8])
    }

    /// A name, in lower case, and its value.
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let value: Value
    }

    /// Everything, in the order it was added or arrived.
    public private(set) var entries: [Entry] = []

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }

    /// Adds a text value, without the spaces around it. One that could not travel (a name or value with forbidden characters, a reserved name,
    /// a name that ends in `-bin`) is left out, and `false` is the answer.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        guard Self.isUsable(name), !name.hasSuffix("-bin") else { return false }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E }) else { return false }
        entries.append(Entry(name: name, value: .text(Self.trimmed(value))))
        return true
    }

    /// HTTP has no spaces around a value: peers refuse them or take them away.
    private static func trimmed(_ value: String) -> String {
        guard value.first == " " || value.last == " " else { return value }
        let head = value.drop { $0 == " " }
        return String(head.dropLast(head.reversed().prefix { $0 == " " }.count))
    }

    /// Adds bytes under a name that ends in `-bin`; under any other name nothing is added and `false` is the answer.
    @discardableResult
    public mutating func add(_ name: String, _ value: [UInt8]) -> Bool {
        let name = name.lowercased()
        guard Self.isUsable(name), name.hasSuffix("-bin") else { return false }
        entries.append(Entry(name: name, value: .binary(value)))
        return true
    }

    /// Adds all of another's entries behind one's own.
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

    /// Whether gRPC lets an application use this name: `0-9 a-z _ - .`, and none that HTTP/2 or gRPC owns.
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

    /// Names of HTTP itself: a peer's are not metadata, ours would break the request.
    private static let reserved: Set<String> = [
        "te", "content-type", "content-length", "connection", "keep-alive", "proxy-connection", "transfer-encoding",
        "upgrade", "host", "user-agent",
    ]
}
