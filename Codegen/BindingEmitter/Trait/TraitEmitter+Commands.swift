internal import BindingPlan
internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

extension TraitEmitter {
    func commands(_ text: inout CodeText) {
        var supports = NameScope()
        for command in plan.commands {
            text.line("/// Whether the device supports the command `\(command.method)`.")
            let property = supports.claim("supports" + Namer.capitalized(command.model.name), ending: "Command")
            text.brief("public var \(property): Bool", "attributes.accepts(\(hex(command.model.id)))")
        }
        for command in plan.commands {
            text.line()
            method(command, &text)
        }
        for command in plan.commands where command.optionalArguments != nil {
            text.line()
            builder(command, &text)
        }
        automationCommands(&text)
        if !plan.commands.isEmpty { text.line() }
        received(&text)
        guard plan.commands.contains(where: { !$0.message.fields.isEmpty }) else { return }
        text.line()
        text.line("/// The messages of the commands.")
        text.block("public enum Commands") { text in
            for (index, command) in plan.commands.filter({ !$0.message.fields.isEmpty }).enumerated() {
                if index > 0 { text.line() }
                text.line("/// The arguments of `\(command.method)`.")
                message(command.message, layout: "argumentsLayout(\(hex(command.model.id)))", into: &text)
            }
        }
    }

    // MARK: Calling

    private func method(_ command: CommandPlan, _ text: inout CodeText) {
        documentation(command, &text)
        let mandatory = command.message.fields.filter { !$0.model.isOptional }
        let parameters = parameters(of: command, mandatory)
        let result = command.response.map { " -> \($0.swift)" } ?? ""
        // Runs on the caller's actor; see `update`.
        text.signature(
            "nonisolated(nonsending) public func \(Namer.escaped(command.method))", parameters,
            " async throws\(result) {")
        text.indented { text in
            var arguments = mandatory.map { Namer.argument($0.swift) }
            if command.optionalArguments != nil { arguments.append(local("optional", in: command)) }
            let head = "\(command.response == nil ? "" : "return ")try await \(contents(in: command)).interaction.send("
            let inner = "\(command.method)Batchable"
            let whole = "\(inner)(\(arguments.joined(separator: ", ")))"
            if text.fits(head + whole + ")") { return text.line(head + whole + ")") }
            text.line(head)
            text.indented { $0.call(inner, arguments, ")") }
        }
        text.line("}")
        text.line()
        text.line("/// `\(command.method)` for a batch of commands.")
        let response = command.response?.swift ?? "Void"
        text.signature(
            "public func \(command.method)Batchable", parameters, " -> BatchableCommand<\(response)> {")
        text.indented { body(command, mandatory, &$0) }
        text.line("}")
    }

    func parameters(of command: CommandPlan, _ mandatory: [FieldPlanOfTrait]) -> [String] {
        var parameters = mandatory.map { field in
            let initial = Self.literal(field, plan).map { " = \($0)" } ?? ""
            return "\(Namer.escaped(field.swift)): \(field.parameterType)\(initial)"
        }
        if let builder = command.optionalArguments {
            parameters.append("_ \(local("optional", in: command)): (\(builder)) -> Void = { _ in }")
        }
        return parameters
    }

    /// The name of a function's own variable or parameter, changed if an argument of the command has the same name.
    func local(_ name: String, in command: CommandPlan) -> String {
        command.message.fields.contains { $0.swift == name } ? name + "_" : name
    }

    private func contents(in command: CommandPlan) -> String {
        command.message.fields.contains { $0.swift == "contents" } ? "self.contents" : "contents"
    }

    private func documentation(_ command: CommandPlan, _ text: inout CodeText) {
        text.documentation(command.model.description ?? "Sends the command `\(command.method)`.", command.facts)
        text.line("///")
        var parameters = command.message.fields.filter { !$0.model.isOptional }.map { ($0.swift, $0.words) }
        if command.optionalArguments != nil {
            parameters.append((local("optional", in: command), "Sets the optional arguments."))
        }
        text.parameters(parameters)
        if let response = command.response { text.comment(["- Returns: ``\(response.swift)``."], mark: "///") }
        text.line("/// - Throws: `HomeError`.")
    }

