internal import HearthWire

/// A kind of integration: an ecosystem whose devices the hub can connect to.
public struct IntegrationKind: Hashable, Sendable, Identifiable {
    /// Identifies the kind, for example "esphome" or "mqtt".
    public let id: String
    /// The ecosystem's name, for example "ESPHome".
    public let title: String
    /// The devices that it brings, in a sentence.
    public let summary: String
    /// The settings and secrets, in the order in which a form asks for them.
    public let fields: [IntegrationField]
}

/// A setting or secret that a kind of integration asks for.
public struct IntegrationField: Hashable, Sendable {
    /// The type of a field's value. All values are text.
    public enum ValueType: Hashable, Sendable {
        /// Text of at most 16 KiB.
        case text
        /// A decimal number.
        case number
        /// A host name or an IP address.
        case host
        /// A key, password or code, which the hub never returns.
        case secret
        /// One of some words.
        case choice([String])
        /// A type that this version doesn't know.
        case unknown
    }

    /// Identifies the field in its kind, for example "host".
    public let name: String
    /// The name for people, for example "Encryption key".
    public let label: String
    /// The type of its value.
    public let type: ValueType
    /// The value if none is given; nil if there is no default.
    public let defaultValue: String?
    /// Whether the hub refuses to add an integration without it.
    public let isNeeded: Bool
    /// Where a person finds the value; may be empty.
    public let hint: String

    /// Whether the value is an ``IntegrationSecret``.
    public var isSecret: Bool { type == .secret }
}

/// A key, password or code for an integration. It can be sent to a hub, but not read again: descriptions and dumps of it
/// show "…".
public struct IntegrationSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable, ExpressibleByStringLiteral
{
    let value: String

    /// Wraps a secret.
    public init(_ value: String) { self.value = value }

    /// Wraps a literal, for tests and examples.
    public init(stringLiteral value: String) { self.value = value }

    public var description: String { "…" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension IntegrationKind {
    init(_ message: Hearth_V1_IntegrationKind) {
        self.init(
            id: message.id, title: message.title, summary: message.summary,
            fields: message.fields.map { IntegrationField($0) })
    }
}

extension IntegrationField {
    fileprivate init(_ message: Hearth_V1_IntegrationField) {
        let type: ValueType =
            switch message.type {
            case .text: .text
            case .number: .number
            case .host: .host
            case .secret: .secret
            case .choice: .choice(message.choices)
            case .unspecified, .unrecognized: .unknown
            }
        self.init(
            name: message.name, label: message.label, type: type,
            defaultValue: message.defaultValue.isEmpty ? nil : message.defaultValue, isNeeded: message.isNeeded,
            hint: message.hint)
    }
}

extension [Hearth_V1_IntegrationSetting] {
    /// The values by field, as a message sends them.
    init(_ values: [String: String]) {
        self = values.sorted { $0.key < $1.key }.map { Hearth_V1_IntegrationSetting(field: $0.key, value: $0.value) }
    }

    init(_ secrets: [String: IntegrationSecret]) { self.init(secrets.mapValues(\.value)) }

    /// The values by field.
    var values: [String: String] { Dictionary(map { ($0.field, $0.value) }) { $1 } }
}
