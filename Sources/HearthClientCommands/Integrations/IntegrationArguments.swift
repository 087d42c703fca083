internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The values of an integration's fields, as options give them. A secret is in a file or is asked for: the words of a
/// command are visible to other users of the machine and in the shell's history.
package struct IntegrationArguments: Equatable {
    package static let options: [Arguments.Option] = [
        .init("user", "NAME", "The user name, for ecosystems with a log-in."),
        .init("key-file", "FILE", "The encryption key, in a file; - reads it from the input."),
        .init("password-file", "FILE", "The password, in a file; - reads it from the input."),
        .init("set", "FIELD=VALUE", "Another field; may be repeated. An empty value deletes it."),
        .init(
            "file", "FIELD=FILE", "A field whose value is in a file, such as password=mqtt.password; may be repeated."),
    ]

    /// The most bytes of a value in a file.
    private static let maxBytes = 16 << 10

    var settings: [String: String] = [:]
    var secrets: [String: IntegrationSecret] = [:]

    init() {}

    /// Reads the options, and sorts the values by the fields of a kind.
    init(_ arguments: Arguments, of kind: IntegrationKind) throws(CommandError) {
        if let user = arguments["user"] { try put(user, in: Self.field("user", of: kind, for: "user"), of: kind) }
        for word in arguments.all("set") {
            let (name, value) = try Self.parts(word, "set", "FIELD=VALUE")
            let field = try Self.field(name, of: kind, for: "set")
            guard !field.isSecret || value.isEmpty else {
                throw CommandError(
                    .usage,
                    "\(name) is a secret, and words of a command are visible to others; say --file \(name)=FILE")
            }
            try put(value, in: field, of: kind)
        }
        let files = [("key-file", "key"), ("password-file", "password")].compactMap { option, name in
            arguments[option].map { (option, name, $0) }
        }
        for (option, name, path) in files {
            try put(Self.content(of: path, name), in: Self.field(name, of: kind, for: option), of: kind)
        }
        for word in arguments.all("file") {
            let (name, path) = try Self.parts(word, "file", "FIELD=FILE")
            try put(Self.content(of: path, name), in: Self.field(name, of: kind, for: "file"), of: kind)
        }
    }

    /// Takes the word for the place of the other end: a host, and maybe a port.
    mutating func take(address: String, of kind: IntegrationKind) throws(CommandError) {
        guard let field = kind.fields.first(where: { $0.type == .host }) ?? kind.fields.first(where: \.isNeeded) else {
            throw CommandError(.usage, "\(kind.title) has no address; leave out \(quoted(address))")
        }
        var host = address
        if field.type == .host, kind.fields.contains(where: { $0.name == "port" }),
            let colon = address.lastIndex(of: ":"), !address[..<colon].contains(":") || address[..<colon].last == "]",
            let port = UInt16(address[address.index(after: colon)...])
        {
            settings["port"] = settings["port"] ?? String(port)
            host = String(address[..<colon])
        }
        settings[field.name] = field.type == .host ? Self.unbracketed(host) : host
    }

    /// Asks for a secret on the terminal.
    mutating func ask(for field: IntegrationField, _ title: String) throws(CommandError) {
        secrets[field.name] = IntegrationSecret(try SecretInput.read("\(field.label) of \(title)"))
    }

    private mutating func put(
        _ value: String, in field: IntegrationField, of kind: IntegrationKind
    ) throws(CommandError) {
        guard settings[field.name] == nil, secrets[field.name] == nil else {
            throw CommandError(
                .usage, "\(quoted(field.label)) is given twice; leave out one \(Self.option(for: field))")
        }
        if field.isSecret {
            secrets[field.name] = IntegrationSecret(value)
        } else {
            settings[field.name] = field.type == .host ? Self.unbracketed(value) : value
        }
    }

    /// A host without the brackets that IPv6 addresses have before a port.
    private static func unbracketed(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The option that gives a field its value: "--set port=VALUE".
    static func option(for field: IntegrationField) -> String {
        switch field.name {
        case "user": "--user NAME"
        case "key", "password": field.isSecret ? "--\(field.name)-file FILE" : "--set \(field.name)=VALUE"
        default: field.isSecret ? "--file \(field.name)=FILE" : "--set \(field.name)=VALUE"
        }
    }

    /// The options for the fields that the hub's message names by their labels, to be appended to it; empty for none.
    static func hint(for message: String, of kind: IntegrationKind) -> String {
        hint(kind.fields.filter { message.contains(quoted($0.label)) })
    }

    /// The options for fields, to be appended to a message; empty for none.
    static func hint(_ fields: [IntegrationField]) -> String {
        fields.isEmpty ? "" : "; give it with " + fields.map(option).joined(separator: " and ")
    }

    /// Makes a call whose errors are about the fields of a kind, and adds the options that correct them.
    static func ofHome<Value>(
        _ kind: IntegrationKind?, _ body: () async throws -> Value
    ) async throws(CommandError) -> Value {
        do throws(CommandError) {
            return try await CommandError.ofHome { try await body() }
        } catch {
            guard let kind else { throw error }
            throw CommandError(error.code, error.message + hint(for: error.message, of: kind))
        }
    }

    private static func field(
        _ name: String, of kind: IntegrationKind, for option: String
    ) throws(CommandError) -> IntegrationField {
        guard let field = kind.fields.first(where: { $0.name == name }) else {
            let known = kind.fields.map(\.name).joined(separator: ", ")
            throw CommandError(
                .usage, "--\(option): \(kind.title) has no field \(quoted(name)); its fields are \(known)")
        }
        return field
    }

    private static func parts(
        _ word: String, _ option: String, _ form: String
    ) throws(CommandError) -> (String, String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, !name.isEmpty else {
            throw CommandError(.usage, "--\(option) takes \(form), not \(quoted(word))")
        }
        return (String(name), String(parts[1]))
    }

    /// The text of a file without the line break at its end; `-` is the input.
    static func content(of path: String, _ name: String) throws(CommandError) -> String {
        guard path != "-" else { return try SecretInput.read(name) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.badFile, "\(path) can't be read; is it a file, and may you read it?")
        }
        guard data.count <= maxBytes, let text = String(data: data, encoding: .utf8) else {
            throw CommandError(.badFile, "\(path) is no text of at most \(maxBytes) bytes")
        }
        let trimmed = text.reversed().drop { $0.isNewline }.reversed()
        guard !trimmed.isEmpty else { throw CommandError(.badFile, "\(path) is empty") }
        return String(trimmed)
    }
}
