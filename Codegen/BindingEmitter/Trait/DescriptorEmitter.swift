internal import TraitModel
internal import TraitSchema

/// Writes a trait as data.
struct DescriptorEmitter {
    let plan: TraitPlan

    func emit(_ text: inout CodeText) {
        text.line("public static let descriptor: TraitDescriptor = TraitDescriptor(")
        text.indented { text in
            text.folded(
                "id: \(plan.cluster.id.hex), name: \(plan.name.quoted), vendor: \(plan.vendor.quoted), "
                    + "package: \(plan.package.quoted), revision: \(plan.cluster.revision),")
            table("features", plan.cluster.features.map(feature), &text)
            table("enums", plan.enums.map(enumeration), &text)
            table("bitmaps", plan.bitmaps.map(bitmap), &text)
            table("structs", plan.structs.map { structure($0) + "," }, &text)
            table("attributes", attributes, &text)
            table("commands", plan.commands.map(command), &text)
            table("events", plan.events.map(event), &text, isLast: true)
        }
        text.line(")")
    }

    private func table(_ name: String, _ lines: [String], _ text: inout CodeText, isLast: Bool = false) {
        let comma = isLast ? "" : ","
        guard !lines.isEmpty else { return text.line("\(name): []\(comma)") }
        text.line("\(name): [")
        text.indented { text in
            for line in lines.flatMap({ $0.split(separator: "\n") }) { text.folded(String(line)) }
        }
        text.line("]\(comma)")
    }

