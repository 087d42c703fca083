internal import HearthBase

/// Limits of the length of a message's texts, and of the number of entries in its lists. Checked on the encoded
/// message, before it is decoded.
package struct TextLimits: Sendable {
    /// Maximum bytes of a text that is not in ``fields``.
    package let bytes: Int
    /// Maximum bytes of some texts, by the field's full name, such as "hearth.v1.SayWordsRequest.words", or by its name
    /// alone.
    package let fields: [String: Int]
    /// Maximum entries of a list, pieces of one message, and fields of a message that the schema does not know.
    package let entries: Int

    package init(bytes: Int, fields: [String: Int] = [:], entries: Int) {
        self.bytes = bytes
        self.fields = fields
        self.entries = entries
    }

    /// A field that exceeds its limit.
    package struct Excess: Hashable, Sendable {
        /// The field's name in the schema; "unknown fields" for those that are not in it.
        package let field: String
        /// The actual bytes of a text, or entries of a list up to the first one that exceeds the limit.
        package let count: Int
        /// The limit.
        package let limit: Int
        /// Whether it is a list with too many entries.
        package let isList: Bool
    }

    /// The numbers of values in a message, by the field. The pieces of a single message field, which decoding joins,
    /// share theirs.
    private struct Counts {
        var values: [UInt32: Int] = [:]
        var ofPieces: [UInt32: Counts] = [:]
    }

    /// The first field of a message that exceeds its limit, or nil. Malformed bytes end the search,
    /// because decoding the message refuses them.
    package func excess(in message: RawSpan, of layout: MessageLayout) -> Excess? {
        // No text is longer than the message, and no list has more entries than it has bytes.
        guard message.byteCount > min(bytes, entries) else { return nil }
        _ = layout.ready  // after this, its inner layouts are known
        var counts = message.byteCount > entries ? Counts() : nil
        return excess(in: message, 0..<message.byteCount, layout.table, DecodeLimits().depth, &counts)
    }

    /// - Parameter counts: nil for a message that has fewer bytes than a list may have entries.
    private func excess(
        in bytes: RawSpan, _ message: Range<Int>, _ layout: LayoutTable, _ depth: Int, _ counts: inout Counts?
    ) -> Excess? {
        guard depth > 0 else { return nil }
        var position = message.lowerBound
        while position < message.upperBound,
            let field = try? bytes.wireField(at: &position, upTo: message.upperBound, anyNumber: true)
        {
            let slot = layout.slot(field.number)
            if counts != nil {
                // No field has the number 0, which stands for all unknown ones here.
                let number = slot == nil ? 0 : field.number
                let count = (counts?.values[number] ?? 0) + valueCount(of: field, slot?.field, in: bytes)
                counts?.values[number] = count
                if count > entries {
                    let name = slot?.field.name ?? "unknown fields"
                    return Excess(field: name, count: count, limit: entries, isList: true)
                }
            }
            guard field.wire == 2, let slot else { continue }
            if slot.field.kind == .string, field.range.count > self.bytes {
                let limit = limit(of: slot.field, in: layout)
                if field.range.count > limit {
                    return Excess(field: slot.field.name, count: field.range.count, limit: limit, isList: false)
                }
            }
            guard let inner = slot.inner else { continue }
            let isPiece = slot.field.label == .optional || slot.field.label == .oneof
            var innerCounts: Counts?
            if isPiece, counts != nil {
                innerCounts = counts?.ofPieces.removeValue(forKey: field.number) ?? Counts()
            } else if field.range.count > entries {
                innerCounts = Counts()
            }
            if let excess = excess(in: bytes, field.range, inner, depth - 1, &innerCounts) { return excess }
            if isPiece, counts != nil { counts?.ofPieces[field.number] = innerCounts }
        }
        return nil
    }

    /// The number of values in a field, up to one more than ``entries``: several in a packed list of numbers.
    private func valueCount(of field: WireField, _ known: FieldLayout?, in bytes: RawSpan) -> Int {
        guard field.wire == 2, let known, known.label == .packed else { return 1 }
        switch known.kind {
        case .fixed32, .sfixed32, .float: return field.range.count / 4
        case .fixed64, .sfixed64, .double: return field.range.count / 8
        default:
            var (count, position) = (0, field.range.lowerBound)
            let end = field.range.upperBound
            while position < end, count <= entries, (try? bytes.varint(at: &position, upTo: end)) != nil { count += 1 }
            return count
        }
    }

    private func limit(of field: FieldLayout, in layout: LayoutTable) -> Int {
        fields["\(layout.name).\(field.name)"] ?? fields[field.name] ?? bytes
    }
}
