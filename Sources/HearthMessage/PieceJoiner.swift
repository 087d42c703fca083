/// Rewrites a message so that each single message field occurs once, at the position of its last piece.
struct PieceJoiner {
    private enum Part {
        case plain(UnsafeRawBufferPointer)
        case item(number: UInt32, LayoutTable, UnsafeRawBufferPointer)
        case single(number: UInt32, LayoutTable)
    }

    /// The pieces of a single message field.
    private struct Pieces {
        var payloads: [UnsafeRawBufferPointer] = []
        var place = 0
    }

    private var didJoin = false

    /// The same message with the pieces of every single message field joined, as protobuf defines merging; nil if there
    /// is nothing to join.
    static func joined(_ bytes: UnsafeRawBufferPointer, _ layout: LayoutTable) -> [UInt8]? {
        var joiner = PieceJoiner()
        let joined = joiner.join(bytes, layout)
        return joiner.didJoin ? joined : nil
    }

    private mutating func join(_ bytes: UnsafeRawBufferPointer, _ layout: LayoutTable) -> [UInt8] {
        var parts: [Part?] = []
        var singles: [UInt32: Pieces] = [:]
        /// The last member of each oneof, by the offset of the case word.
        var members: [Int: UInt32] = [:]
        var scanner = WireScanner(bytes)
        while let field = scanner.next() {
            guard let slot = layout.slot(field.number) else {
                parts.append(.plain(field.whole))
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
            switch (field.payload, slot.inner) {
            case (let payload?, let inner?) where slot.field.label == .optional || slot.field.label == .oneof:
                if let place = singles[field.number]?.place {
                    parts[place] = nil
                    didJoin = true
                }
                singles[field.number, default: Pieces()].payloads.append(payload)
                singles[field.number]?.place = parts.count
                parts.append(.single(number: field.number, inner))
            case (let payload?, let inner?): parts.append(.item(number: field.number, inner, payload))
            default: parts.append(.plain(field.whole))
            }
        }
        guard scanner.isAtEnd else { return [UInt8](bytes) }
        return write(parts, singles)
    }

    private mutating func write(_ parts: [Part?], _ singles: [UInt32: Pieces]) -> [UInt8] {
        var result: [UInt8] = []
        for part in parts {
            let number: UInt32
            let content: [UInt8]
            switch part {
            case nil: continue
            case .plain(let whole)?:
                result.append(contentsOf: whole)
                continue
            case .item(let item, let layout, let payload)?:
                number = item
                content = join(payload, layout)
            case .single(let single, let layout)?:
                number = single
                let payloads = singles[single]?.payloads ?? []
                content =
                    if payloads.count == 1 {
                        join(payloads[0], layout)
                    } else {
                        payloads.flatMap(\.self).withUnsafeBytes { join($0, layout) }
                    }
            }
            appendVarint(UInt64(number) << 3 | 2, to: &result)
            appendVarint(UInt64(content.count), to: &result)
            result += content
        }
        return result
    }
}
