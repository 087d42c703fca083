internal import HearthBase
package import HearthHomeState
internal import HearthRPC
package import HearthStore
internal import HearthTraitCore

/// The values of an integration's fields: what a link is made of. Its description shows no secret.
package struct IntegrationSettings: Hashable, Sendable {
    /// The settings by field.
    package var values: [String: String]
    /// The secrets by field.
    package var secrets: [String: StoredSecret]

    package init(values: [String: String] = [:], secrets: [String: StoredSecret] = [:]) {
        self.values = values
        self.secrets = secrets
    }

    /// The value of a setting; nil without one.
    package subscript(field: String) -> String? { values[field] }

    /// A secret in plain text; nil without one.
    package func secret(_ field: String) -> String? { secrets[field]?.value }

    /// The most bytes of a value.
    package static let maxBytes = 16 << 10

    /// These values with changes: an empty value deletes one.
    package func changed(by changes: IntegrationSettings) -> IntegrationSettings {
        var changed = self
        for (field, value) in changes.values { changed.values[field] = value.isEmpty ? nil : value }
        for (field, secret) in changes.secrets { changed.secrets[field] = secret.value.isEmpty ? nil : secret }
        return changed
    }

    /// Checks the values against the fields of a kind, and fills in defaults.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`, with the field's label in quotes. The text of no secret is in it.
    package func checked(for kind: any IntegrationKind) throws(HubError) -> IntegrationSettings {
        let fields = kind.fields
        for name in (Array(values.keys) + secrets.keys).sorted()
        where !fields.contains(where: { $0.name == name }) {
            throw HubError(
                .invalidArgument,
                "\(kind.title) has no field \(quotedBeginning(name)); its fields are "
                    + fields.map(\.name).joined(separator: ", "))
        }
        var checked = self
        for field in fields {
            guard field.isSecret ? values[field.name] == nil : secrets[field.name] == nil else {
                throw HubError(
                    .invalidArgument,
                    field.isSecret
                        ? "\(quoted(field.label)) of \(kind.title) is a secret; give it as one, so that it is never shown"
                        : "\(quoted(field.label)) of \(kind.title) is no secret; give it as a setting")
            }
            if checked.values[field.name] == nil, !field.isSecret, !field.defaultValue.isEmpty {
                checked.values[field.name] = field.defaultValue
            }
            let value = field.isSecret ? secret(field.name) : checked.values[field.name]
            guard let value else {
                guard !field.isNeeded else {
                    throw HubError(
                        .invalidArgument,
                        "\(kind.title) needs \(quoted(field.label))"
                            + (field.hint.isEmpty ? "; give it" : "; \(field.hint)"))
                }
                continue
            }
            if let problem = field.problem(with: value) {
                throw HubError(.invalidArgument, "\(quoted(field.label)) of \(kind.title) \(problem)")
            }
        }
        return checked
    }

    /// The field of a secret that was stored and whose value is lost, because a backup without keys keeps it empty; nil if
    /// there is none. Without the secret a link would connect unencrypted.
    func lostSecret(of kind: any IntegrationKind) -> IntegrationField? {
        kind.fields.first { secrets[$0.name]?.value.isEmpty ?? false }
    }

    /// A text for people in which no secret appears: "…" takes the place of each.
    package func redacted(_ text: String) -> String {
        secrets.values.map(\.value).filter { $0.utf8.count >= 4 }.reduce(text) { text, secret in
            text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
        }
    }
}

extension IntegrationField {
    /// What happened to a secret without a value.
    var lossReason: String { "the hub lacks \(quoted(label)), as it was restored from a backup without keys" }

    /// What is wrong with a value, as the rest of a sentence; nil if nothing is. Does not repeat the value of a secret.
    func problem(with value: String) -> String? {
        guard value.utf8.count <= IntegrationSettings.maxBytes else {
            return "has \(value.utf8.count) bytes; at most \(IntegrationSettings.maxBytes) are allowed"
        }
        switch type {
        case .text, .secret: return nil
        case .number(let range):
            let isWhole = Self.isWhole(range.lowerBound) && Self.isWhole(range.upperBound)
            let number = isWhole ? Int64(value).map(Double.init) : Double(value)
            guard let number, range.contains(number) else {
                return
                    "takes a \(isWhole ? "whole " : "")number of \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), not "
                    + quotedBeginning(value)
            }
            return nil
        case .host:
            guard value.utf8.count(where: { $0 == UInt8(ascii: ":") }) != 1 else {
                return "takes a host without a port; give the port in its own field"
            }
            let isHost = !value.isEmpty && value.utf8.count <= 253 && value.utf8.allSatisfy(Self.isOfHost)
            return isHost ? nil : "takes a host name or an IP address, not \(quotedBeginning(value))"
        case .choice(let choices):
            return choices.contains(value)
                ? nil : "takes one of \(choices.joined(separator: ", ")), not \(quotedBeginning(value))"
        }
    }

    private static func isWhole(_ number: Double) -> Bool { Int64(exactly: number) != nil }

    private static func text(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }

    /// Whether a byte may be in a host name, an IP address or its zone. Names are ASCII or UTF-8.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "["), UInt8(ascii: "]"), 0x80...:
            true
        default: false
        }
    }
}
