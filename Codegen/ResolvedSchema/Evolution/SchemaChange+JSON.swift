public import HearthTraitDescriptors

extension Sequence where Element == SchemaChange {
    /// Whether programs with the two schemas no longer understand each other.
    public var containsBreaking: Bool { contains { $0.impact == .breaking } }

    /// JSON for tools: `{"compatible": …, "changes": […]}`, without a newline at the end. Every key is always present.
    public var json: String {
        let changes = map { change in
            JSON.object([
                ("impact", .string(change.impact.rawValue)), ("rule", .string(change.rule.rawValue)),
                ("subject", .string(change.subject.rawValue)), ("item", .string(change.item)),
                ("title", .string(change.rule.title)), ("detail", JSON(change.detail.isEmpty ? nil : change.detail)),
                ("reason", .string(change.rule.reason)), ("location", JSON(change.location)),
            ])
        }
        return JSON.object([("compatible", .bool(!containsBreaking)), ("changes", .array(changes))]).indentedText
    }
}
