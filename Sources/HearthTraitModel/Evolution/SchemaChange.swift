/// One difference between two schemas: what it is about, what changed, and what that means.
public struct SchemaChange: Hashable, Sendable, CustomStringConvertible {
    /// Whether peers of the two schemas still understand each other.
    public enum Impact: String, Sendable, CaseIterable {
        case compatible, breaking
    }

    /// What an item is. The raw values are stable: tools read them.
    public enum Subject: String, Sendable, CaseIterable {
        case cluster, feature, attribute, command, argument, response, event, field, type, constant
    }

    /// The rule by which it is judged.
    public var rule: EvolutionRule
    /// What the item is.
    public var subject: Subject
    /// From the trait down: `OnOff.onTime`, `OnOff.OffWithEffect.effectVariant`; `global.` for a global type.
    public var item: String
    /// What became of it, in the words of the schema: `int8u → int16u`. Empty where the rule says it all.
    public var detail: String
    /// Where it stands, as file:line:column: in the new schema, or in the old one when it was removed. nil where there
    /// is no source.
    public var location: String?

    /// A change.
    public init(
        rule: EvolutionRule, subject: Subject, item: String, detail: String = "", location: String? = nil
    ) {
        self.rule = rule
        self.subject = subject
        self.item = item
        self.detail = detail
        self.location = location
    }

    public var impact: Impact { rule.impact }

    /// "Spinner.speed: unit changed (rpm → 1/s)": without what it means.
    public var summary: String { "\(item): \(rule.title)" + (detail.isEmpty ? "" : " (\(detail))") }

    /// `breaking: attribute OnOff.onTime: number of bits changed (int16u → int32u): …`, one line.
    public var description: String {
        let detail = detail.isEmpty ? "" : " (\(detail))"
        return "\(impact.rawValue): \(subject.rawValue) \(item): \(rule.title)\(detail): \(rule.reason)"
    }
}
