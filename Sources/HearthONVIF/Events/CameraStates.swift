internal import HearthEntities
internal import HearthTraitCore

/// What a camera's messages have said, and what follows for its entities.
struct CameraStates: Sendable {
    /// What a message is about.
    private struct Source: Hashable {
        var topic: String
        var name: String
    }

    /// The most sources that are remembered: a camera has a few rules and inputs.
    private static let most = 64
    /// The most unknown topics that are counted.
    private static let mostUnknown = 32
    /// How long a motion lasts that the camera reports by an event without a state.
    static let pulse = Duration.seconds(10)
    /// The time after which the same state counts as another event: some doorbells never report that their button is free.
    static let repetition = Duration.seconds(10)
    /// The least time between two events of the same type.
    static let pause = Duration.seconds(1)

    private var values: [Source: Bool] = [:]
    /// When sources last led to an event. Each has a value, too.
    private var fired: [Source: Duration] = [:]
    /// When events of a type last came.
    private var sent: [CameraMeaning: Duration] = [:]
    /// The sources of the former subscription that the present one has not named yet.
    private var former: Set<Source> = []
    private var ends: [Source: Duration] = [:]
    private var reported: [String: Bool] = [:]
    private var unknown: [String: Int] = [:]

    /// When ``timePassed(now:)`` has something to do.
    var nextEnd: Duration? { ends.values.min() }

    /// The topics that the hub does not know, with their numbers.
    var leftOut: [LeftOut] {
        unknown.sorted { $0.key < $1.key }.map { topic, count in
            LeftOut(topic, .unsupported("the hub does not know this event; it came \(count) times"))
        }
    }

    /// Another subscription has begun: its first answer says how the camera is.
    mutating func subscribed() { former = Set(values.keys.filter { CameraTopic.meaning($0.topic) != .input }) }

    /// Takes the messages of an answer.
    ///
    /// - Parameters:
    ///   - moment: now, since 1970: the camera's own clock may be wrong.
    /// - Returns: a report for each message from which something follows: a motion that begins and ends between two
    ///   answers is not lost. After the first answer of a subscription, a last report says which flags are off because
    ///   their sources are gone. The device's ID is empty.
    mutating func take(_ messages: [CameraMessage], at moment: Duration, now: Duration) -> [EntityReport] {
        var reports = messages.compactMap { message -> EntityReport? in
            guard let meaning = CameraTopic.meaning(message.topic) else {
                count(message.topic)
                return nil
            }
            let source = Source(topic: message.topic, name: message.source)
            guard values[source] != nil || values.count < Self.most else { return nil }
            let event = event(meaning, message, source, moment, now)
            set(message, source, now)
            let states = changes()
            guard event != nil || !states.isEmpty else { return nil }
            return EntityReport(deviceID: "", states: states, events: event.map { [$0] } ?? [])
        }
        for source in former { (values[source], fired[source], ends[source]) = (nil, nil, nil) }
        former = []
        let states = changes()
        if !states.isEmpty { reports.append(EntityReport(deviceID: "", states: states)) }
        return reports
    }

    private mutating func count(_ topic: String) {
        guard unknown[topic] != nil || unknown.count < Self.mostUnknown else { return }
        unknown[topic, default: 0] &+= 1
    }

    private mutating func set(_ message: CameraMessage, _ source: Source, _ now: Duration) {
        former.remove(source)
        switch (message.operation, message.isOn) {
        case (.deleted, _):
            values[source] = false
            ends[source] = nil
        case (_, let isOn?):
            values[source] = isOn
            ends[source] = nil
        case (.event, nil), (.changed, nil):
            values[source] = true
            ends[source] = now + Self.pulse
        case (.initialized, nil): break
        }
    }

    /// The event that a message means; nil if it means none.
    private mutating func event(
        _ meaning: CameraMeaning, _ message: CameraMessage, _ source: Source, _ moment: Duration, _ now: Duration
    ) -> EntityReport.Event? {
        let target: (entity: String, type: String)
        switch meaning {
        case .visitor: target = (CameraDescription.Key.visitor, "press")
        case .object(let word): target = (CameraDescription.Key.camera, word)
        case .motion, .tamper, .sound, .input: return nil
        }
        guard message.operation == .changed || message.operation == .event, message.isOn ?? true else { return nil }
        if values[source] == true, let last = fired[source], now < last + Self.repetition { return nil }
        if let last = sent[meaning], now < last + Self.pause { return nil }
        fired[source] = now
        sent[meaning] = now
        return EntityReport.Event(entity: target.entity, type: target.type, moment: moment)
    }

    /// Ends motions whose time is over.
    mutating func timePassed(now: Duration) -> EntityReport? {
        let over = ends.filter { $0.value <= now }.keys
        guard !over.isEmpty else { return nil }
        for source in over {
            ends[source] = nil
            values[source] = false
        }
        let states = changes()
        return states.isEmpty ? nil : EntityReport(deviceID: "", states: states)
    }

    /// The entities whose value has changed: a flag is on while one of its sources is.
    private mutating func changes() -> [EntityState] {
        var present = reported.mapValues { _ in false }
        for (source, isOn) in values {
            guard let entity = Self.entity(source) else { continue }
            present[entity] = present[entity, default: false] || isOn
        }
        let changed = present.filter { reported[$0.key] != $0.value }
        reported.merge(changed) { $1 }
        return changed.sorted { $0.key < $1.key }.map { entity, isOn in
            // An input that is active is a closed contact, and the flag says whether it is open.
            let value = entity.hasPrefix(CameraDescription.Key.input("")) ? !isOn : isOn
            return EntityState(entity: entity, values: [.on: .bool(value)])
        }
    }

    private static func entity(_ source: Source) -> String? {
        switch CameraTopic.meaning(source.topic) {
        case .motion: CameraDescription.Key.motion
        case .tamper: CameraDescription.Key.tamper
        case .sound: CameraDescription.Key.sound
        case .input: CameraDescription.Key.input(source.name)
        case .visitor, .object, nil: nil
        }
    }
}
