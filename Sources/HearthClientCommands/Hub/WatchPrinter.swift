internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// Formats changes as lines: in words, by attribute (`--all`), or as JSON.
struct WatchPrinter {
    /// The form of a line.
    enum Form {
        case words
        case attributes
        case json
    }

    private var reader: ChangeReader
    let form: Form
    let screen: Screen
    private let wanted: WatchedDevices
    private let wantedRooms: Set<String>
    private let ownClientID: String
    /// The width of the longest location, to align the column after it.
    private var width = 0

    /// - Parameters:
    ///   - wanted: the devices and parts to print; with `rooms` empty, all devices, rooms and structures.
    ///   - rooms: IDs of rooms whose devices are printed, including devices that join later.
    ///   - reports: reports that `listing` already includes and that will be printed as well.
    init(
        listing: HomeListing, wanted: WatchedDevices = WatchedDevices(), rooms wantedRooms: Set<String> = [],
        form: Form,
        screen: Screen,
        ownClientID: String, before reports: [HomeReport] = []
    ) {
        self.wanted = wanted
        self.wantedRooms = wantedRooms
        self.form = form
        self.screen = screen
        self.ownClientID = ownClientID
        reader = ChangeReader(listing, before: reports)
        let shown = listing.devices.filter { wants($0.id) }
        let longest = shown.map { columnCount(printable(place($0.id))) }.max() ?? 0
        width = min(longest, (screen.columns ?? 120) * 2 / 5)
    }

    /// Updates names, and the state of devices that were unknown.
    mutating func learn(_ listing: HomeListing) { reader.learn(listing) }
    mutating func learn(_ more: [TraitDescriptor]) { reader.learn(more) }
    /// Adds the names of people and automations, by id.
    mutating func learn(names: [(id: String, name: String)]) { reader.learn(names: names) }

    /// The traits of a change whose descriptors are missing.
    func unknownTraits(in change: HomeChange) -> Set<UInt32> {
        guard case .report(let report) = change else { return [] }
        let paths = report.traits.map(\.path) + report.events.map(\.path)
        return Set(paths.filter { wants($0.target) && reader.traits[$0.traitID] == nil }.map(\.traitID))
    }

    /// Whether a change brought a device whose state is still unknown.
    func hasNewDevice(_ change: HomeChange) -> Bool {
        guard case .report(let report) = change, form == .words else { return false }
        return report.objectChanges.contains {
            $0.kind == .device && !$0.isRemoval && reader.readings[$0.id] == nil
        }
    }

    /// - Parameter freshness: the home's; it has the time since when printed values may be outdated.
    mutating func lines(for change: HomeChange, _ freshness: Freshness = .current) -> [String] {
        switch change {
        case .report(let report): return lines(for: report)
        case .resynced(let structure):
            return [
                form == .json
                    ? JSON.object([("resynced", .string(structure))]).text
                    : note("the state was read again; changes in between are not shown")
            ]
        case .eventsLost(let structure, let count):
            if form == .json {
                let lost = JSON.object([("structure", .string(structure)), ("count", .number("\(count)"))])
                return [JSON.object([("eventsLost", lost)]).text]
            }
            let name = reader.structures[structure].map { " of \($0)" } ?? ""
            return [
                note(
                    "up to \(count) event\(count == 1 ? "" : "s")\(name) lost; the hub no longer has them"
                )
            ]
        case .connectionLost(let error):
            let since = freshness.staleSince
            if form == .json {
                let stale: [(String, JSON)] = since.map { [("staleSince", .number("\($0)"))] } ?? []
                return [JSON.object([("connectionLost", .string(error.message))] + stale).text]
            }
            let age = since.map { "; the state shown is of \(LocalTime.timeOfDay($0))" } ?? ""
            return [note("the connection is lost, trying again: \(error.message)\(age)")]
        case .connectionRestored:
            return [form == .json ? JSON.object([("connectionRestored", .bool(true))]).text : note("connected again")]
        }
    }

    private func note(_ text: String) -> String { screen.text("-- \(printable(text)) --", .yellow) }

