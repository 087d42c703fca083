internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

extension HistoryEntry {
    /// The entries that a report adds to the history.
    static func entries(of record: ReportRecord) -> [HistoryEntry] {
        let time = record.observedAt.milliseconds
        // Leaves a place for the trait as a whole before its attributes, and one after them.
        let place = Int64(clamping: record.position.sequence) &* 4
        return record.states.flatMap { change -> [HistoryEntry] in
            var entries: [HistoryEntry] = []
            let isKnown = change.connectivity.map { $0.connectivityState.isReachable }
            if isKnown == true {
                entries.append(
                    HistoryEntry(
                        path: change.path, subject: .all, place: place, sample: HistorySample(time, .back)))
            }
            for (id, value) in change.attributes.fields {
                guard let attribute = change.descriptor.attribute(id), let kind = HistoryKind(attribute),
                    let content = HistoryContent(value)
                else { continue }
                entries.append(
                    HistoryEntry(
                        path: change.path, subject: .attribute(id, isState: kind == .state), place: place &+ 1,
                        sample: HistorySample(time, content)))
            }
            if isKnown == false {
                entries.append(
                    HistoryEntry(
                        path: change.path, subject: .all, place: place &+ 2, sample: HistorySample(time, .away)))
            }
            return entries
        }
    }
}

/// The kind of summary that the history keeps of an attribute.
enum HistoryKind: Sendable {
    /// The smallest, largest and mean value.
    case number
    /// The time in each value.
    case state

    /// nil for attributes without a history: lists, structs, text, and global attributes.
    init?(_ attribute: AttributeDescriptor) {
        guard !attribute.field.isList, !GlobalAttribute.contains(attribute.id) else { return nil }
        switch attribute.field.type {
        case .unsigned, .signed, .single, .double: self = .number
        case .boolean, .enumeration, .bitmap: self = .state
        case .string, .octets, .structure: return nil
        }
    }
}

extension HistoryContent {
    /// nil for a value that is not a single number.
    fileprivate init?(_ value: TraitValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .unsigned(let value): self = Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
        case .signed(let value): self = .integer(value)
        // Infinity and NaN can't be summarized.
        case .float(let value): self = value.isFinite ? .real(Double(value)) : .null
        case .double(let value): self = value.isFinite ? .real(value) : .null
        case .string, .octets, .list, .structure: return nil
        }
    }

    /// The value of a field; nil if the report lacks it, or the field has another type by now.
    func value(of field: FieldDescriptor) -> TraitValue? {
        guard self != .null else { return .null }
        guard !field.isList, let number else { return nil }
        let whole: Int64? = if case .integer(let value) = self { value } else { Int64(exactly: number) }
        switch field.type {
        case .boolean: return .bool(number != 0)
        case .unsigned, .enumeration, .bitmap:
            return (whole.flatMap { UInt64(exactly: $0) } ?? UInt64(exactly: number)).map { .unsigned($0) }
        case .signed: return whole.map { .signed($0) }
        case .single: return .float(Float(number))
        case .double: return .double(number)
        case .string, .octets, .structure: return nil
        }
    }
}

extension ConnectivityState {
    fileprivate var isReachable: Bool {
        switch self {
        case .online, .partiallyOnline: true
        case .offline, .unknown: false
        }
    }
}
