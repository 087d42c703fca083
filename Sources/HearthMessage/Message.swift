/// A protobuf message. The types that conform are generated; see ``MessageLayout`` for how they meet libprotobuf-c.
public protocol Message: Hashable, Sendable {
    /// The message's field table.
    static var layout: MessageLayout { get }

    /// A message with no field set.
    init()

    /// Fields that the schema does not know; kept, and written again.
    var unknownFields: UnknownFields { get }

    /// Puts every field that is present into place, and those behind them that the schema does not know.
    func write(to fields: inout FieldWriter)

    /// Takes the fields that are present, and leaves the others as they are; lists grow.
    mutating func read(from fields: FieldReader)
}

extension Message {
    /// Reads a message, within the default ``DecodeLimits``.
    @inlinable
    public init(serialized bytes: RawSpan) throws(MessageError) {
        try self.init(serialized: bytes, limits: DecodeLimits())
    }

    /// Reads a message within other limits.
    @inlinable
    public init(serialized bytes: RawSpan, limits: DecodeLimits) throws(MessageError) {
        let decoding = try Decoding.begin(Self.layout, bytes, limits)
        self.init()
        read(from: decoding.fields)
        try decoding.finish()
    }

    /// Reads a message over this one: fields that it has replace those here, lists are appended. When it fails this
    /// message is as it was.
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

    /// The message's bytes behind `prefix` free ones, which are zero.
    @inlinable
    public func serialized(reserving prefix: Int = 0) -> [UInt8] {
        var fields = FieldWriter.root(Self.layout)
        write(to: &fields)
        return fields.finish(reserving: prefix)
    }
}