    private func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16, uppercase: true) }

    private func feature(_ feature: FeatureModel) -> String {
        "FeatureDescriptor(\(TraitNamer.withoutK(feature.name).quoted), \(hex(UInt64(feature.mask)))),"
    }

    private func enumeration(_ declared: EnumPlan) -> String {
        let bits = if case .enumeration(let bits) = declared.model.base.kind { bits } else { 8 }
        let cases = zip(declared.model.constants, declared.cases).map { "(\($0.value), \($1.quoted))" }
        return "EnumDescriptor(\(declared.proto.quoted), bits: \(bits), [\(cases.joined(separator: ", "))]),"
    }

    private func bitmap(_ declared: BitmapPlan) -> String {
        let fields = declared.fields.map { "(\(hex($0.mask)), \($0.name.quoted))" }
        return "BitmapDescriptor(\(declared.name.quoted), bits: \(declared.bits), [\(fields.joined(separator: ", "))]),"
    }

    private func structure(_ message: MessagePlan) -> String {
        "StructDescriptor(\(message.proto.quoted), [\(fields(message.fields))])"
    }

    private func fields(_ fields: [FieldPlanOfTrait]) -> String {
        guard !fields.isEmpty else { return "" }
        return "\n" + fields.map { "    " + field($0) + ",\n" }.joined()
    }

    // MARK: Elements

    private var attributes: [String] {
        var lines: [String] = []
        for (plan, attribute) in zip(plan.attributes.fields, plan.cluster.attributes) {
            // The run-time library knows the others; this one may have names for its bits.
            if attribute.isGlobal,
                attribute.id != GlobalAttributes.featureMap || !plan.value.descriptor.hasPrefix(".bitmap")
            {
                continue
            }
            var arguments = [field(plan)]
            if !attribute.isReadable {
                arguments.append("read: nil")
            } else if attribute.readPrivilege != .view {
                arguments.append("read: .\(attribute.readPrivilege.rawValue)")
            }
            if attribute.isWritable { arguments.append("write: .\(attribute.writePrivilege.rawValue)") }
            if attribute.requiresTimedWrite { arguments.append("timedWrite: true") }
            lines.append("AttributeDescriptor(\(arguments.joined(separator: ", "))),")
        }
        return lines
    }

    private func command(_ command: CommandPlan) -> String {
        let model = command.model
        var arguments = [hex(UInt64(model.id)), model.name.quoted, "method: \(command.method.quoted)"]
        if !command.message.fields.isEmpty { arguments.append("[\(fields(command.message.fields))]") }
        if let response = command.response {
            arguments.append("response: \(structure(response))")
            if let id = command.responseID { arguments.append("responseID: \(hex(UInt64(id)))") }
        }
        if model.invokePrivilege != .operate { arguments.append("invoke: .\(model.invokePrivilege.rawValue)") }
        if model.isTimed { arguments.append("timed: true") }
        if model.isOptional { arguments.append("optional: true") }
        arguments += conformance(model.conformance)
        return "CommandDescriptor(\(arguments.joined(separator: ", "))),"
    }

    private func event(_ event: EventPlan) -> String {
        var arguments = [hex(UInt64(event.model.id)), event.model.name.quoted, ".\(event.model.priority.rawValue)"]
        if !event.payload.fields.isEmpty { arguments.append("[\(fields(event.payload.fields))]") }
        if event.model.readPrivilege != .view { arguments.append("read: .\(event.model.readPrivilege.rawValue)") }
        return "EventDescriptor(\(arguments.joined(separator: ", "))),"
    }

    private func field(_ plan: FieldPlanOfTrait) -> String {
        let model = plan.model
        var arguments = [hex(UInt64(model.id)), plan.swift.quoted, plan.value.descriptor]
        var flags: [String] = []
        if model.isList { flags.append(".list") }
        if model.isNullable { flags.append(".nullable") }
        if model.isOptional { flags.append(".optional") }
        if model.isFabricSensitive { flags.append(".fabricSensitive") }
        if flags.count == 1 { arguments.append(flags[0]) }
        if flags.count > 1 { arguments.append("[\(flags.joined(separator: ", "))]") }
        let limits = model.constraints
        if let limit = limits.minimum.flatMap(limit) { arguments.append("min: \(limit)") }
        if let limit = limits.maximum.flatMap(limit) { arguments.append("max: \(limit)") }
        if let step = limits.step { arguments.append("step: \(step)") }
        if let length = limits.minimumLength { arguments.append("minLength: \(length)") }
        if let length = limits.maximumLength ?? typeLength(model) { arguments.append("maxLength: \(length)") }
        if let unit = model.unit { arguments.append("unit: \(unit.quoted)") }
        if let value = model.defaultValue.flatMap({ defaultValue($0, plan) }) { arguments.append("default: \(value)") }
        arguments += conformance(model.conformance)
        return "FieldDescriptor(\(arguments.joined(separator: ", ")))"
    }

    /// What the type itself allows; in a list it holds for the entries, not for the list.
    private func typeLength(_ field: FieldModel) -> UInt64? {
        guard !field.isList, case .scalar(let type) = field.type else { return nil }
        return type.maximumLength
    }

    private func limit(_ bound: Bound) -> String? {
        switch bound {
        case .literal(let value): Int64(exactly: value).map { ".literal(\($0))" }
        case .attribute(let id, _, let offset): ".attribute(\(hex(UInt64(id))), offset: \(offset))"
        }
    }

    private func defaultValue(_ value: DefaultValue, _ plan: FieldPlanOfTrait) -> String? {
        guard !plan.isList else { return nil }
        switch (plan.value.kind, value) {
        case ("bool", .boolean(let value)): return ".bool(\(value))"
        case ("string", .string(let value)): return ".string(\(value.quoted))"
        case ("sint32", .integer(let value)), ("sint64", .integer(let value)): return ".signed(\(value))"
        case ("float", .integer(let value)): return ".float(\(value))"
        case ("double", .integer(let value)): return ".double(\(value))"
        case ("uint32", .integer(let value)), ("uint64", .integer(let value)), ("enumeration", .integer(let value)):
            return ".unsigned(\(value))"
        default: return nil
        }
    }

    private func conformance(_ conformance: ConformanceModel) -> [String] {
        var arguments: [String] = []
        if let required = conformance.required { arguments.append("required: \(expression(required))") }
        if let allowed = conformance.allowed { arguments.append("allowed: \(expression(allowed))") }
        return arguments
    }

    private func expression(_ expression: FeatureExpression) -> String {
        switch expression {
        case .feature(_, let mask): ".feature(\(hex(UInt64(mask))))"
        case .not(let inner): ".not(\(self.expression(inner)))"
        case .and(let left, let right): ".and(\(self.expression(left)), \(self.expression(right)))"
        case .or(let left, let right): ".or(\(self.expression(left)), \(self.expression(right)))"
        }
    }
}
