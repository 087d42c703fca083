internal import BindingPlan
internal import HearthTraitDescriptors

/// Expressions with which generated Swift reads and writes values of a trait.
extension ValuePlan {
    var isMessage: Bool { if case .message = form { true } else { false } }

    // MARK: Single values

    /// An optional expression for the raw value; `converted` converts it.
    func read(_ place: LayoutPlan.Place) -> String {
        switch form {
        case .message: "fields.message(\(swift).self, at: \(place.at))"
        case .enumeration: "fields.enumeration(\(swift).self, at: \(place.at), has: \(place.has))"
        default: "fields.\(reader)(at: \(place.at), has: \(place.has))"
        }
    }

    /// Converts the read `value` into the property's type.
    var converted: String {
        if case .bitmap = form { "\(swift)(rawValue: value)" } else { "value" }
    }

    func write(_ value: String, _ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.setMessage(\(value), at: \(place.at))" }
        return "fields.set\(accessor)(\(toWire(value)), at: \(place.at), has: \(place.has))"
    }

    private func toWire(_ value: String) -> String {
        switch form {
        case .plain, .message: value
        case .narrow: "\(accessor)(\(value))"
        case .enumeration: "\(value).wireValue"
        case .bitmap(_, let isNarrow): isNarrow ? "\(accessor)(\(value).rawValue)" : "\(value).rawValue"
        }
    }

    // MARK: Lists

    /// An expression that reads all values from `fields` or the inner reader `list`.
    func readAll(from reader: String, at: String) -> String {
        let all = "\(reader).repeated\(accessor)(at: \(at))"
        switch form {
        case .plain: return all
        case .narrow: return "\(all).compactMap { \(swift)(exactly: $0) }"
        case .enumeration: return "\(all).map { \(swift)(wireValue: $0) }"
        case .bitmap(let raw, let isNarrow):
            let numbers = isNarrow ? "\(all).compactMap { \(raw)(exactly: $0) }" : all
            return "\(numbers).map { \(swift)(rawValue: $0) }"
        case .message: return "\(reader).messages(\(swift).self, at: \(at))"
        }
    }

    /// A statement that writes all values through `writer`.
    func writeAll(_ values: String, to writer: String, at: String) -> String {
        if isMessage { return "\(writer).setMessages(\(values), at: \(at))" }
        let mapped: String
        switch form {
        case .plain, .message: mapped = values
        case .narrow: mapped = "\(values).map { \(accessor)($0) }"
        case .enumeration: mapped = "\(values).map { $0.wireValue }"
        case .bitmap(_, let isNarrow):
            mapped = isNarrow ? "\(values).map { \(accessor)($0.rawValue) }" : "\(values).map { $0.rawValue }"
        }
        return "\(writer).setRepeated\(accessor)(\(mapped), at: \(at))"
    }

    /// The layout of the message that contains a list of this type.
    var listLayout: String { isMessage ? "\(swift).listLayout" : "WireList.\(kind)" }
}
