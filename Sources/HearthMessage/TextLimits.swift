internal import HearthBase

/// Limits of the length of a message's texts, and of the number of entries in its lists of texts and messages. Checked
/// on the encoded message, before it is decoded.
package struct TextLimits: Sendable {
    /// Maximum bytes of a text that is not in ``fields``.
    package let bytes: Int
    /// Maximum bytes of some texts, by the field's full name, such as "hearth.v1.SayWordsRequest.words", or by its name
    /// alone.
    package let fields: [String: Int]
    /// Maximum entries of a list of texts or messages.
    package let entries: Int

    package init(bytes: Int, fields: [String: Int] = [:], entries: Int) {
        self.bytes = bytes
        self.fields = fields
        self.entries = entries
    }

    /// A field that exceeds its limit.
    package struct Excess: Hashable, Sendable {
        /// The field's name in the schema.
        package let field: String
        /// The actual bytes of a text, or entries of a list.
        package let count: Int
        /// The limit.
        package let limit: Int
        /// Whether it is a list with too many entries.
        package let isList: Bool
    }

    /// The first field of a message that exceeds its limit, or nil. Malformed bytes end the search,
    /// because decoding the message refuses them.
    package func excess(in message: RawSpan, of layout: MessageLayout) -> Excess? {
        // No text is longer than the message.
        guard message.byteCount > min(bytes, 2 * entries) else { return nil }
        _ = layout.ready  // after this, its inner layouts are known
        return excess(in: message, 0..<message.byteCount, layout.table, DecodeLimits().depth)
    }

    private func excess(in bytes: RawSpan, _ message: Range<Int>, _ layout: LayoutTable, _ depth: Int) -> Excess? {
        guard depth > 0 else { return nil }
        // An entry takes at least two bytes.
        let mayHaveLongList = message.count > 2 * entries
        var counts: [UInt32: Int] = [:]
        var position = message.lowerBound
        while position < message.upperBound,
            let field = try? bytes.wireField(at: &position, upTo: message.upperBound, anyNumber: true)
        {
            guard field.wire == 2, let slot = layout.slot(field.number) else { continue }
            if mayHaveLongList, slot.field.label == .repeated {
                let count = counts[field.number, default: 0] + 1
                counts[field.number] = count
                if count > entries {
                    return Excess(field: slot.field.name, count: count, limit: entries, isList: true)
                }
            }
            if slot.field.kind == .string, field.range.count > self.bytes {
                let limit = limit(of: slot.field, in: layout)
                if field.range.count > limit {
                    return Excess(field: slot.field.name, count: field.range.count, limit: limit, isList: false)
                }
            }
            if let inner = slot.inner, let excess = excess(in: bytes, field.range, inner, depth - 1) { return excess }
        }
        return nil
    }

    private func limit(of field: FieldLayout, in layout: LayoutTable) -> Int {
        fields["\(layout.name).\(field.name)"] ?? fields[field.name] ?? bytes
    }
}
