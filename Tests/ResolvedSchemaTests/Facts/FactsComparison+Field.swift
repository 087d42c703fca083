internal import ResolvedSchema
internal import TraitSchema

/// The context of a field.
struct FieldPlace {
    var hasDefault = true
    /// A provisional message is marked once, not for each field.
    var parentMaturity: String?
}

extension FactsComparison {
    mutating func field(
        _ place: String, _ ours: FieldModel, _ fact: FactsTable.Field, in cluster: FactsTable.Cluster,
        _ position: FieldPlace
    ) {
        same(place, "name", ours.name, fact.schemaName)
        same(place, "type", ours.type.name, Self.type(fact, ours))
        same(place, "list", ours.isList, fact.list ?? false)
        same(place, "nullable", ours.isNullable, fact.nullable ?? false)
        same(place, "optional", ours.isOptional, fact.optional ?? false)
        same(place, "fabricSensitive", ours.isFabricSensitive, fact.fabricSensitive ?? false)
        let maturity = fact.maturity == position.parentMaturity ? "stable" : fact.maturity ?? "stable"
        same(place, "maturity", ours.maturity.rawValue, maturity)
        conformance(place, ours.conformance, fact.conformance, cluster)
        limits(place, ours, fact, cluster)
        if ours.range != nil, let unit = fact.unit { same(place, "unit", ours.unit, unit) }
        if position.hasDefault, !ours.isList { defaults(place, ours, fact) }
    }

    /// A string of more than 254 bytes is a long one in the IDL; the table has one type for both.
    private static func type(_ fact: FactsTable.Field, _ ours: FieldModel) -> String {
        let type = fact.type.lowercased()
        guard !ours.isList, ["char_string", "octet_string"].contains(type) else { return type }
        return ours.constraints.maximumLength ?? 0 > 254 ? "long_\(type)" : type
    }

    private mutating func defaults(_ place: String, _ ours: FieldModel, _ fact: FactsTable.Field) {
        switch (fact.default, ours.type) {
        case (.other, _), (_, .structure): return
        case (.number(let value), .scalar(let scalar)) where scalar.kind == .boolean:
            same(place, "default", ours.defaultValue, .boolean(value != 0))
        case (.number(let value), _): same(place, "default", ours.defaultValue, .integer(value))
        case (.boolean(let value), _): same(place, "default", ours.defaultValue, .boolean(value))
        case (.text(let value), _): same(place, "default", ours.defaultValue, .string(value))
        case (nil, _): same(place, "default", ours.defaultValue, nil)
        }
    }

    private mutating func limits(
        _ place: String, _ ours: FieldModel, _ fact: FactsTable.Field, _ cluster: FactsTable.Cluster
    ) {
        let expression = fact.constraint.map(Limits.init) ?? Limits()
        if let range = ours.range, !ours.isList {
            let low = bound(fact.min, expression.low, ours, range, cluster)
            let high = bound(fact.max, expression.high, ours, range, cluster)
            same(place, "min", ours.constraints.minimum, low == .literal(range.lowerBound) ? nil : low)
            same(place, "max", ours.constraints.maximum, high == .literal(range.upperBound) ? nil : high)
        } else if ours.isList || ours.isString {
            let shortest = fact.minLength ?? expression.low.flatMap(UInt64.init) ?? 0
            same(place, "minLength", ours.constraints.minimumLength ?? 0, shortest)
            if let longest = fact.maxLength ?? expression.high.flatMap(UInt64.init) {
                same(place, "maxLength", ours.constraints.maximumLength, longest)
            }
        }
    }

    /// A limit by another attribute takes precedence over a number.
    private func bound(
        _ number: FactsTable.Value?, _ word: String?, _ ours: FieldModel, _ range: ClosedRange<Int128>,
        _ cluster: FactsTable.Cluster
    ) -> Bound? {
        if let word, let attribute = Limits.attribute(word, in: cluster) { return attribute }
        var value: Int128?
        if case .number(let stated) = number {
            value = stated
        } else {
            value = word.flatMap { Limits.number($0, ours) }
        }
        guard var value else { return nil }
        // A negative number is written as its 64 bits in some places.
        if range.lowerBound < 0, value > Int128(Int64.max) { value -= 1 << 64 }
        return .literal(min(max(value, range.lowerBound), range.upperBound))
    }

