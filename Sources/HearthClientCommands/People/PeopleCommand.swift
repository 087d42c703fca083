internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth people`: the members of a home and their roles.
package enum PeopleCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let (action, first, second) = (words.first ?? "list", words.dropFirst().first, words.dropFirst(2).first)
        if !["invite", "grant", "role"].contains(action), GrantArguments.areGiven(arguments) {
            throw CommandError(.usage, "a guest's rights go with invite, grant and role")
        }
        if action != "invite", arguments["role"] != nil {
            throw CommandError(.usage, "--role goes with invite; hearth people role PERSON ROLE changes a role")
        }
        if !["invite", "add-device"].contains(action), arguments["for"] != nil {
            throw CommandError(.usage, "--for goes with invite and add-device")
        }
        switch (action, first, second) {
        case ("list", nil, nil): try await list(arguments)
        case ("invite", let name, nil): try await invite(name, arguments)
        case ("add-device", nil, nil): try await addDevice(arguments)
        case ("invitations", nil, nil): try await OpenInvitations.list(arguments)
        case ("withdraw", let invitation?, nil): try await OpenInvitations.withdraw(invitation, arguments)
        case ("grant", let person?, nil): try await grant(person, arguments)
        case ("role", let person?, let role?): try await changeRole(person, GrantWords.role(role), arguments)
        case ("rename", let person?, let name?): try await rename(person, name, arguments)
        case ("remove", let person?, nil): try await remove(person, arguments)
        default:
            throw CommandError(
                .usage,
                "say list, invite [NAME], add-device, invitations, withdraw INVITATION, grant PERSON, role PERSON ROLE, rename "
                    + "PERSON NAME or remove PERSON")
        }
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let people = try await hub.people(of: structures(listing, arguments))
        if arguments.has("json") {
            return try printLine(JSON.array(people.map { json($0.member, isSelf: $0.isSelf) }).text)
        }
        try printLine(table(people, listing).text(columns: screen.columns))
    }

    static func table(_ people: [ListedMember], _ listing: HomeListing) -> Table {
        var table = Table(["STRUCTURE", "PERSON", "ROLE", "MAY USE"])
        for person in people {
            let isHidden = person.member.role == .guest && person.member.grant == nil
            table.add([
                person.structure.name, person.name + (person.isSelf ? " (you)" : ""),
                GrantWords.text(person.member.role),
                isHidden ? "-" : GrantWords.text(person.member.role, person.member.grant, listing),
            ])
        }
        return table
    }

    private static func json(_ person: StructureMember, isSelf: Bool) -> JSON {
        .object([
            ("id", .string(person.id)), ("structure", .string(person.structureID)), ("name", .string(person.name)),
            ("role", .string(GrantWords.text(person.role))), ("grant", person.grant.map(json) ?? .null),
            ("you", .bool(isSelf)),
        ])
    }

    static func json(_ grant: GuestGrant) -> JSON {
        .object([
            ("everything", .bool(grant.everything)), ("rooms", .array(grant.roomIDs.map { .string($0) })),
            ("devices", .array(grant.deviceIDs.map { .string($0) })),
            ("hours", .array((grant.hours ?? []).map { .string(HoursWords.text($0)) })),
            ("until", grant.until.map { .number(WholeTime.seconds($0)) } ?? .null),
        ])
    }

    /// The structure given by `--structure`, otherwise all.
    static func structures(
        _ listing: HomeListing, _ arguments: Arguments
    ) throws(CommandError) -> [Structure] {
        guard let word = arguments["structure"] else { return listing.structures }
        return [try listing.ownStructure(word)]
    }

    // MARK: Inviting

    private static func invite(_ name: String?, _ arguments: Arguments) async throws(CommandError) {
        guard let word = arguments["role"] else {
            throw CommandError(.usage, "the role is missing: --role guest, --role administrator or --role owner")
        }
        let role = try GrantWords.role(word)
        let validity = try OpenInvitations.validity(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try listing.ownStructure(arguments["structure"])
        let grant = try GrantArguments.grant(for: role, in: structure, listing, arguments)
        let offer = MembershipOffer(structureID: structure.id, role: role, grant: grant)
        let invitation = try await CommandError.ofHome {
            try await hub.access.invite(name: name, to: [offer], validFor: validity)
        }
        let whom = name ?? "Whoever accepts it"
        let text =
            "\(whom) will be \(GrantWords.one(role)) of \(structure.name), with \(GrantWords.text(role, grant, listing))."
        try show(invitation, for: HubLink.Invited(role), text, arguments)
    }

    private static func addDevice(_ arguments: Arguments) async throws(CommandError) {
        let validity = try OpenInvitations.validity(arguments)
        let access = try await Connection.open(arguments).access
        let invitation = try await CommandError.ofHome { try await access.invite(validFor: validity) }
        try show(invitation, for: nil, "The device that accepts it gets your rights.", arguments)
    }

    private static func show(
        _ invitation: NewInvitation, for invited: HubLink.Invited?, _ text: String, _ arguments: Arguments
    ) throws(CommandError) {
        let link = try ClaimCommand.link(of: invitation)
        let page = link.webAddress(for: invited)
        let end = WholeTime.seconds(invitation.expiresAt)
        if arguments.has("json") {
            let line = JSON.object([
                ("link", .string("\(link)")), ("page", .string(page)), ("code", .string(invitation.code)),
                ("expires", .number(end)), ("id", .string(invitation.id)),
            ])
            return try printLine(line.text)
        }
        try printLine(Wrapped.lines(text, indent: 0).joined(separator: "\n"))
        try printLine(Invitation.text(link, page: page, expiresAt: end))
        try printLine("The code alone: \(invitation.code)")
    }

    // MARK: Changing

    private static func person(
        _ word: String, _ hub: HubClient, _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) -> ListedMember {
        return try find(word, in: try await hub.people(of: structures(listing, arguments)))
    }

    static func find(_ word: String, in people: [ListedMember]) throws(CommandError) -> ListedMember {
        switch Names.find(word, in: people, by: { [$0.name] }, id: { $0.id }) {
        case .one(let person): return person
        case .several(let names):
            let homes = people.filter { names.contains($0.name) }
                .map { "\(quoted($0.name)) of \($0.structure.name) (\($0.id))" }
            throw CommandError(
                .refused,
                "\(quoted(word)) could be \(homes.joined(separator: ", ")); say which with --structure or by its id")
        case .none(let nearest):
            throw CommandError(
                .refused, "there is no person \(quoted(word))" + Names.hint(nearest, "hearth people lists them"))
        }
    }

    private static func grant(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let person = try await person(word, hub, listing, arguments)
        guard person.member.role == .guest else {
            throw CommandError(
                .refused,
                "\(quoted(person.name)) is \(GrantWords.one(person.member.role)) and may use everything; "
                    + "\(ShellLine.hearth("people", "role", person.name, "guest")) makes a guest")
        }
        let grant = try GrantArguments.grant(in: person.structure, listing, arguments)
        try say(try await person.update(grant: grant), of: person, listing, arguments)
    }

    private static func changeRole(
        _ word: String, _ role: StructureRole, _ arguments: Arguments
    ) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let person = try await person(word, hub, listing, arguments)
        let grant = try GrantArguments.grant(for: role, in: person.structure, listing, arguments)
        try say(try await person.update(role: role, grant: grant), of: person, listing, arguments)
    }

    private static func rename(_ word: String, _ name: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let person = try await person(word, hub, try await hub.listing(), arguments)
        let new = try await person.update(name: name)
        if arguments.has("json") { return try printLine(json(new, isSelf: person.isSelf).text) }
        try printLine("\(person.name): called \(quoted(new.name)) in \(person.structure.name) now")
    }

    private static func say(
        _ new: StructureMember, of person: ListedMember, _ listing: HomeListing, _ arguments: Arguments
    ) throws(CommandError) {
        if arguments.has("json") { return try printLine(json(new, isSelf: person.isSelf).text) }
        let may = GrantWords.text(new.role, new.grant, listing)
        let text = "\(new.name): \(GrantWords.one(new.role)) of \(person.structure.name) now, with \(may)"
        try printLine(Wrapped.lines(text, indent: 0).joined(separator: "\n"))
    }

    private static func remove(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let person = try await person(word, hub, try await hub.listing(), arguments)
        guard !person.isSelf else {
            throw CommandError(.usage, "\(quoted(person.name)) is you; hearth leave leaves a home")
        }
        try Confirmation.ask(
            "Remove \(quoted(person.name)), \(GrantWords.one(person.member.role)) of \(person.structure.name)? The "
                + "person's open calls end at once.", else: "\(person.name) stays", arguments)
        try await person.remove()
        if arguments.has("json") { return try printLine(JSON.object([("removed", .string(person.id))]).text) }
        try printLine("\(person.name) is not a member of \(person.structure.name) any more")
    }
}

extension HomeListing {
    /// Finds a structure by name or ID. Without a word, returns the only one.
    func ownStructure(_ word: String?) throws(CommandError) -> Structure {
        if word == nil, structures.count != 1 {
            let known = structures.map { quoted($0.name) }.joined(separator: ", ")
            let hint = structures.isEmpty ? "you are a member of no structure" : "there are \(known)"
            throw CommandError(structures.isEmpty ? .refused : .usage, "say which structure with --structure; \(hint)")
        }
        return try structure(word)
    }
}
