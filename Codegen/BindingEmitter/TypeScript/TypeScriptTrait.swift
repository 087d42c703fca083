internal import BindingPlan
internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema

/// Writes the namespace of one trait.
struct TypeScriptTrait {
    let plan: TraitPlan
    let names: TypeScriptNames
    /// The structs that a device sends, by themselves or inside of others.
    private let told: Set<Int>

    init(_ plan: TraitPlan) {
        self.plan = plan
        names = TypeScriptNames(plan)
        var told: Set<Int> = []
        var queue = plan.attributes.fields + (plan.responses + plan.events.map(\.payload)).flatMap(\.fields)
        while let field = queue.popLast() {
            guard let index = field.value.type.structIndex, told.insert(index).inserted else { continue }
            queue += plan.structs.indices.contains(index) ? plan.structs[index].fields : []
        }
        self.told = told
    }

    /// `Matter.LevelControl`
    var qualifiedName: String { "\(plan.vendor).\(plan.name)" }

    func emit(_ text: inout CodeText) {
        text.jsDoc(plan.cluster.description, plan.facts)
        text.block("export namespace \(qualifiedName)") { text in
            types(&text)
            attributes(&text)
            text.line()
            updates(&text)
            text.line()
            commands(&text)
            events(&text)
            text.line()
            text.jsDoc("All of `\(plan.name)`.")
            text.block("interface Trait") { text in
                for part in ["Attributes", "Updates", "Commands", "Events"] {
                    text.line("\(part.lowercased()): \(part);")
                }
            }
        }
    }

    // MARK: Types

    private func types(_ text: inout CodeText) {
        for (declared, name) in zip(plan.enums, names.enums) {
            enumeration(declared, name, &text)
            text.line()
        }
        for (declared, name) in zip(plan.bitmaps, names.bitmaps) {
            let isFeature = declared.name == "Feature"
            text.jsDoc(
                declared.description ?? (isFeature ? "The features of `\(plan.name)`." : nil),
                "Bits of a number: combine them with `|`.", items: declared.fields.map(Self.bit))
            text.line("type \(name) = \(TypeScriptNames.number(bits: declared.bits));")
            text.line()
        }
        for (index, declared) in plan.structs.enumerated() {
            text.jsDoc(declared.description)
            fields(of: declared, names.structs[index], isTold: told.contains(index), &text)
            text.line()
        }
        for response in plan.responses {
            guard let name = names.responses[response.proto] else { continue }
            let commands = plan.commands.filter { $0.response?.proto == response.proto }.map { "`\($0.method)`" }
            text.jsDoc(response.description ?? "The response to \(commands.joined(separator: ", ")).")
            fields(of: response, name, isTold: true, &text)
            text.line()
        }
    }

    /// `0x1` `executeIfOff`, and its description.
    private static func bit(_ field: BitmapPlan.Field) -> String {
        let head = "`0x\(hex(field.mask, digits: 1, uppercase: true))` \(field.name)"
        let meaning = field.description?.split(whereSeparator: \.isNewline).joined(separator: " ")
        return head + (field.isMultiBit ? ", a number in these bits" : "") + (meaning.map { ": " + $0 } ?? "")
    }

    private func enumeration(_ declared: EnumPlan, _ name: String, _ text: inout CodeText) {
        text.jsDoc(declared.model.description)
        guard !declared.cases.isEmpty else { return text.line("type \(name) = number;") }
        text.line("type \(name) =")
        text.indented { text in
            for (index, (constant, word)) in zip(declared.model.constants, declared.cases).enumerated() {
                text.jsDoc([constant.description, "Value \(constant.value)."].compactMap { $0 }.joined(separator: " "))
                text.line("| \(word.quoted)" + (index == declared.cases.count - 1 ? ";" : ""))
            }
        }
    }

    private func fields(of message: MessagePlan, _ name: String, isTold: Bool, _ text: inout CodeText) {
        interface(name, message.fields, &text) { field, text in
            text.jsDoc(field.model.description, field.model.sentence(type: names.described(field)))
            property(field, isOptional: field.mayBeAbsent, isTold: isTold, &text)
        }
    }

