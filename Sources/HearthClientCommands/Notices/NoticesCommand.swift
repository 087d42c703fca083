internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth notices`: lists the notices of the home, dismisses them, and says where the hub posts them.
package enum NoticesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first, words.dropFirst().first, words.count) {
        case (nil, _, _): try await list(arguments)
        case ("dismiss", _, _): try await dismiss(Array(words.dropFirst()), arguments)
        case ("send-to", let url?, 2): try await NoticeTargetsCommand.sendTo(url, arguments)
        case ("targets", nil, _): try await NoticeTargetsCommand.list(arguments)
        case ("test", let name?, 2): try await NoticeTargetsCommand.test(name, arguments)
        default:
            throw CommandError(
                .usage, "say hearth notices alone, or with dismiss NUMBER…|all, send-to URL, targets or test NAME")
        }
    }

    private static func structures(_ listing: HomeListing, _ arguments: Arguments) throws(CommandError) -> [Structure] {
        guard arguments["structure"] != nil else { return listing.structures }
        return [try listing.structure(arguments["structure"])]
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let listing = try await Connection.open(arguments).listing()
        let structures = try structures(listing, arguments)
        guard structures.contains(where: { listing.values(of: NoticesTrait.id, in: $0) != nil }) else {
            throw CommandError(.refused, "only owners and administrators of a home see its notices")
        }
        let notices = ListedNotice.list(of: structures, in: listing)
        if arguments.has("json") {
            return try printLine(JSON.array(notices.map(json)).text)
        }
        guard !notices.isEmpty else { return try printLine("There are no notices.") }
        var table = Table(["NO.", "WHEN", "URGENCY", "STRUCTURE", "NOTICE"])
        for notice in notices {
            let words = notice.text.isEmpty ? notice.title : "\(notice.title): \(notice.text)"
            table.add([
                "\(notice.id)", LocalTime.dateAndTime(notice.raisedAt), notice.urgency,
                printable(notice.structure.name),
                printable(words),
            ])
        }
        try printLine(table.text(columns: screen.columns))
    }

    private static func json(_ notice: ListedNotice) -> JSON {
        .object([
            ("id", .number(notice.id)), ("structure", .string(notice.structure.id)),
            ("time", .number("\(notice.raisedAt)")), ("urgency", .string(notice.urgency)),
            ("title", .string(notice.title)), ("text", .string(notice.text)),
            ("recipients", .array(notice.recipients.map { .string($0) })),
        ])
    }

    private static func dismiss(_ words: [String], _ arguments: Arguments) async throws(CommandError) {
        guard !words.isEmpty else {
            throw CommandError(.usage, "name the notices: hearth notices dismiss NUMBER… or hearth notices dismiss all")
        }
        let listing = try await Connection.open(arguments).listing()
        let listed = ListedNotice.list(of: try structures(listing, arguments), in: listing)
        var chosen = listed
        if words != ["all"] {
            chosen = []
            for word in words {
                let matches = listed.filter { "\($0.id)" == word }
                guard let notice = matches.first else {
                    throw CommandError(.refused, "there is no notice \(quoted(word)); hearth notices lists them")
                }
                guard matches.count == 1 else {
                    throw CommandError(
                        .usage, "several homes have a notice \(word); say which home with --structure")
                }
                chosen.append(notice)
            }
        }
        let trait = try NoticesTrait.descriptor()
        for notices in Dictionary(grouping: chosen, by: \.structure.id).values {
            try await notices[0].structure.send(1, of: trait, [0: .list(notices.map { .unsigned($0.id) })])
        }
        try GroupsCommand.tell(
            [("dismissed", "\(chosen.count)")],
            chosen.count == 1 ? "1 notice is dismissed" : "\(chosen.count) notices are dismissed", arguments)
    }
}

/// `hearth notify`: sends a notice to the people of a home.
package enum NotifyCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        guard let title = words.first, !title.isEmpty else {
            throw CommandError(.usage, "the title is missing, as in hearth notify \"The laundry is done\"")
        }
        let urgency = arguments["urgency"] ?? "information"
        guard let level = NoticesTrait.urgencies.firstIndex(of: urgency) else {
            throw CommandError(.usage, "--urgency is information, warning or alarm, not \(quoted(urgency))")
        }
        let hub = try await Connection.open(arguments)
        let structure = try await hub.listing().ownStructure(arguments["structure"])
        var people: [ListedMember] = []
        if !arguments.all("to").isEmpty {
            let all = try await hub.people(of: [structure])
            for word in arguments.all("to") { people.append(try PeopleCommand.find(word, in: all)) }
        }
        var fields: StructureValue = [0: .string(title), 2: .unsigned(UInt64(level))]
        if let text = words.dropFirst().first { fields[1] = .string(text) }
        if !people.isEmpty { fields[3] = .list(people.map { .string($0.id) }) }
        try await structure.send(0, of: try NoticesTrait.descriptor(), fields)
        let whom = people.isEmpty ? "the people of \(structure.name)" : people.map(\.name).joined(separator: ", ")
        try GroupsCommand.tell([("notified", title)], "\(quoted(title)) was sent to \(whom)", arguments)
    }
}

extension Structure {
    /// Sends a command to one of the structure's own traits.
    fileprivate func send(
        _ id: UInt32, of trait: TraitDescriptor, _ arguments: StructureValue
    ) async throws(CommandError) {
        guard let command = trait.commands.first(where: { $0.id == id }) else { return }
        try await CommandError.ofHome(changing: name) {
            let action = DeviceAction(endpoint: 0, trait: trait, content: .command(command, arguments))
            _ = try await send(action, timeout: .seconds(10))
        }
    }
}
