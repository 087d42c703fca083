public import HearthTraitDescriptors

extension DeviceAction {
    /// The words of a limit error in the unit of the field, with the value sent: "99 °C is above the maximum, 30 °C".
    ///
    /// - Returns: nil for other errors, and if the field has no unit; use the error's message then.
    public func words(of error: TraitError) -> String? {
        let fields: [FieldDescriptor]
        let sent: StructureValue
        switch content {
        case .command(let command, let arguments): (fields, sent) = (command.arguments.fields, arguments)
        case .update(let values): (fields, sent) = (trait.attributes.map(\.field), values)
        }
        guard let limit = BrokenLimit(error, among: fields) else { return nil }
        let words = limit.words(for: sent[limit.field.id]?.integer)
        // With several values, name the field.
        return sent.fields.count > 1 ? words.map { "\(limit.field.name): \($0)" } : words
    }
}

/// The limit that a value violates, parsed from the constraint in an error: "max = 254", "max = maxSpeed - 5 = 115",
/// "min = 700, max = 3000", "step = 50".
private struct BrokenLimit {
    let field: FieldDescriptor
    private var least: Int64?
    private var most: Int64?
    private var step: Int64?

    init?(_ error: TraitError, among fields: [FieldDescriptor]) {
        guard let field = fields.first(where: { $0.name == error.field }), Quantity.measure(0, field) != nil else {
            return nil
        }
        self.field = field
        for rule in error.constraint.split(separator: ",") {
            let parts = rule.split(separator: "=").map { $0.filter { $0 != " " } }
            guard parts.count > 1, let number = parts.last.flatMap({ Int64($0) }) else { continue }
            switch parts.first {
            case "min": least = number
            case "max": most = number
            case "step": step = number
            default: break
            }
        }
        guard least != nil || most != nil || step != nil else { return nil }
    }

    func words(for raw: Int64?) -> String? {
        func measure(_ number: Int64) -> String { Quantity.measure(number, field) ?? "\(number)" }
        if let raw, let broken = most.flatMap({ raw > $0 ? $0 : nil }) ?? least.flatMap({ raw < $0 ? $0 : nil }) {
            // Both may be equal after rounding.
            guard measure(raw) != measure(broken) else { return nil }
            let side = raw > broken ? "above the maximum" : "below the minimum"
            return "\(measure(raw)) is \(side), \(measure(broken))"
        }
        switch (least, most) {
        case (let least?, let most?): return "it takes \(measure(least)) to \(measure(most))"
        case (nil, let most?): return "it takes \(measure(most)) at most"
        case (let least?, nil): return "it takes \(measure(least)) at least"
        case (nil, nil): break
        }
        guard let step, let size = Quantity.difference(step, field) else { return nil }
        let steps = "the values it takes are \(size) apart"
        return raw.map { "\(measure($0)) is not allowed: \(steps)" } ?? steps
    }
}
