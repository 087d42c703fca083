internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth notices send-to`, `targets` and `test`: the web servers that the hub posts its notices to. They are
/// integrations, which `hearth integrations` changes and removes.
package enum NoticeTargetsCommand {
    /// The kinds of integrations that get notices.
    private static let kinds = ["ntfy", "webhook"]

    package static let options: [Arguments.Option] = [
        .init("as", "KIND", "ntfy, or webhook for JSON.", default: "ntfy if the host's name says so, else webhook"),
        .init("name", "NAME", "The target's name.", default: "the kind and the host"),
        .init("token-file", "FILE", "An access token, in a file; - reads it from the input."),
        .init("urgency", "LEVEL", "The least urgency: information, warning or alarm.", default: "information"),
        .init("kinds", "WORDS", "Kinds with commas between them, such as smoke,batteryLow.", default: "all"),
        .init("to", "PERSON", "Only notices for this person, and those for everybody.", default: "all notices"),
    ]

    static func sendTo(_ url: String, _ arguments: Arguments) async throws(CommandError) {
        let kind = try kind(of: url, arguments["as"])
        let hub = try await Connection.open(arguments)
        var settings: [String: String] = [:]
        settings["urgency"] = arguments["urgency"]
        settings["kinds"] = arguments["kinds"]
        let listing = try await hub.listing()
        if let word = arguments["structure"] { settings["structure"] = try listing.structure(word).id }
        if let word = arguments["to"] {
            let structures = try arguments["structure"].map { word throws(CommandError) in [try listing.structure(word)]
            }
            let people = try await hub.people(of: structures ?? listing.structures)
            settings["person"] = try PeopleCommand.find(word, in: people).name
        }
        var secrets = ["url": IntegrationSecret(url)]
        if let file = arguments["token-file"] {
            secrets["token"] = IntegrationSecret(try IntegrationArguments.content(of: file, "token"))
        }
        let given = (settings, secrets)
        try await CommandError.ofHome {
            let (settings, secrets) = given
            let states = hub.integrations.add(
                kind: kind, name: arguments["name"], settings: settings, secrets: secrets)
            for try await state in states {
                switch state {
                case .failed(let failure): throw CommandError(.refused, "\(failure)")
                case .done(let target, _):
                    try GroupsCommand.tell(
                        [("target", target.id)],
                        "\(quoted(target.name)) gets the home's notices; a first message was sent there", arguments)
                default: break
                }
            }
        }
    }

    static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let (all, known) = try await CommandError.ofHome {
            (try await hub.integrations.list(), try await hub.integrations.kinds())
        }
        let targets = all.filter { kinds.contains($0.kind) }
        if arguments.has("json") { return try printLine(JSON.array(targets.map(IntegrationWords.json)).text) }
        guard !targets.isEmpty else {
            return try printLine("Notices stay on the hub; hearth notices send-to URL adds a target.")
        }
        try printLine(IntegrationWords.table(targets, known).text(columns: screen.columns))
    }

    static func test(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let all = try await CommandError.ofHome { try await hub.integrations.list() }
        let target = try IntegrationsCommand.find(
            name, in: all.filter { kinds.contains($0.kind) }, kind: "target",
            otherwise: "hearth notices targets lists them")
        let result = try await CommandError.ofHome { try await hub.integrations.test(id: target.id) }
        if case .failure(let failure) = result { throw CommandError(.refused, "\(quoted(target.name)): \(failure)") }
        try GroupsCommand.tell(
            [("tested", target.id)], "A test message was sent to \(quoted(target.name))", arguments)
    }

    /// The kind that an option names, or that the host's name suggests.
    static func kind(of url: String, _ word: String?) throws(CommandError) -> String {
        if let word {
            guard kinds.contains(word) else {
                throw CommandError(.usage, "--as is ntfy or webhook, not \(quoted(word))")
            }
            return word
        }
        guard let host = URL(string: url)?.host else {
            throw CommandError(.usage, "say the whole address, as in hearth notices send-to https://ntfy.sh/TOPIC")
        }
        return host.split(separator: ".").contains { $0.lowercased() == "ntfy" } ? "ntfy" : "webhook"
    }
}
