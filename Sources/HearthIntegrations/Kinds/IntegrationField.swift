/// A setting or secret that a kind of integration asks for.
package struct IntegrationField: Hashable, Sendable {
    /// The type of a field's value. All values are text.
    package enum ValueType: Hashable, Sendable {
        case text
        /// A decimal number in a range.
        case number(ClosedRange<Double>)
        /// A host name or an IP address.
        case host
        /// A key, password or code. The hub stores it in a table of its own and never returns it.
        case secret
        /// One of some words.
        case choice([String])
    }

    /// Identifies the field in its kind, for example `host`.
    package var name: String
    /// The name for people, for example "Encryption key".
    package var label: String
    package var type: ValueType
    /// The value if a person gives none; empty for no default.
    package var defaultValue: String
    /// Whether there is no integration without it.
    package var isNeeded: Bool
    /// Where a person finds the value, in a sentence; may be empty.
    package var hint: String

    package init(
        _ name: String, _ label: String, _ type: ValueType, default defaultValue: String = "", isNeeded: Bool = false,
        hint: String = ""
    ) {
        self.name = name
        self.label = label
        self.type = type
        self.defaultValue = defaultValue
        self.isNeeded = isNeeded
        self.hint = hint
    }

    /// Whether the value is a secret.
    package var isSecret: Bool { type == .secret }
}