    private func body(_ command: CommandPlan, _ mandatory: [FieldPlanOfTrait], _ text: inout CodeText) {
        let id = "command: \(hex(command.model.id))"
        let returning = command.response.map { ["returning: \($0.swift).self"] } ?? []
        let head = "return \(contents(in: command)).interaction.batchable"
        guard let builder = command.optionalArguments else {
            let (type, values) = message(of: command)
            let whole = "\(type)(\(values.joined(separator: ", ")))"
            // An expression longer than a line gets a variable of its own.
            guard !text.fits("    \(whole),") else {
                return text.call(head, ["Self.descriptor", id, whole] + returning)
            }
            let arguments = local("arguments", in: command)
            text.call("let \(arguments) = \(type)", values)
            return text.call(head, ["Self.descriptor", id, arguments] + returning)
        }
        let message = build(command, builder, mandatory, &text)
        text.call(head, ["Self.descriptor", id, message] + returning)
    }

    /// Writes the construction of a command's message from its parameters and optional arguments.
    ///
    /// - Returns: the expression for the message.
    func build(
        _ command: CommandPlan, _ type: String, _ mandatory: [FieldPlanOfTrait], _ text: inout CodeText
    ) -> String {
        let builder = local("builder", in: command)
        text.line("let \(builder) = \(type)()")
        text.line("\(local("optional", in: command))(\(builder))")
        for field in mandatory {
            let value = field.value(ofParameter: Namer.escaped(field.swift))
            text.line("\(builder).message.\(field.swift) = \(value)")
        }
        return "\(builder).message"
    }

    /// The construction of the message of a command whose arguments are all parameters.
    func message(of command: CommandPlan) -> (type: String, values: [String]) {
        guard !command.message.fields.isEmpty else { return ("EmptyMessage", []) }
        let values = command.message.fields.map { Namer.argument($0.swift) }
        return ("Commands.\(command.message.swift)", values)
    }

    private func builder(_ command: CommandPlan, _ text: inout CodeText) {
        guard let name = command.optionalArguments else { return }
        text.line("/// The optional arguments of `\(command.method)`.")
        text.block("public final class \(name)") { text in
            text.line("fileprivate var message = Commands.\(command.message.swift)()")
            text.line()
            for field in command.message.fields where field.model.isOptional {
                text.comment(["Sets `\(field.swift)`. \(field.words)"], mark: "///")
                let value = field.value(ofParameter: "value")
                let setter = "set" + Namer.capitalized(field.swift)
                text.brief(
                    "public func \(setter)(_ value: \(field.parameterType))",
                    "message.\(field.swift) = \(field.presence == .optionalNullable ? "Presence(\(value))" : value)")
            }
        }
    }

    /// A field's default as Swift source; nil if the schema has none, or none that the type can hold.
    static func literal(_ field: FieldPlanOfTrait, _ plan: TraitPlan) -> String? {
        guard let value = field.model.defaultValue, !field.isList else { return nil }
        switch (field.value.form, value) {
        case (.plain, .boolean(let value)) where field.value.kind == "bool": return "\(value)"
        case (.plain, .string(let value)) where field.value.kind == "string": return value.quoted
        case (.plain, .integer(let value)) where field.value.accessor.contains("Int"): return "\(value)"
        case (.narrow, .integer(let value)): return "\(value)"
        case (.enumeration, .integer(let value)):
            let declared = plan.enums.first { $0.swift == field.value.swift }
            let index = declared?.model.constants.firstIndex { Int128($0.value) == value }
            if let declared, let index { return "." + Namer.escaped(declared.cases[index]) }
            return "\(field.value.swift)(rawValue: \(value))"
        case (.bitmap, .integer(let value)):
            return value == 0 ? "[]" : "\(field.value.swift)(rawValue: \(value))"
        default: return nil
        }
    }

    // MARK: Receiving

    private func received(_ text: inout CodeText) {
        text.line("/// A command of `\(plan.name)` with its arguments, as a device receives it.")
        text.block("public enum Command: TraitCommand") { text in
            for command in plan.commands {
                let arguments = command.message.fields.isEmpty ? "" : "(Commands.\(command.message.swift))"
                text.documentation(command.model.description ?? "Matter command \(hex(command.model.id)).")
                text.line("case \(Namer.escaped(command.method))\(arguments)")
            }
            if !plan.commands.isEmpty { text.line() }
            text.block("public init?(id: UInt32, serialized bytes: RawSpan) throws") { text in
                guard !plan.commands.isEmpty else { return text.line("return nil") }
                text.line("switch id {")
                for command in plan.commands {
                    let message = "(try .init(serialized: bytes))"
                    let arguments = command.message.fields.isEmpty ? "" : message
                    text.line("case \(command.model.id): self = .\(Namer.escaped(command.method))\(arguments)")
                }
                text.line("default: return nil")
                text.line("}")
            }
        }
    }
}
