internal import Expectations
internal import HearthJSON
internal import Testing

@testable internal import HearthWyoming

/// Bytes of peers, in any pieces.
@Suite struct WyomingReaderTests {
    /// The events of bytes that come in pieces, and then the failure.
    private func read(_ bytes: [UInt8], pieces: Int) -> (events: [WyomingEvent], failure: String?) {
        var reader = WyomingReader()
        var events: [WyomingEvent] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + pieces, bytes.count)
            reader.append(Array(bytes[start..<end]))
            start = end
            do throws(WyomingFailure) {
                while let event = try reader.next() { events.append(event) }
            } catch {
                return (events, error.description)
            }
        }
        return (events, nil)
    }

    private static let stream =
        Array(#"{"type":"ping","data":{"text":"a","n":1},"data_length":12}"#.utf8) + [10]
        + Array(#"{"text":"b"}"#.utf8)
        + Array(#"{"type": "audio-chunk", "payload_length": 4, "version": "1.10.2"}"#.utf8) + [10, 1, 10, 3, 4]
        + Array(#"{"type":"describe","data_length":null}"#.utf8) + [10]

    @Test(arguments: [1, 2, 7, 1_000])
    func readsEvents(pieces: Int) {
        let (events, failure) = read(Self.stream, pieces: pieces)
        expect(
            events,
            equals: [
                WyomingEvent("ping", ["text": .string("b"), "n": .number(1)]), WyomingEvent("audio-chunk"),
                WyomingEvent("describe"),
            ])
        expect(failure, equals: nil)
    }

    @Test func writesWhatItReads() {
        let event = WyomingEvent("handled", ["text": .string("Küche\n\"an\"")])
        expect(read(event.bytes, pieces: 3).events, equals: [event])
        expect(String(decoding: WyomingEvent("ping").bytes, as: UTF8.self), equals: "{\"type\":\"ping\"}\n")
    }

    @Test(arguments: [
        ("x\n", "the line of an event is no JSON"), ("{}\n", "a line has no \"type\""),
        ("[1]\n", "a line has no \"type\""),
        ("{\"type\":\"a\",\"data_length\":262145}\n", "\"data_length\" is no number from 0 to 262144"),
        ("{\"type\":\"a\",\"payload_length\":-1}\n", "\"payload_length\" is no number from 0 to 1048576"),
        ("{\"type\":\"a\",\"payload_length\":1e300}\n", "\"payload_length\" is no number from 0 to 1048576"),
        ("{\"type\":\"a\",\"data_length\":1}\nx", "the data of an event is no JSON"),
    ])
    func refusesOtherBytes(text: String, start: String) {
        let failure = read(Array(text.utf8), pieces: 5).failure ?? "none"
        expect(failure.hasPrefix(start), equals: true, Comment(rawValue: failure))
    }

    @Test("A line without an end is held up to its limit")
    func boundsLines() {
        let most = WyomingReader.longestLine
        expect(read(Array(repeating: 32, count: most), pieces: 999).failure, equals: nil)
        expect(
            read(Array(repeating: 32, count: most + 1), pieces: 999).failure,
            equals: "a line has more than \(most) bytes")
    }
}
