package import HearthBase
internal import HearthTraitDescriptors
package import ResolvedSchema

/// Decides the names, numbers and places of a trait.
package struct TraitPlanner {
    private let model: ResolvedSchema
    private let namer: TraitNamer
    private var plan: TraitPlan
    private var swiftTypes: NameScope
    private var protoTypes: NameScope
    private var protoConstants = NameScope()
    private var values: [TypeReference: ValuePlan] = [:]
    private var feature: ValuePlan?
    private var responses: [String: MessagePlan] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    package static func plan(
        _ cluster: ClusterModel, in model: ResolvedSchema, _ overrides: Overrides
    ) -> (plan: TraitPlan, diagnostics: [Diagnostic]) {
        var planner = TraitPlanner(cluster, model, TraitNamer(overrides: overrides))
        planner.run()
        return (planner.plan, planner.diagnostics)
    }

    private init(_ cluster: ClusterModel, _ model: ResolvedSchema, _ namer: TraitNamer) {
        self.model = model
        self.namer = namer
        let vendor = cluster.vendor.name
        let name = Namer.capitalized(cluster.name)
        var cluster = cluster
        cluster.attributes = cluster.attributes.ordered { WireNumber.field($0.id) }
        // Inside of the trait, generated code refers to it by its vendor's name.
        swiftTypes = NameScope(reserved: TraitNamer.reservedTypes.union([vendor]))
        protoTypes = NameScope(reserved: ["Attributes", name])
        plan = TraitPlan(
            cluster: cluster, vendor: vendor, swiftName: namer.trait(cluster.name), name: name,
            package: namer.protoPackage(vendor: vendor),
            protoPath: WireNames.file(name, package: namer.protoPackage(vendor: vendor)),
            attributes: MessagePlan(swift: "Attributes", proto: "Attributes", fields: []))
    }

    private var cluster: ClusterModel { plan.cluster }

    // MARK: Types

    private mutating func run() {
        let used = usedTypes()
        planFeature()
        for reference in used { declare(reference) }
        for index in plan.structs.indices {
            guard let structure = structure(at: index, of: used) else { continue }
            plan.structs[index] = message(plan.structs[index], structure.fields)
        }
        plan.attributes.fields = fields(cluster.attributes.map(\.field), isAttributes: true)
        finish(&plan.attributes, hasNulls: true)
        for response in usedResponses() {
            var message = MessagePlan(
                swift: namer.type(response.name, kind: "Response", in: &swiftTypes),
                proto: protoTypes.claim(Namer.capitalized(response.name), suffix: "Response"), fields: [],
                description: response.description, maturity: response.maturity)
            message = self.message(message, response.fields)
            plan.responses.append(message)
            responses[response.name] = message
        }
        planCommands()
        planEvents()
        for index in plan.bitmaps.indices {
            plan.bitmaps[index].wire = WireBits(
                plan.bitmaps[index].descriptor, types: &protoTypes, constants: &protoConstants)
        }
    }

    /// The responses in the order of their commands. A response of no command is never sent.
    private func usedResponses() -> [ResponseModel] {
        var seen: Set<String> = []
        return cluster.commands.compactMap { command in
            guard let name = command.responseName, seen.insert(name).inserted else { return nil }
            return cluster.responses.first { $0.name == name }
        }
    }

    private func structure(at index: Int, of used: [TypeReference]) -> StructModel? {
        let references = used.filter { model.structure($0, in: cluster) != nil }
        return references.indices.contains(index) ? model.structure(references[index], in: cluster) : nil
    }

    private mutating func planFeature() {
        guard !cluster.features.isEmpty else { return }
        let cases = namer.cases(cluster.features.map(\.name))
        let name = swiftTypes.claim("Feature", suffix: "Bitmap")
        let fields = zip(cluster.features, cases).map { feature, name in
            BitmapPlan.Field(mask: UInt64(feature.mask), name: name, description: feature.description)
        }
        plan.bitmaps.append(BitmapPlan(swift: name, name: "Feature", bits: 32, fields: fields))
        feature = ValuePlan.bitmap(name, bits: 32, index: 0)
    }

    /// The cluster's own types by kind and name, then the global ones that it uses, directly or indirectly.
    private func usedTypes() -> [TypeReference] {
        func reference(_ name: String) -> TypeReference { TypeReference(name: name, scope: .cluster) }
        let own =
            cluster.types.enumerations.map { reference($0.name) } + cluster.types.bitmaps.map { reference($0.name) }
            + cluster.types.structures.map { reference($0.name) }
        let used = model.types(usedBy: cluster.fields + cluster.types.structures.flatMap(\.fields), in: cluster)
        let globals = used.filter { $0.scope == .global }
        return own + globals.ordered(by: \.name)
    }

    private mutating func declare(_ reference: TypeReference) {
        if let model = model.enumeration(reference, in: cluster) {
            declare(model, reference)
        } else if let model = model.bitmap(reference, in: cluster) {
            let name = namer.type(model.name, kind: "Bitmap", in: &swiftTypes)
            let bits = Self.bits(model.base)
            values[reference] = ValuePlan.bitmap(name, bits: bits, index: plan.bitmaps.count)
            let cases = namer.cases(model.fields.map(\.name))
            let fields = zip(model.fields, cases).map { field, name in
                BitmapPlan.Field(mask: field.value, name: name, description: field.description)
            }
            plan.bitmaps.append(
                BitmapPlan(swift: name, name: model.name, bits: bits, fields: fields, description: model.description))
        } else if let model = model.structure(reference, in: cluster) {
            let name = namer.type(model.name, kind: "Struct", in: &swiftTypes)
            let proto = protoTypes.claim(Namer.capitalized(model.name), suffix: "Struct")
            values[reference] = ValuePlan.structure(name, proto: proto, index: plan.structs.count)
            plan.structs.append(
                MessagePlan(
                    swift: name, proto: proto, fields: [], description: model.description, maturity: model.maturity))
        }
    }

    private mutating func declare(_ model: EnumModel, _ reference: TypeReference) {
        let name = namer.type(model.name, kind: "Enum", in: &swiftTypes)
        let proto = protoTypes.claim(Namer.capitalized(model.name), suffix: "Enum")
        values[reference] = ValuePlan.enumeration(name, proto: proto, index: plan.enums.count)
        let cases = namer.cases(model.constants.map(\.name))
        var declared = EnumPlan(model: model, swift: name, proto: proto, cases: cases, protoValues: [])
        (declared.protoValues, declared.protoZero) = WireNames.constants(of: declared.descriptor, in: &protoConstants)
        plan.enums.append(declared)
    }

    private static func bits(_ base: ScalarType) -> Int {
        switch base.kind {
        case .bitmap(let bits), .unsigned(let bits), .enumeration(let bits), .signed(let bits),
            .floatingPoint(let bits):
            bits
        case .boolean, .text, .bytes: 32
        }
    }

    // MARK: Messages

    private mutating func message(_ message: MessagePlan, _ models: [FieldModel]) -> MessagePlan {
        var message = message
        message.fields = fields(models, isAttributes: false)
        finish(&message, hasNulls: models.contains { $0.isNullable })
        return message
    }

    private mutating func fields(_ models: [FieldModel], isAttributes: Bool) -> [FieldPlanOfTrait] {
        var names = NameScope(reserved: TraitNamer.reservedMembers)
        var protoNames = NameScope(reserved: ["null_fields"])
        var numbers: [UInt32: String] = [:]
        let ordered = models.ordered { WireNumber.field($0.id) }
        return ordered.map { model in
            let number = WireNumber.field(model.id)
            if let other = numbers.updateValue(model.name, forKey: number) {
                diagnostics.append(
                    Diagnostic(
                        .error, model.location, "\(other) and \(model.name) both get the number \(number) on the wire",
                        hint: "give one of them an id that differs in its lower 16 bits"))
            }
            let value =
                isAttributes && model.id == GlobalAttribute.featureMap ? feature ?? value(of: model) : value(of: model)
            let swift = names.claim(namer.member(model.name), suffix: "Value")
            var field = FieldPlanOfTrait(
                model: model, swift: swift, proto: protoNames.claim(WireNames.field(swift), suffix: "_value"),
                number: number, value: value,
                presence: isAttributes ? .attribute : Self.presence(model))
            if field.descriptor.isWrapped(asAttribute: isAttributes) {
                field.wrapper = plan.lists.name(of: value.proto, stem: value.protoListStem, in: &protoTypes)
            }
            return field
        }
    }

    private func value(of field: FieldModel) -> ValuePlan {
        switch field.type {
        case .scalar(let type): ValuePlan.scalar(type)
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference):
            values[reference] ?? ValuePlan.integer(bits: 32, isSigned: false)
        }
    }

    private static func presence(_ field: FieldModel) -> FieldPlanOfTrait.Presence {
        switch (field.isOptional, field.isNullable) {
        case (false, false): .plain
        case (false, true): .nullable
        case (true, false): .optional
        case (true, true): .optionalNullable
        }
    }

    private func finish(_ message: inout MessagePlan, hasNulls: Bool) {
        var places = LayoutPlan()
        for index in message.fields.indices {
            let field = message.fields[index]
            if hasNulls, message.nulls == nil, field.number > WireNumber.nullFields {
                message.nulls = places.place(.repeated)
            }
            let shape: LayoutPlan.Shape =
                field.wrapper != nil ? .message : field.isList ? .repeated : field.value.wire.shape
            message.fields[index].place = places.place(shape)
        }
        if hasNulls, message.nulls == nil { message.nulls = places.place(.repeated) }
        message.size = places.size
    }

    // MARK: Commands and events

    private mutating func planCommands() {
        let batchable = cluster.commands.map { namer.member($0.name) + "Batchable" }
        var methods = NameScope(reserved: TraitNamer.reservedMethods.union(batchable))
        // Command messages have a namespace within the trait, and would hide the trait's types of the same name.
        var messages = swiftTypes
        for command in cluster.commands {
            let wanted = Namer.capitalized(command.name)
            // Every trait's service has methods of these names.
            let isTaken = ["Get", "Update", "Watch"].contains(wanted)
            let name = protoTypes.claim(isTaken ? wanted + "Command" : wanted, suffix: "Command")
            let swift = messages.claim(name, suffix: "Command")
            let base = MessagePlan(swift: swift, proto: name, fields: [], description: command.description)
            let message = self.message(base, command.fields)
            let hasOptional = message.fields.contains { $0.model.isOptional }
            plan.commands.append(
                CommandPlan(
                    model: command, method: methods.claim(namer.member(command.name), suffix: "Command"),
                    message: message, response: command.responseName.flatMap { responses[$0] },
                    responseID: command.responseName.flatMap { cluster.response(named: $0)?.id },
                    optionalArguments: hasOptional ? swiftTypes.claim(name + "Arguments", suffix: "Builder") : nil))
        }
    }

    private mutating func planEvents() {
        for event in cluster.events {
            let proto = protoTypes.claim(Namer.capitalized(event.name), suffix: "Report", ending: "Event")
            let swift = swiftTypes.claim(Namer.capitalized(event.name) + "Event", suffix: "Report")
            let payload = message(
                MessagePlan(swift: "Payload", proto: proto, fields: [], description: event.description), event.fields)
            plan.events.append(EventPlan(model: event, swift: swift, payload: payload))
        }
    }
}
