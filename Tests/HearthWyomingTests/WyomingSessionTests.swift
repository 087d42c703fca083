internal import Expectations
internal import Testing

@testable internal import HearthWyoming

/// A connection's events and what follows.
@Suite struct WyomingSessionTests {
    private var session = WyomingSession(version: "1.2", languages: ["de", "en"])

    private func line(_ text: String) -> [UInt8] { Array(text.utf8) + [10] }

    private func texts(_ actions: [WyomingSession.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(let bytes): String(decoding: bytes, as: UTF8.self)
            case .answer(let words): "answer \(words.language): \(words.text)"
            case .close: "close"
            }
        }
    }

    @Test mutating func describesItself() {
        expect(
            texts(session.received(line(#"{"type":"describe"}"#))),
            equals: [
                """
                {"data_length":352,"type":"info"}
                {"handle":[{"attribution":{"name":"Hearth","url":""},"description":"Sentences about a \
                Hearth home","installed":true,"models":[{"attribution":{"name":"Hearth","url":""},\
                "description":"Sentences about a Hearth home","installed":true,"languages":["de","en"],"name":"hearth",\
                "version":"1.2"}],"name":"hearth","supports_home_control":true,"version":"1.2"}]}
                """
            ])
    }

    @Test("Events after words wait for the answer")
    mutating func answersInOrder() {
        let both =
            line(#"{"type":"transcript","data":{"text":"lights on","language":"en"}}"#) + line(#"{"type":"ping"}"#)
        expect(texts(session.received(both)), equals: ["answer en: lights on"])
        expect(session.isReading, equals: false)
        expect(session.patience, equals: nil)
        expect(
            texts(session.answered(WyomingAnswer(isHandled: true, text: "done"))),
            equals: ["{\"data_length\":15,\"type\":\"handled\"}\n{\"text\":\"done\"}", "{\"type\":\"pong\"}\n"])
        expect(session.patience, equals: WyomingSession.idleTime)
        expect(texts(session.answered(WyomingAnswer(isHandled: true, text: "again"))), equals: [])
    }

    @Test mutating func saysThatWordsMeantNothing() {
        _ = session.received(line(#"{"type":"transcript"}"#))
        expect(
            texts(session.answered(WyomingAnswer(isHandled: false, text: "?"))),
            equals: ["{\"data_length\":12,\"type\":\"not-handled\"}\n{\"text\":\"?\"}"])
    }

    @Test mutating func ignoresOtherEvents() {
        expect(texts(session.received(line(#"{"type":"audio-start","data":{"rate":16000}}"#))), equals: [])
        expect(session.isReading, equals: true)
    }

    @Test mutating func endsOnBadBytes() {
        expect(
            texts(session.received(line("nothing"))).last, equals: "close")
        expect(texts(session.received(line(#"{"type":"ping"}"#))), equals: [])
    }

    @Test mutating func limitsTheTimeOfAnEvent() {
        expect(session.patience, equals: WyomingSession.idleTime)
        _ = session.received(Array("{".utf8))
        expect(session.patience, equals: WyomingSession.eventTime)
        expect(texts(session.timedOut()), equals: ["close"])
        expect(texts(session.timedOut()), equals: [])
    }
}
