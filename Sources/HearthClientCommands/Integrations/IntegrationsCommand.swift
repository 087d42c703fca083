internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore

/// `hearth integrations`: the connections to devices of other ecosystems.
package enum IntegrationsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let (action, first, second) = (words.first ?? "list", words.dropFirst().first, words.dropFirst(2).first)
        switch (action, first, second) {
        case ("list", nil, nil): try await list(arguments)
        case ("found", nil, nil): try await found(arguments)
        case ("ignored", nil, nil): try await IgnoreCommand.list(arguments)
        case ("ignore", let thing?, nil): try await IgnoreCommand.ignore(thing, arguments)
        case ("unignore", let thing?, nil): try await IgnoreCommand.unignore(thing, arguments)
        case ("kinds", let kind, nil): try await kinds(kind, arguments)
        case ("add", let kind?, let address):
            let hub = try await Connection.open(arguments)
            let kinds = try await CommandError.ofHome { try await hub.integrations.kinds() }
            try await Adding(hub, AddCommand.kind(kind, kinds), arguments).add(address: address)
        case ("change", let name?, nil): try await change(name, arguments)
        case ("test", let name?, nil): try await test(name, arguments)
        case ("remove", let name?, nil): try await remove(name, arguments)
        case ("entities", let device?, nil): try await EntitiesCommand.run(device, arguments)
        default:
            throw CommandError(
                .usage,
                "say list, found, ignored, kinds [KIND], add KIND [ADDRESS], change NAME, test NAME, remove NAME, "
                    + "ignore FOUND, unignore IGNORED or entities DEVICE"
            )
        }
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let (integrations, kinds) = try await CommandError.ofHome {
            (try await hub.integrations.list(), try await hub.integrations.kinds())
        }
        if arguments.has("json") {
            return try printLine(JSON.array(integrations.map(IntegrationWords.json)).text)
        }
        guard !integrations.isEmpty else {
            return try printLine("The hub has no integrations; \(ShellLine.hearth("add")) shows what is near.")
        }
        try printLine(IntegrationWords.table(integrations, kinds).text(columns: screen.columns))
    }

    private static func found(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let (found, kinds) = try await CommandError.ofHome {
            (try await hub.integrations.found(), try await hub.integrations.kinds())
        }
        if arguments.has("json") { return try printLine(JSON.array(found.map(IntegrationWords.json)).text) }
        guard !found.isEmpty else { return try printLine("Nothing that could be added is near") }
        try printLine(IntegrationWords.table(found, kinds).text(columns: screen.columns))
    }

    private static func kinds(_ word: String?, _ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        var kinds = try await CommandError.ofHome { try await hub.integrations.kinds() }
        if let word { kinds = [try AddCommand.kind(word, kinds)] }
        if arguments.has("json") { return try printLine(JSON.array(kinds.map(IntegrationWords.json)).text) }
        guard word == nil, kinds.count != 1 else {
            for kind in kinds {
                try printLine("\(kind.title) (\(kind.id)): \(kind.summary)")
                try printLine(IntegrationWords.table(kind).text(columns: screen.columns))
            }
            return
        }
        guard !kinds.isEmpty else { return try printLine("This hub has no kinds of integrations") }
        var table = Table(["KIND", "NAME", "BRINGS"])
        for kind in kinds { table.add([kind.id, kind.title, kind.summary]) }
        try printLine(table.text(columns: screen.columns))
    }

    // MARK: Changing

    private static func change(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let (hub, integration, kind, values) = try await open(word, arguments)
        guard arguments["name"] != nil || values != IntegrationArguments() else {
            throw CommandError(
                .usage, "say what to change: --name, --set, --file, --user, --key-file or --password-file")
        }
        let changed = try await IntegrationArguments.ofHome(kind) {
            try await hub.integrations.change(
                id: integration.id, name: arguments["name"], settings: values.settings, secrets: values.secrets)
        }
        if arguments.has("json") { return try printLine(IntegrationWords.json(changed).text) }
        try printLine("\(quoted(changed.name)) is changed and connects again")
    }

    private static func test(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let (hub, integration, kind, values) = try await open(word, arguments)
        let result = try await IntegrationArguments.ofHome(kind) {
            try await hub.integrations.test(
                id: integration.id, settings: values.settings, secrets: values.secrets)
        }
        switch result {
        case .failure(let failure): throw CommandError(.refused, "\(quoted(integration.name)): \(failure)")
        case .success(let test):
            if arguments.has("json") {
                let names = JSON.array(test.deviceNames.map { .string($0) })
                let line = JSON.object([
                    ("name", .string(test.name)), ("count", .number(test.deviceCount)), ("devices", names),
                ])
                return try printLine(line.text)
            }
            let count = test.deviceCount == 1 ? "1 device" : "\(test.deviceCount) devices"
            try printLine("\(quoted(integration.name)) answers and has \(count)")
            for name in test.deviceNames { try printLine("  \(printable(name))") }
        }
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let (hub, integration, _, _) = try await open(word, arguments)
        let count = integration.deviceCount == 1 ? "1 device" : "\(integration.deviceCount) devices"
        try Confirmation.ask(
            "Remove \(quoted(integration.name)) with \(count)?", else: "\(integration.name) stays", arguments)
        let devices = try await CommandError.ofHome {
            try await hub.integrations.remove(id: integration.id, forgetting: arguments.has("forget"))
        }
        if arguments.has("json") {
            let line = JSON.object([
                ("removed", .string(integration.id)), ("devices", .array(devices.map { .string($0) })),
            ])
            return try printLine(line.text)
        }
        try printLine("\(quoted(integration.name)) is removed with \(count)")
    }

    /// The integration that a word means, its kind if the hub has it, and the values that options give its fields.
    private static func open(
        _ word: String, _ arguments: Arguments
    ) async throws(CommandError) -> (HubClient, Integration, IntegrationKind?, IntegrationArguments) {
        let hub = try await Connection.open(arguments)
        let (integrations, kinds) = try await CommandError.ofHome {
            (try await hub.integrations.list(), try await hub.integrations.kinds())
        }
        let integration = try find(word, in: integrations)
        guard let kind = kinds.first(where: { $0.id == integration.kind }) else {
            // It can still be renamed and removed.
            return (hub, integration, nil, IntegrationArguments())
        }
        return (hub, integration, kind, try IntegrationArguments(arguments, of: kind))
    }

    static func find(
        _ word: String, in integrations: [Integration], kind: String = "integration",
        otherwise: String = "hearth integrations lists them"
    ) throws(CommandError) -> Integration {
        switch Names.find(word, in: integrations, by: { [$0.name] }, id: { $0.id }) {
        case .one(let integration): return integration
        case .several(let names):
            throw CommandError(
                .refused, "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); write it out")
        case .none(let nearest):
            throw CommandError(
                .refused, "there is no \(kind) \(quoted(word))" + Names.hint(nearest, otherwise))
        }
    }
}
