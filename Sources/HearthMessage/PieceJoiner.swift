internal import HearthBase

/// Rewrites a message so that each single message field occurs once, at the position of its last piece.
struct PieceJoiner {
    private enum Part {
        case plain(Range<Int>)
        case item(number: UInt32, LayoutTable, Range<Int>)
        case single(number: UInt32, LayoutTable)
    }

    /// The pieces of a single message field.
    private struct Pieces {
        var contents: [Range<Int>] = []
        var place = 0
    }

    private var didJoin = false

    /// The same message with the pieces of every single message field joined, as protobuf defines merging; nil if there
    /// is nothing to join.
    static func joined(_ bytes: RawSpan, _ layout: LayoutTable) -> [UInt8]? {
        var joiner = PieceJoiner()
        let joined = joiner.join(bytes, layout)
        return joiner.didJoin ? joined : nil
    }

    private mutating func join(_ bytes: RawSpan, _ layout: LayoutTable) -> [UInt8] {
        var parts: [Part?] = []
        var singles: [UInt32: Pieces] = [:]
        /// The last member of each oneof, by the offset of the case word.
        var members: [Int: UInt32] = [:]
        var position = 0
        while position < bytes.byteCount {
            let start = position
            guard let field = try? bytes.wireField(at: &position, upTo: bytes.byteCount, anyNumber: true) else {
                // Malformed bytes stay as they are, and decoding refuses them.
                var copy: [UInt8] = []
                Self.append(bytes, to: &copy)
                return copy
            }
            guard let slot = layout.slot(field.number) else {
                parts.append(.plain(start..<position))
                continue
            }
            if slot.field.label == .oneof {
                if let other = members[slot.field.has], other != field.number,
                    let forgotten = singles.removeValue(forKey: other)
                {
                    parts[forgotten.place] = nil
                }
                members[slot.field.has] = field.number
            }
            switch slot.inner {
            case let inner? where field.wire == 2 && (slot.field.label == .optional || slot.field.label == .oneof):
                if let place = singles[field.number]?.place {
                    parts[place] = nil
                    didJoin = true
                }
                singles[field.number, default: Pieces()].contents.append(field.range)
                singles[field.number]?.place = parts.count
                parts.append(.single(number: field.number, inner))
            case let inner? where field.wire == 2:
                parts.append(.item(number: field.number, inner, field.range))
            default: parts.append(.plain(start..<position))
            }
        }
        return write(bytes, parts, singles)
    }

    private mutating func write(_ bytes: RawSpan, _ parts: [Part?], _ singles: [UInt32: Pieces]) -> [UInt8] {
        var result: [UInt8] = []
        for part in parts {
            let number: UInt32
            let content: [UInt8]
            switch part {
            case nil: continue
            case .plain(let whole)?:
                Self.append(bytes.extracting(whole), to: &result)
                continue
            case .item(let item, let layout, let range)?:
                number = item
                content = join(bytes.extracting(range), layout)
            case .single(let single, let layout)?:
                number = single
                let contents = singles[single]?.contents ?? []
                if contents.count == 1 {
                    content = join(bytes.extracting(contents[0]), layout)
                } else {
                    var whole: [UInt8] = []
                    for range in contents { Self.append(bytes.extracting(range), to: &whole) }
                    content = join(whole.span.bytes, layout)
                }
            }
            result.appendTag(number, 2)
            result.appendVarint(UInt64(content.count))
            result += content
        }
        return result
    }

    private static func append(_ bytes: RawSpan, to result: inout [UInt8]) {
        bytes.withUnsafeBytes { result.append(contentsOf: $0) }
    }
}
