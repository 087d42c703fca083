/// The rules by which two revisions of a trait do not go together: those of `hearth-codegen diff`, as far as they show
/// in a descriptor. Whatever is none of these is compatible: what a client and a device of one revision can do with
/// each other, a client of either can do with a device of the other, or finds out before from what the device lists.
///
/// A descriptor does not say whether a command or a struct is fabric-scoped, whether an attribute is reported, and how
/// long the entries of a list may be; changes of these are seen before a release only.
public enum BreakingRule: String, Hashable, Sendable, CaseIterable {
    case removed
    case addedMandatoryArgument = "added-mandatory-argument"
    case addedMandatoryField = "added-mandatory-field"
    case renumbered
    case renamed
    case revisionLowered = "revision-lowered"
    case namespace
    case encoding
    case meaning
    case width
    case narrowed
    case listness
    case listForm = "list-form"
    case nullability
    case nullRefused = "null-refused"
    case fieldPresence = "field-presence"
    case argumentMandatory = "argument-mandatory"
    case limitsNarrowed = "limits-narrowed"
    case defaultChanged = "default-changed"
    case unitChanged = "unit-changed"
    case accessTightened = "access-tightened"
    case response

    /// What happened, in a few words.
    public var title: String {
        switch self {
        case .removed: "removed"
        case .addedMandatoryArgument: "mandatory argument added"
        case .addedMandatoryField: "mandatory field added"
        case .renumbered: "number changed"
        case .renamed: "renamed"
        case .revisionLowered: "revision lowered"
        case .namespace: "vendor's namespace changed"
        case .encoding: "encoding changed"
        case .meaning: "meaning changed"
        case .width: "width changed"
        case .narrowed: "integer narrowed"
        case .listness: "became a list or a single value"
        case .listForm: "presence of a list changed"
        case .nullability: "nullability changed"
        case .nullRefused: "no longer nullable"
        case .fieldPresence: "became optional or mandatory"
        case .argumentMandatory: "became mandatory"
        case .limitsNarrowed: "limits narrowed"
        case .defaultChanged: "default changed"
        case .unitChanged: "unit changed"
        case .accessTightened: "access tightened"
        case .response: "response added or removed"
        }
    }
}

/// One difference by which two revisions of a trait do not go together.
public struct BreakingChange: Hashable, Sendable, CustomStringConvertible {
    public let rule: BreakingRule
    /// From the trait down: "Spinner.Spin.speed".
    public let item: String
    /// What became of it; empty where the rule says it all.
    public let detail: String

    init(_ rule: BreakingRule, _ item: String, _ detail: String = "") {
        self.rule = rule
        self.item = item
        self.detail = detail
    }

    /// "Spinner.speed: unit changed (rpm → 1/s)".
    public var description: String {
        "\(item): \(rule.title)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
