/// The rules of topic names and topic filters (MQTT 5.0 and 3.1.1, section 4.7). They hold for bytes: names that only
/// look alike, or differ in Unicode normalization, are different (section 4.7.3).
package enum MQTTTopic {
    /// The longest name or filter, in bytes (section 1.5.4).
    package static let mostBytes = 65_535

    /// The most separators of a filter. The specification has no limit, but mosquitto ends the connection beyond it.
    package static let mostSeparators = 200

    static let separator = UInt8(ascii: "/")
    static let oneLevel = UInt8(ascii: "+")
    static let allLevels = UInt8(ascii: "#")
    static let reserved = UInt8(ascii: "$")

    /// Why a text can't be the topic of a message; nil if it can.
    package static func problem(ofName name: String) -> String? {
        if let problem = commonProblem(name, "topic") { return problem }
        guard !name.utf8.contains(where: { $0 == oneLevel || $0 == allLevels }) else {
            return "a topic has no wildcards, but this one contains + or #; publish to each topic by itself"
        }
        return nil
    }

    /// Why a text can't be a topic filter; nil if it can. Shared subscriptions are refused: they would bring each
    /// message to only one of several clients. So is what brokers may end the connection for, since the client would
    /// ask for it again after each connect.
    package static func problem(ofFilter filter: String) -> String? {
        if let problem = commonProblem(filter, "topic filter") { return problem }
        let bytes = filter.utf8
        guard !bytes.starts(with: "$share/".utf8) else {
            return "a shared subscription brings only some of the messages; subscribe without $share/NAME/"
        }
        guard bytes.count(where: { $0 == separator }) <= mostSeparators else {
            return "the topic filter has more than \(mostSeparators) slashes, for which brokers end the connection"
        }
        if let scalar = filter.unicodeScalars.first(where: isDiscouraged) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return
                "the topic filter contains the character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))"
                + "\(digits), for which brokers may end the connection"
        }
        var previous = separator
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            if byte == allLevels, previous != separator || next < bytes.endIndex {
                return "# stands alone in the last level of a topic filter"
            }
            if byte == oneLevel || previous == oneLevel, byte != separator, previous != separator {
                return "+ stands alone in a level of a topic filter"
            }
            (previous, index) = (byte, next)
        }
        return nil
    }

    /// Whether a packet with the character may count as malformed: a control character, or one that Unicode assigns to
    /// nothing for ever (MQTT 5.0, section 1.5.4).
    private static func isDiscouraged(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory == .control || properties.isNoncharacterCodePoint
    }

    private static func commonProblem(_ text: String, _ what: String) -> String? {
        let bytes = text.utf8
        guard !bytes.isEmpty else { return "the \(what) is empty; it needs at least one character" }
        guard bytes.count <= mostBytes else {
            return "the \(what) has \(bytes.count) bytes, the most is \(mostBytes)"
        }
        guard !bytes.contains(0) else { return "the \(what) contains the character U+0000, which MQTT forbids" }
        return nil
    }

    /// Whether a valid filter matches a valid name.
    package static func matches(_ filter: String, _ name: String) -> Bool {
        let (filter, name) = (Array(filter.utf8), Array(name.utf8))
        // Section 4.7.2: wildcards in the first level do not match names that begin with $.
        if name.first == reserved, filter.first == oneLevel || filter.first == allLevels { return false }
        var (inFilter, inName) = (0, 0)
        while true {
            if inFilter < filter.count, filter[inFilter] == allLevels { return true }
            if inFilter < filter.count, filter[inFilter] == oneLevel {
                inFilter += 1
                while inName < name.count, name[inName] != separator { inName += 1 }
            } else {
                while inFilter < filter.count, filter[inFilter] != separator {
                    guard inName < name.count, name[inName] == filter[inFilter] else { return false }
                    inFilter += 1
                    inName += 1
                }
            }
            guard inName == name.count || name[inName] == separator else { return false }
            switch (inFilter == filter.count, inName == name.count) {
            case (true, let isEnd): return isEnd
            // Section 4.7.1.2: `a/#` matches `a` too.
            case (false, true): return filter[inFilter...].elementsEqual("/#".utf8)
            case (false, false):
                inFilter += 1
                inName += 1
            }
        }
    }
}
