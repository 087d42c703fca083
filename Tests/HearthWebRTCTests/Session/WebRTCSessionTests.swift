internal import Expectations
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthTLS
@testable internal import HearthWebRTC
internal import Testing

struct WebRTCSessionTests {
    private static let credentials = ICECredentials(fragment: "own", password: "secret")
    private static let (clientKey, serverKey) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
    private static let (clientSalt, serverSalt) = ([UInt8](repeating: 3, count: 14), [UInt8](repeating: 4, count: 14))
    private static let keys = DTLSSession.Keys(
        clientKey: clientKey, serverKey: serverKey, clientSalt: clientSalt, serverSalt: serverSalt)

    /// A session, and its client at an address.
    private struct Bed {
        var session: WebRTCSession
        /// What the client sends its reports with.
        var reports: SRTPSender
        let peer = address(1)

        init(isSecured: Bool = true, speaker: [AudioFormat] = []) throws {
            let offer = try SessionOffer(Offers.whole)
            session = WebRTCSession(
                try SentTracks(offer, Cameras.format, speaker: speaker), credentials, peer: "peer",
                numbers: .init(random: { [UInt8](repeating: 5, count: $0) }), now: .zero)
            reports = SRTPSender(try require(SRTPKeys(key: clientKey, salt: clientSalt)))
            guard isSecured else { return }
            try check(now: .zero)
            expect(session.secured(keys, now: .zero), equals: [.beginAgain])
        }

        @discardableResult
        mutating func check(now: Duration, from address: DatagramAddress? = nil) throws -> [WebRTCSession.Action] {
            let message = STUNMessage(
                .bindingRequest, transaction: [UInt8](repeating: 0, count: 12),
                [.init(STUNMessage.AttributeType.username, Array("own:peer".utf8))])
            let read = try require(STUNMessage(message.encoded(password: "secret")))
            return session.received(read, from: address ?? peer, now: now)
        }

        mutating func report(_ text: String, now: Duration) throws -> [WebRTCSession.Action] {
            session.received(try require(reports.protectReport(bytes(text))), from: peer, now: now)
        }

        /// The datagrams, without heads' timestamps: kind, sequence number, marker, size.
        func packets(_ actions: [WebRTCSession.Action]) -> [String] {
            actions.map { action in
                guard case .send(let bytes, to: let target) = action else { return "\(action)" }
                expect(target, equals: peer)
                let kind = bytes[1] & 0x7F
                let sequence = UInt16(networkBytes: bytes[2..<4])
                return "\(kind) \(sequence)\(bytes[1] & 0x80 == 0 ? "" : " marked") \(bytes.count - 22)"
            }
        }
    }

    @Test func onlyProvenAddressesAreHeard() throws {
        var bed = try Bed(isSecured: false)
        expect(bed.session.received([22, 254], from: address(1), now: .zero), equals: [])
        try bed.check(now: .zero)
        expect(bed.session.received([22, 254], from: address(1), now: .zero), equals: [.handshake([22, 254])])
        expect(bed.session.received([22, 254], from: address(2), now: .zero), equals: [])
        expect(bed.session.received([200, 1], from: address(1), now: .zero), equals: [])
        expect(bed.session.sending([[1]]), equals: [.send([1], to: address(1))])
    }

    @Test func nothingIsSentBeforeTheKeys() throws {
        var bed = try Bed(isSecured: false)
        try bed.check(now: .zero)
        expect(bed.session.take(.unit(Cameras.unit([0x65], isKey: true)), isLive: true, now: .zero), equals: [])
    }

    @Test func picturesAndSoundBecomePackets() throws {
        var bed = try Bed()
        expect(bed.session.take(.format(Cameras.format), isLive: false, now: .zero), equals: [])
        let long = [0x65] + [UInt8](repeating: 1, count: 1_500)
        var actions = bed.session.take(.unit(Cameras.unit(long, isKey: true)), isLive: false, now: .zero)
        // Sound from before the live pictures.
        let sound = CameraUnit(isAudio: true, isKey: true, time: 0, bytes: [UInt8](repeating: 0, count: 160))
        actions += bed.session.take(.unit(sound), isLive: false, now: .zero)
        actions += bed.session.take(.unit(Cameras.unit([0x41, 1], time: 66_000)), isLive: true, now: .zero)
        actions += bed.session.take(.unit(sound), isLive: true, now: .zero)
        let first = Int(0x0505)
        expect(
            bed.packets(actions),
            equals: [
                "103 \(first) 13", "103 \(first + 1) 1200", "103 \(first + 2) marked 304", "103 \(first + 3) marked 2",
                "0 \(first) 160",
            ])
    }

