/// A device's state in words.
public struct DeviceState: Sendable {
    /// The facts of one part.
    public struct Part: Sendable {
        /// The Matter endpoint number.
        public let endpoint: UInt16
        /// The part's name; if it has none, the maker's label or its number among several of its kind; nil for the only
        /// one.
        public let label: String?
        /// The facts, the most important one first.
        public let facts: [StateFact]
    }

    /// The parts with at least one fact.
    public let parts: [Part]

    /// Facts whose meaning only the name of their part says.
    private static let needName: Set<String> = ["reading", "setting", "choice", "text", "shown", "moment"]

    /// Describes a reading.
    public init(_ reading: DeviceReading) {
        let known = reading.parts.map { (part: $0, facts: PartFacts($0).all) }.filter { !$0.facts.isEmpty }
        let count = Dictionary(known.compactMap { $0.facts.first?.name }.map { ($0, 1) }, uniquingKeysWith: +)
        var seen: [String: Int] = [:]
        parts = known.map { part, facts in
            let kind = facts.first?.name ?? ""
            seen[kind, default: 0] += 1
            let isOneOfMany = count[kind, default: 0] > 1
            // Without its name, a value such as "0 °C" beside others says nothing.
            let own = known.count > 1 && Self.needName.contains(kind) ? part.makersLabel : nil
            let label = isOneOfMany ? part.makersLabel ?? "\(seen[kind, default: 0])" : own
            return Part(
                endpoint: part.endpoint, label: part.name.isEmpty || known.count == 1 ? label : part.name, facts: facts)
        }
    }

    /// The state in a few words, such as "on, 71 %"; nil for a device without notable values, such as a bridge.
    public var words: String? {
        let said = parts.compactMap { part -> String? in
            let words = part.facts.compactMap(\.words)
            guard !words.isEmpty else { return nil }
            return (part.label.map { $0 + " " } ?? "") + words.joined(separator: ", ")
        }
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    /// Whether the device is on or active, for a mark beside its name: a light is on, a door is open, music plays. nil
    /// if it has no such state.
    public var isActive: Bool? {
        let marks = parts.flatMap(\.facts).compactMap(\.isActive)
        return marks.isEmpty ? nil : marks.contains(true)
    }

    /// Whether the state needs attention: smoke, gas, water, a jammed lock.
    public var isAlarming: Bool { parts.flatMap(\.facts).contains(where: \.isAlarming) }
}

extension StateFact {
    fileprivate var isActive: Bool? {
        switch (name, value) {
        case ("on", .bool(let isOn)): isOn
        case ("occupied", .bool(let isOccupied)): isOccupied
        case ("contact", .word(let word)): word == "open"
        case ("lock", .word(let word)): word != "locked"
        case ("closure", .word(let word)): word != "closed"
        case ("open", .number(let percent)): percent > 0
        case ("fanMode", .word(let word)): word != "off"
        default: nil
        }
    }

    fileprivate var isAlarming: Bool {
        switch (name, value) {
        case ("leak", .bool(true)), ("freezing", .bool(true)), ("alarm", .bool(true)): true
        case ("door", .word("jammed")), ("door", .word("forced open")): true
        default: warnsOfDanger
        }
    }
}
