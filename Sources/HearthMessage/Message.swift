/// A protobuf message. The types that conform are generated; see ``MessageLayout`` for how they meet libprotobuf-c.
public protocol Message: Hashable, Sendable {
    static var layout: MessageLayout { get }

    init()

    /// Fields that the schema does not know; kept, and written again.
    var unknownFields: UnknownFields { get set }

    /// Puts every field that is present into place.
    func write(to fields: inout FieldWriter)

    /// Takes the fields that are present, and leaves the others as they are.
    mutating func read(from fields: FieldReader)
}

extension Message {
    /// Reads a message.
    ///
    /// - Throws: ``MessageError``.
    @inlinable
    public init(serialized bytes: RawSpan) throws {
        self.init()
        try merge(serialized: bytes)
    }

    /// Reads a message over this one: fields that it has replace those here.
    ///
    /// - Throws: ``MessageError``; this message may then be read in part.
    @inlinable
    public mutating func merge(serialized bytes: RawSpan) throws {
        try Self.layout.decode(bytes) { fields in readAll(from: fields) }
    }

    /// The message's bytes behind `prefix` free ones, which are zero.
    @inlinable
    public func serialized(reserving prefix: Int = 0) -> [UInt8] {
        Self.layout.encode(reserving: prefix) { fields in writeAll(to: &fields) }
    }

    @inlinable
    mutating func readAll(from fields: FieldReader) {
        read(from: fields)
        if fields.hasUnknownFields { unknownFields.encoded += fields.unknownFields.encoded }
    }

    @inlinable
    func writeAll(to fields: inout FieldWriter) {
        write(to: &fields)
        if !unknownFields.isEmpty { fields.setUnknownFields(unknownFields) }
    }
}
