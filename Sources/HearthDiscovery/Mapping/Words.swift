internal import HearthEntities
internal import HearthJSON
internal import HearthTemplates

/// The words of a cover or a valve for its states.
struct CoverWords: Hashable, Sendable {
    var open: String
    var opening: String
    var closed: String
    var closing: String
    var stopped: String

    init(_ options: Options) {
        open = options.text("state_open") ?? "open"
        opening = options.text("state_opening") ?? "opening"
        closed = options.text("state_closed") ?? "closed"
        closing = options.text("state_closing") ?? "closing"
        stopped = options.text("state_stopped") ?? "stopped"
    }

    /// - Parameter hasPosition: whether a position is reported elsewhere, which counts more than a word.
    func reading(_ text: String, hasPosition: Bool) -> Reading? {
        var values: [EntityProperty: EntityValue] = [:]
        switch text {
        case opening: values[.action] = .text("opening")
        case closing: values[.action] = .text("closing")
        case stopped: values[.action] = .text("idle")
        case open:
            values[.action] = .text("idle")
            if !hasPosition { values[.position] = .number(1) }
        case closed:
            values[.action] = .text("idle")
            if !hasPosition { values[.position] = .number(0) }
        case Conversion.none:
            values = [.action: .unknown, .position: .unknown]
        default: return nil
        }
        return Reading(values: values)
    }

    /// The state of a valve: a word, a position, or an object with both.
    func valve(
        _ payload: Payload, _ template: Template?, _ position: Conversion?
    ) throws(TemplateError) -> Reading? {
        let text = try payload.rendered(template)
        var (word, place): (String?, String?) = (text, text)
        if let document = try payload.document(template), case .object(let members) = document {
            word = members["state"].flatMap(Options.text)
            place = members["position"].flatMap(Options.text)
        }
        var reading = word.flatMap { self.reading($0, hasPosition: position != nil) }
        if let position, let place, Double(trimming: place) != nil, let value = position.value(of: place) {
            reading = reading ?? Reading(values: [.action: .text("idle")])
            reading?.values[.position] = value
        }
        return reading
    }
}

/// The words of vacuum cleaners and mowers.
enum VacuumWords {
    static let activities: Set<String> = ["cleaning", "docked", "paused", "idle", "returning", "error"]
    static let mowing = ["mowing", "paused", "docked", "returning", "error"]
}

/// Types of events in zigbee2mqtt's announcements of its property `action`. A template with patterns makes them from
/// the words, and leaves out the button: `button_1_press` is `press`, `region_2_enter` is `region_enter`.
enum ActionTypes {
    /// Whether a template is that one.
    static func isTemplate(_ text: String) -> Bool {
        text.contains("value_json.action") && text.contains("regex_findall") && text.contains("actionPrefix")
    }

    /// The type of a word; nil for none of them.
    static func type(of word: String, among types: [String]) -> String? {
        guard !word.isEmpty else { return nil }
        if types.contains(word) { return word }
        let fitting = types.filter { type in
            if word.hasSuffix("_\(type)") || word.hasPrefix("\(type)_") { return true }
            guard let gap = type.firstIndex(of: "_") else { return false }
            return word.hasPrefix(type[...gap]) && word.hasSuffix(type[gap...])
        }
        return fitting.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}