    private mutating func lines(for report: HomeReport) -> [String] {
        var lines: [String] = []
        for object in report.objectChanges {
            reader.learn(object)
            if let line = line(for: object, report) { lines.append(line) }
        }
        let changed = report.traits.filter { wants($0.path.target) }
        switch form {
        case .words: lines += outages(changed, report) + words(changed, report)
        case .attributes, .json: lines += changed.compactMap { line(for: $0, report) }
        }
        for event in report.events where wants(event.path.target) {
            if let line = line(for: event, report) { lines.append(line) }
        }
        return lines
    }

    private func wants(_ device: String) -> Bool {
        if wantsAll { return true }
        return wanted.contains(device) || isInWantedRoom(device)
    }

    private func wants(_ target: TraitTarget) -> Bool {
        wantsAll || wanted.contains(target) || isInWantedRoom(target.deviceID)
    }

    private func isInWantedRoom(_ device: String) -> Bool {
        (reader.names[device]?.roomID).map { wantedRooms.contains($0) } == true
    }

    private var wantsAll: Bool { wanted.isEmpty && wantedRooms.isEmpty }

    // MARK: Changes in words

    /// The devices' new facts, one line a device.
    private mutating func words(_ changes: [HomeReport.TraitChange], _ report: HomeReport) -> [String] {
        var said: [(device: String, words: [String])] = []
        for news in reader.news(of: changes) {
            let words = news.facts.compactMap(\.words)
            guard !words.isEmpty else { continue }
            let text = (news.label.map { $0 + " " } ?? "") + words.joined(separator: ", ")
            if said.last?.device == news.device {
                said[said.count - 1].words.append(text)
            } else {
                said.append((news.device, [text]))
            }
        }
        return said.map { id, words in
            let state = DeviceState(reader.readings[id] ?? DeviceReading([]))
            let style: Screen.Style? = state.isAlarming ? .alarm : state.isActive == true ? .green : nil
            return line(id, words.joined(separator: ", "), report, style)
        }
    }

    /// One line for devices that became unreachable, or reachable again.
    private func outages(_ changes: [HomeReport.TraitChange], _ report: HomeReport) -> [String] {
        return ChangeReader.outages(changes).flatMap { state, devices -> [String] in
            let style: Screen.Style? = state == .online ? nil : .red
            guard devices.count > 2 else { return devices.map { line($0, state.word, report, style) } }
            let known = devices.map { reader.names[$0]?.device ?? $0 }
            let text = "\(devices.count) devices are \(state.word): \(known.joined(separator: ", "))"
            return [fitted("\(LocalTime.timeOfDay(report.observedAt))  \(printable(text))", "", style)]
        }
    }

    // MARK: Lines

    private func line(for change: HomeReport.TraitChange, _ report: HomeReport) -> String? {
        guard let trait = reader.traits[change.path.traitID] else { return nil }
        let bytes = change.attributes ?? []
        let values = (try? trait.decodeAttributes(bytes.span.bytes)) ?? [:]
        let fields = trait.attributes.map(\.field)
        if form == .json {
            var members = head(change.path, trait, report)
            members.append(("attributes", JSON(values, fields, of: trait)))
            if let state = change.connectivity?.connectivityState {
                members.append(("connectivity", .string("\(state)")))
            }
            return JSON.object(members).text
        }
        var parts = fields.compactMap { field in
            values[field.id].map { "\(field.name) \(Values.text($0, field, of: trait))" }
        }
        if let state = change.connectivity?.connectivityState { parts.append(state.word) }
        guard !parts.isEmpty else { return nil }
        return line(change.path.target.deviceID, "\(trait.name): " + parts.joined(separator: ", "), report, nil)
    }

    private func line(for event: HomeReport.EventOccurrence, _ report: HomeReport) -> String? {
        guard let (trait, descriptor, values) = reader.event(event) else { return nil }
        if form == .json {
            var members = head(event.path, trait, report)
            members.append(("event", .string(descriptor.name)))
            members.append(("number", .number(event.metadata.number)))
            members.append(("importance", .string("\(event.metadata.importance)")))
            members.append(("fields", JSON(values, descriptor.fields.fields, of: trait)))
            return JSON.object(members).text
        }
        // The state already shows an event of lower importance, except for the presses of a button.
        if form == .words, !reader.isSaid(event, descriptor, of: trait) { return nil }
        let known = StructureValue(values.fields.filter { $0.value != .null })
        let text =
            form == .words
            ? EventWords.text(descriptor, known, of: trait)
            : trait.name + "! \(descriptor.name)(\(trait.text(known, descriptor.fields)))"
        let style: Screen.Style? = event.metadata.importance == .critical ? .yellow : nil
        return line(event.path.target.deviceID, text, report, style)
    }

