internal import HearthMQTT

/// The parts of devices that read each topic.
struct TopicReaders: Sendable {
    /// A part of a device that reads a topic.
    enum Part: Hashable, Sendable {
        /// A source of an entity, by their places in the device's map.
        case source(entity: Int, source: Int)
        case availability(Availability, topic: Int)
    }

    /// By device, in the order of the entities in its map.
    typealias Readers = [Int: [Part]]

    private var exact: [String: Readers] = [:]
    /// Filters with wildcards by their last level, which is mostly the name of a device.
    private var wild: [String: [String: Readers]] = [:]

    mutating func add(_ filter: String, _ part: Part, of device: Int) {
        if Self.isWild(filter) {
            wild[Self.last(filter), default: [:]][filter, default: [:]][device, default: []].append(part)
        } else {
            exact[filter, default: [:]][device, default: []].append(part)
        }
    }

    /// Removes all parts of a device that read a filter.
    mutating func remove(_ filter: String, of device: Int) {
        if Self.isWild(filter) {
            let last = Self.last(filter)
            wild[last]?[filter]?[device] = nil
            if wild[last]?[filter]?.isEmpty == true { wild[last]?[filter] = nil }
            if wild[last]?.isEmpty == true { wild[last] = nil }
        } else {
            exact[filter]?[device] = nil
            if exact[filter]?.isEmpty == true { exact[filter] = nil }
        }
    }

    /// The readers of a topic.
    func readers(of topic: String) -> Readers {
        var readers = exact[topic] ?? [:]
        guard !wild.isEmpty else { return readers }
        for last in [Self.last(topic), "+", "#"] {
            for (filter, more) in wild[last] ?? [:] where MQTTTopic.matches(filter, topic) {
                readers.merge(more) { ($0 + $1).sorted { $0.place < $1.place } }
            }
        }
        return readers
    }

    private static func isWild(_ filter: String) -> Bool {
        filter.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
    }

    private static func last(_ topic: String) -> String {
        topic.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(topic[topic.utf8.index(after: $0)...]) } ?? topic
    }
}

extension TopicReaders.Part {
    fileprivate var place: (Int, Int) {
        switch self {
        case .source(let entity, let source): (entity, source)
        case .availability(_, let topic): (.max, topic)
        }
    }
}
