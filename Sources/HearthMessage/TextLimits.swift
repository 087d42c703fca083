/// How long the texts of a message may be, and how many entries its lists of texts and messages may have. Checked on a
/// message's bytes, before it is read.
package struct TextLimits: Sendable {
    /// Bytes of a text that ``fields`` does not name.
    package let bytes: Int
    /// Bytes of some texts, by the field's full name, as "hearth.v1.SayWordsRequest.words", or by its name alone.
    package let fields: [String: Int]
    /// Entries of a list of texts or messages.
    package let entries: Int

    package init(bytes: Int, fields: [String: Int] = [:], entries: Int) {
        self.bytes = bytes
        self.fields = fields
        self.entries = entries
    }

    /// A field that has more than it may.
    package struct Excess: Hashable, Sendable {
        /// The field's name in the schema.
        package let field: String
        /// What it has: bytes of a text, or entries of a list.
        package let count: Int
        /// What it may have.
        package let limit: Int
        /// Whether it is a list with too many entries.
        package let isList: Bool
    }

    /// The first field of a message that has more than it may; nil if there is none. What is malformed ends the search, as
    /// reading the message refuses it.
    package func excess(in message: RawSpan, of layout: MessageLayout) -> Excess? {
        // No text is longer than the message.
        guard message.byteCount > min(bytes, 2 * entries) else { return nil }
        _ = layout.ready  // what it holds is known from here on
        return message.withUnsafeBytes { excess(in: $0, layout.table, DecodeLimits().depth) }
    }

    private func excess(in message: UnsafeRawBufferPointer, _ layout: LayoutTable, _ depth: Int) -> Excess? {
        guard depth > 0 else { return nil }
        // An entry takes at least two bytes.
        let mayHaveLongList = message.count > 2 * entries
        var counts: [UInt32: Int] = [:]
        var scanner = WireScanner(message)
        while let field = scanner.next() {
            guard let payload = field.payload, let slot = layout.slot(field.number) else { continue }
            if mayHaveLongList, slot.field.label == .repeated {
                let count = counts[field.number, default: 0] + 1
                counts[field.number] = count
                if count > entries {
                    return Excess(field: slot.field.name, count: count, limit: entries, isList: true)
                }
            }
            if slot.field.kind == .string, payload.count > bytes {
                let limit = limit(of: slot.field, in: layout)
                if payload.count > limit {
                    return Excess(field: slot.field.name, count: payload.count, limit: limit, isList: false)
                }
            }
            if let inner = slot.inner, let excess = excess(in: payload, inner, depth - 1) { return excess }
        }
        return nil
    }

    private func limit(of field: FieldLayout, in layout: LayoutTable) -> Int {
        fields["\(layout.name).\(field.name)"] ?? fields[field.name] ?? bytes
    }
}
