extension MessageLayout {
    /// Writes a message with this layout and reads it with `other`, in the same memory: nothing is encoded if the two
    /// layouts have the same fields at the same offsets. Otherwise the message is encoded and decoded, within the
    /// default ``DecodeLimits``, with the same result.
    ///
    /// - Parameters:
    ///   - write: sets the fields, at the offsets of this layout.
    ///   - read: reads them at the offsets of `other`. The reader must not be used after it returns.
    /// - Throws: the error of `read`, or ``MessageError`` if the bytes are not a message of `other`, or a text is not
    ///   UTF-8.
    @inlinable
    public func read<R>(
        as other: MessageLayout, _ write: (inout FieldWriter) -> Void, _ read: (FieldReader) throws -> R
    ) throws -> R {
        var fields = FieldWriter.root(self)
        write(&fields)
        let decoding = try Decoding.begin(fields, of: self, as: other)
        let result: R
        do {
            result = try read(decoding.fields)
        } catch {
            decoding.abandon()
            throw error
        }
        try decoding.finish()
        return result
    }
}

extension Message {
    /// Passes this message's fields to `body`, which reads them at the offsets of `layout`: for code that uses
    /// descriptors. Nothing is encoded if `layout` has the fields of ``Message/layout`` at the same offsets, as from
    /// ``MessageLayout/planned(_:_:)`` for the same schema.
    ///
    /// - Throws: the error of `body`; ``MessageError`` as in ``MessageLayout/read(as:_:_:)``.
    @inlinable
    public func read<R>(as layout: MessageLayout, _ body: (FieldReader) throws -> R) throws -> R {
        try Self.layout.read(as: layout, { write(to: &$0) }, body)
    }

    /// Creates a message from fields that `write` sets at the offsets of `layout`; the inverse of ``read(as:_:)``.
    ///
    /// - Throws: ``MessageError`` as in ``MessageLayout/read(as:_:_:)``.
    @inlinable
    public init(writtenAs layout: MessageLayout, _ write: (inout FieldWriter) -> Void) throws(MessageError) {
        var fields = FieldWriter.root(layout)
        write(&fields)
        let decoding = try Decoding.begin(fields, of: layout, as: Self.layout)
        self.init()
        read(from: decoding.fields)
        try decoding.finish()
    }

    /// Replaces the fields that `changes` have, and appends their lists, like ``merge(serialized:limits:)`` of their
    /// encoding.
    @inlinable
    public mutating func merge(_ changes: Self) {
        var fields = FieldWriter.root(Self.layout)
        changes.write(to: &fields)
        let decoding = Decoding(written: fields)
        read(from: decoding.fields)
        decoding.abandon()
    }
}
