internal import BindingPlan
internal import ResolvedSchema

extension TraitPlan {
    /// The fields with a type of this trait, in Swift's names: "`onTime`", "`effect` of `offWithEffect`".
    func uses(of type: String) -> [String] {
        func names(_ message: MessagePlan, of owner: String?) -> [String] {
            message.fields.filter { $0.value.swift == type }.map { field in
                owner.map { "`\(field.swift)` of `\($0)`" } ?? "`\(field.swift)`"
            }
        }
        return names(attributes, of: nil) + commands.flatMap { names($0.message, of: $0.method) }
            + responses.flatMap { names($0, of: $0.swift) } + structs.flatMap { names($0, of: $0.swift) }
            + events.flatMap { names($0.payload, of: $0.swift) }
    }
}
