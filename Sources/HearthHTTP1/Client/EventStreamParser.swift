/// A message of a stream of server-sent events.
package struct ServerSentEvent: Hashable, Sendable {
    /// The type, `message` by default.
    package var type: String
    /// The data; lines are separated by line feeds.
    package var data: String
    /// The ID of the last message that had one; may be empty.
    package var id: String

    package init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}

/// Parses a stream of server-sent events, in pieces of any size (WHATWG HTML, section 9.2.6, "Interpreting an event
/// stream"). A message that the stream's end cuts off is never returned. The field `retry` has no effect: the client knows
/// when to connect again.
package struct EventStreamParser: Sendable {
    private let mostBytes: Int
    /// The bytes of the line that is not complete.
    private var line: [UInt8] = []
    /// Whether the last byte was a carriage return, so that a line feed after it ends no further line.
    private var endsInReturn = false
    private var isFirstLine = true
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id = ""

    /// - Parameter mostBytes: the most bytes of a line, and of a message's data.
    package init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// Takes bytes of the stream.
    ///
    /// - Throws: ``HTTP1ClientError`` `.tooLarge` if a line or a message exceeds the limit.
    package mutating func received(_ bytes: [UInt8]) throws(HTTP1ClientError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { endsInReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where endsInReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = try endLine() { events.append(event) }
            default:
                guard line.count < mostBytes else { throw tooLarge }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() throws(HTTP1ClientError) -> ServerSentEvent? {
        var content = line[...]
        // One byte order mark may precede the stream.
        if isFirstLine, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !content.isEmpty else { return dispatch() }
        let colon = content.firstIndex(of: UInt8(ascii: ":"))
        // A line that begins with a colon is a comment.
        guard colon != content.startIndex else { return nil }
        var value = colon.map { content[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: content[..<(colon ?? content.endIndex)], as: UTF8.self) {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count < mostBytes else { throw tooLarge }
            if hasData { data.append(UInt8(ascii: "\n")) }
            hasData = true
            data.append(contentsOf: value)
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        default: break
        }
        return nil
    }

    /// The message that an empty line ends; nil for one without data.
    private mutating func dispatch() -> ServerSentEvent? {
        defer { (type, data, hasData) = ("", [], false) }
        guard hasData else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self), id: id)
    }

    private var tooLarge: HTTP1ClientError {
        HTTP1ClientError(.tooLarge, "a message of the event stream exceeds \(mostBytes) bytes")
    }
}
