internal import Hearth
internal import HearthAutomation
internal import HearthVirtualHome
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// Puts reports into sentences for people: who did what, and what happened.
struct LogSentences {
    /// One thing that happened.
    struct Entry: Equatable {
        let kind: ChangeKind
        let text: String
        var isAlarming = false
    }

    private var reader: ChangeReader
    private let words = ChangeSentence()
    private let wanted: WatchedDevices?
    private let outages: Outages

    /// - Parameters:
    ///   - wanted: the devices and parts to include; nil for everything in the home.
    ///   - reports: reports that `listing` already includes and that will be read as well.
    init(_ listing: HomeListing, wanted: WatchedDevices?, before reports: [HomeReport]) {
        reader = ChangeReader(listing, before: reports)
        self.wanted = wanted
        outages = Outages(reports)
    }

    mutating func learn(_ more: [TraitDescriptor]) { reader.learn(more) }
    mutating func learn(names: [(id: String, name: String)]) { reader.learn(names: names) }

    /// The sentences for a report.
    mutating func entries(of report: HomeReport) -> [Entry] {
        var entries = report.objectChanges.compactMap { object -> Entry? in
            let text = wanted == nil ? sentence(object, report) : nil
            reader.learn(object)
            return text.map { Entry(kind: .home, text: $0) }
        }
        let changes = report.traits.filter { wants($0.path.target) }
        entries += connections(changes, report)
        // A device's first report has its state, which is not a change.
        let came = Set(changes.filter { $0.connectivity != nil }.map(\.path.target.deviceID))
        for news in reader.news(of: changes, saysFirst: false) where !(news.isFirst && came.contains(news.device)) {
            let reading = reader.readings[news.device] ?? DeviceReading([])
            let part = reading.parts.first { $0.endpoint == news.endpoint }
            let isAlarming = DeviceState(DeviceReading(part.map { [$0] } ?? [])).isAlarming
            let sentences = words.sentences(news.facts, of: name(news.device, news.label), by: author(of: report))
            entries += sentences.map { fact, text in
                Entry(kind: ChangeKind(fact, of: part), text: text, isAlarming: isAlarming)
            }
        }
        for event in report.events where wants(event.path.target) {
            if let entry = entry(of: event, report) { entries.append(entry) }
        }
        return entries
    }

    private func wants(_ target: TraitTarget) -> Bool { wanted?.contains(target) ?? true }

    private func name(_ device: String, _ label: String? = nil) -> String {
        let name = reader.names[device]?.device ?? reader.structures[device] ?? "a device that is gone"
        return label.map { "\(name) \($0)" } ?? name
    }

    /// An author's name at the beginning of a sentence. Names of people stay unchanged.
    private func atTheBeginning(_ name: String) -> String {
        ["an app", VirtualHome.familyName].contains(name) ? name.prefix(1).uppercased() + name.dropFirst() : name
    }

    private func author(of report: HomeReport) -> ChangeSentence.Author? {
        guard let name = reader.author(of: report) else { return nil }
        if case .automation? = report.actor { return .automation(name) }
        if report.actor == nil, case .automation? = report.cause { return .automation(name) }
        return .person(atTheBeginning(name))
    }

    // MARK: Connections

    /// One sentence for devices that became unreachable, or reachable again.
    private func connections(_ changes: [HomeReport.TraitChange], _ report: HomeReport) -> [Entry] {
        ChangeReader.outages(changes).flatMap { state, all -> [Entry] in
            let devices = all.filter { outages.isSaid($0, state, at: report.observedAt) && reader.names[$0] != nil }
            let predicate: String
            switch state {
            case .online: predicate = "can be reached again"
            case .offline: predicate = "can't be reached"
            case .partiallyOnline, .unknown: return []
            }
            guard devices.count > 2 else {
                return devices.map { Entry(kind: .connections, text: words.sentence(predicate, of: name($0))) }
            }
            let names = devices.map { name($0) }.joined(separator: ", ")
            return [Entry(kind: .connections, text: "\(devices.count) devices \(predicate): \(names)")]
        }
    }

    // MARK: Events

