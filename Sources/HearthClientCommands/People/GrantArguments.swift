internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The options of `hearth people` for a guest's rights: `--room`, `--device`, `--everything`, `--hours` and `--until`.
package enum GrantArguments {
    package static let options: [Arguments.Option] = [
        .init("room", "ROOM", "A room whose devices a guest may use; may be given several times."),
        .init(
            "device", "DEVICE",
            "A device that a guest may use, also a lock, an alarm or a camera; may be given several times."),
        .init("everything", nil, "A guest may use all but locks, alarms, garage doors, valves and cameras."),
        .init("hours", "HOURS", "When a guest may use it: \"mo-fr 8:00-18:00\"; repeatable.", default: "always"),
        .init("until", "TIME", "The end of a guest's rights: 3d, 2026-12-24, \"tomorrow 18:00\".", default: "for good"),
    ]

    private static let names = options.map(\.name)

    /// Whether any of the options is given.
    static func areGiven(_ arguments: Arguments) -> Bool {
        names.contains { !arguments.all($0).isEmpty || arguments.has($0) }
    }

    /// The grant for a role; nil for a role without one.
    ///
    /// - Throws: ``CommandError`` for a guest without a grant, and for a grant for another role.
    static func grant(
        for role: StructureRole, in structure: Structure, _ listing: HomeListing, _ arguments: Arguments
    ) throws(CommandError) -> GuestGrant? {
        guard role == .guest else {
            guard !areGiven(arguments) else {
                throw CommandError(
                    .usage, "\(GrantWords.one(role)) may use everything at all times; only a guest is granted a part")
            }
            return nil
        }
        return try grant(in: structure, listing, arguments)
    }

    static func grant(
        in structure: Structure, _ listing: HomeListing, _ arguments: Arguments
    ) throws(CommandError) -> GuestGrant {
        var grant = GuestGrant(everything: arguments.has("everything"))
        for word in arguments.all("room") { grant.roomIDs.append(try listing.room(word, in: structure.id).id) }
        for word in arguments.all("device") {
            let device = try listing.device(word)
            guard device.structureID == structure.id else {
                throw CommandError(
                    .refused, "\(quoted(device.name)) is in \(device.structure), not in \(structure.name)")
            }
            grant.deviceIDs.append(device.id)
        }
        guard grant.everything || !grant.roomIDs.isEmpty || !grant.deviceIDs.isEmpty else {
            throw CommandError(.usage, "say what the guest may use, with --room, --device or --everything")
        }
        for text in arguments.all("hours") { grant.hours = (grant.hours ?? []) + [try HoursWords.hours(text)] }
        if let word = arguments["until"] {
            let time = try FutureTime.time(word, now: Date().timeIntervalSince1970)
            grant.until = time.rounded(.towardZero)
        }
        return grant
    }
}
