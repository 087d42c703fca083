internal import Expectations
internal import HearthBase
@testable internal import HearthESPHome
internal import HearthTLS
internal import Testing

struct NoiseTests {
    private static let prologue = Array("NoiseAPIInit".utf8) + [0, 0]

    private func handshake(_ key: ESPHomeKey = someKey) throws -> NoiseHandshake {
        NoiseHandshake(key: key, ephemeral: try require(X25519Key(secret: someSecret)), prologue: Self.prologue)
    }

    private func responder(_ key: ESPHomeKey = someKey) throws -> NoiseResponder {
        NoiseResponder(
            key: key, ephemeral: try require(X25519Key(secret: [UInt8](repeating: 0x22, count: 32))),
            prologue: Self.prologue)
    }

    /// The expected bytes are of a separate implementation of the Noise Protocol Framework, with these keys.
    @Test func handshakeHasTheExpectedBytes() throws {
        var (initiator, responder) = (try handshake(), try responder())
        let hello = try require(initiator.hello())
        expect(
            hex(hello),
            equals: "7b4e909bbe7ffe44c465a220037d608ee35897d31ef972f07f74892cb0f73f13d1bc1a38b6793685dc7e2ffdf8ea0933")
        var (answer, other) = try require(responder.answer(hello))
        expect(
            hex(answer),
            equals: "0faa684ed28867b97f4a6a2dee5df8ce974e76b7018e3f22a1c4cf2678570f207336b95933b321b1ae86673f689f5c9f")
        var transport = try require(initiator.receive(answer))
        let (first, second) = (transport.seal(Array("first".utf8)), transport.seal(Array("second".utf8)))
        expect(first.map { hex($0) }, equals: "6e44faa739776144fab31f2c798bd529d9a204f8a4")
        expect(second.map { hex($0) }, equals: "307c59446bfaae281eabb6310c88339b4c9a9a0b27b2")
        expect(other.open(first ?? []), equals: Array("first".utf8))
        expect(other.open(second ?? []), equals: Array("second".utf8))
        let back = other.seal(Array("answer".utf8))
        expect(back.map { hex($0) }, equals: "b8244883e267dd51bf501115b34f62cb0e6e230a3e3d")
        expect(transport.open(back ?? []), equals: Array("answer".utf8))
    }

    @Test func otherKeysAreNoticedByBothEnds() throws {
        var (initiator, other) = (try handshake(), try responder(.unset))
        expect(other.answer(try require(initiator.hello())) == nil)
        // A device that pretends to have the key.
        var pretender = try handshake(.unset)
        var responder = try responder(.unset)
        let (answer, _) = try require(responder.answer(try require(pretender.hello())))
        expect(initiator.receive(answer) == nil)
    }

    @Test func changedMessagesAreRefused() throws {
        for index in 0..<NoiseHandshake.messageLength {
            var (initiator, responder) = (try handshake(), try responder())
            var (answer, _) = try require(responder.answer(try require(initiator.hello())))
            answer[index] ^= 0x40
            expect(initiator.receive(answer) == nil, "byte \(index)")
        }
        var initiator = try handshake()
        _ = initiator.hello()
        expect(initiator.receive([]) == nil)
        expect(initiator.receive([UInt8](repeating: 0, count: 48)) == nil)
    }

    @Test func replayedAndReorderedMessagesAreRefused() throws {
        var (initiator, responder) = (try handshake(), try responder())
        let (answer, other) = try require(responder.answer(try require(initiator.hello())))
        let transport = try require(initiator.receive(answer))
        var device = other
        let (one, two) = (try require(device.seal([1])), try require(device.seal([2])))
        var receiver = transport
        expectNil(receiver.open(two))
        receiver = transport
        expect(receiver.open(one), equals: [1])
        expectNil(receiver.open(one))
    }

    @Test func keysAreReadAndNotShown() {
        let text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        expect(ESPHomeKey(text), equals: someKey)
        expect(ESPHomeKey(" \(text)\n"), equals: someKey)
        expect(someKey.text, equals: text)
        for wrong in ["", "AAEC", text + "AAAA", "not base64!", String(repeating: "A", count: 10_000)] {
            expectNil(ESPHomeKey(wrong), "\(wrong.prefix(20))")
        }
        var shown = ""
        dump(ESPHomeSettings(host: "a", key: someKey), to: &shown)
        expect(!shown.contains("31"))
        expect(!"\(ESPHomeSettings(host: "a", key: someKey))".contains(text))
        expect(ESPHomeKey.random(), differsFrom: .random())
    }
}
