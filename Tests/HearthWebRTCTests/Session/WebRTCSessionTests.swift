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

        init(isSecured: Bool = true) throws {
            let offer = try SessionOffer(Offers.whole)
            session = WebRTCSession(
                try SentTracks(offer, Cameras.format), credentials, peer: "peer",
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
        guard case .ended(let error)? = end.last else {
            Issue.record("the session goes on: \(end)")
            return
        }
        expect((error.code, error.message), are: (.lost, "the client has not answered for 30 s"))
        try expect(bed.check(now: .seconds(51)), equals: [])
    }

    @Test func aClientThatLeavesEndsTheSession() throws {
        var bed = try Bed()
        let end = try bed.report("81cb0001 00000001", now: .zero)
        expect(
            end, equals: [.ended(CameraSessionError(.lost, "the client has left", wayOut: "open the live view again"))])
    }
}
