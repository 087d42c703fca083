internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth whoami`: the caller's credential and rights on a hub.
package enum WhoamiCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let caller = try await hub.caller()
        let isMember = !caller.memberships.isEmpty
        let listing = isMember ? try await hub.listing() : nil
        let people = try await ListedMember.all(of: listing?.structures ?? [], caller)
        if arguments.has("json") { return try printLine(json(caller).text) }
        for line in lines(caller, people, listing) {
            try printLine(Wrapped.lines(line, indent: 0).joined(separator: "\n"))
        }
    }

    static func lines(_ caller: HubCaller, _ people: [ListedMember], _ listing: HomeListing?) -> [String] {
        var lines = [whoever(caller)]
        for membership in caller.memberships {
            let structure = listing?.structures.first { $0.id == membership.structureID }
            let name = people.first { $0.id == membership.personID }.map { ", called \(quoted($0.name))" } ?? ""
            let primary = caller.primaryStructureID == membership.structureID && caller.memberships.count > 1
            let place = structure?.name ?? "A home"
            let may = GrantWords.text(membership.role, membership.grant, structure == nil ? nil : listing)
            var line = "\(place)\(primary ? " (your primary home)" : ""): \(GrantWords.one(membership.role))\(name), "
            if membership.isOutsideHours {
                let times = membership.grant.map(GrantWords.times)?.joined(separator: ", ") ?? ""
                line += "but not at this time; your hours are \(times)"
            } else {
                line += "with \(may)"
            }
            lines.append(line)
        }
        return lines
    }

    private static func whoever(_ caller: HubCaller) -> String {
        let by = caller.credentialID.map { "by the credential \($0)" } ?? "by being on its machine"
        switch caller.role {
        case .owner: return "You are the hub's owner, \(by)."
        case .provider: return "You are a maker's process, \(by)."
        case .member: return "The hub knows you \(by)."
        case nil:
            return "The hub does not know you; get a link from a member and run hearth claim LINK."
        }
    }

    private static func json(_ caller: HubCaller) -> JSON {
        let memberships = caller.memberships.map { membership in
            JSON.object([
                ("structure", .string(membership.structureID)), ("person", .string(membership.personID)),
                ("role", .string(GrantWords.text(membership.role))),
                ("grant", membership.grant.map(PeopleCommand.json) ?? .null),
                ("outsideHours", .bool(membership.isOutsideHours)),
            ])
        }
        let role =
            switch caller.role {
            case .owner: "owner"
            case .provider: "provider"
            case .member: "member"
            case nil: "stranger"
            }
        return .object([
            ("credential", .string(caller.credentialID ?? "")), ("role", .string(role)),
            ("primary", .string(caller.primaryStructureID ?? "")), ("memberships", .array(memberships)),
        ])
    }
}
