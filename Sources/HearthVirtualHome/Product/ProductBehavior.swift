internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// A trait of a product, with exactly the attributes and commands that the product's description lists. If this module
/// has a behaviour for the trait, it provides the dynamics. Otherwise writes are stored, and commands succeed, change
/// nothing and are logged.
struct ProductBehavior: HostedBehavior {
    let descriptor: TraitDescriptor
    private(set) var life: (any TraitBehavior)?
    /// All attributes. If `life` has an attribute too, its value is used.
    private var own: StructureValue
    private let stored: Set<UInt32>
    private let accepted: Set<Int64>
    private let events: Set<UInt32>?

    init(_ trait: ProductTrait, life: (any TraitBehavior)?) {
        descriptor = trait.descriptor
        own = trait.attributes
        stored = trait.stored
        accepted = Set(trait.attributes[GlobalAttribute.acceptedCommandList]?.list?.compactMap(\.integer) ?? [])
        events = trait.events
        self.life = life
        let settings = known(trait.attributes, trait.stated.union([GlobalAttribute.featureMap]))
        self.life?.adopt(settings)
    }

    /// The values that `life` can represent.
    private func known(_ values: StructureValue, _ ids: Set<UInt32>? = nil) -> StructureValue {
        guard let trait = life?.descriptor else { return [:] }
        var known = StructureValue()
        for (id, value) in values.fields where ids?.contains(id) ?? true {
            guard let field = trait.attribute(id)?.field, trait.hasType(value, of: field) else { continue }
            known[id] = value
        }
        return known
    }

    // MARK: Values

    var values: StructureValue {
        guard let live = life?.values else { return own }
        var result = own
        for id in own.fields.keys where !GlobalAttribute.contains(id) {
            guard let value = live[id], let attribute = descriptor.attribute(id) else { continue }
            if descriptor.hasType(value, of: attribute.field) { result[id] = value }
        }
        return result
    }

    func changes(since earlier: any HostedBehavior) -> StructureValue {
        guard let earlier = earlier as? ProductBehavior else { return values }
        if own == earlier.own, let live = changes(of: life, since: earlier.life) { return live }
        let before = earlier.values
        var changed = StructureValue()
        for (id, value) in values.fields where before[id] != value { changed[id] = value }
        return changed
    }

    /// The visible part of the changes of `life`; nil if all values are needed to tell.
    private func changes(of life: (any TraitBehavior)?, since earlier: (any TraitBehavior)?) -> StructureValue? {
        guard let life, let earlier else { return [:] }
        var shown = StructureValue()
        for (id, value) in life.changes(since: earlier).fields where own[id] != nil && !GlobalAttribute.contains(id) {
            guard let field = descriptor.attribute(id)?.field, descriptor.hasType(value, of: field) else { return nil }
            shown[id] = value
        }
        return shown
    }

    /// The product's description contains them.
    mutating func completeGlobals() {}

    mutating func restore(_ values: StructureValue) -> Bool {
        var kept = StructureValue()
        for id in stored { kept[id] = values[id] }
        keep(kept)
        let shared = known(kept)
        let isRestored = life?.restore(shared) ?? false
        return isRestored || !kept.isEmpty
    }

    mutating func adopt(_ values: StructureValue) {
        keep(values)
        let shared = known(values)
        life?.adopt(shared)
    }

    private mutating func keep(_ values: StructureValue) {
        for (id, value) in values.fields where own[id] != nil {
            guard let field = descriptor.attribute(id)?.field, descriptor.hasType(value, of: field) else { continue }
            own[id] = value
        }
    }

    mutating func write(_ values: StructureValue, _ context: inout EndpointContext) throws(TraitError) {
        try descriptor.checkWrite(values, present: self.values)
        let live = life?.values ?? [:]
        var alive = StructureValue()
        for (id, value) in known(values).fields where live[id] != nil { alive[id] = value }
        if !alive.isEmpty { try life?.write(alive, &context) }
        own.fields.merge(values.fields) { _, new in new }
    }

    func reports(_ eventID: UInt32) -> Bool { events?.contains(eventID) ?? true }

    // MARK: Commands

    mutating func invoke(
        _ call: CommandCall, _ context: inout EndpointContext
    ) throws(TraitError) -> TraitContent? {
        let command = call.command
        guard accepted.contains(Int64(command.id)) else {
            throw TraitError(
                .unsupportedCommand, "this device does not take \(descriptor.name).\(command.methodName)",
                element: .command(command.id))
        }
        let complete = try descriptor.checkArguments(of: command, call.values(of: descriptor), attributes: values)
        if let trait = life?.descriptor, let known = trait.command(command.id) {
            do throws(TraitError) {
                let response = try life?.invoke(CommandCall(known, values: complete), &context)
                let fields = response?.response(to: known, of: trait)
                return command.response.map { .values(fields ?? answer(command, $0, complete)) }
            } catch let error where error.status == .unsupportedCommand {
                // The product accepts the command anyway.
            }
        }
        context.note("\(descriptor.name).\(command.methodName) is accepted but has no effect")
        return command.response.map { .values(answer(command, $0, complete)) }
    }

    /// A response field with the name and type of an argument or attribute gets its value; others get resting values.
    private func answer(
        _ command: CommandDescriptor, _ response: StructDescriptor, _ arguments: StructureValue
    ) -> StructureValue {
        let present = values
        var result = StructureValue()
        for field in response.fields {
            let argument = command.arguments.field(named: field.name).flatMap { arguments[$0.id] }
            let attribute = descriptor.attribute(named: field.name).flatMap { present[$0.id] }
            let value = [argument, attribute].compactMap { $0 }.first { descriptor.hasType($0, of: field) }
            result[field.id] = value ?? (field.isOptional ? nil : descriptor.restingValue(of: field))
        }
        return result
    }

    // MARK: Events

    var core: any HostedBehavior { life ?? self }

    var memory: [UInt8] { life?.memory ?? [] }

    mutating func recall(_ memory: [UInt8]) { life?.recall(memory) }

    var deadline: Duration? { life?.deadline }
    var isCarryingOut: Bool { life?.isCarryingOut ?? false }

    mutating func start(restored: Bool, _ context: inout EndpointContext) {
        // The product's own values are set in any case.
        life?.start(restored: true, &context)
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        life?.timePassed(&context)
    }

    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        life?.receive(signal, &context)
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        life?.sense(input, &context)
    }

    mutating func settle(_ context: inout EndpointContext) {
        life?.settle(&context)
    }
}
