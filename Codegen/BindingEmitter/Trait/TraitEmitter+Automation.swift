internal import BindingPlan
internal import TraitModel
internal import TraitSchema

// What automations are written with. It is little: there are as many commands as attributes, and all of it is compiled.
extension TraitEmitter {
    /// For each command a function of the type that makes it as an action.
    func automationCommands(_ text: inout CodeText) {
        for command in plan.commands {
            let mandatory = command.message.fields.filter { !$0.model.isOptional }
            text.line()
            text.line("/// `\(command.method)` for an automation to send.")
            let head = "public static func \(Namer.escaped(command.method))"
            let parameters = parameters(of: command, mandatory)
            let id = hex(command.model.id)
            guard !command.message.fields.isEmpty else {
                text.brief("\(head)() -> AutomationCommand", "AutomationCommand(Self.self, \(id))")
                continue
            }
            text.signature(head, parameters, " -> AutomationCommand {")
            text.indented { text in
                guard let builder = command.optionalArguments else {
                    let (type, values) = message(of: command)
                    let whole = "\(type)(\(values.joined(separator: ", ")))"
                    guard !text.fits("    \(whole))") else {
                        return text.call("AutomationCommand", ["Self.self", id, whole])
                    }
                    let arguments = local("arguments", in: command)
                    text.call("let \(arguments) = \(type)", values)
                    return text.line("return AutomationCommand(Self.self, \(id), \(arguments))")
                }
                let message = build(command, builder, mandatory, &text)
                text.line("return AutomationCommand(Self.self, \(id), \(message))")
            }
            text.line("}")
        }
    }

    /// A function of the type that makes a write of attributes as an action.
    func automationUpdate(_ text: inout CodeText) {
        text.line()
        text.line("/// New values of attributes for an automation to write.")
        text.block("public static func update(_ block: (MutableAttributes) -> Void) -> Update") { text in
            text.line("let changes = MutableAttributes()")
            text.line("block(changes)")
            text.line("return Update(Self.self, changes.attributes)")
        }
    }

    /// For each field of an event a function that makes it as something that a starter asks for.
    func parameters(of event: EventPlan, _ text: inout CodeText) {
        for field in event.payload.fields {
            let value = field.value(ofParameter: "value")
            let set = field.presence == .optionalNullable ? "Presence(\(value))" : value
            text.line()
            text.line("/// The field `\(field.swift)`, for a starter of an automation to ask for.")
            text.brief(
                "public static func \(Namer.escaped(field.swift))(_ value: \(field.parameterType)) -> TypedParameter<Self>",
                "TypedParameter(\(field.model.id)) { $0.\(field.swift) = \(set) }")
        }
    }
}
