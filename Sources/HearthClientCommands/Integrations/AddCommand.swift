internal import Hearth
internal import HearthBase
internal import HearthSystem
package import HearthTerminal
internal import HearthTraitCore

/// `hearth add`: adds devices of other ecosystems that are near, or at an address.
package enum AddCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        if let word = arguments["join"] { return try await JoinCommand.run(word, arguments) }
        guard arguments["seconds"] == nil else {
            throw CommandError(.usage, "--seconds says how long --join lets devices in; say --join INTEGRATION, too")
        }
        let hub = try await Connection.open(arguments)
        let (kinds, found) = try await CommandError.ofHome {
            (try await hub.integrations.kinds(), try await hub.integrations.found())
        }
        let open = found.filter { !$0.isAdded }
        guard let word = arguments.positional.first else { return try list(open, kinds, arguments) }
        var wanted: IntegrationKind?
        if let word = arguments["kind"] { wanted = try kind(word, kinds) }
        switch try find(word, in: open, of: wanted) {
        case .found(let thing):
            guard thing.readiness != .notSupported else {
                throw CommandError(.refused, "\(quoted(thing.name)) speaks \(thing.kind), which is not supported yet")
            }
            let kind = if let wanted { wanted } else { try self.kind(thing.kind, kinds) }
            if !arguments.has("json") {
                printError("Adding \(quoted(thing.name))\(thing.address.isEmpty ? "" : " at \(thing.address)") …")
            }
            try await Adding(hub, kind, arguments).add(thing)
        case .address(let address):
            guard let kind = wanted ?? (kinds.count == 1 ? kinds.first : nil) else {
                let ignored = try await CommandError.ofHome { try await hub.integrations.ignored() }
                if case .one(let thing) = Names.find(address, in: ignored, by: { [$0.name] }) {
                    throw CommandError(
                        .refused,
                        "\(quoted(thing.name)) is ignored; "
                            + IgnoreCommand.showing(thing.id, named: thing.name, among: ignored) + " shows it again")
                }
                throw CommandError(
                    .refused,
                    "nothing near is called \(quoted(address)); if it is an address, say its kind with --kind: "
                        + kinds.map(\.id).joined(separator: ", "))
            }
            try await Adding(hub, kind, arguments).add(address: address)
        }
    }

    private static func list(
        _ found: [FoundDevice], _ kinds: [IntegrationKind], _ arguments: Arguments
    ) throws(CommandError) {
        if arguments.has("json") { return try printLine(JSON.array(found.map(IntegrationWords.json)).text) }
        guard !found.isEmpty else {
            let known = kinds.isEmpty ? "" : "; the hub can add \(kinds.map(\.title).joined(separator: ", "))"
            return try printLine("Nothing new is near\(known).")
        }
        try printLine(IntegrationWords.table(found, kinds).text(columns: Screen(arguments).columns))
        printError("\(ShellLine.hearth("add", "1")) adds the first; a name or an address does, too.")
        if found.contains(where: { $0.readiness == .needsButton }) {
            printError("What needs its button waits for it for 30 seconds once you add it; press the button then.")
        }
    }

    /// What a word means.
    enum Target: Equatable {
        case found(FoundDevice)
        case address(String)
    }

    /// Finds a thing by its number in the list, its name, address or ID. Other words are addresses.
    ///
    /// - Parameter kind: the only kind of things to find; nil for all, also those that are not supported.
    static func find(
        _ word: String, in found: [FoundDevice], of kind: IntegrationKind? = nil
    ) throws(CommandError) -> Target {
        if let number = Int(word) {
            guard number >= 1, number <= found.count else {
                let count = found.count == 1 ? "1 entry" : "\(found.count) entries"
                throw CommandError(.refused, "the list has \(count); hearth add shows it")
            }
            let thing = found[number - 1]
            if let kind, thing.kind != kind.id {
                throw CommandError(
                    .refused, "number \(number) is \(quoted(thing.name)), which speaks \(thing.kind), not \(kind.id)")
            }
            return .found(thing)
        }
        let found = found.filter { thing in kind.map { thing.kind == $0.id } ?? true }
        if let thing = found.first(where: { $0.id == word || $0.address == word }) { return .found(thing) }
        switch Names.find(word, in: found, by: { [$0.name] }) {
        case .one(let thing): return .found(thing)
        case .several(let names):
            throw CommandError(
                .refused, "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); say its number")
        case .none: return .address(word)
        }
    }

    static func kind(_ word: String, _ kinds: [IntegrationKind]) throws(CommandError) -> IntegrationKind {
        switch Names.find(word, in: kinds, by: { [$0.id, $0.title] }) {
        case .one(let kind): return kind
        case .several(let names):
            throw CommandError(.usage, "\(quoted(word)) could be \(names.joined(separator: ", ")); write it out")
        case .none:
            let known = kinds.map(\.id).joined(separator: ", ")
            throw CommandError(
                .refused,
                "there is no kind of integration \(quoted(word)); "
                    + (known.isEmpty ? "this hub has none" : "there are \(known)"))
        }
    }
}

