internal import HearthBase
internal import HearthVirtualHome
internal import HearthTraitCore
internal import ResolvedSchema
internal import TraitSchema

/// The parts of a trait that an endpoint has.
struct ListedTrait {
    struct Attribute {
        var id: UInt32
        var storage: AttributeStorage
        /// The value in the file.
        var defaultValue: DefaultValue?
        /// The location of the value; nil if the file lists no value.
        var location: SourceLocation?
    }

    let descriptor: TraitDescriptor
    /// The cluster's revision in the file, which may differ from the descriptor's.
    var revision: UInt16
    var attributes: [Attribute]
    var commands: Set<UInt32>
    /// IDs of the events it can report; nil for all.
    var events: Set<UInt32>?

    /// - Parameter warnings: receives warnings about values that can't be used.
    func productTrait(_ warnings: inout [String]) -> ProductTrait {
        var result = ProductTrait(descriptor: descriptor, attributes: [:], events: events)
        for listed in attributes {
            guard let attribute = descriptor.attribute(listed.id) else { continue }
            let field = attribute.field
            let written = listed.defaultValue.flatMap { value(of: $0, field, listed.location, &warnings) }
            if let written {
                result.attributes[field.id] = written
                result.stated.insert(field.id)
            } else if listed.storage == .callback {
                result.attributes[field.id] = descriptor.restingValue(of: field)
            } else {
                result.attributes[field.id] = zero(of: field)
            }
            if listed.storage == .persist || listed.storage == .callback && attribute.isWritable {
                result.stored.insert(field.id)
            }
        }
        keepLimits(&result)
        addGlobals(&result)
        return result
    }

    private func value(
        of written: DefaultValue, _ field: FieldDescriptor, _ location: SourceLocation?, _ warnings: inout [String]
    ) -> TraitValue? {
        if let value = WrittenValues(descriptor).value(of: written, field) { return value }
        let what = "the default \(written.text) of \(descriptor.name).\(field.name) is left out"
        let message = "\(what): it is not \(descriptor.typeName(of: field))"
        warnings.append(location.map { Diagnostic(.warning, $0, message).description } ?? message)
        return nil
    }

    /// The value for attributes without a default in the file: 0, false or empty, or the nearest valid value.
    private func zero(of field: FieldDescriptor) -> TraitValue {
        let plain = FieldDescriptor(
            field.id, field.name, field.type, field.flags.subtracting(.nullable), min: field.min, max: field.max,
            minLength: field.minLength, maxLength: field.maxLength)
        return descriptor.restingValue(of: plain)
    }

    /// Adjusts default values to limits that other attributes give.
    private func keepLimits(_ trait: inout ProductTrait) {
        for (id, value) in trait.attributes.fields where !trait.stated.contains(id) {
            guard let field = descriptor.attribute(id)?.field, let number = value.integer else { continue }
            if let low = limit(field.min, trait.attributes), number < low {
                set(low, field, &trait.attributes)
            } else if let high = limit(field.max, trait.attributes), number > high {
                set(high, field, &trait.attributes)
            }
        }
    }

    private func limit(_ limit: Limit?, _ present: StructureValue) -> Int64? {
        guard case .attribute(let id, let offset)? = limit, let value = present[id]?.integer else { return nil }
        let (sum, overflow) = value.addingReportingOverflow(offset)
        return overflow ? nil : sum
    }

    private func set(_ number: Int64, _ field: FieldDescriptor, _ values: inout StructureValue) {
        let value: TraitValue? =
            switch field.type {
            case .unsigned: UInt64(exactly: number).map { .unsigned($0) }
            case .signed: .signed(number)
            default: nil
            }
        if let value, descriptor.hasType(value, of: field) { values[field.id] = value }
    }

    // MARK: Global attributes

    private func addGlobals(_ trait: inout ProductTrait) {
        func list(_ ids: some Sequence<UInt32>) -> TraitValue { .list(ids.ordered().map { .unsigned(UInt64($0)) }) }
        if !trait.stated.contains(GlobalAttribute.featureMap) {
            trait.attributes[GlobalAttribute.featureMap] = .unsigned(UInt64(impliedFeatures))
        }
        trait.attributes[GlobalAttribute.clusterRevision] = .unsigned(UInt64(revision))
        trait.attributes[GlobalAttribute.acceptedCommandList] = list(commands)
        let responses = Set(commands.compactMap { descriptor.command($0)?.responseID })
        trait.attributes[GlobalAttribute.generatedCommandList] = list(responses)
        trait.attributes[GlobalAttribute.attributeList] = list([])
        trait.attributes[GlobalAttribute.attributeList] = list(trait.attributes.fields.keys)
    }

    /// The features that the listed attributes and commands require, for files without a feature map.
    private var impliedFeatures: UInt32 {
        let listed = attributes.compactMap { descriptor.attribute($0.id)?.field.required }
        let all = listed + commands.compactMap { descriptor.command($0)?.required }
        return all.reduce(0) { map, rule in if case .feature(let mask) = rule { map | mask } else { map } }
    }
}

extension DefaultValue {
    fileprivate var text: String {
        switch self {
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .string(let text): quoted(text)
        }
    }
}
