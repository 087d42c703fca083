internal import Hearth
internal import HearthPhrases
internal import HearthTerminal
internal import HearthTraitCore

/// Texts and JSON about integrations and found things.
enum IntegrationWords {
    // MARK: Tables

    static func table(_ integrations: [Integration], _ kinds: [IntegrationKind]) -> Table {
        var table = Table(["NAME", "KIND", "ADDRESS", "DEVICES", "STATE"])
        for integration in integrations {
            table.add([
                integration.name, title(integration.kind, kinds), address(integration, kinds),
                "\(integration.deviceCount)", text(integration.health, since: integration.healthSince),
            ])
        }
        return table
    }

    /// The found things. Those that are not added are numbered as `hearth add` takes them.
    static func table(_ found: [FoundDevice], _ kinds: [IntegrationKind]) -> Table {
        var table = Table(["", "NAME", "KIND", "ADDRESS", "STATE"])
        var number = 0
        for thing in found {
            if !thing.isAdded { number += 1 }
            table.add([
                thing.isAdded ? "" : "\(number)", thing.name, title(thing.kind, kinds), thing.address,
                text(thing.readiness),
            ])
        }
        return table
    }

    static func table(_ ignored: [IgnoredDevice], _ kinds: [IntegrationKind]) -> Table {
        var table = Table(["NAME", "KIND", "MAKER", "IGNORED SINCE"])
        for thing in ignored {
            table.add([
                thing.name, title(thing.kind, kinds), thing.maker.isEmpty ? "-" : thing.maker,
                thing.ignoredAt.map { LocalTime.dateAndTime($0) } ?? "-",
            ])
        }
        return table
    }

    static func table(_ kind: IntegrationKind) -> Table {
        var table = Table(["FIELD", "NAME", "TYPE", "DEFAULT", "HINT"])
        for field in kind.fields {
            table.add([
                field.name + (field.isNeeded ? " (needed)" : ""), field.label, text(field.type),
                field.defaultValue ?? "-", field.hint,
            ])
        }
        return table
    }

    // MARK: Words

    static func title(_ kind: String, _ kinds: [IntegrationKind]) -> String {
        kinds.first { $0.id == kind }?.title ?? kind
    }

    private static func address(_ integration: Integration, _ kinds: [IntegrationKind]) -> String {
        let fields = kinds.first { $0.id == integration.kind }?.fields ?? []
        guard let host = fields.first(where: { $0.type == .host }).flatMap({ integration.settings[$0.name] }) else {
            return "-"
        }
        // The usual port is no news, and one left out is the usual one.
        guard let port = integration.settings["port"],
            port != fields.first(where: { $0.name == "port" })?.defaultValue
        else { return host }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// - Parameter time: when the state began, in seconds since 1970; nil if not known.
    static func text(_ health: IntegrationHealth, since time: Double?) -> String {
        let since = time.map { " since \(LocalTime.dateAndTime($0).dropFirst(5).prefix(11))" } ?? ""
        switch health {
        case .connecting: return "connecting\(since)"
        case .online: return "online\(since)"
        case .offline(let reason): return "offline\(since)" + (reason.isEmpty ? "" : ": \(reason)")
        case .needsAttention(let reason, let wayOut):
            return "needs attention\(since): \(reason)" + (wayOut.isEmpty ? "" : "; \(wayOut)")
        case .unknown: return "?"
        }
    }

    static func text(_ readiness: FoundDevice.Readiness) -> String {
        switch readiness {
        case .ready: "ready"
        case .needsKey: "needs a key"
        case .needsPassword: "needs a password"
        case .needsCode: "needs a code"
        case .needsButton: "needs its button"
        case .notSupported: "not supported yet"
        case .added: "added already"
        case .unknown: "?"
        }
    }

    static func text(_ state: AddingState) -> String {
        switch state {
        case .step(.searching): "Searching …"
        case .step(.connecting): "Connecting …"
        case .step(.waitingForButton): "Press the button on the device now; the hub waits 30 seconds …"
        case .step(.asking): "Asking for its devices …"
        case .step(.describing): "Adding its devices …"
        case .done(let integration, let devices):
            "Added \(quoted(integration.name)) with \(devices.count == 1 ? "1 device" : "\(devices.count) devices")"
        case .failed(let failure): "\(failure)"
        }
    }

    private static func text(_ type: IntegrationField.ValueType) -> String {
        switch type {
        case .text: "text"
        case .number: "number"
        case .host: "host"
        case .secret: "secret"
        case .choice(let words): words.joined(separator: "|")
        case .unknown: "?"
        }
    }

    // MARK: JSON

    static func json(_ integration: Integration) -> JSON {
        .object([
            ("id", .string(integration.id)), ("kind", .string(integration.kind)), ("name", .string(integration.name)),
            ("settings", json(integration.settings)),
            ("secrets", .array(integration.secretFields.map { .string($0) })),
            ("state", .string(word(integration.health))), ("reason", reason(integration.health)),
            ("since", integration.healthSince.map { .number(WholeTime.seconds($0)) } ?? .null),
            ("devices", .number(integration.deviceCount)),
        ])
    }

    static func json(_ thing: FoundDevice) -> JSON {
        .object([
            ("id", .string(thing.id)), ("kind", .string(thing.kind)), ("name", .string(thing.name)),
            ("maker", .string(thing.maker)), ("address", .string(thing.address)),
            ("state", .string(text(thing.readiness))), ("settings", json(thing.settings)),
        ])
    }

    static func json(_ thing: IgnoredDevice) -> JSON {
        .object([
            ("id", .string(thing.id)), ("kind", .string(thing.kind)), ("name", .string(thing.name)),
            ("maker", .string(thing.maker)),
            ("ignoredAt", thing.ignoredAt.map { .number(WholeTime.seconds($0)) } ?? .null),
        ])
    }

    static func json(_ kind: IntegrationKind) -> JSON {
        .object([
            ("id", .string(kind.id)), ("title", .string(kind.title)), ("summary", .string(kind.summary)),
            (
                "fields",
                .array(
                    kind.fields.map { field in
                        .object([
                            ("name", .string(field.name)), ("label", .string(field.label)),
                            ("type", .string(text(field.type))), ("needed", .bool(field.isNeeded)),
                            ("default", field.defaultValue.map { .string($0) } ?? .null),
                            ("hint", .string(field.hint)),
                        ])
                    })
            ),
        ])
    }

    static func json(_ state: AddingState) -> JSON {
        switch state {
        case .step(let step): .object([("state", .string("\(step)"))])
        case .done(let integration, let devices):
            .object([
                ("state", .string("done")), ("integration", json(integration)),
                ("devices", .array(devices.map { .string($0) })),
            ])
        case .failed(let failure):
            .object([
                ("state", .string("failed")), ("message", .string(failure.message)),
                ("wayOut", .string(failure.wayOut)), ("fields", .array(failure.fields.map { .string($0) })),
            ])
        }
    }

    private static func json(_ values: [String: String]) -> JSON {
        .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    private static func word(_ health: IntegrationHealth) -> String {
        switch health {
        case .connecting: "connecting"
        case .online: "online"
        case .offline: "offline"
        case .needsAttention: "needsAttention"
        case .unknown: "unknown"
        }
    }

    private static func reason(_ health: IntegrationHealth) -> JSON {
        switch health {
        case .offline(let reason), .needsAttention(let reason, _): .string(reason)
        case .connecting, .online, .unknown: .null
        }
    }
}
