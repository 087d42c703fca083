internal import HearthBase
package import HearthTraitDescriptors
internal import TraitSchema

/// Everything in a schema's text, in the form in which schemas are compared.
extension ComparedSchema {
    package init(_ model: ResolvedSchema) {
        self.init(
            model.clusters.map { ComparedTrait($0) }, globals: ComparedTypes(model.globals))
    }
}

extension ComparedTrait {
    package init(_ cluster: ClusterModel) {
        self.init(cluster.id, cluster.name, vendor: cluster.vendor.name, revision: cluster.revision)
        features = cluster.features.map { feature in
            var compared = ComparedConstant(feature.name, UInt64(feature.mask))
            compared.maturity = feature.maturity.rawValue
            return compared
        }
        types = ComparedTypes(cluster.types)
        attributes = cluster.attributes.filter { !$0.isGlobal }.map { attribute in
            var compared = ComparedAttribute(
                ComparedField(attribute.field), read: attribute.isReadable ? attribute.readPrivilege : nil,
                write: attribute.isWritable ? attribute.writePrivilege : nil)
            compared.isTimedWrite = attribute.requiresTimedWrite
            compared.isReported = attribute.isReported
            return compared
        }
        commands = cluster.commands.map { ComparedCommand($0) }
        responses = cluster.responses.map { response in
            var compared = ComparedResponse(response.id, response.name, response.fields.map { ComparedField($0) })
            compared.maturity = response.maturity.rawValue
            compared.location = "\(response.location)"
            return compared
        }
        events = cluster.events.map { ComparedEvent($0) }
        maturity = cluster.maturity.rawValue
        location = "\(cluster.location)"
    }
}

extension ComparedCommand {
    fileprivate init(_ command: CommandModel) {
        self.init(
            command.id, command.name, command.fields.map { ComparedField($0) }, responseName: command.responseName,
            invoke: command.invokePrivilege)
        isTimed = command.isTimed
        isFabricScoped = command.isFabricScoped
        isOptional = command.isOptional
        isRepeatable = command.isRepeatable
        condition = ComparedCondition(command.conformance)
        maturity = command.maturity.rawValue
        location = "\(command.location)"
    }
}

extension ComparedEvent {
    fileprivate init(_ event: EventModel) {
        self.init(
            event.id, event.name, event.priority, read: event.readPrivilege, event.fields.map { ComparedField($0) })
        isFabricSensitive = event.isFabricSensitive
        isOptional = event.isOptional
        condition = ComparedCondition(event.conformance)
        maturity = event.maturity.rawValue
        location = "\(event.location)"
    }
}

// MARK: Types

extension ComparedTypes {
    package init(_ scope: TypeScope) {
        self.init(
            enums: scope.enumerations.map {
                ComparedConstants($0.name, $0.base, $0.constants, $0.maturity, $0.location)
            },
            bitmaps: scope.bitmaps.map { ComparedConstants($0.name, $0.base, $0.fields, $0.maturity, $0.location) },
            structs: scope.structures.map { structure in
                var compared = ComparedStruct(structure.name, structure.fields.map { ComparedField($0) })
                compared.isFabricScoped = structure.isFabricScoped
                compared.maturity = structure.maturity.rawValue
                compared.location = "\(structure.location)"
                return compared
            })
    }
}

extension ComparedConstants {
    fileprivate init(
        _ name: String, _ base: ScalarType, _ constants: [ConstantModel], _ maturity: Maturity,
        _ location: SourceLocation
    ) {
        let compared = constants.map { constant in
            var compared = ComparedConstant(constant.name, constant.value)
            compared.maturity = constant.maturity.rawValue
            compared.location = "\(constant.location)"
            return compared
        }
        self.init(name, base: base.shape, named: base.name, compared)
        self.maturity = maturity.rawValue
        self.location = "\(location)"
    }
}

extension ComparedTypes.Reference {
    fileprivate init(_ reference: TypeReference) {
        self.init(reference.name, isGlobal: reference.scope == .global)
    }
}

extension ScalarType {
    fileprivate var shape: WireShape {
        switch kind {
        case .boolean: .boolean
        case .unsigned(let bits): .integer(bits: bits)
        case .signed(let bits): .integer(bits: bits, isSigned: true)
        case .enumeration(let bits): .constant(bits: bits)
        case .bitmap(let bits): .bitmap(bits: bits)
        case .floatingPoint(let bits): .floatingPoint(bits: bits)
        case .text: .text
        case .bytes: .octets
        }
    }
}

// MARK: Fields

extension ComparedField {
    fileprivate init(_ field: FieldModel) {
        let kind: Kind =
            switch field.type {
            case .scalar(let type): .scalar(type.shape)
            case .enumeration(let reference): .enumeration(ComparedTypes.Reference(reference))
            case .bitmap(let reference): .bitmap(ComparedTypes.Reference(reference))
            case .structure(let reference): .structure(ComparedTypes.Reference(reference))
            }
        self.init(field.id, field.name, kind, spelling: field.type.spelling)
        isList = field.isList
        isNullable = field.isNullable
        isOptional = field.isOptional
        isFabricSensitive = field.isFabricSensitive
        limits = ComparedLimits(field)
        unit = field.unit
        defaultValue = field.defaultValue?.words
        condition = ComparedCondition(field.conformance)
        maturity = field.maturity.rawValue
        location = "\(field.location)"
    }
}

extension ComparedCondition {
    fileprivate init(_ conformance: ConformanceModel) {
        self.init(
            required: conformance.required?.expression, allowed: conformance.allowed?.expression,
            words: conformance.words)
    }
}

extension ComparedLimits {
    /// The stated limits, and those of the string type.
    fileprivate init(_ field: FieldModel) {
        self.init()
        var constraints = field.constraints
        if case .scalar(let type) = field.type {
            range = type.range
            if let longest = type.maximumLength {
                if field.isList {
                    constraints.maximumEntryLength = constraints.maximumEntryLength ?? longest
                } else {
                    constraints.maximumLength = constraints.maximumLength ?? longest
                }
            }
        }
        minimum = constraints.minimum?.compared
        maximum = constraints.maximum?.compared
        step = constraints.step
        minimumLength = constraints.minimumLength
        maximumLength = constraints.maximumLength
        maximumEntryLength = constraints.maximumEntryLength
        let stated = constraints.words(isList: field.isList)
        if !stated.isEmpty { words = stated.joined(separator: ", ") }
    }
}

extension Bound {
    fileprivate var compared: ComparedLimits.Bound {
        switch self {
        case .literal(let value): .literal(value)
        case .attribute(let id, let name, let offset): .attribute(id: id, name: name, offset: offset)
        }
    }
}
