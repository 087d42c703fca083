extension MessageLayout {
    /// Fills a message of this layout and reads it as one of `other`, in the same memory: nothing is packed or
    /// unpacked when the two layouts describe the same fields at the same places. When they do not, the message goes
    /// through its bytes, within the default ``DecodeLimits``; the outcome is the same.
    ///
    /// - Parameters:
    ///   - write: sets the fields, at the places of this layout.
    ///   - read: reads them at the places of `other`. The reader must not be used after it returns.
    /// - Throws: what `read` throws, or ``MessageError`` when the bytes are not a message of `other`, or a text is
    ///   not UTF-8.
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
    /// Hands this message's fields to `body`, which reads them at the places of `layout`: for code that works by
    /// descriptors. Nothing is packed where `layout` describes the fields of ``Message/layout`` at the same places,
    /// as ``MessageLayout/planned(_:_:)`` does for the same schema.
    ///
    /// - Throws: what `body` throws; ``MessageError`` as in ``MessageLayout/read(as:_:_:)``.
    @inlinable
    public func read<R>(as layout: MessageLayout, _ body: (FieldReader) throws -> R) throws -> R {
        try Self.layout.read(as: layout, { write(to: &$0) }, body)
    }

    /// A message from fields that `write` sets at the places of `layout`; the way back of ``read(as:_:)``.
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

    /// Takes over the fields that `changes` have, and appends their lists, like ``merge(serialized:limits:)`` of their
    /// bytes.
    @inlinable
    public mutating func merge(_ changes: Self) {
        var fields = FieldWriter.root(Self.layout)
        changes.write(to: &fields)
        let decoding = Decoding(written: fields)
        read(from: decoding.fields)
        decoding.abandon()
    }
}