    /// 160 ms, as some cameras send it.
    @Test func longSoundIsDivided() throws {
        var bed = try Bed()
        _ = bed.session.take(.unit(Cameras.unit([0x65], isKey: true)), isLive: true, now: .zero)
        let sound = CameraUnit(isAudio: true, isKey: true, time: 0, bytes: [UInt8](repeating: 0, count: 1_280))
        let sent = bed.session.take(.unit(sound), isLive: true, now: .zero)
        let times = sent.compactMap { action in
            if case .send(let bytes, _) = action { UInt32(networkBytes: bytes[4..<8]) } else { nil }
        }
        expect((bed.packets(sent), times.map { $0 &- 0x0505_0505 }), are: (["0 1285 1200", "0 1286 80"], [0, 1_200]))
    }

    /// Only while it talks, and only on an address that has proven itself.
    @Test func aClientIsHeardWhileItTalks() throws {
        var bed = try Bed(speaker: [AudioFormat(codec: "ulaw", sampleRate: 8_000)])
        func said(
            _ sequence: UInt16, type: UInt8 = 0, from peer: DatagramAddress? = nil
        ) throws -> [WebRTCSession.Action] {
            let packet = RTPPacket(
                isMarked: false, payloadType: type, sequence: sequence, timestamp: UInt32(sequence), payload: [1, 2])
            return bed.session.received(
                try require(bed.reports.protect(packet.bytes(source: 9))), from: peer ?? bed.peer, now: .seconds(1))
        }
        try expect(said(1), equals: [])
        bed.session.isTalking = true
        try expect(said(2), equals: [.heard(SpokenPacket(time: 2, bytes: [1, 2]))])
        try expect(said(3, type: 8), equals: [])
        try expect(said(4, from: address(2)), equals: [])
        try expect(said(5), equals: [.heard(SpokenPacket(time: 5, bytes: [1, 2]))])
        bed.session.isTalking = false
        try expect(said(6), equals: [])
        // Its numbers have moved on when it talks again.
        try expect(said(32_000), equals: [])
        try expect(said(40_000), equals: [])
        bed.session.isTalking = true
        try expect(said(40_001), equals: [.heard(SpokenPacket(time: 40_001, bytes: [1, 2]))])
        bed.session.isTalking = false
        // What it sends is a sign of life.
        let isOver = bed.session.timePassed(now: .seconds(30)).contains { if case .ended = $0 { true } else { false } }
        expect(isOver, equals: false)
    }

    @Test func nothingIsHeardForACameraWithoutASpeaker() throws {
        var bed = try Bed()
        bed.session.isTalking = true
        let packet = RTPPacket(isMarked: false, payloadType: 0, sequence: 1, timestamp: 1, payload: [1])
        let sealed = try require(bed.reports.protect(packet.bytes(source: 9)))
        expect(bed.session.received(sealed, from: bed.peer, now: .zero), equals: [])
    }

    @Test func missingPacketsAreSentAgain() throws {
        var bed = try Bed()
        let sent = bed.session.take(.unit(Cameras.unit([0x65, 1], isKey: true)), isLive: true, now: .zero)
        let again = try bed.report("81cd0003 00000001 05050505 05050001", now: .milliseconds(1))
        expect(again, equals: sent)
        try expect(bed.report("81cd0003 00000001 05050505 07070000", now: .milliseconds(2)), equals: [])
    }

    @Test func aDecoderThatIsLostBeginsAgain() throws {
        var bed = try Bed()
        let lost = "81ce0002 00000001 05050505"
        try expect(bed.report(lost, now: .seconds(2)), equals: [])
        _ = bed.session.take(.unit(Cameras.unit([0x65, 1], isKey: true)), isLive: true, now: .seconds(2))
        try expect(bed.report(lost, now: .seconds(2)), equals: [.beginAgain])
        _ = bed.session.take(.unit(Cameras.unit([0x65, 1], isKey: true)), isLive: true, now: .seconds(2))
        try expect(bed.report(lost, now: .milliseconds(2_900)), equals: [])
        try expect(bed.report(lost, now: .seconds(3)), equals: [.beginAgain])
    }

    /// A repetition that is lost itself must not be repeated at once, for ever.
    @Test func repetitionsThatDoNotHelpBecomeRare() throws {
        var bed = try Bed()
        let lost = "81ce0002 00000001 05050505"
        var begun: [Int] = []
        for second in 1...100 {
            let now = Duration.seconds(second)
            _ = bed.session.take(.unit(Cameras.unit([0x65, 1], isKey: true)), isLive: true, now: now)
            if try bed.report(lost, now: now).contains(.beginAgain) { begun.append(second) }
        }
        expect(begun, equals: [1, 2, 4, 8, 16, 32, 62, 92])
        // After a while without one, the next is soon.
        for second in [140, 141] {
            let now = Duration.seconds(second)
            _ = bed.session.take(.unit(Cameras.unit([0x65, 1], isKey: true)), isLive: true, now: now)
            try expect(bed.report(lost, now: now).contains(.beginAgain))
        }
    }

