/// A protobuf message. Conforming types are generated; ``MessageLayout`` describes their use of libprotobuf-c.
public protocol Message: Hashable, Sendable {
    /// The message's field table.
    static var layout: MessageLayout { get }

    /// Creates a message without any field.
    init()

    /// Fields that the schema does not know. They are preserved when the message is written.
    var unknownFields: UnknownFields { get }

    /// Writes all fields that are present, followed by unknown ones.
    func write(to fields: inout FieldWriter)

    /// Reads the fields that are present, and leaves the others unchanged; lists are appended.
    mutating func read(from fields: FieldReader)
}

extension Message {
    /// Decodes a message, within the default ``DecodeLimits``.
    @inlinable
    public init(serialized bytes: RawSpan) throws(MessageError) {
        try self.init(serialized: bytes, limits: DecodeLimits())
    }

    /// Decodes a message within other limits.
    @inlinable
    public init(serialized bytes: RawSpan, limits: DecodeLimits) throws(MessageError) {
        let decoding = try Decoding.begin(Self.layout, bytes, limits)
        self.init()
        read(from: decoding.fields)
        try decoding.finish()
    }

    /// Decodes a message into this one: its fields replace those here, lists are appended. If it fails, this message is
    /// unchanged.
    @inlinable
    public mutating func merge(
        serialized bytes: RawSpan, limits: DecodeLimits = DecodeLimits()
    ) throws(MessageError) {
        let decoding = try Decoding.begin(Self.layout, bytes, limits)
        var merged = self
        merged.read(from: decoding.fields)
        try decoding.finish()
        self = merged
    }

    /// The encoded message after `prefix` bytes, which are zero.
    @inlinable
    public func serialized(reserving prefix: Int = 0) -> [UInt8] {
        var fields = FieldWriter.root(Self.layout)
        write(to: &fields)
        return fields.finish(reserving: prefix)
    }
}
