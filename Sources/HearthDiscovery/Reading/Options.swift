internal import HearthBase
package import HearthJSON
internal import HearthMQTT
internal import HearthTemplates
internal import HearthTraitCore

/// The options of an announced entity, by their full names.
package struct Options: Hashable, Sendable {
    package var members: [String: JSONValue]

    /// The most bytes of a text.
    static let longestText = 4_096
    /// The most bytes of a topic or filter.
    static let longestTopic = 1_024
    /// The most items of a list.
    static let mostItems = 1_000

    package init(_ members: [String: JSONValue] = [:]) { self.members = members }

    /// Whether an option is given, also as null.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// A text; numbers and yes or no are written as Python writes them, since templates print them so.
    func text(_ name: String) -> String? { members[name].flatMap(Self.text) }

    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.utf8.count <= longestText ? text : nil
        case .bool(let value): value ? "True" : "False"
        case .number(let number):
            Int(exactly: number).map { "\($0)" } ?? (number.isFinite ? "\(number)" : nil)
        case .null, .array, .object: nil
        }
    }

    /// A finite number, also as a text.
    func number(_ name: String) -> Double? {
        switch members[name] {
        case .number(let number): number.isFinite ? number : nil
        case .string(let text): Double(trimming: text)
        default: nil
        }
    }

    /// A yes or no, also as a text.
    func flag(_ name: String) -> Bool? {
        switch members[name] {
        case .bool(let value): return value
        case .number(let number): return number != 0
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "on", "1": return true
            case "false", "no", "off", "0": return false
            default: return nil
            }
        default: return nil
        }
    }

    /// The texts of a list, or a single one. Texts that are too long for a choice are left out, and repeated ones.
    func words(_ name: String) -> [String] {
        let values: [JSONValue]
        switch members[name] {
        case .array(let items): values = items
        case .string, .number, .bool: values = members[name].map { [$0] } ?? []
        default: values = []
        }
        var known: Set<String> = []
        return values.prefix(Self.mostItems).compactMap(Self.text).filter {
            (1...255).contains($0.utf8.count) && known.insert($0).inserted
        }
    }

    // MARK: - Topics and templates

    /// A topic to publish to; nil without one.
    func topic(_ name: String) throws(Refusal) -> String? {
        guard let topic = text(name), !topic.isEmpty else { return nil }
        // What is no filter would end the connection too.
        guard MQTTTopic.problem(ofName: topic) == nil, MQTTTopic.problem(ofFilter: topic) == nil,
            topic.utf8.count <= Self.longestTopic
        else { throw Refusal("\(name) is \(quotedBeginning(topic)), which is no topic to publish to") }
        try Self.refuseOwnTopic(topic, name)
        return topic
    }

    /// A filter of topics to read; nil without one. It may have wildcards, but not match everything.
    func filter(_ name: String) throws(Refusal) -> String? {
        guard let filter = text(name), !filter.isEmpty else { return nil }
        guard MQTTTopic.problem(ofFilter: filter) == nil, filter.utf8.count <= Self.longestTopic else {
            throw Refusal("\(name) is \(quotedBeginning(filter)), which is no topic filter")
        }
        let levels = filter.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.contains(where: { $0 != "+" && $0 != "#" }) else {
            throw Refusal("\(name) is \(quotedBeginning(filter)), which asks for the whole broker")
        }
        try Self.refuseOwnTopic(filter, name)
        return filter
    }

    /// Refuses the topics of the broker itself.
    private static func refuseOwnTopic(_ topic: String, _ name: String) throws(Refusal) {
        guard topic.utf8.first != UInt8(ascii: "$") else {
            throw Refusal("\(name) is \(quotedBeginning(topic)), and topics that begin with $ are the broker's own")
        }
    }

    /// A template; nil without one.
    func template(_ name: String) throws(Refusal) -> Template? {
        guard let text = text(name), !text.isEmpty else { return nil }
        do throws(TemplateError) {
            return try Template(parsing: text)
        } catch {
            throw Refusal("its \(name) can't be used: \(error.message)")
        }
    }
}

/// Why an announced entity is left out.
struct Refusal: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Double {
    /// A finite number in a text, with white space around it.
    init?(trimming text: String) {
        guard let number = Double(text.trimmed), number.isFinite else { return nil }
        self = number
    }
}
