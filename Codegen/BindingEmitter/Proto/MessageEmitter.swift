internal import BindingPlan
internal import HearthBase
internal import struct HearthTraitDescriptors.LayoutPlan
internal import ProtoSchema

/// Writes the Swift struct of a message and of its nested types.
struct MessageEmitter {
    let pool: DescriptorPool
    let names: ProtoNames
    let cycles: MessageCycles

    func emit(_ message: MessageDescriptor, into text: inout CodeText) {
        let plan = plan(message)
        let name = names.localTypes[message.fullName] ?? message.name
        text.comment(message.comment.isEmpty ? [words(for: message)] : message.comment, mark: "///")
        text.block("public struct \(name): Message, RPCMessage") { text in
            properties(plan, &text)
            initializers(plan, &text)
            layout(message.fullName, plan, &text)
            write(plan, &text)
            read(plan, &text)
            for oneof in plan.oneofs { choice(oneof, &text) }
            for field in plan.fields { entry(field, of: message, &text) }
            for nested in message.enums {
                text.line()
                EnumEmitter(names: names).emit(nested, into: &text)
            }
            for nested in message.messages {
                text.line()
                emit(nested, into: &text)
            }
        }
    }

    /// The description of a message without a comment.
    private func words(for message: MessageDescriptor) -> String {
        for service in pool.files.flatMap(\.services) {
            if let method = service.methods.first(where: { $0.input == message.fullName }) {
                return "The request of `\(service.name).\(method.name)`."
            }
            if let method = service.methods.first(where: { $0.output == message.fullName }) {
                return "The response of `\(service.name).\(method.name)`."
            }
        }
        return "The message `\(message.fullName)`."
    }

    // MARK: Planning

    private struct Oneof {
        var property: String
        var type: String
        var fields: [FieldPlan]
        var place: LayoutPlan.Place
        var comment: [String]
        var isIndirect: Bool
    }

    private struct Plan {
        var fields: [FieldPlan]
        var oneofs: [Oneof]
        var size: Int

        /// The fields with a property of their own.
        var own: [FieldPlan] { fields.filter { $0.oneof == nil } }
        var hasMap: Bool { fields.contains { $0.entry != nil } }
    }

    private func plan(_ message: MessageDescriptor) -> Plan {
        let properties = ProtoNames.properties(of: message)
        var places = LayoutPlan()
        var fields: [FieldPlan] = []
        let ordered = message.fields.indices.ordered { message.fields[$0].number }
        for index in ordered {
            fields.append(self.field(message.fields[index], properties.fields[index], in: message, &places))
        }
        let oneofs = message.oneofs.indices.map { index in
            let members = fields.filter { $0.oneof == index }
            return Oneof(
                property: properties.oneofs[index], type: ProtoNames.oneofType(message.oneofs[index].name),
                fields: members, place: members.first?.place ?? LayoutPlan.Place(at: 0),
                comment: message.oneofs[index].comment, isIndirect: members.contains { $0.isBoxed })
        }
        return Plan(fields: fields, oneofs: oneofs, size: places.size)
    }

    private func field(
        _ field: FieldDescriptor, _ property: String, in message: MessageDescriptor, _ places: inout LayoutPlan
    ) -> FieldPlan {
        let element = element(field.type)
        var plan = FieldPlan(
            property: property, number: field.number, protoName: field.name, arity: .single, element: element,
            place: LayoutPlan.Place(at: 0), oneof: field.oneof, comment: field.comment)
        if case .message(let target) = field.type { plan.isBoxed = cycles.contains(message.fullName, target) }
        switch field.label {
        case .implicit, .optional:
            if let oneof = field.oneof {
                plan.arity = .oneof
                plan.place = places.place(oneof: oneof)
            } else {
                plan.arity = element.isMessage || field.label == .optional ? .optional : .single
                plan.place = places.place(element.shape)
            }
        case .repeated:
            plan.arity = .repeated
            plan.isBoxed = false
            plan.place = places.place(.repeated)
            let refusesPacking = field.options.contains { $0.name == "packed" && $0.value == .identifier("false") }
            plan.isPacked = element.isPackable && !refusesPacking
        case .map(let key):
            plan.arity = .map
            plan.isBoxed = false
            plan.place = places.place(.repeated)
            plan.entry = (ProtoNames.upperCamel(field.name) + "Entry", self.element(key))
        }
        return plan
    }

