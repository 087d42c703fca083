internal import BindingPlan
internal import ResolvedSchema
internal import TraitSchema

// The functions for writing automations. They are short, since there are as many commands as attributes, and all are
// compiled.
extension TraitEmitter {
    /// Writes a static function for each command, which returns it as an action.
    func automationCommands(_ text: inout CodeText) {
        for command in plan.commands {
            let mandatory = command.message.fields.filter { !$0.model.isOptional }
            text.line()
            text.line("/// `\(command.method)`, as an action of an automation.")
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

    /// Writes a static function that returns a write of attributes as an action.
    func automationUpdate(_ text: inout CodeText) {
        text.line()
        text.line("/// A write of attributes, as an action of an automation.")
        text.block("public static func update(_ block: (MutableAttributes) -> Void) -> Update") { text in
            text.line("let changes = MutableAttributes()")
            text.line("block(changes)")
            text.line("return Update(Self.self, changes.attributes)")
        }
    }

    /// Writes a static function for each field of an event, which returns it as a parameter of a starter.
    func parameters(of event: EventPlan, _ text: inout CodeText) {
        for field in event.payload.fields {
            let value = field.value(ofParameter: "value")
            let set = field.presence == .optionalNullable ? "Presence(\(value))" : value
            text.line()
            text.line("/// A value of the field `\(field.swift)` that a starter of an automation requires.")
            text.brief(
                "public static func \(Namer.escaped(field.swift))(_ value: \(field.parameterType)) -> TypedParameter<Self>",
                "TypedParameter(\(field.model.id)) { $0.\(field.swift) = \(set) }")
        }
    }
}
