public import HearthTraitCore

/// The allowed values of an attribute, an argument or a field of an event.
public struct FieldDetails: Hashable, Sendable {
    /// The attribute, argument or field.
    public let field: AnyField
    /// The limits of its value; nil for a type without limits, such as a struct.
    public let constraint: FieldConstraint?
    /// Whether it may be null.
    public let isNullable: Bool
    /// Whether it may be left out.
    public let isOptional: Bool

    /// - Parameter values: the trait's current values, for limits that refer to an attribute.
    init(_ field: FieldDescriptor, of trait: any Trait.Type, _ values: StructureValue) {
        self.field = AnyField(field)
        isNullable = field.isNullable
        isOptional = field.isOptional
        constraint = field.isList ? nil : FieldConstraint(field, of: trait, values)
    }
}

/// The name of ``FieldDetails`` in Google's SDK.
public typealias FieldDetailsType = FieldDetails

/// The values that a field may have, in raw units.
public enum FieldConstraint: Hashable, Sendable {
    /// True or false.
    case booleanConstraint
    /// One of the cases of an enum.
    case enumConstraint([AnyEnum])
    /// A signed number, both bounds included. Allowed are the lower bound plus multiples of `step`, and the upper
    /// bound.
    case intRangeConstraint(lowerBound: Int64, upperBound: Int64, step: Int64?, unit: String?)
    /// An unsigned number, both bounds included.
    case uintRangeConstraint(lowerBound: UInt64, upperBound: UInt64, step: UInt64?, unit: String?)
    /// A number with a fraction, both bounds included.
    case doubleRangeConstraint(lowerBound: Double, upperBound: Double, step: Double?, unit: String?)
    /// A text, with its length in bytes of UTF-8; nil for no bound.
    case stringLengthConstraint(minLength: Int?, maxLength: Int?)

    init?(_ field: FieldDescriptor, of trait: any Trait.Type, _ values: StructureValue) {
        let low = field.min.flatMap { $0.number(in: values) }
        let high = field.max.flatMap { $0.number(in: values) }
        switch field.type {
        case .boolean: self = .booleanConstraint
        case .enumeration(let index):
            guard trait.descriptor.enums.indices.contains(index) else { return nil }
            let type = trait.descriptor.enums[index]
            self = .enumConstraint(
                type.cases.map {
                    AnyEnum(rawValue: $0.value, name: $0.name, typeName: "\(String(reflecting: trait)).\(type.name)")
                })
        case .unsigned(let bits):
            // Matter reserves the largest number of a type for null.
            let most = (UInt64.max >> UInt64(64 - min(max(bits, 1), 64))) - (field.isNullable ? 1 : 0)
            self = .uintRangeConstraint(
                lowerBound: low.flatMap(UInt64.init(exactly:)) ?? 0,
                upperBound: min(high.flatMap(UInt64.init(exactly:)) ?? most, most),
                step: field.step.flatMap(UInt64.init(exactly:)), unit: field.unit)
        case .signed(let bits):
            let most = Int64.max >> Int64(64 - min(max(bits, 1), 64))
            let least = field.isNullable ? -most : -most - 1
            self = .intRangeConstraint(
                lowerBound: max(low ?? least, least), upperBound: min(high ?? most, most), step: field.step,
                unit: field.unit)
        case .single, .double:
            let most = field.type == .single ? Double(Float.greatestFiniteMagnitude) : Double.greatestFiniteMagnitude
            self = .doubleRangeConstraint(
                lowerBound: low.map(Double.init) ?? -most, upperBound: high.map(Double.init) ?? most,
                step: field.step.map(Double.init), unit: field.unit)
        case .string: self = .stringLengthConstraint(minLength: field.minLength, maxLength: field.maxLength)
        case .octets, .bitmap, .structure: return nil
        }
    }
}

extension Limit {
    /// The bound with the current values; nil without a bound.
    fileprivate func number(in values: StructureValue) -> Int64? {
        switch self {
        case .literal(let value): return value
        case .attribute(let id, let offset):
            guard let value = values[id]?.integer else { return nil }
            let (sum, isTooLarge) = value.addingReportingOverflow(offset)
            return isTooLarge ? nil : sum
        }
    }
}

/// A case of an enum whose Swift type is not known.
public struct AnyEnum: Hashable, Sendable, CustomStringConvertible {
    /// Matter's number of the case.
    public let rawValue: UInt64
    /// The name of the case.
    public let name: String
    /// The full name of the enum's Swift type.
    let typeName: String

    public var description: String { name }

    /// The value as a case of the enum type `type`; nil if it belongs to another enum.
    public func cast<E: TraitEnum>(_ type: E.Type) -> E? {
        String(reflecting: type) == typeName ? E(rawValue: rawValue) : nil
    }
}
