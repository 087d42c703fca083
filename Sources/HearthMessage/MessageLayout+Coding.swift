extension MessageLayout {
    /// Decodes a message and passes its fields to `body`: for code that uses descriptors, without a generated type.
    ///
    /// - Throws: ``MessageError``, or the error of `body`.
    @inlinable
    public func decode<R>(
        _ bytes: RawSpan, limits: DecodeLimits = DecodeLimits(), _ body: (FieldReader) throws -> R
    ) throws -> R {
        let decoding = try Decoding.begin(self, bytes, limits)
        let result: R
        do {
            result = try body(decoding.fields)
        } catch {
            decoding.abandon()
            throw error
        }
        try decoding.finish()
        return result
    }

    /// Encodes a message whose fields `body` sets, after `prefix` bytes, which are zero.
    @inlinable
    public func encode(reserving prefix: Int = 0, _ body: (inout FieldWriter) -> Void) -> [UInt8] {
        var fields = FieldWriter.root(self)
        body(&fields)
        return fields.finish(reserving: prefix)
    }
}
