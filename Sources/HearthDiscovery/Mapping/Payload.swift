internal import HearthEntities
internal import HearthJSON
internal import HearthTemplates

/// What a message says: its text, and its JSON value if it is JSON. Parsed once for all entities that read it.
final class Payload {
    /// The most bytes that are read.
    static let mostBytes = 256 << 10
    /// The most work of all templates that read it, in the unit of ``TemplateLimits/work``. It suffices for thousands
    /// of entities with usual templates, and takes a fraction of a second.
    static let mostWork = 16 << 20

    private let message: TemplateMessage
    private let bytes: [UInt8]
    private let time: @Sendable () -> TemplateTime?
    /// The work that is left.
    private var workLeft = Payload.mostWork
    /// The JSON value; nil if the text is no JSON.
    private(set) lazy var json = try? JSONValue(bytes, bytes: Self.mostBytes)

    var text: String { message.text }

    /// Nil for more than ``mostBytes`` or what is no UTF-8.
    ///
    /// - Parameter time: the present time; templates that ask for it fail without.
    init?(_ bytes: [UInt8], at time: @escaping @Sendable () -> TemplateTime?) {
        guard bytes.count <= Self.mostBytes, let message = TemplateMessage(bytes) else { return nil }
        self.message = message
        self.time = time
        self.bytes = bytes
    }

    /// The text that a template gives for it, without white space around; the text itself without a template.
    func rendered(_ template: Template?) throws(TemplateError) -> String {
        guard let template else { return text }
        return try message.rendered(template, at: self.time(), within: &workLeft).trimmed
    }

    /// The local time of the home at a point in time in ISO 8601; nil for another text. Without the home's zone it is UTC.
    func local(_ instant: String) -> String? {
        let time = time()
        return LocalMoment.text(of: instant) { Int64(time?.offset(Int($0)) ?? 0) }
    }

    /// The JSON value of the text that a template gives.
    func document(_ template: Template?) throws(TemplateError) -> JSONValue? {
        guard template != nil else { return json }
        return try? JSONValue([UInt8](try rendered(template).utf8), bytes: Self.mostBytes)
    }
}

extension String {
    /// The text without white space around.
    var trimmed: String {
        let isVisible = { (byte: UInt8) in (0x21...0x7E).contains(byte) }
        if let first = utf8.first, let last = utf8.last, isVisible(first), isVisible(last) { return self }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(unicodeScalars[first...last])  // in range: the first such scalar is not behind the last
    }
}
