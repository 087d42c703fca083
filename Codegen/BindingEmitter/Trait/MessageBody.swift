internal import HearthTraitModel
internal import TraitModel

/// Writes what all messages of a trait have behind their properties: initializer, layout, write and read.
struct MessageBody {
    let plan: TraitPlan

    func emit(_ message: MessagePlan, into text: inout CodeText) {
        text.line("public var unknownFields: UnknownFields = UnknownFields()")
        text.line()
        text.line("public init() {}")
        text.line()
        layout(message, &text)
        text.line()
        text.block("public func write(to fields: inout FieldWriter)") { write(message, &$0) }
        text.line()
        text.block("public mutating func read(from fields: FieldReader)") { read(message, &$0) }
    }

    private func layout(_ message: MessagePlan, _ text: inout CodeText) {
        let name = "\(plan.typeName).\(message.proto)".quoted
        guard !message.fields.isEmpty || message.nulls != nil else {
            text.signature(
                "public static let layout: MessageLayout = MessageLayout", [name, "size: \(message.size)", "[]"], "")
            return
        }
        text.line("public static let layout: MessageLayout = MessageLayout(")
        text.indented { text in
            text.line("\(name), size: \(message.size),")
            text.line("[")
            text.indented { text in
                var entries = message.fields.map { ($0.number, entry($0)) }
                if let nulls = message.nulls {
                    let number = WireNumber.nullFields
                    entries.append(
                        (
                            number,
                            "FieldLayout(\(number), \"null_fields\", .enumeration, at: \(nulls.at), label: .packed),"
                        ))
                }
                for (_, line) in entries.sorted(by: { $0.0 < $1.0 }) { text.folded(line) }
            }
            text.line("])")
        }
    }

    private func entry(_ field: FieldPlanOfTrait) -> String {
        let head = "FieldLayout(\(field.number), \(field.proto.quoted), "
        if field.wrapper != nil {
            return head + ".message, at: \(field.place.at), message: { \(field.value.listLayout) }),"
        }
        let message = field.value.isMessage ? ", message: { \(field.value.swift).layout }" : ""
        let has = field.place.has == 0 ? "" : ", has: \(field.place.has)"
        let label = field.isList ? (field.value.isPackable ? ", label: .packed" : ", label: .repeated") : ""
        return head + ".\(field.value.kind), at: \(field.place.at)\(has)\(label)\(message)),"
    }

    // MARK: Write

    private func write(_ message: MessagePlan, _ text: inout CodeText) {
        let writesNull = message.fields.contains { $0.model.isNullable }
        if writesNull { text.line("var nulls: [Int32] = []") }
        for field in message.fields { write(field, &text) }
        if writesNull, let nulls = message.nulls {
            text.line("if !nulls.isEmpty { fields.setRepeatedInt32(nulls, at: \(nulls.at)) }")
        }
    }

    private func write(_ field: FieldPlanOfTrait, _ text: inout CodeText) {
        let property = "self.\(field.swift)"
        switch field.presence {
        case .plain:
            let statement = statement("\(property)", field)
            if field.isList { text.brief("if !\(property).isEmpty", statement) } else { text.statement(statement) }
        case .optional: text.brief("if let value = \(property)", statement("value", field))
        case .attribute where !field.model.isNullable:
            text.brief("if let value = \(property)", statement("value", field))
        case .attribute, .nullable:
            text.line("if let value = \(property) {")
            text.indented { $0.statement(statement("value", field)) }
            text.line(field.presence == .nullable ? "} else {" : "} else if self.$\(field.swift).isNull {")
            text.indented { $0.line("nulls.append(\(field.number))") }
            text.line("}")
        case .optionalNullable:
            text.lines(["switch \(property) {", "case .value(let value):"])
            text.indented { $0.statement(statement("value", field)) }
            text.lines(["case .null: nulls.append(\(field.number))", "case .absent: break", "}"])
        }
    }

    private func statement(_ value: String, _ field: FieldPlanOfTrait) -> String {
        guard field.isList else { return field.value.write(value, field.place) }
        guard field.wrapper != nil else { return field.value.writeAll(value, to: "fields", at: "\(field.place.at)") }
        let inner = field.value.writeAll(value, to: "$0", at: "WireList.at")
        return "fields.setMessage(\(field.value.listLayout), at: \(field.place.at)) { \(inner) }"
    }

    // MARK: Read

    private func read(_ message: MessagePlan, _ text: inout CodeText) {
        for field in message.fields { read(field, &text) }
        let nullable = message.fields.filter { $0.model.isNullable }
        guard !nullable.isEmpty, let nulls = message.nulls else { return }
        text.block("for number in fields.repeatedInt32(at: \(nulls.at))") { text in
            text.line("switch number {")
            for field in nullable {
                let null = field.presence == .optionalNullable ? ".null" : "nil"
                text.line("case \(field.number): self.\(field.swift) = \(null)")
            }
            text.line("default: break")
            text.line("}")
        }
    }

    private func read(_ field: FieldPlanOfTrait, _ text: inout CodeText) {
        let property = "self.\(field.swift)"
        func assigned(_ value: String) -> String {
            field.presence == .optionalNullable ? "\(property) = .value(\(value))" : "\(property) = \(value)"
        }
        if field.wrapper != nil {
            let all = field.value.readAll(from: "list", at: "WireList.at")
            text.brief("if let list = fields.messageReader(at: \(field.place.at))", assigned(all))
        } else if field.isList {
            text.statement("\(property) += \(field.value.readAll(from: "fields", at: "\(field.place.at)"))")
        } else {
            text.brief("if let value = \(field.value.read(field.place))", assigned(field.value.converted))
        }
    }
}