    private func element(_ type: FieldType) -> ElementPlan {
        ElementPlan(type, names) { name in
            pool.enums[name].flatMap { ProtoNames.cases(of: $0).first }.map(Namer.escaped) ?? "unrecognized(0)"
        }
    }

    // MARK: Members

    private func properties(_ plan: Plan, _ text: inout CodeText) {
        for field in plan.own {
            let words = "Field \(field.number), `\(field.protoName)`."
            text.comment(field.comment.isEmpty ? [words] : field.comment, mark: "///")
            let name = Namer.escaped(field.property)
            if field.isBoxed {
                text.block("public var \(name): \(field.type)") { text in
                    text.line("get { self.boxed_\(field.property).first }")
                    text.line("set { self.boxed_\(field.property) = newValue.map { [$0] } ?? [] }")
                }
                text.line("private var boxed_\(field.property): [\(field.element.type)] = []")
            } else {
                text.line("public var \(name): \(field.type) = \(field.initial)")
            }
        }
        for oneof in plan.oneofs {
            let words = "One of the fields \(oneof.fields.map { "\($0.number)" }.joined(separator: ", "))."
            text.comment(oneof.comment.isEmpty ? [words] : oneof.comment, mark: "///")
            text.line("public var \(Namer.escaped(oneof.property)): \(oneof.type)? = nil")
        }
        text.line("public var unknownFields: UnknownFields = UnknownFields()")
    }

    private func initializers(_ plan: Plan, _ text: inout CodeText) {
        text.line()
        text.line("public init() {}")
        var parameters = plan.own.map { (name: $0.property, type: $0.type, initial: $0.initial) }
        parameters += plan.oneofs.map { (name: $0.property, type: $0.type + "?", initial: "nil") }
        guard !parameters.isEmpty else { return }
        text.line()
        text.line("/// Creates a message from its fields.")
        text.line("public init(")
        text.indented { text in
            for (index, parameter) in parameters.enumerated() {
                let comma = index == parameters.count - 1 ? "" : ","
                text.line("\(Namer.escaped(parameter.name)): \(parameter.type) = \(parameter.initial)\(comma)")
            }
        }
        text.block(")") { text in
            for parameter in parameters { text.line("self.\(parameter.name) = \(Namer.escaped(parameter.name))") }
        }
    }

    private func layout(_ name: String, _ plan: Plan, _ text: inout CodeText) {
        text.line()
        layout("public static let layout", name, size: plan.size, plan.fields, &text)
    }

    private func layout(
        _ head: String, _ name: String, size: Int, _ fields: [FieldPlan], _ text: inout CodeText
    ) {
        let head = "\(head): MessageLayout = MessageLayout"
        guard !fields.isEmpty else { return text.call(head, [name.quoted, "size: \(size)", "[]"]) }
        text.line(head + "(")
        text.indented { text in
            text.line("\(name.quoted), size: \(size),")
            text.line("[")
            text.indented { text in
                let end = fields.count == 1 ? "" : ","
                for field in fields { text.call("FieldLayout", field.layoutArguments, end) }
            }
            text.line("])")
        }
    }

    private func write(_ plan: Plan, _ text: inout CodeText) {
        text.line()
        text.block("public func write(to fields: inout FieldWriter)") { text in
            for field in plan.own {
                let value = "self.\(field.property)"
                switch field.arity {
                case .single:
                    text.brief("if \(field.element.isSet(value))", field.element.write(value, field.place))
                case .optional, .oneof:
                    text.brief("if let value = \(value)", field.element.write("value", field.place))
                case .repeated:
                    text.brief("if !\(value).isEmpty", field.element.writeRepeated(value, field.place))
                case .map: writeMap(field, &text)
                }
            }
            for oneof in plan.oneofs { write(oneof, &text) }
            text.line(UnknownFieldsText.write)
        }
    }

    private func write(_ oneof: Oneof, _ text: inout CodeText) {
        text.line("switch self.\(oneof.property) {")
        for field in oneof.fields {
            text.line("case .\(Namer.escaped(field.property))(let value)?:")
            text.indented { text in
                text.line(field.element.write("value", field.place))
                text.line("fields.setOneofCase(\(field.number), at: \(oneof.place.has))")
            }
        }
        text.line("case nil: break")
        text.line("}")
    }

