internal import BindingPlan
internal import ResolvedSchema

/// The protocol for devices with the trait: a method for each command, and the dispatch to them.
extension TraitEmitter {
    private var protocolName: String { "\(plan.swiftName)Handler" }

    func handler(_ text: inout CodeText) {
        text.block("extension \(plan.vendor)") { text in
            text.line("/// The behavior of a device with `\(plan.name)`.")
            text.line("public protocol \(protocolName): TraitHandler")
            guard !plan.commands.isEmpty else { return text.line("where HandledTrait == \(plan.swiftName) {}") }
            text.block("where HandledTrait == \(plan.swiftName)") { text in
                for command in plan.commands {
                    text.documentation(command.model.description ?? "Handles the command `\(command.method)`.")
                    let method = Namer.escaped(command.method)
                    let trait = plan.swiftName
                    text.signature("func \(method)", parameters(command, trait), effects(command, trait))
                }
            }
        }
        guard !plan.commands.isEmpty else { return }
        text.line()
        text.block("extension \(plan.vendor).\(protocolName)") { text in
            for command in plan.commands where isConditional(command) {
                refusal(command, &text)
                text.line()
            }
            dispatch(&text)
        }
        choices(&text)
    }

    /// Whether some devices lack the command.
    private func isConditional(_ command: CommandPlan) -> Bool {
        command.model.isOptional || command.model.conformance != ConformanceModel()
    }

    private func parameters(_ command: CommandPlan, _ trait: String) -> [String] {
        let state = "_ state: TraitState<\(trait)>"
        guard !command.message.fields.isEmpty else { return [state] }
        return ["_ arguments: \(trait).Commands.\(command.message.swift)", state]
    }

    private func effects(_ command: CommandPlan, _ trait: String, isAsync: Bool = true) -> String {
        (isAsync ? " async" : "") + " throws(TraitError)" + (command.response.map { " -> \(trait).\($0.swift)" } ?? "")
    }

    private func refusal(_ command: CommandPlan, _ text: inout CodeText) {
        let parameters = parameters(command, "HandledTrait")
        // Without `async`, since it awaits nothing and is then cheaper to build.
        let tail = effects(command, "HandledTrait", isAsync: false) + " {"
        text.line("/// Refuses the command as unsupported; a device that supports it implements this method.")
        text.signature("public func \(Namer.escaped(command.method))", parameters, tail)
        text.indented { $0.line("throw state.unsupported(\(command.method.quoted))") }
        text.line("}")
    }

    private func dispatch(_ text: inout CodeText) {
        let parameters = ["_ command: HandledTrait.Command", "_ state: TraitState<HandledTrait>"]
        text.line("/// Calls the command's method, and returns the bytes of its response if it has one.")
        text.signature("public func handle", parameters, " async throws(TraitError) -> [UInt8]? {")
        text.indented { text in
            text.line("switch command {")
            for command in plan.commands {
                let method = Namer.escaped(command.method)
                let hasArguments = !command.message.fields.isEmpty
                // A local variable hides a method of the same name.
                let isHidden = ["arguments", "command", "state"].contains(command.method)
                let call = "try await \(isHidden ? "self." : "")\(method)(\(hasArguments ? "arguments, " : "")state)"
                text.line("case .\(method)\(hasArguments ? "(let arguments)" : ""):")
                text.indented { $0.line(command.response == nil ? call : "return \(call).serialized()") }
            }
            text.line("}")
            if plan.commands.contains(where: { $0.response == nil }) { text.line("return nil") }
        }
        text.line("}")
    }

    /// The commands that a device lists itself, since its features do not decide them.
    private func choices(_ text: inout CodeText) {
        let commands = plan.commands.filter { $0.model.isOptional && $0.model.conformance.required == nil }
        guard !commands.isEmpty else { return }
        text.line()
        text.block("extension OptionalCommand<\(name)>") { text in
            for command in commands {
                let method = Namer.escaped(command.method)
                text.line("/// The command `\(command.method)`.")
                text.brief("public static var \(method): Self", "Self(\(UInt64(command.model.id).hex(digits: 2)))")
            }
        }
    }
}
