extension MessageLayout {
    /// Reads a message and hands its fields to `body`: for code that works by descriptors, without a generated type.
    ///
    /// - Throws: ``MessageError``, or what `body` throws.
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

    /// The bytes of a message whose fields `body` sets, behind `prefix` free ones, which are zero.
    @inlinable
    public func encode(reserving prefix: Int = 0, _ body: (inout FieldWriter) -> Void) -> [UInt8] {
        var fields = FieldWriter.root(self)
        body(&fields)
        return fields.finish(reserving: prefix)
    }
}