    mutating func conformance(
        _ place: String, _ ours: ConformanceModel, _ facts: String?, _ cluster: FactsTable.Cluster
    ) {
        guard var text = facts else { return same(place, "conformance", ours, ConformanceModel()) }
        if text.hasPrefix("P, ") { text.removeFirst(3) }
        let isOptional = text.hasPrefix("[") && text.hasSuffix("]")
        if isOptional { text = String(text.dropFirst().dropLast()) }
        let names = Dictionary((cluster.features ?? []).map { ($0.code, $0.name) }) { first, _ in first }
        var words = ""
        var word = ""
        for character in text + " " {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            if !word.isEmpty {
                // A condition that is not a feature (a revision, a field, "M") is not in a schema.
                guard let name = names[word] else { return }
                words += name.filter { $0.isLetter || $0.isNumber }
                word = ""
            }
            guard "&|!() ".contains(character) else { return }
            if character != " " { words.append(character) }
        }
        let said = isOptional ? ours.allowed : ours.required
        same(place, "conformance", said?.compact.lowercased(), words.lowercased())
        same(place, "other conformance", isOptional ? ours.required : ours.allowed, nil)
    }
}

/// The limits of a value by a constraint of the table.
private struct Limits {
    var low: String?
    var high: String?

    init() {}

    init(_ text: String) {
        guard !text.contains(",") else { return }
        let own = text.prefix { $0 != "[" && $0 != "{" }
        let words = own.split(separator: " to ").map(String.init)
        if words.count == 2 {
            (low, high) = (words[0], words[1])
        } else if own.hasPrefix("min ") {
            low = String(own.dropFirst(4))
        } else if own.hasPrefix("max ") {
            high = String(own.dropFirst(4))
        } else if UInt64(own) != nil {
            (low, high) = (String(own), String(own))
        }
    }

    static func number(_ word: String, _ field: FieldModel) -> Int128? {
        if let value = Int128(word) { return value }
        if word.hasSuffix("%"), let value = Int128(word.dropLast()) {
            return field.unit == "0.01 %" ? value * 100 : value
        }
        if word.hasSuffix("°C"), let value = Double(word.dropLast(2)) {
            return Int128((value * (field.unit == "0.01 °C" ? 100 : 10)).rounded())
        }
        return nil
    }

    /// `numberOfPositions - 1`, where it is an attribute of the cluster that counts.
    static func attribute(_ word: String, in cluster: FactsTable.Cluster) -> Bound? {
        let parts = word.split(separator: " ")
        guard let name = parts.first, parts.count == 1 || parts.count == 3,
            let attribute = cluster.attributes.first(where: { $0.schemaName == name }), attribute.list != true
        else { return nil }
        var offset: Int64 = 0
        if parts.count == 3 {
            guard let number = Int64(parts[2]) else { return nil }
            offset = parts[1] == "-" ? -number : number
        }
        return .attribute(id: attribute.id, name: attribute.schemaName, offset: offset)
    }
}

extension DataType {
    fileprivate var name: String {
        switch self {
        case .scalar(let scalar): scalar.name
        case .enumeration(let type), .bitmap(let type), .structure(let type): type.name.lowercased()
        }
    }
}

extension FieldModel {
    fileprivate var isString: Bool {
        if case .scalar(let scalar) = type { scalar.kind == .text || scalar.kind == .bytes } else { false }
    }

    /// The range of an integer; nil for other types. A nullable one lacks the value that encodes null.
    fileprivate var range: ClosedRange<Int128>? {
        guard case .scalar(let scalar) = type else { return nil }
        switch scalar.kind {
        case .signed, .unsigned: break
        case .boolean, .enumeration, .bitmap, .floatingPoint, .text, .bytes: return nil
        }
        guard let range = scalar.range, isNullable, !isList else { return scalar.range }
        return range.lowerBound < 0
            ? range.lowerBound + 1...range.upperBound : range.lowerBound...range.upperBound - 1
    }
}

extension FeatureCondition {
    /// Without blanks, with brackets only where they are needed.
    fileprivate var compact: String {
        switch self {
        case .feature(let name, _): name
        case .not(let inner): "!\(inner.bracketed)"
        case .and(let left, let right): "\(left.factor)&\(right.factor)"
        case .or(let left, let right): "\(left.compact)|\(right.compact)"
        }
    }

    private var factor: String { if case .or = self { "(\(compact))" } else { compact } }
    private var bracketed: String { if case .feature(let name, _) = self { name } else { "(\(compact))" } }
}