    /// What waits to be sent does not push out what was sent.
    @Test func packetsAreKeptFromTheirSendingOn() throws {
        var bed = try Bed()
        let large = [0x65] + [UInt8](repeating: 1, count: 1_000_000)
        let sent = bed.session.take(.unit(Cameras.unit(large, isKey: true)), isLive: true, now: .zero)
        expect(sent.count, equals: 32)
        // The second packet: the first one has the parameter sets.
        for step in 1...10 { _ = bed.session.timePassed(now: .milliseconds(5 * step)) }
        var again = try bed.report("81cd0003 00000001 05050505 05060000", now: .milliseconds(50))
        for step in 11...40 { again += bed.session.timePassed(now: .milliseconds(5 * step)) }
        expect(again.contains(sent[1]))
    }

    /// It would hold its place as long as its view is extended.
    @Test func aClientWithoutAHandshakeEndsTheSession() throws {
        var bed = try Bed(isSecured: false)
        for second in stride(from: 0, through: 20, by: 10) {
            try bed.check(now: .seconds(second))
            expect(bed.session.deadline, equals: .seconds(30))
        }
        expect(
            bed.session.timePassed(now: .seconds(30)),
            equals: [
                .ended(
                    CameraSessionError(
                        .lost, "there is no secure connection to the client after 30 s",
                        wayOut: "open the live view again"))
            ])
    }

    @Test func aClientThatNeverComesIsNamed() throws {
        var bed = try Bed(isSecured: false)
        guard case .ended(let error?)? = bed.session.timePassed(now: .seconds(30)).first else {
            Issue.record("the session goes on")
            return
        }
        expect(error.message, equals: "no client has come within 30 s")
    }

    @Test func aPictureOfTooManyPartsEndsTheSession() throws {
        var bed = try Bed()
        let bytes = [[UInt8]](repeating: [0, 0, 0, 1, 0x65], count: 3_000).flatMap(\.self)
        let end = bed.session.take(
            .unit(CameraUnit(isKey: true, time: 0, bytes: bytes)), isLive: true, now: .zero)
        expect(
            end,
            equals: [
                .ended(
                    CameraSessionError(
                        .lost, "a picture of the camera has more than 2048 parts", wayOut: "open the live view again"))
            ])
    }

    @Test func theFirstNumbersAreFarFromTheirWrap() {
        let numbers = WebRTCSession.Numbers(random: { [UInt8](repeating: 0xFF, count: $0) })
        expect((numbers.videoSequence, numbers.audioSequence), are: (0x7FFF, 0x7FFF))
    }

    @Test func aLargePictureIsSpreadOverTime() throws {
        var bed = try Bed()
        let large = [0x65] + [UInt8](repeating: 1, count: 100_000)
        var now = Duration.zero
        var counts = [bed.session.take(.unit(Cameras.unit(large, isKey: true)), isLive: true, now: now).count]
        expect(!bed.session.hasRoom)
        // The first report.
        expect(bed.session.timePassed(now: now).count, equals: 2)
        for _ in 0..<2 {
            now = bed.session.deadline
            counts.append(bed.session.timePassed(now: now).count)
        }
        expect((counts, now), are: ([32, 32, 20], .milliseconds(10)))
        expect(bed.session.hasRoom)
    }

    @Test func bothStreamsAreReported() throws {
        var bed = try Bed()
        _ = bed.session.take(.unit(Cameras.unit([0x65], isKey: true)), isLive: true, now: .zero)
        expect(bed.packets(bed.session.timePassed(now: .zero)), equals: ["72 6", "72 6"].map { "\($0) marked 40" })
        expect(bed.session.deadline, equals: .seconds(5))
    }

    @Test func aSilentClientEndsTheSession() throws {
        var bed = try Bed()
        try bed.check(now: .seconds(20))
        _ = bed.session.take(.unit(Cameras.unit([0x65], isKey: true)), isLive: true, now: .seconds(20))
        expect(bed.session.timePassed(now: .seconds(49)).count, equals: 2)
        let end = bed.session.timePassed(now: .seconds(50))
        guard case .ended(let error?)? = end.last else {
            Issue.record("the session goes on: \(end)")
            return
        }
        expect((error.code, error.message), are: (.lost, "the client has not answered for 30 s"))
        try expect(bed.check(now: .seconds(51)), equals: [])
    }

    @Test func aClientThatLeavesEndsTheSession() throws {
        var bed = try Bed()
        let end = try bed.report("81cb0001 00000001", now: .zero)
        expect(end, equals: [.ended(nil)])
    }
}
