internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth log [DEVICE|ROOM…]`: past changes, from the hub's log.
package enum LogCommand {
    /// The most reports to read: a log of two weeks is too long to read.
    private static let mostReports = 20_000

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let people = try await hub.people(of: listing.structures)
        let filter = try LogFilter(arguments, listing, people, now: Date().timeIntervalSince1970)
        let names = try await names(people, hub, listing)
        let reports = try await reports(filter, listing)
        let unknown = Set(reports.flatMap { $0.traits.map(\.path.traitID) + $0.events.map(\.path.traitID) })
            .filter { listing.traits[$0] == nil }
        let schemas = try await hub.schemas(unknown)
        var sentences = LogSentences(listing, wanted: filter.devices, before: reports)
        sentences.learn(schemas)
        sentences.learn(names: names)
        var printer: WatchPrinter?
        if arguments.has("json") || arguments.has("all") {
            printer = WatchPrinter(
                listing: listing, wanted: filter.devices ?? WatchedDevices(),
                form: arguments.has("json") ? .json : .attributes,
                screen: screen, ownClientID: "", before: reports)
            printer?.learn(schemas)
            printer?.learn(names: names)
        }
        var day = ""
        for report in reports {
            let entries = sentences.entries(of: report).filter {
                filter.kinds.isEmpty || filter.kinds.contains($0.kind)
            }
            var lines = printer?.lines(for: .report(report)) ?? entries.map { line($0, report, screen) }
            if !filter.passes(report) || entries.isEmpty && !filter.kinds.isEmpty { lines = [] }
            for line in lines {
                let date = String(LocalTime.dateAndTime(report.observedAt).prefix(10))
                if !arguments.has("json"), date != day {
                    day = date
                    try printStyled(screen.text(date, .bold))
                }
                try printStyled(line)
            }
        }
        guard !arguments.has("json") else { return }
        if reports.count >= mostReports {
            let narrower = arguments["day"] == nil ? "--since or a device" : "a device"
            printError("Only the last \(mostReports) changes are shown; \(narrower) narrows it.")
        } else if day.isEmpty {
            let until = filter.until < .infinity ? " until \(LocalTime.dateAndTime(filter.until))" : ""
            let what = filter.isPartial ? "Nothing of that has happened" : "Nothing has changed"
            printError("\(what) since \(LocalTime.dateAndTime(filter.since))\(until).")
        }
    }

    private static func line(_ entry: LogSentences.Entry, _ report: HomeReport, _ screen: Screen) -> String {
        let text = "\(LocalTime.timeOfDay(report.observedAt).prefix(5))  \(printable(entry.text))"
        let fitting = screen.columns.map { cut(text, to: $0) } ?? text
        return screen.text(fitting, entry.isAlarming ? .alarm : nil)
    }

    /// Names of people and automations, by id.
    static func names(
        _ people: [ListedMember], _ hub: HubClient, _ listing: HomeListing
    ) async throws(CommandError) -> [(id: String, name: String)] {
        try await hub.automations(of: listing.structures).map { ($0.id, $0.name) } + people.map { ($0.id, $0.name) }
    }

    /// The reports of all structures, oldest first.
    private static func reports(
        _ filter: LogFilter, _ listing: HomeListing
    ) async throws(CommandError) -> [HomeReport] {
        var reports: [HomeReport] = []
        for structure in listing.structures {
            reports += try await CommandError.ofHome {
                try await structure.reports(
                    of: filter.devices?.ids.sorted() ?? [], traits: [], attributes: filter.attributes,
                    since: filter.since,
                    until: filter.until, limit: mostReports)
            }
        }
        // Reports of one structure stay in their order; those of several structures are merged by time.
        return reports.enumerated().sorted {
            ($0.element.observedAt, $0.offset) < ($1.element.observedAt, $1.offset)
        }
        .map(\.element)
    }
}