extension FoundDevice {
    var isAdded: Bool {
        if case .added = readiness { true } else { false }
    }
}

/// One addition from the command line: prints its states, and asks on a terminal for secrets that are missing.
struct Adding {
    /// How often a secret is asked for.
    private static let mostQuestions = 3

    private let hub: HubClient
    private let kind: IntegrationKind
    private let arguments: Arguments

    init(_ hub: HubClient, _ kind: IntegrationKind, _ arguments: Arguments) {
        self.hub = hub
        self.kind = kind
        self.arguments = arguments
    }

    func add(_ thing: FoundDevice) async throws(CommandError) {
        var values = try IntegrationArguments(arguments, of: kind)
        let wanted: String? =
            switch thing.readiness {
            case .needsKey: "key"
            case .needsPassword: "password"
            case .needsCode: "code"
            default: nil
            }
        if let field = kind.fields.first(where: { $0.isSecret && $0.name == wanted }),
            values.secrets[field.name] == nil,
            OpenFile.standardInput.isTerminal
        {
            try values.ask(for: field, thing.name)
        }
        let structure = try await structureID()
        try await follow(named: thing.name, values) { values in
            hub.integrations.add(
                thing, name: arguments["name"], settings: values.settings, secrets: values.secrets,
                structureID: structure)
        }
    }

    func add(address: String?) async throws(CommandError) {
        var values = try IntegrationArguments(arguments, of: kind)
        if let address { try values.take(address: address, of: kind) }
        if let host = kind.fields.first(where: { $0.type == .host && $0.isNeeded }), values.settings[host.name] == nil {
            throw CommandError(
                .usage,
                "say \(quoted(host.label)), as in \(ShellLine.hearth("integrations", "add", kind.id, "192.0.2.7"))"
                    + (host.hint.isEmpty ? "" : ": \(host.hint)"))
        }
        let structure = try await structureID()
        try await follow(named: address ?? kind.title, values) { values in
            hub.integrations.add(
                kind: kind.id, name: arguments["name"], settings: values.settings, secrets: values.secrets,
                structureID: structure)
        }
    }

    private func structureID() async throws(CommandError) -> String? {
        guard let word = arguments["structure"] else { return nil }
        return try await hub.listing().ownStructure(word).id
    }

    private func follow(
        named name: String, _ given: IntegrationArguments,
        _ add: (IntegrationArguments) -> AsyncThrowingStream<AddingState, any Error>
    ) async throws(CommandError) {
        var values = given
        var questions = 0
        while true {
            guard let failure = try await follow(add(values)) else { return }
            let fields = kind.fields.filter { $0.isSecret && failure.fields.contains($0.name) }
            guard failure.reason == .secretRefused, !fields.isEmpty, questions < Self.mostQuestions,
                OpenFile.standardInput.isTerminal
            else {
                // A secret that is missing, and values that were given; the address is no option.
                let wrong = kind.fields.filter { field in
                    guard failure.fields.contains(field.name), field.type != .host else { return false }
                    return field.isSecret
                        ? values.secrets[field.name] == nil
                        : failure.reason == .failed && values.settings[field.name] != nil
                }
                throw CommandError(.refused, "\(failure)\(IntegrationArguments.hint(wrong))")
            }
            printError("\(failure)")
            for field in fields { try values.ask(for: field, name) }
            questions += 1
        }
    }

    /// Prints the states of an addition.
    ///
    /// - Returns: the failure; nil if it was added.
    private func follow(
        _ states: AsyncThrowingStream<AddingState, any Error>
    ) async throws(CommandError) -> IntegrationFailure? {
        try await IntegrationArguments.ofHome(kind) {
            for try await state in states {
                if arguments.has("json") {
                    try printLine(IntegrationWords.json(state).text)
                } else if case .done = state {
                    try printLine(IntegrationWords.text(state))
                } else if !state.isLast {
                    printError(IntegrationWords.text(state))
                }
                if case .failed(let failure) = state { return failure }
            }
            return nil
        }
    }
}
