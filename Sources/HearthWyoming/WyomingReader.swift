internal import HearthJSON

/// Why a peer's bytes are no events.
package struct WyomingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Cuts a peer's bytes into events: a line of JSON, `data_length` bytes of JSON, and `payload_length` bytes, which are
/// dropped as they come. Holds at most one incomplete line or data.
package struct WyomingReader: Sendable {
    /// The most bytes of a line.
    package static let longestLine = 64 << 10
    /// The most bytes of an event's data.
    package static let longestData = 256 << 10
    /// The most bytes of an event's payload.
    package static let longestPayload = 1 << 20

    /// What comes next.
    private enum Expected {
        case line
        case data(WyomingEvent, bytes: Int, payload: Int)
        case payload(WyomingEvent, left: Int)
    }

    private var expected = Expected.line
    private var buffer: [UInt8] = []
    /// The offset of the first byte that was not taken.
    private var start = 0
    /// The bytes of the line that were searched for its end.
    private var searched = 0

    package init() {}

    /// Whether a part of an event has arrived, and its rest is missing.
    package var isInEvent: Bool {
        if case .line = expected { start < buffer.count } else { true }
    }

    /// Adds bytes. Events are taken with ``next()`` until it returns nil, before more bytes are added.
    package mutating func append(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        start = 0
        buffer += bytes
    }

    /// Takes the next event; nil until all of its bytes have arrived. After an error, the connection is of no use.
    package mutating func next() throws(WyomingFailure) -> WyomingEvent? {
        while true {
            switch expected {
            case .line:
                guard let line = try line() else { return nil }
                let (event, data, payload) = try Self.head(line)
                expected = .data(event, bytes: data, payload: payload)
            case .data(var event, let bytes, let payload):
                guard buffer.count - start >= bytes else { return nil }
                if bytes > 0 {
                    let members = try Self.json(Array(buffer[start..<start + bytes]), Self.longestData, "data").members
                    event.data.merge(members) { $1 }
                }
                start += bytes
                expected = .payload(event, left: payload)
            case .payload(let event, let left):
                let dropped = min(left, buffer.count - start)
                start += dropped
                guard dropped == left else {
                    expected = .payload(event, left: left - dropped)
                    return nil
                }
                expected = .line
                return event
            }
        }
    }

    /// The next line without its end.
    private mutating func line() throws(WyomingFailure) -> [UInt8]? {
        let end = buffer[(start + searched)...].firstIndex(of: UInt8(ascii: "\n"))
        guard (end ?? buffer.count) - start <= Self.longestLine else {
            throw WyomingFailure("a line has more than \(Self.longestLine) bytes")
        }
        guard let end else {
            searched = buffer.count - start
            return nil
        }
        defer {
            start = end + 1
            searched = 0
        }
        return Array(buffer[start..<end])
    }

    private static func head(
        _ line: [UInt8]
    ) throws(WyomingFailure) -> (event: WyomingEvent, data: Int, payload: Int) {
        let json = try json(line, longestLine, "line")
        guard let type = json["type"]?.string else { throw WyomingFailure("a line has no \"type\"") }
        return (
            WyomingEvent(type, json["data"]?.members ?? [:]),
            try length("data_length", of: json, most: longestData),
            try length("payload_length", of: json, most: longestPayload)
        )
    }

    private static func length(_ name: String, of json: JSONValue, most: Int) throws(WyomingFailure) -> Int {
        guard let value = json[name], value != .null else { return 0 }
        guard let length = value.integer, (0...most).contains(length) else {
            throw WyomingFailure("\"\(name)\" is no number from 0 to \(most)")
        }
        return length
    }

    private static func json(_ text: [UInt8], _ most: Int, _ what: String) throws(WyomingFailure) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(text, bytes: most)
        } catch {
            throw WyomingFailure("the \(what) of an event is no JSON: \(error.message)")
        }
    }
}