    private func entry(of event: HomeReport.EventOccurrence, _ report: HomeReport) -> Entry? {
        guard let (trait, descriptor, fields) = reader.event(event) else { return nil }
        switch trait.id {
        case PresenceTraits.People.id: return presence(event.eventID, fields)
        case NoticesTrait.id: return notice(fields, report)
        case Self.voice:
            guard let said = fields[0]?.string else { return nil }
            let who = reader.author(of: report) ?? "Somebody"
            return Entry(kind: .people, text: "\(who) said \(quoted(said))")
        default: break
        }
        guard reader.isSaid(event, descriptor, of: trait) else { return nil }
        let known = StructureValue(fields.fields.filter { $0.value != .null })
        let text = EventWords.text(descriptor, known, of: trait)
        let name = name(event.path.target.deviceID, label(of: event.path.target))
        if ["pressed", "held"].contains(where: text.hasPrefix) {
            return Entry(kind: .buttons, text: words.sentence("was \(text)", of: name))
        }
        let isAlarming = event.metadata.importance == .critical
        return Entry(
            kind: isAlarming ? .alarms : .appliances, text: "\(name): \(text)", isAlarming: isAlarming)
    }

    private func label(of target: TraitTarget) -> String? {
        let state = DeviceState(reader.readings[target.deviceID] ?? DeviceReading([]))
        return state.parts.first { $0.endpoint == target.endpoint }?.label
    }

    private func presence(_ event: UInt32, _ fields: StructureValue) -> Entry? {
        let id = fields[PresenceTraits.People.personID]?.string ?? ""
        let who = reader.others[id] ?? "Somebody"
        switch event {
        case PresenceTraits.People.arrived: return Entry(kind: .people, text: "\(who) came home")
        case PresenceTraits.People.left: return Entry(kind: .people, text: "\(who) left home")
        default: return nil
        }
    }

    /// A notice from a person, an automation or the hub. An alarm's own notice is left out, as its device's change is
    /// in the log already.
    private func notice(_ fields: StructureValue, _ report: HomeReport) -> Entry? {
        guard case .structure(let notice)? = fields[0], case .unsigned(let kind)? = notice[NoticesTrait.Field.kind],
            NoticesTrait.kindsBesideAlarms.contains(kind)
        else { return nil }
        let parts = [NoticesTrait.Field.title, NoticesTrait.Field.text].compactMap { notice[$0]?.string }
        let text = parts.filter { !$0.isEmpty }.joined(separator: ": ")
        let said =
            switch author(of: report) {
            case .person(let name)?, .automation(let name)?: "\(name) sent a notice: \(text)"
            case nil: "Notice: \(text)"
            }
        let urgency = NoticesTrait.urgency(notice[NoticesTrait.Field.urgency])
        return Entry(kind: .people, text: said, isAlarming: urgency == NoticesTrait.urgencies.last)
    }

    /// Google's VoiceStarter trait, by which a home hears phrases.
    private static let voice: UInt32 = 0x6006_FC06

    // MARK: Objects

    /// The sentence for a person's edit of the home; nil for the hub's own changes, such as the start of an automation.
    private func sentence(_ object: HomeReport.ObjectChange, _ report: HomeReport) -> String? {
        guard report.cause != .hub, report.cause != .device, report.cause != nil, object.kind != .appData else {
            return nil
        }
        let who = reader.author(of: report).map(atTheBeginning) ?? "Somebody"
        let kind = object.kind == .structure ? "home" : object.kind.noun
        if let name = object.name { return "\(who) edited the \(kind) \(quoted(name))" }
        return "\(who) removed \(reader.name(of: object).map { "the \(kind) \(quoted($0))" } ?? kindWithArticle(kind))"
    }

    private func kindWithArticle(_ kind: String) -> String { kind == "automation" ? "an automation" : "a \(kind)" }
}

/// Finds outages of a minute or more, and so leaves out those during a start of the hub or of a provider.
private struct Outages {
    private struct Moment: Hashable {
        let device: String
        let isOnline: Bool
        let at: Double
    }

    private static let shortest = 60.0
    private var said: Set<Moment> = []

    init(_ reports: [HomeReport]) {
        var lost: [String: Double] = [:]
        for report in reports {
            for (state, devices) in ChangeReader.outages(report.traits) {
                for device in devices {
                    switch state {
                    case .offline: lost[device] = lost[device] ?? report.observedAt
                    case .online:
                        guard let begin = lost.removeValue(forKey: device), report.observedAt - begin >= Self.shortest
                        else { continue }
                        said.insert(Moment(device: device, isOnline: false, at: begin))
                        said.insert(Moment(device: device, isOnline: true, at: report.observedAt))
                    case .partiallyOnline, .unknown: continue
                    }
                }
            }
        }
        for (device, begin) in lost { said.insert(Moment(device: device, isOnline: false, at: begin)) }
    }

    func isSaid(_ device: String, _ state: ConnectivityState, at time: Double) -> Bool {
        switch state {
        case .online, .offline: said.contains(Moment(device: device, isOnline: state == .online, at: time))
        case .partiallyOnline, .unknown: false
        }
    }
}
