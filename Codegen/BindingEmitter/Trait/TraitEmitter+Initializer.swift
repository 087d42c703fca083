internal import BindingPlan
internal import ResolvedSchema

extension TraitEmitter {
    /// The initializer with a parameter for each field, in the schema's order. Optional and nullable fields and those
    /// with a default in the schema have a default argument.
    func memberwise(_ message: MessagePlan, _ text: inout CodeText) {
        guard !message.fields.isEmpty else { return }
        text.line()
        text.line("/// Creates a value from its fields.")
        text.signature("public init", message.fields.map(parameter), " {")
        text.indented { text in
            for field in message.fields {
                text.statement("self.\(field.swift) = \(value(of: field))")
            }
        }
        text.line("}")
    }

    private func parameter(_ field: FieldPlanOfTrait) -> String {
        let head = "\(Namer.escaped(field.swift)): "
        switch field.presence {
        case .plain:
            let initial = Self.literal(field, plan).map { " = \($0)" } ?? ""
            return head + field.parameterType(isOptional: false) + initial
        case .nullable:
            return head + field.parameterType(isOptional: true) + " = \(Self.literal(field, plan) ?? "nil")"
        case .optional, .attribute: return head + field.parameterType(isOptional: true) + " = nil"
        case .optionalNullable: return head + "Presence<\(field.valueType)> = .absent"
        }
    }

    private func value(of field: FieldPlanOfTrait) -> String {
        let name = Namer.escaped(field.swift)
        return switch field.presence {
        case .plain: field.value(ofParameter: name, isOptional: false)
        case .nullable, .optional, .attribute: field.value(ofParameter: name, isOptional: true)
        case .optionalNullable: name
        }
    }
}
