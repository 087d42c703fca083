internal import HearthEntities
internal import HearthJSON
internal import HearthTemplates

/// What a message says: its text, and its JSON value if it is JSON. Parsed once for all entities that read it.
struct Payload {
    /// The most bytes that are read.
    static let mostBytes = 256 << 10
    /// The most work of all templates that read it, in the unit of ``TemplateLimits/work``. It suffices for thousands
    /// of entities with usual templates, and takes a fraction of a second.
    static let mostWork = 16 << 20

    /// What copies of the message share.
    private final class Shared {
        /// The work that is left.
        var workLeft = Payload.mostWork
        /// The JSON value; nil while nothing has asked for it, as templates have one of their own.
        var json: JSONValue??
    }

    let text: String
    private let bytes: [UInt8]
    private let variables: [String: TemplateValue]
    private let time: @Sendable () -> TemplateTime?
    private let shared = Shared()

    /// Nil for more than ``mostBytes`` or what is no UTF-8.
    ///
    /// - Parameter time: the present time; templates that ask for it fail without.
    init?(_ bytes: [UInt8], at time: @escaping @Sendable () -> TemplateTime?) {
        guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.text = text
        self.time = time
        self.bytes = bytes
        variables = [
            "value": .string(text), "value_json": TemplateValue(parsingJSON: text) ?? .undefined,
        ]
    }

    /// The JSON value; nil if the text is no JSON.
    var json: JSONValue? {
        if let known = shared.json { return known }
        let json = try? JSONValue(bytes, bytes: Self.mostBytes)
        shared.json = .some(json)
        return json
    }

    /// The text that a template gives for it, without white space around; the text itself without a template.
    func rendered(_ template: ParsedTemplate?) throws(TemplateError) -> String {
        guard let template else { return text }
        return try template.template.rendered(variables, at: time(), within: &shared.workLeft).trimmed
    }

    /// The local time of the home at a point in time in ISO 8601; nil for another text. Without the home's zone it is UTC.
    func local(_ instant: String) -> String? {
        let time = time()
        return LocalMoment.text(of: instant) { Int64(time?.offset(Int($0)) ?? 0) }
    }

    /// The JSON value of the text that a template gives.
    func document(_ template: ParsedTemplate?) throws(TemplateError) -> JSONValue? {
        guard template != nil else { return json }
        return try? JSONValue([UInt8](try rendered(template).utf8), bytes: Self.mostBytes)
    }
}

extension String {
    /// The text without white space around.
    var trimmed: String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(unicodeScalars[first...last])  // in range: the first such scalar is not behind the last
    }
}
