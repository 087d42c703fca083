internal import Expectations
@testable internal import HearthWebRTC
internal import Testing

struct FeedbackTests {
    @Test func aCompoundPacketIsRead() {
        // A receiver's report without blocks, NACK, PLI, FIR, BYE.
        let packet = bytes(
            """
            80c90001 00000001 81cd0003 00000001 0000000a ffff8001 81ce0002 00000001 0000000a
            84ce0004 00000001 00000000 0000000a 01000000 81cb0001 00000001
            """)
        expect(
            Feedback.read(packet),
            equals: [.missing([65_535, 0, 15], of: 10), .needsKeyPicture, .needsKeyPicture, .bye])
    }

    @Test func whatIsCutIsLeftOut() {
        let packet = bytes("81ce0002 00000001 0000000a")
        for count in packet.indices { expect(Feedback.read(Array(packet.prefix(count))), equals: []) }
        expect(Feedback.read(packet + [0x80]), equals: [.needsKeyPicture])
        expect(Feedback.read(bytes("81cd0001 00000001")), equals: [])
    }

    @Test func missingPacketsAreBounded() {
        var packet = bytes("81cd0041 00000001 0000000a")
        for _ in 0..<63 { packet += [0, 0, 0xFF, 0xFF] }
        packet[3] = UInt8(packet.count / 4 - 1)
        guard case .missing(let sequences, _)? = Feedback.read(packet).first else {
            Issue.record("no feedback")
            return
        }
        expect(sequences.count, equals: Feedback.mostMissing)
    }
}