    private func writeMap(_ field: FieldPlan, _ text: inout CodeText) {
        guard let entry = field.entry else { return }
        text.block("if !self.\(field.property).isEmpty") { text in
            let isBool = entry.key.kind == "bool"
            let sorted = isBool ? ".sorted { !$0.key && $1.key }" : ".sorted { $0.key < $1.key }"
            text.line(
                "let entries = self.\(field.property)\(sorted).map { \(entry.type)(key: $0.key, value: $0.value) }")
            text.line("fields.setMessages(entries, at: \(field.place.at))")
        }
    }

    private func read(_ plan: Plan, _ text: inout CodeText) {
        text.line()
        // The entry of a map and the box of a field are private, and inlinable code may not refer to them.
        let isInlinable = !plan.hasMap && !plan.own.contains { $0.isBoxed }
        if isInlinable { text.line("@inlinable") }
        text.block("public mutating func read(from fields: FieldReader)") { text in
            text.line(UnknownFieldsText.read)
            for field in plan.own {
                let property = "self.\(field.property)"
                switch field.arity {
                case .single, .optional, .oneof:
                    text.brief(
                        "if let value = \(field.element.read(field.place))", "\(property) = \(field.element.converted)")
                case .repeated: text.line(field.element.readRepeated(into: property, field.place))
                case .map:
                    guard let entry = field.entry else { continue }
                    text.block("for entry in fields.messages(\(entry.type).self, at: \(field.place.at))") { text in
                        text.line("\(property)[entry.key] = entry.value")
                    }
                }
            }
            for oneof in plan.oneofs { read(oneof, &text) }
        }
    }

    private func read(_ oneof: Oneof, _ text: inout CodeText) {
        text.line("switch fields.oneofCase(at: \(oneof.place.has)) {")
        for field in oneof.fields {
            text.line("case \(field.number):")
            text.indented { text in
                let value = ".\(Namer.escaped(field.property))(\(field.element.converted))"
                text.brief("if let value = \(field.element.read(field.place))", "self.\(oneof.property) = \(value)")
            }
        }
        text.line("default: break")
        text.line("}")
    }

    // MARK: Nested types

    private func choice(_ oneof: Oneof, _ text: inout CodeText) {
        text.line()
        text.comment(oneof.comment.isEmpty ? ["At most one of these is set."] : oneof.comment, mark: "///")
        let indirect = oneof.isIndirect ? "indirect " : ""
        text.block("public \(indirect)enum \(oneof.type): Hashable, Sendable") { text in
            for field in oneof.fields {
                let words = "Field \(field.number), `\(field.protoName)`."
                text.comment(field.comment.isEmpty ? [words] : field.comment, mark: "///")
                text.line("case \(Namer.escaped(field.property))(\(field.element.type))")
            }
        }
    }

    private func entry(_ field: FieldPlan, of message: MessageDescriptor, _ text: inout CodeText) {
        guard let entry = field.entry else { return }
        var places = LayoutPlan()
        let key = places.place(entry.key.shape)
        let value = places.place(field.element.shape)
        text.line()
        text.block("private struct \(entry.type): Message") { text in
            text.line("var key: \(entry.key.type) = \(entry.key.zero)")
            text.line("var value: \(field.element.type) = \(field.element.zero)")
            text.line("var unknownFields: UnknownFields = UnknownFields()")
            text.line()
            text.line("init() {}")
            text.line()
            text.block("init(key: \(entry.key.type), value: \(field.element.type))") { text in
                text.line("self.key = key")
                text.line("self.value = value")
            }
            text.line()
            let name = message.fullName + "." + entry.type
            let fields = [(1, "key", entry.key, key), (2, "value", field.element, value)].map {
                FieldPlan(
                    property: $1, number: Int64($0), protoName: $1, arity: .optional, element: $2, place: $3,
                    comment: [])
            }
            layout("static let layout", name, size: places.size, fields, &text)
            text.line()
            text.block("func write(to fields: inout FieldWriter)") { text in
                text.line(entry.key.write("self.key", key))
                text.line(field.element.write("self.value", value))
                text.line(UnknownFieldsText.write)
            }
            text.line()
            text.block("mutating func read(from fields: FieldReader)") { text in
                text.line(UnknownFieldsText.read)
                text.line("if let value = \(entry.key.read(key)) { self.key = \(entry.key.converted) }")
                text.line("if let value = \(field.element.read(value)) { self.value = \(field.element.converted) }")
            }
        }
    }
}
