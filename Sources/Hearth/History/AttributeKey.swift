internal import HearthTraitCore

/// The attribute of a trait that a key path refers to, with the conversion of its recorded numbers to values.
///
/// The history has attribute IDs; apps have key paths. To match them, a trait is created in which only one attribute
/// has a value, and the key path is read from it.
struct AttributeKey<T: Trait, Value: Hashable & Sendable>: Sendable {
    let id: UInt32
    private let type: ValueType
    private let path: any KeyPath<T, Value?> & Sendable
    private let interaction: TraitInteraction

    /// - Throws: `HomeError`, `.invalidArgument` if the path refers to no attribute with a history.
    init(_ path: any KeyPath<T, Value?> & Sendable, _ interaction: TraitInteraction) throws(HomeError) {
        self.path = path
        self.interaction = interaction
        for attribute in T.descriptor.attributes
        where !attribute.field.isList && !GlobalAttribute.contains(attribute.id) {
            guard let sample = Self.content(0, attribute.field.type),
                Self.value(sample, of: attribute.id, path, interaction) != nil
            else { continue }
            id = attribute.id
            type = attribute.field.type
            return
        }
        throw HomeError(
            .invalidArgument,
            "the key path names no attribute of \(T.descriptor.name) that has a history; numbers, booleans, enums and "
                + "bitmaps have one")
    }

    /// A recorded number as a value; nil if it is not a value of the type.
    func value(_ number: Double) -> Value? {
        Self.content(number, type).flatMap { Self.value($0, of: id, path, interaction) }
    }

    /// A recorded integer as a value; nil if it is not a value of the type.
    func value(_ number: Int64) -> Value? {
        let content: TraitValue? =
            switch type {
            case .unsigned, .enumeration, .bitmap: UInt64(exactly: number).map { .unsigned($0) }
            case .signed: .signed(number)
            default: Self.content(Double(number), type)
            }
        return content.flatMap { Self.value($0, of: id, path, interaction) }
    }

    private static func content(_ number: Double, _ type: ValueType) -> TraitValue? {
        switch type {
        case .boolean: .bool(number != 0)
        case .unsigned, .enumeration, .bitmap: UInt64(exactly: number.rounded()).map { .unsigned($0) }
        case .signed: Int64(exactly: number.rounded()).map { .signed($0) }
        case .single: .float(Float(number))
        case .double: .double(number)
        case .string, .octets, .structure: nil
        }
    }

    private static func value(
        _ content: TraitValue, of id: UInt32, _ path: KeyPath<T, Value?>, _ interaction: TraitInteraction
    ) -> Value? {
        guard let attributes = try? T.descriptor.attributes([id: content], as: T.Attributes.self) else { return nil }
        let trait = T(
            attributes: attributes, metadata: TraitMetadata(sourceConnectivity: .unknown), interaction: interaction)
        return trait[keyPath: path]
    }
}
