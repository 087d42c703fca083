/// A descriptor lacks some properties: whether a command or a struct is fabric-scoped, whether an attribute is
/// reported, and the maximum length of list entries. Changes of these are only found by comparing schema sources before
/// a release. Quieter reporting is never compared: it affects notifications to people, not how programs interoperate.
extension ComparedTrait {
    package init(_ trait: TraitDescriptor) {
        self.init(trait.id, trait.name, vendor: trait.vendor, revision: UInt32(trait.revision))
        features = trait.features.map { ComparedConstant($0.name, UInt64($0.mask)) }
        var bitmaps = trait.bitmaps
        // The bits of the feature map repeat the features.
        if case .bitmap(let index)? = trait.attribute(GlobalAttribute.featureMap)?.field.type,
            bitmaps.indices.contains(index), !features.isEmpty
        {
            bitmaps.remove(at: index)
        }
        types = ComparedTypes(
            enums: trait.enums.map { type in
                ComparedConstants(
                    type.name, base: .constant(bits: Int(type.bits)), named: "enum\(type.bits)",
                    type.cases.map { ComparedConstant($0.name, $0.value) })
            },
            bitmaps: bitmaps.map { type in
                ComparedConstants(
                    type.name, base: .bitmap(bits: Int(type.bits)), named: "bitmap\(type.bits)",
                    type.fields.map { ComparedConstant($0.name, $0.mask) })
            }, structs: trait.structs.map { ComparedStruct($0.name, trait.compared($0.fields)) })
        attributes = trait.attributes.filter { !GlobalAttribute.contains($0.id) }.map { attribute in
            var compared = ComparedAttribute(
                trait.compared(attribute.field), read: attribute.read, write: attribute.write)
            compared.isTimedWrite = attribute.isTimedWrite
            return compared
        }
        commands = trait.commands.map { command in
            var compared = ComparedCommand(
                command.id, command.name, trait.compared(command.arguments.fields),
                responseName: command.response?.name, invoke: command.invoke)
            compared.isTimed = command.isTimed
            compared.isOptional = command.isOptional
            compared.isRepeatable = command.isRepeatable
            compared.condition = trait.compared(command.required, command.allowed)
            return compared
        }
        for command in trait.commands {
            guard let response = command.response, self.response(named: response.name) == nil else { continue }
            responses.append(ComparedResponse(command.responseID, response.name, trait.compared(response.fields)))
        }
        events = trait.events.map {
            ComparedEvent($0.id, $0.name, $0.importance, read: $0.read, trait.compared($0.fields.fields))
        }
    }
}

extension TraitDescriptor {
    fileprivate func compared(_ fields: [FieldDescriptor]) -> [ComparedField] { fields.map { compared($0) } }

    fileprivate func compared(_ field: FieldDescriptor) -> ComparedField {
        let kind = kind(of: field.type)
        var compared = ComparedField(field.id, field.name, kind, spelling: typeName(of: field))
        compared.isList = field.isList
        compared.isNullable = field.isNullable
        compared.isOptional = field.isOptional
        compared.isFabricSensitive = field.flags.contains(.fabricSensitive)
        compared.limits = limits(of: field, kind)
        compared.unit = field.unit
        compared.defaultValue = field.defaultValue.map { text($0, field) }
        compared.condition = self.compared(field.required, field.allowed)
        return compared
    }

    private func kind(of type: ValueType) -> ComparedField.Kind {
        func reference(_ names: [String], _ index: Int) -> ComparedTypes.Reference {
            ComparedTypes.Reference(names.indices.contains(index) ? names[index] : "")
        }
        switch type {
        case .boolean: return .scalar(.boolean)
        case .unsigned(let bits): return .scalar(.integer(bits: Int(bits)))
        case .signed(let bits): return .scalar(.integer(bits: Int(bits), isSigned: true))
        case .single: return .scalar(.floatingPoint(bits: 32))
        case .double: return .scalar(.floatingPoint(bits: 64))
        case .string: return .scalar(.text)
        case .octets: return .scalar(.octets)
        case .enumeration(let index): return .enumeration(reference(enums.map(\.name), index))
        case .bitmap(let index): return .bitmap(reference(bitmaps.map(\.name), index))
        case .structure(let index): return .structure(reference(structs.map(\.name), index))
        }
    }

    private func limits(of field: FieldDescriptor, _ kind: ComparedField.Kind) -> ComparedLimits {
        var limits = ComparedLimits()
        if case .scalar(let shape) = kind { limits.range = shape.range }
        limits.minimum = field.min.map(bound)
        limits.maximum = field.max.map(bound)
        limits.step = field.step.flatMap { UInt64(exactly: $0) }
        limits.minimumLength = field.minLength.flatMap { UInt64(exactly: $0) }
        limits.maximumLength = field.maxLength.flatMap { UInt64(exactly: $0) }
        let stated = [
            limits.minimum.map { "min = \($0.words)" }, limits.maximum.map { "max = \($0.words)" },
            limits.step.map { "step = \($0)" }, limits.minimumLength.map { "minLength = \($0)" },
            limits.maximumLength.map { "maxLength = \($0)" },
        ].compactMap { $0 }
        if !stated.isEmpty { limits.words = stated.joined(separator: ", ") }
        return limits
    }

    private func bound(_ limit: Limit) -> ComparedLimits.Bound {
        switch limit {
        case .literal(let value): .literal(Int128(value))
        case .attribute(let id, let offset):
            .attribute(id: id, name: attribute(id)?.name ?? "attribute \(id)", offset: offset)
        }
    }

    fileprivate func compared(_ required: FeatureExpression?, _ allowed: FeatureExpression?) -> ComparedCondition {
        let stated = [required.map { "required = \(words($0))" }, allowed.map { "allowed = \(words($0))" }]
            .compactMap { $0 }
        return ComparedCondition(
            required: required, allowed: allowed, words: stated.isEmpty ? "always" : stated.joined(separator: ", "))
    }

    private func words(_ expression: FeatureExpression) -> String {
        switch expression {
        case .feature(let mask): features.first { $0.mask == mask }?.name ?? "0x" + String(mask, radix: 16)
        case .not(let operand): "!\(words(operand))"
        case .and(let left, let right): "(\(words(left)) & \(words(right)))"
        case .or(let left, let right): "(\(words(left)) | \(words(right)))"
        }
    }
}

extension ComparedLimits.Bound {
    /// "9", "maxLevel - 1".
    package var words: String {
        switch self {
        case .literal(let value): "\(value)"
        case .attribute(_, let name, let offset):
            offset == 0 ? name : offset < 0 ? "\(name) - \(offset.magnitude)" : "\(name) + \(offset)"
        }
    }
}
