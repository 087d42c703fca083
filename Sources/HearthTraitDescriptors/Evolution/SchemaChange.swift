/// One difference between two schemas, classified by the rule it falls under.
public struct SchemaChange: Hashable, Sendable, CustomStringConvertible {
    /// Whether peers of the two schemas can still work with each other.
    public enum Impact: String, Sendable, CaseIterable {
        /// Peers of either schema can still work with each other.
        case compatible
        /// Some client and device of the two schemas no longer work together.
        case breaking
    }

    /// The kind of the changed item. The raw values are stable: tools read them.
    public enum Subject: String, Sendable, CaseIterable {
        /// A cluster (trait) as a whole: its id, name, vendor, revision or maturity.
        case cluster
        /// A feature of a cluster, one bit of its feature map.
        case feature
        /// An attribute of a cluster.
        case attribute
        /// A command of a cluster, sent by clients.
        case command
        /// An argument of a command.
        case argument
        /// A struct that answers a command.
        case response
        /// An event of a cluster.
        case event
        /// A field of a struct, a response or an event.
        case field
        /// A named enum, bitmap or struct.
        case type
        /// A value of an enum or a mask of a bitmap.
        case constant
    }

    /// The rule that classifies the change.
    public var rule: EvolutionRule
    /// The kind of the changed item.
    public var subject: Subject
    /// Path of the item from the trait down: `OnOff.onTime`, `OnOff.OffWithEffect.effectVariant`; `global.` for a
    /// global type.
    public var item: String
    /// Old and new as spelled in the schema: `int8u → int16u`. Empty if the rule alone describes the change.
    public var detail: String
    /// Location of the item as file:line:column: in the new schema, or in the old one if it was removed. nil if the
    /// schema has no source file.
    public var location: String?

    /// Creates a change.
    public init(
        rule: EvolutionRule, subject: Subject, item: String, detail: String = "", location: String? = nil
    ) {
        self.rule = rule
        self.subject = subject
        self.item = item
        self.detail = detail
        self.location = location
    }

    /// Whether the change is compatible or breaking, according to its ``rule``.
    public var impact: Impact { rule.impact }

    /// The change without its impact and reason: "Spinner.speed: unit changed (rpm → 1/s)".
    public var summary: String { "\(item): \(rule.title)" + (detail.isEmpty ? "" : " (\(detail))") }

    /// The whole change on one line: `breaking: attribute OnOff.onTime: width changed (int16u → int32u): …`.
    public var description: String {
        let detail = detail.isEmpty ? "" : " (\(detail))"
        return "\(impact.rawValue): \(subject.rawValue) \(item): \(rule.title)\(detail): \(rule.reason)"
    }
}
