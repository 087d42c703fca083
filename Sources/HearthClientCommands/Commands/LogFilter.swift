internal import Hearth
internal import HearthAutomation
internal import HearthBase
internal import HearthCalendar
package import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthPhrases

/// The part of the log to show.
package struct LogFilter {
    /// nil for everything in the home.
    let devices: WatchedDevices?
    /// Ids of the people whose actions are shown; empty for all reports.
    let people: Set<String>
    /// Empty for every kind.
    let kinds: Set<ChangeKind>
    /// In seconds since 1970.
    let since: Double
    let until: Double
    /// The attributes to read, by trait; see ``LogMeasurements``. Traits without an entry are read with all of them.
    let attributes: [UInt32: [UInt32]]

    /// Whether it restricts anything but the time.
    var isPartial: Bool { devices != nil || !people.isEmpty || !kinds.isEmpty }

    package static let options: [Arguments.Option] = [
        .init("since", "TIME", "How long ago it begins, or when: 30min, 12h, 2d, 2026-01-31.", default: "1d"),
        .init("day", "DAY", "Only one day: today, yesterday, a weekday or a date."),
        .init("person", "PERSON", "Only what a person did. May be given several times."),
        .init(
            "kind", "KIND",
            "Only changes of a kind: \(ChangeKind.allCases.map(\.rawValue).joined(separator: ", ")). May be given several "
                + "times."),
    ]

    init(_ arguments: Arguments, _ listing: HomeListing, _ people: [ListedMember], now: Double) throws(CommandError) {
        if arguments["day"] != nil, arguments["since"] != nil {
            throw CommandError(.usage, "--day and --since can't go together; leave out one")
        }
        if let day = arguments["day"] {
            (since, until) = try Self.day(day, now: now)
        } else {
            (since, until) = (try PastTime.time(arguments["since"] ?? "1d", now: now), .infinity)
        }
        var wanted: WatchedDevices?
        for word in arguments.positional {
            if try listing.meansAll(word) {
                wanted = nil
                break
            }
            let item = try listing.deviceOrRoom(word)
            var some = wanted ?? WatchedDevices()
            some.insert(item, of: listing)
            wanted = some
        }
        guard wanted?.isEmpty != true else { throw CommandError(.refused, "there are no devices in it") }
        devices = wanted
        var ids: Set<String> = []
        for word in arguments.all("person") { ids.insert(try PeopleCommand.find(word, in: people).id) }
        self.people = ids
        var kinds: Set<ChangeKind> = []
        for word in arguments.all("kind") { kinds.insert(try Self.kind(word)) }
        self.kinds = kinds
        let isWhole = arguments.has("all") || arguments.has("json")
        attributes = isWhole ? [:] : LogMeasurements.attributes(for: wanted != nil && kinds.isEmpty ? nil : kinds)
    }

    private static func kind(_ word: String) throws(CommandError) -> ChangeKind {
        switch Names.find(word, in: ChangeKind.allCases, by: { [$0.rawValue] }) {
        case .one(let kind): return kind
        case .several(let names):
            throw CommandError(.usage, "\(quoted(word)) could be \(names.joined(separator: ", "))")
        case .none(let nearest):
            let all = ChangeKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.usage, "there is no kind \(quoted(word))" + Names.hint(nearest, "there are \(all)"))
        }
    }

    /// A day from its first to its last moment, by this machine's calendar.
    static func day(
        _ word: String, now: Double, _ zone: ZoneRules = .ofThisMachine
    ) throws(CommandError) -> (since: Double, until: Double) {
        func day(of time: Double) -> Int64 { LocalDate.split(zone.local(Int64(nearest: time.rounded(.down)))).date.day }
        func start(of day: Int64) -> Double { Double(zone.instants(of: day * 86_400).first) }
        let today = day(of: now)
        let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let key = word.lowercased()
        let wanted: Int64
        if key == "today" {
            wanted = today
        } else if key == "yesterday" {
            wanted = today - 1
        } else if let weekday = weekdays.firstIndex(where: { key.count > 1 && $0.hasPrefix(key) }) {
            wanted = today - Int64((LocalDate(day: today).weekday.rawValue - weekday + 7) % 7)
        } else if let time = PastTime.date(word), !word.contains("T"), !word.contains(" ") {
            wanted = day(of: time)
        } else {
            throw CommandError(
                .usage, "\(quoted(word)) is no day; say today, yesterday, a weekday or a date, as in 2026-01-31")
        }
        return (start(of: wanted), start(of: wanted + 1))
    }

    /// Whether a report matches the times and people. A person's arrivals and departures count as the person's actions.
    func passes(_ report: HomeReport) -> Bool {
        guard report.observedAt < until else { return false }
        guard !people.isEmpty else { return true }
        if case .person(let id, _)? = report.actor, people.contains(id) { return true }
        return report.events.contains { event in
            guard event.path.traitID == PresenceTraits.People.id,
                let descriptor = StandardTraits.descriptor(event.path.traitID),
                let kind = descriptor.event(event.eventID),
                let fields = try? descriptor.decodeEvent(kind, event.payload.span.bytes)
            else { return false }
            return fields[PresenceTraits.People.personID]?.string.map { people.contains($0) } ?? false
        }
    }
}
