internal import TraitModel
internal import TraitSchema

/// Writes a trait as data: the text that HearthTraitCore's `DescriptorText` reads.
struct DescriptorEmitter {
    let plan: TraitPlan

    func emit(_ text: inout CodeText) {
        text.line("public static let descriptor: TraitDescriptor = TraitDescriptor(")
        text.indented { text in
            text.line("id: \(plan.cluster.id.hex), name: \(plan.name.quoted), vendor: \(plan.vendor.quoted),")
            text.line("package: \(plan.package.quoted), revision: \(plan.cluster.revision),")
            text.line("\"\"\"")
            for feature in plan.cluster.features {
                text.line("feature \(hex(feature.mask)) \(TraitNamer.withoutK(feature.name))")
            }
            for declared in plan.enums { enumeration(declared, &text) }
            for declared in plan.bitmaps { bitmap(declared, &text) }
            for declared in plan.structs {
                text.line("struct \(declared.proto)")
                fields(declared, &text)
            }
            attributes(&text)
            for declared in plan.commands { command(declared, &text) }
            for declared in plan.events { event(declared, &text) }
            text.line("\"\"\")")
        }
    }

    private func hex(_ value: some BinaryInteger) -> String { "0x" + String(value, radix: 16, uppercase: true) }

    private func enumeration(_ declared: EnumPlan, _ text: inout CodeText) {
        let bits = if case .enumeration(let bits) = declared.model.base.kind { bits } else { 8 }
        text.line("enum \(declared.proto) \(bits)")
        values(zip(declared.model.constants, declared.cases).map { "\($0.value) \($1)" }, &text)
    }

    private func bitmap(_ declared: BitmapPlan, _ text: inout CodeText) {
        text.line("bitmap \(declared.name) \(declared.bits)")
        values(declared.fields.map { "\(hex($0.mask)) \($0.name)" }, &text)
    }

    private func values(_ pairs: [String], _ text: inout CodeText) {
        var line = " "
        for pair in pairs {
            if line.count + pair.count > 100 {
                text.line(line)
                line = " "
            }
            line += " " + pair
        }
        if line != " " { text.line(line) }
    }

    private func fields(_ message: MessagePlan, _ text: inout CodeText) {
        for plan in message.fields { text.line("  " + field(plan).joined(separator: " ")) }
    }

    // MARK: Elements

    private func attributes(_ text: inout CodeText) {
        for (plan, attribute) in zip(plan.attributes.fields, plan.cluster.attributes) {
            // The run-time library knows the others; this one may have names for its bits.
            if attribute.isGlobal,
                attribute.id != GlobalAttributes.featureMap || !plan.value.descriptor.hasPrefix("bitmap")
            {
                continue
            }
            var words = ["attribute"] + field(plan)
            if !attribute.isReadable {
                words.append("read=none")
            } else if attribute.readPrivilege != .view {
                words.append("read=\(attribute.readPrivilege.rawValue)")
            }
            if attribute.isWritable { words.append("write=\(attribute.writePrivilege.rawValue)") }
            if attribute.requiresTimedWrite { words.append("timedWrite") }
            text.line(words.joined(separator: " "))
        }
    }

    private func command(_ command: CommandPlan, _ text: inout CodeText) {
        let model = command.model
        var words = ["command", hex(model.id), command.name, command.method]
        if model.invokePrivilege != .operate { words.append("invoke=\(model.invokePrivilege.rawValue)") }
        if model.isTimed { words.append("timed") }
        if model.isOptional { words.append("optional") }
        text.line((words + conformance(model.conformance)).joined(separator: " "))
        fields(command.message, &text)
        guard let response = command.response, let id = command.responseID else { return }
        text.line("response \(hex(id)) \(response.proto)")
        fields(response, &text)
    }

    private func event(_ event: EventPlan, _ text: inout CodeText) {
        let model = event.model
        let read = model.readPrivilege == .view ? "" : " read=\(model.readPrivilege.rawValue)"
        text.line("event \(hex(model.id)) \(event.name) \(model.priority.rawValue)\(read)")
        fields(event.payload, &text)
    }

    private func field(_ plan: FieldPlanOfTrait) -> [String] {
        let model = plan.model
        var words = [hex(model.id), plan.swift, plan.value.descriptor]
        if model.isList { words.append("list") }
        if model.isNullable { words.append("nullable") }
        if model.isOptional { words.append("optional") }
        if model.isFabricSensitive { words.append("fabricSensitive") }
        let limits = model.constraints
        if let limit = limits.minimum.flatMap(limit) { words.append("min=\(limit)") }
        if let limit = limits.maximum.flatMap(limit) { words.append("max=\(limit)") }
        if let step = limits.step { words.append("step=\(step)") }
        if let length = limits.minimumLength { words.append("minLength=\(length)") }
        if let length = limits.maximumLength ?? typeLength(model) { words.append("maxLength=\(length)") }
        if let unit = model.unit { words.append("unit=\(unit.quotedInText)") }
        if let value = model.defaultValue.flatMap({ defaultValue($0, plan) }) { words.append("default=\(value)") }
        return words + conformance(model.conformance)
    }

    /// What the type itself allows; in a list it holds for the entries, not for the list.
    private func typeLength(_ field: FieldModel) -> UInt64? {
        guard !field.isList, case .scalar(let type) = field.type else { return nil }
        return type.maximumLength
    }

    private func limit(_ bound: Bound) -> String? {
        switch bound {
        case .literal(let value): Int64(exactly: value).map { "\($0)" }
        case .attribute(let id, _, let offset):
            "@\(hex(id))" + (offset == 0 ? "" : offset < 0 ? "\(offset)" : "+\(offset)")
        }
    }

    private func defaultValue(_ value: DefaultValue, _ plan: FieldPlanOfTrait) -> String? {
        guard !plan.isList else { return nil }
        switch (plan.value.kind, value) {
        case ("bool", .boolean(let value)): return "\(value)"
        case ("string", .string(let value)): return value.quotedInText
        case ("sint32", .integer(let value)), ("sint64", .integer(let value)), ("float", .integer(let value)),
            ("double", .integer(let value)), ("uint32", .integer(let value)), ("uint64", .integer(let value)),
            ("enumeration", .integer(let value)):
            return "\(value)"
        default: return nil
        }
    }

    private func conformance(_ conformance: ConformanceModel) -> [String] {
        var words: [String] = []
        if let required = conformance.required { words.append("required=\(expression(required))") }
        if let allowed = conformance.allowed { words.append("allowed=\(expression(allowed))") }
        return words
    }

    private func expression(_ expression: FeatureExpression) -> String {
        switch expression {
        case .feature(_, let mask): hex(mask)
        case .not(let inner): "!\(self.expression(inner))"
        case .and(let left, let right): "(\(self.expression(left))&\(self.expression(right)))"
        case .or(let left, let right): "(\(self.expression(left))|\(self.expression(right)))"
        }
    }
}

extension String {
    /// In quotes as a descriptor's text has them; what would end the line, the quotes or the literal around it is
    /// written by number.
    var quotedInText: String {
        var result = "\""
        for character in self {
            let isPlain =
                !character.isNewline && !"\"\\^".contains(character)
                && character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            if isPlain {
                result.append(character)
            } else {
                for byte in String(character).utf8 { result += "^" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            }
        }
        return result + "\""
    }
}
