internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// The roles and rights of people in words.
enum GrantWords {
    /// The roles in a structure, each with its name on the command line.
    static let roles: [(word: String, role: StructureRole)] = [
        ("guest", .guest), ("administrator", .administrator), ("owner", .owner),
    ]

    /// - Throws: ``CommandError`` for an unknown role.
    static func role(_ word: String) throws(CommandError) -> StructureRole {
        if case .one(let found) = Names.find(word, in: roles, by: { [$0.word] }) { return found.role }
        throw CommandError(.usage, "a role in a home is guest, administrator or owner, not \(quoted(word))")
    }

    static func text(_ role: StructureRole) -> String { roles.first { $0.role == role }?.word ?? "?" }

    /// The role with its article.
    static func one(_ role: StructureRole) -> String {
        switch role {
        case .guest: "a guest"
        case .owner, .administrator: "an \(text(role))"
        case .unknown: "a member with an unknown role"
        }
    }

    /// The rights of a person in one line: "Kitchen and \"Front Door\", mo-fr 8:00-18:00".
    static func text(_ role: StructureRole, _ grant: GuestGrant?, _ listing: HomeListing?) -> String {
        switch role {
        case .owner: return "everything"
        case .administrator: return "everything but delete the home and change its owners"
        case .guest, .unknown: break
        }
        guard let grant else { return "what was granted" }
        return ([things(grant, listing)] + times(grant)).joined(separator: ", ")
    }

    private static func things(_ grant: GuestGrant, _ listing: HomeListing?) -> String {
        var names = grant.everything ? ["everything but locks, alarms and cameras"] : []
        names +=
            grant.everything
            ? [] : grant.roomIDs.map { id in listing?.rooms.first { $0.id == id }?.name ?? "a room that is gone" }
        names += grant.deviceIDs.map { id in
            listing?.devices.first { $0.id == id }.map { quoted($0.name) } ?? "a device that is gone"
        }
        guard let last = names.last else { return "nothing" }
        return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The hours and the end of a grant.
    static func times(_ grant: GuestGrant) -> [String] {
        var parts = (grant.hours ?? []).map(HoursWords.text)
        if let until = grant.until {
            parts.append("until \(String(LocalTime.dateAndTime(until).prefix(16)))")
        }
        return parts
    }
}