    // MARK: Attributes

    private func attributes(_ text: inout CodeText) {
        let readable = zip(plan.attributes.fields, plan.cluster.attributes).filter { field, attribute in
            guard attribute.isGlobal else { return attribute.isReadable }
            if case .bitmap = field.value.type { return true } else { return false }
        }
        text.jsDoc("The attributes of a device. An attribute that the device lacks is absent.")
        interface("Attributes extends GlobalAttributes", readable, &text) { item, text in
            let (field, attribute) = item
            text.jsDoc(attribute.summary, attributeFacts(field, attribute))
            property(field, isOptional: field.mayBeAbsent, isTold: true, &text)
        }
    }

    private func attributeFacts(_ field: FieldPlanOfTrait, _ attribute: AttributeModel) -> String? {
        field.facts(of: attribute, type: names.described(field) ?? "")
    }

    private func updates(_ text: inout CodeText) {
        let writable = zip(plan.attributes.fields, plan.cluster.attributes).filter { $1.isWritable }
        text.jsDoc("Attributes to write, all or none.")
        interface("Updates", writable, &text) { item, text in
            let (field, attribute) = item
            text.jsDoc(attribute.summary, attributeFacts(field, attribute))
            property(field, isOptional: true, isTold: false, &text)
        }
    }

    // MARK: Commands and events

    private func commands(_ text: inout CodeText) {
        for (command, name) in zip(plan.commands, names.commands) where !command.message.fields.isEmpty {
            text.jsDoc("The arguments of `\(command.method)`.")
            interface(name, command.message.fields, &text) { field, text in
                text.jsDoc(field.model.description, field.model.sentence(type: names.described(field)))
                property(field, isOptional: field.mayBeLeftOut, isTold: false, &text)
            }
            text.line()
        }
        text.jsDoc("The commands. Without a response of its own, a call resolves once the command was carried out.")
        interface("Commands", Array(zip(plan.commands, names.commands)), &text) { item, text in
            let (command, name) = item
            text.jsDoc(command.model.description, command.facts)
            let fields = command.message.fields
            let mark = fields.allSatisfy(\.mayBeLeftOut) ? "?" : ""
            let parameters = fields.isEmpty ? "" : "args\(mark): \(name)"
            let answer = command.response.flatMap { names.responses[$0.proto] } ?? "void"
            text.line("\(TypeScriptNames.property(command.method))(\(parameters)): Promise<\(answer)>;")
        }
    }

    private func events(_ text: inout CodeText) {
        for (event, name) in zip(plan.events, names.events) {
            text.line()
            text.jsDoc(event.model.description, event.facts)
            fields(of: event.payload, name, isTold: true, &text)
        }
        text.line()
        text.jsDoc("The fields of each event.")
        interface("Events", Array(zip(plan.events, names.events)), &text) { item, text in
            text.line("\(TypeScriptNames.property(item.0.name)): \(item.1);")
        }
    }

    // MARK: Parts

    private func interface<Item>(
        _ head: String, _ items: [Item], _ text: inout CodeText, member: (Item, inout CodeText) -> Void
    ) {
        guard !items.isEmpty else { return text.line("interface \(head) {}") }
        text.block("interface \(head)") { text in
            for item in items { member(item, &text) }
        }
    }

    /// Sent values may also be undefined, even with TypeScript's exactOptionalPropertyTypes.
    private func property(_ field: FieldPlanOfTrait, isOptional: Bool, isTold: Bool, _ text: inout CodeText) {
        let name = TypeScriptNames.property(field.swift)
        let type = names.type(field, isTold: isTold) + (isOptional && !isTold ? " | undefined" : "")
        text.line("\(name)\(isOptional ? "?" : ""): \(type);")
    }
}

extension FieldPlanOfTrait {
    /// Whether a device may lack it.
    fileprivate var mayBeAbsent: Bool { model.isOptional || model.conformance != ConformanceModel() }

    /// Whether an argument may be left out: the hub fills in null or the schema's default.
    fileprivate var mayBeLeftOut: Bool { mayBeAbsent || model.isNullable || descriptor.defaultValue != nil }
}
