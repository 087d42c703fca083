/// Header fields of an answer, encoded. Fields that many answers share are encoded once and sent any number of times.
public struct HTTP1Fields: Hashable, Sendable {
    /// `name: value` and CRLF, for each field.
    private(set) var bytes: [UInt8] = []

    /// No fields.
    public init() {}

    /// Fields in their order; see ``append(_:_:)``.
    public init(_ fields: [(name: String, value: String)]) {
        for field in fields { append(field.name, field.value) }
    }

    /// Adds a field. A name that is not a token is left out with its value, and so are `connection`, `content-length`
    /// and `transfer-encoding`, which the connection writes itself. A control character in the value becomes a space
    /// (RFC 9110, section 5.5), so that no value can inject another field.
    public mutating func append(_ name: String, _ value: String) { append(name, value.utf8) }

    /// Adds a field whose value is bytes; see ``append(_:_:)-(String,String)``.
    public mutating func append(_ name: String, _ value: some Collection<UInt8>) {
        let classes = ByteClass.table
        guard !name.isEmpty, name.utf8.allSatisfy({ classes[Int($0)] & ByteClass.token != 0 }),
            !Self.ofTheConnection.contains(name.lowercased())
        else { return }
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        for byte in value { bytes.append(classes[Int(byte)] & ByteClass.value != 0 ? byte : UInt8(ascii: " ")) }
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends fields.
    public mutating func append(_ fields: HTTP1Fields) { bytes.append(contentsOf: fields.bytes) }

    private static let ofTheConnection: Set<String> = ["connection", "content-length", "transfer-encoding"]
}
