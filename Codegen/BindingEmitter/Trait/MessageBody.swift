internal import BindingPlan
internal import HearthTraitDescriptors
internal import ResolvedSchema

/// Writes the members that all messages of a trait have after their properties: initializer, layout, write and read.
struct MessageBody {
    let plan: TraitPlan

    /// - Parameters:
    ///   - layout: the member of the trait's descriptor with the message's layout.
    ///   - initializers: writes further initializers.
    func emit(
        _ message: MessagePlan, layout: String, into text: inout CodeText,
        initializers: (inout CodeText) -> Void = { _ in }
    ) {
        text.line("public var unknownFields: UnknownFields = UnknownFields()")
        text.line()
        text.line("public init() {}")
        initializers(&text)
        text.line()
        text.chain("public static let layout: MessageLayout = \(plan.qualifiedName).descriptor.\(layout)")
        text.line()
        text.block("public func write(to fields: inout FieldWriter)") { write(message, &$0) }
        text.line()
        text.block("public mutating func read(from fields: FieldReader)") { read(message, &$0) }
    }

    // MARK: Write

    private func write(_ message: MessagePlan, _ text: inout CodeText) {
        let writesNull = message.fields.contains { $0.model.isNullable }
        if writesNull { text.line("var nulls = NullFields()") }
        for field in message.ownFields { write(field, &text) }
        if let globals = message.globalPlaces { text.line("fields.write(self.globalAttributes, \(globals))") }
        if writesNull, let nulls = message.nulls { text.line("fields.write(nulls, at: \(nulls.at))") }
        text.line(UnknownFieldsText.write)
    }

    private func write(_ field: FieldPlanOfTrait, _ text: inout CodeText) {
        let property = "self.\(field.swift)"
        switch field.presence {
        case .plain:
            let statement = statement("\(property)", field)
            if field.isList { text.brief("if !\(property).isEmpty", statement) } else { text.statement(statement) }
        case .optional: text.brief("if let value = \(property)", statement("value", field))
        case .attribute:
            if let function = field.attributeFunction {
                text.line("fields.write\(function)(self._\(field.swift), \(field.place.arguments))")
            } else {
                text.brief("if let value = \(property)", statement("value", field))
            }
            if field.model.isNullable { text.line("nulls.add(\(field.number), if: self._\(field.swift).isNull)") }
        case .nullable:
            text.brief("if let value = \(property)", statement("value", field))
            text.line("nulls.add(\(field.number), if: \(property) == nil)")
        case .optionalNullable:
            text.lines(["switch \(property) {", "case .value(let value):"])
            text.indented { $0.statement(statement("value", field)) }
            text.lines(["case .null: nulls.add(\(field.number), if: true)", "case .absent: break", "}"])
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
        text.line(UnknownFieldsText.read)
        for field in message.ownFields { read(field, &text) }
        if let globals = message.globalPlaces { text.line("fields.read(&self.globalAttributes, \(globals))") }
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
        if field.presence == .attribute, let function = field.attributeFunction {
            return text.line("fields.read\(function)(&self._\(field.swift), \(field.place.arguments))")
        }
        let property = "self.\(field.swift)"
        func assigned(_ value: String) -> String {
            field.presence == .optionalNullable ? "\(property) = .value(\(value))" : "\(property) = \(value)"
        }
        if field.wrapper != nil {
            let all = field.value.readAll(from: "list", at: "WireList.at")
            text.brief("if let list = fields.messageReader(at: \(field.place.at))", assigned(all))
        } else if field.isList, field.value.isMessage {
            text.statement("fields.readMessages(&\(property), at: \(field.place.at))")
        } else if field.isList {
            text.statement("\(property) += \(field.value.readAll(from: "fields", at: "\(field.place.at)"))")
        } else {
            text.brief("if let value = \(field.value.read(field.place))", assigned(field.value.converted))
        }
    }
}

extension MessagePlan {
    /// The attributes that `GlobalAttributeValues` holds for every trait; empty unless the schema has all of them in
    /// that form.
    private var globals: [FieldPlanOfTrait] {
        let found = fields.filter(\.isGlobal)
        return found.count == 4 ? found : []
    }

    /// The fields with a property in the trait's own struct.
    var ownFields: [FieldPlanOfTrait] {
        let shared = Set(globals.map(\.number))
        return fields.filter { !shared.contains($0.number) }
    }

    /// The places of the global attributes: `at: 64, 72, 80, 96`.
    fileprivate var globalPlaces: String? {
        globals.isEmpty ? nil : "at: " + globals.map { "\($0.place.at)" }.joined(separator: ", ")
    }
}

extension FieldPlanOfTrait {
    /// Whether it is an attribute of `GlobalAttributeValues`, in the form that it has there.
    fileprivate var isGlobal: Bool {
        guard presence == .attribute, !model.isNullable else { return false }
        switch model.id {
        case GlobalAttribute.generatedCommandList, GlobalAttribute.acceptedCommandList, GlobalAttribute.attributeList:
            return valueType == "[UInt32]" && wrapper != nil
        case GlobalAttribute.clusterRevision: return valueType == "UInt16"
        default: return false
        }
    }

    /// The suffix of HearthTraitCore's `read` and `write` functions for an attribute of this type; nil if there are
    /// none.
    fileprivate var attributeFunction: String? {
        switch value.form {
        case .plain where isList: value.swift == "UInt32" && wrapper != nil ? "List" : nil
        case .plain: value.kind == "bytes" ? "Bytes" : ""
        case .narrow: isList ? nil : ""
        case .enumeration, .bitmap, .message: nil
        }
    }
}

extension LayoutPlan.Place {
    /// `at: 24, has: 28`.
    fileprivate var arguments: String { has == 0 ? "at: \(at)" : "at: \(at), has: \(has)" }
}
