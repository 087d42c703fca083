internal import HearthJSON

/// Words that a peer has heard.
package struct WyomingWords: Hashable, Sendable {
    package var text: String
    /// Their language, such as "de" or "en-US"; empty if unknown.
    package var language: String
}

/// The answer to a peer's words.
package struct WyomingAnswer: Hashable, Sendable {
    /// Whether the words meant something.
    package var isHandled: Bool
    /// A sentence for people.
    package var text: String

    package init(isHandled: Bool, text: String) {
        self.isHandled = isHandled
        self.text = text
    }
}

/// The service `handle` of the Wyoming protocol on one connection: `describe` is answered with `info`, `transcript` with
/// `handled` or `not-handled`, `ping` with `pong`. Other events are ignored, as the protocol asks.
///
/// A value: event functions return what to do.
package struct WyomingSession: Sendable {
    package enum Action: Hashable, Sendable {
        case send([UInt8])
        /// The answer goes to ``answered(_:)``. The peer is not read until then.
        case answer(WyomingWords)
        case close
    }

    /// The longest time from the first to the last byte of an event.
    package static let eventTime = Duration.seconds(10)
    /// The longest time without an event.
    package static let idleTime = Duration.seconds(60)

    private let info: WyomingEvent
    private var reader = WyomingReader()
    private var isAnswering = false
    private var isClosed = false

    /// - Parameters:
    ///   - version: of the hub.
    ///   - languages: codes of the languages that the hub understands.
    package init(version: String, languages: [String]) {
        let attribution = JSONValue.object([
            "name": .string("Hearth"), "url": .string(""),
        ])
        func artifact(_ name: String, _ more: [String: JSONValue]) -> JSONValue {
            .object(
                [
                    "name": .string(name), "attribution": attribution, "installed": .bool(true),
                    "description": .string("Sentences about a Hearth home"), "version": .string(version),
                ].merging(more) { $1 })
        }
        let model = artifact("hearth", ["languages": .array(languages.map { .string($0) })])
        info = WyomingEvent(
            "info",
            ["handle": .array([artifact("hearth", ["models": .array([model]), "supports_home_control": .bool(true)])])])
    }

    /// Whether bytes may be read.
    package var isReading: Bool { !isAnswering && !isClosed }

    /// How long the connection may stay as it is; nil while an answer is awaited.
    package var patience: Duration? {
        guard !isAnswering, !isClosed else { return nil }
        return reader.isInEvent ? Self.eventTime : Self.idleTime
    }

    /// The events that are complete. ``patience`` begins with an event and is not extended by its bytes.
    package private(set) var events: UInt64 = 0
    package var isInEvent: Bool { reader.isInEvent }

    package mutating func received(_ bytes: [UInt8]) -> [Action] {
        guard !isClosed else { return [] }
        reader.append(bytes)
        return advance()
    }

    package mutating func answered(_ answer: WyomingAnswer) -> [Action] {
        guard isAnswering, !isClosed else { return [] }
        isAnswering = false
        let event = WyomingEvent(answer.isHandled ? "handled" : "not-handled", ["text": .string(answer.text)])
        return [.send(event.bytes)] + advance()
    }

    /// The peer has taken too long.
    package mutating func timedOut() -> [Action] { end() }

    private mutating func end() -> [Action] {
        guard !isClosed else { return [] }
        isClosed = true
        return [.close]
    }

    private mutating func advance() -> [Action] {
        var actions: [Action] = []
        while !isAnswering {
            do throws(WyomingFailure) {
                guard let event = try reader.next() else { return actions }
                events += 1
                actions += take(event)
            } catch {
                let message = WyomingEvent("error", ["text": .string(error.description), "code": .string("bad-event")])
                return actions + [.send(message.bytes)] + end()
            }
        }
        return actions
    }

    private mutating func take(_ event: WyomingEvent) -> [Action] {
        switch event.type {
        case "describe": return [.send(info.bytes)]
        case "ping": return [.send(WyomingEvent("pong", event.data.filter { $0.key == "text" }).bytes)]
        case "transcript":
            isAnswering = true
            return [
                .answer(
                    WyomingWords(
                        text: event.data["text"]?.string ?? "", language: event.data["language"]?.string ?? ""))
            ]
        default: return []
        }
    }
}
