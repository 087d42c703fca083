internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth history DEVICE [TRAIT.ATTRIBUTE]`: shows the values of an attribute over time, or lists the attributes with
/// a history.
package enum HistoryCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let given = ["table", "csv", "json"].filter { arguments.has($0) }
        guard given.count <= 1 else {
            throw CommandError(.usage, "--\(given.joined(separator: " and --")) can't go together; leave out one")
        }
        let now = Date().timeIntervalSince1970
        let until = try arguments["until"].map { word throws(CommandError) in try PastTime.time(word, now: now) }
        let from = try PastTime.time(arguments["since"] ?? "1d", now: now)
        guard from < until ?? now else {
            throw CommandError(.usage, "--since must be earlier than --until; swap them, or leave out --until")
        }
        let points = try points(arguments)
        let endpoint = try Connection.endpoint(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let device = try listing.device(arguments.positional[0])
        let history = try listing.structure(withID: device.structureID).history
        guard arguments.positional.count > 1 else {
            return try await list(device, history, screen, isJSON: arguments.has("json"))
        }
        let word = arguments.positional[1]
        let subject =
            word.contains(".")
            ? try subject(word, of: device, endpoint: endpoint)
            : try await subject(named: word, of: device, history, endpoint: endpoint)
        if arguments.has("csv") { return try await export(subject, history, from: from, until: until ?? now) }
        let usual =
            arguments.has("table") || arguments.has("json")
            ? 24 : max(10, (screen.columns ?? 80) - HistorySubject.margin)
        let answer = try await CommandError.ofHome {
            try await history.query(
                attribute: subject.attribute.id, of: subject.path, from: from, until: until ?? now,
                columns: points ?? usual)
        }
        if arguments.has("json") { return try subject.printJSON(answer) }
        let end = until ?? now
        guard !answer.columns.isEmpty else {
            let since = answer.heldSince.map { "; it begins at \(LocalTime.dateAndTime($0))" } ?? ""
            return try printLine("\(subject.title): no history for this time" + since)
        }
        if arguments.has("table") {
            try printStyled(printable(subject.table(answer).text(columns: screen.columns)))
        } else {
            try printStyled(screen.text(printable(subject.title), .bold))
            for line in subject.plot(answer, until: end) { try printLine(line) }
        }
        guard subject.isState else { return }
        for line in try await lastChanges(of: subject, from: from, until: end, hub, listing) {
            try printLine(line)
        }
    }

    /// The last changes of a state, each with the person or automation that caused it.
    private static func lastChanges(
        of subject: HistorySubject, from: Double, until: Double, _ hub: HubClient, _ listing: HomeListing
    ) async throws(CommandError) -> [String] {
        let structure = try listing.structure(withID: subject.device.structureID)
        let reports = try await CommandError.ofHome {
            try await structure.reports(
                of: [subject.device.id], traits: [subject.path.traitID],
                attributes: [subject.path.traitID: [subject.attribute.id]], since: from, until: until,
                limit: mostReports)
        }
        var reader = ChangeReader(listing)
        let people = try await hub.people(of: listing.structures)
        reader.learn(names: try await LogCommand.names(people, hub, listing))
        let path = subject.path
        let changes = reports.reversed().lazy.compactMap { report -> [String]? in
            guard let bytes = report.traits.first(where: { $0.path == path })?.attributes,
                let values = try? subject.trait.decodeAttributes(bytes.span.bytes),
                let value = values[subject.attribute.id]
            else { return nil }
            return [
                LocalTime.dateAndTime(report.observedAt), subject.words.text(value),
                reader.author(of: report) ?? "by itself",
            ]
        }
        var table = Table(["CHANGED", "TO", "BY"])
        for change in changes.prefix(mostChanges) { table.add(change) }
        return table.rows.isEmpty ? [] : ["", printable(table.text(columns: nil))]
    }

    private static let mostReports = 2_000
    private static let mostChanges = 10

    private static func points(_ arguments: Arguments) throws(CommandError) -> Int? {
        guard let word = arguments["points"] else { return nil }
        guard let points = Int(word), (1...10_000).contains(points) else {
            throw CommandError(.usage, "--points takes a number of 1 to 10000, not \(quoted(word))")
        }
        return points
    }

    /// Finds an attribute by "Trait.attribute".
    private static func subject(
        _ word: String, of device: HomeListing.Device, endpoint: UInt16?
    ) throws(CommandError) -> HistorySubject {
        // The trait's full name contains dots too.
        let dot = word.lastIndex(of: ".") ?? word.startIndex
        let trait = try HomeListing.trait(String(word[..<dot]), of: device, endpoint: endpoint)
        let name = String(word[dot...].dropFirst())
        let known = trait.descriptor.attributes.filter {
            trait.values[$0.id] != nil && !GlobalAttribute.contains($0.id)
        }
        switch Names.find(name, in: known, by: { [$0.name] }) {
        case .one(let attribute):
            return HistorySubject(device: device, trait: trait, attribute: attribute)
        case .several(let names):
            throw CommandError(.refused, "\(quoted(name)) could be \(names.joined(separator: ", "))")
        case .none(let nearest):
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no \(trait.descriptor.name).\(name)"
                    + Names.hint(nearest, "it has \(known.map(\.name).joined(separator: ", "))"))
        }
    }

    /// An attribute with a history.
    private struct Recorded {
        var subject: HistorySubject
        var value: TraitValue?
        var bytes: Int
    }

    private static func recorded(
        of device: HomeListing.Device, _ history: HistoryController
    ) async throws(CommandError) -> [Recorded] {
        let series = try await CommandError.ofHome { try await history.attributes(of: device.object) }
        return series.compactMap { entry in
            let traits = device.endpoints.first { $0.id == entry.endpoint }?.traits ?? []
            guard let trait = traits.first(where: { $0.descriptor.id == entry.traitID }),
                let attribute = trait.descriptor.attribute(entry.attributeID)
            else { return nil }
            return Recorded(
                subject: HistorySubject(device: device, trait: trait, attribute: attribute),
                value: trait.values[attribute.id], bytes: entry.bytes)
        }
    }

    /// Finds an attribute with a history by its name, the end of its name such as the "power" of activePower, or its
    /// trait's name.
    private static func subject(
        named word: String, of device: HomeListing.Device, _ history: HistoryController, endpoint: UInt16?
    ) async throws(CommandError) -> HistorySubject {
        let all = try await recorded(of: device, history).map(\.subject)
            .filter { endpoint == nil || $0.target.endpoint == endpoint }
        let exact = all.filter { $0.attribute.name.lowercased() == word.lowercased() }
        switch Names.find(word, in: exact.isEmpty ? all : exact, by: { [$0.name, $0.attribute.name] + $0.shortNames }) {
        case .one(let subject): return subject
        case .several(let names):
            let isPlace = Set(names).count == 1
            throw CommandError(
                .usage,
                "\(quoted(word)) could be "
                    + (isPlace
                        ? "\(names[0]) on several endpoints; say which with --endpoint N"
                        : "\(names.joined(separator: ", ")); say which"))
        case .none(let nearest):
            let list = ShellLine.hearth("history", device.name)
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no value \(quoted(word)) with a history yet"
                    + Names.hint(nearest, "\(list) lists them"))
        }
    }

    private static func list(
        _ device: HomeListing.Device, _ history: HistoryController, _ screen: Screen, isJSON: Bool
    ) async throws(CommandError) {
        var table = Table(["VALUE", "ENDPOINT", "NOW", "SIZE"])
        let all = try await recorded(of: device, history)
        for one in all {
            let (subject, endpoint) = (one.subject, one.subject.target.endpoint)
            if isJSON {
                try printLine(
                    JSON.object([
                        ("value", .string(subject.name)), ("endpoint", .number(endpoint)),
                        ("bytes", .number(one.bytes)),
                        ("now", one.value.map { JSON($0, subject.attribute.field, of: subject.trait) } ?? .null),
                    ]).text)
            }
            let now = one.value.map { subject.words.text($0) } ?? "-"
            table.add([subject.name, String(endpoint), now, "\(max(1, one.bytes / 1_000)) kB"])
        }
        guard !isJSON else { return }
        guard !table.rows.isEmpty else {
            return try printLine("\(device.name): nothing has changed yet; hearth show lists its attributes")
        }
        try printStyled(printable(table.text(columns: screen.columns)))
        if let first = all.first?.subject.name {
            printError("To draw one: \(ShellLine.hearth("history", device.name, first))")
        }
    }

    private static func export(
        _ subject: HistorySubject, _ history: HistoryController, from: Double, until: Double
    ) async throws(CommandError) {
        try await CommandError.ofHome {
            var hasHead = false
            let samples = try history.values(
                attribute: subject.attribute.id, of: subject.path, from: from, until: until)
            for try await sample in samples {
                if !hasHead { try printLine(subject.head) }
                hasHead = true
                try printLine(subject.row(of: sample))
            }
            if !hasHead { try printLine(subject.head) }
        }
    }
}