    private func line(for object: HomeReport.ObjectChange, _ report: HomeReport) -> String? {
        guard object.kind == .device ? wants(object.id) : wantsAll else { return nil }
        let noun = object.kind.noun
        let text =
            if let app = object.appID {
                "data of the app \(quoted(app)) for \(object.id)"
            } else if let name = object.name {
                "\(noun) \(quoted(name)) (\(object.id))" + (object.role.map { ", \($0)" } ?? "")
            } else {
                "\(noun) \(object.id) is removed"
            }
        if form == .json {
            return JSON.object(sequence(report) + [("object", .string(text))] + cause(of: report)).text
        }
        return fitted(
            "\(LocalTime.timeOfDay(report.observedAt))  \(printable(text))", "  [\(printable(causeWords(report)))]",
            nil)
    }

    private func line(_ id: String, _ text: String, _ report: HomeReport, _ style: Screen.Style?) -> String {
        let head = "\(LocalTime.timeOfDay(report.observedAt))  \(screen.cell(place(id), columns: width))  "
        // The device as the cause is the usual case, so it is not printed.
        let isOwn = form == .words && report.cause == .device && report.actor == nil
        return fitted(head + printable(text), isOwn ? "" : "  [\(printable(causeWords(report)))]", style)
    }

    /// A line no wider than the screen: the text is cut, not the cause.
    private func fitted(_ text: String, _ cause: String, _ style: Screen.Style?) -> String {
        guard let columns = screen.columns else { return text + cause }
        return screen.text(cut(text, to: max(20, columns - columnCount(cause))), style) + screen.text(cause, .dim)
    }

    private func place(_ id: String) -> String {
        let name = reader.names[id]
        let device = name?.device ?? reader.structures[id] ?? id
        return name?.roomID.flatMap { reader.rooms[$0] }.map { "\($0) · \(device)" } ?? device
    }

    private func head(_ path: TraitPath, _ trait: TraitDescriptor, _ report: HomeReport) -> [(String, JSON)] {
        let id = path.target.deviceID
        return [("time", .number("\(report.observedAt)"))] + sequence(report) + cause(of: report) + [
            (reader.structures[id] == nil ? "device" : "structure", .string(id)),
            ("endpoint", .number(path.target.endpoint)), ("trait", .string(trait.name)),
        ]
    }

    /// Missed events have no position.
    private func sequence(_ report: HomeReport) -> [(String, JSON)] {
        report.position.map { [("sequence", .number($0.sequence))] } ?? []
    }

    /// The kind of the cause, and the author, for programs.
    private func cause(of report: HomeReport) -> [(String, JSON)] {
        let kind: String =
            switch report.cause {
            case .device: "device"
            case .client(let id, _): id.isEmpty ? "client" : id == ownClientID ? "this client" : id
            case .automation(let id, _): "automation \(id)"
            case .hub: "hub"
            case nil: "?"
            }
        let by: [(String, JSON)] =
            switch report.actor {
            case .person(let id, _)?: [("by", .string(reader.author(of: report) ?? "")), ("person", .string(id))]
            case .automation(let id, _)?:
                [("by", .string(reader.author(of: report) ?? "")), ("automation", .string(id))]
            case .program(let name)?: [("by", .string(name)), ("program", .string(name))]
            case nil: []
            }
        return [("cause", .string(kind))] + by
    }

    /// "this client", "Anna", "Hallway light", "device".
    private func causeWords(_ report: HomeReport) -> String {
        if case .client(let id, _) = report.cause, !id.isEmpty, id == ownClientID { return "this client" }
        return reader.author(of: report) ?? (report.cause == .hub ? "hub" : report.cause == .device ? "device" : "?")
    }
}
