internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthRTSP
internal import Testing

@Suite struct PacketTests {
    @Test func headsAreRead() throws {
        let head: [UInt8] = [0xB1, 0xE0, 0x12, 0x34, 1, 2, 3, 4, 9, 9, 9, 9]
        let packet = try require(RTPPacket(head + [8, 8, 8, 8] + [0, 0, 0, 1, 7, 7, 7, 7] + [1, 2, 3] + [0, 2]))
        expect(packet.isMarked)
        expect(packet.payloadType, equals: 0x60)
        expect(packet.sequence, equals: 0x1234)
        expect(packet.timestamp, equals: 0x0102_0304)
        expect(Array(packet.payload), equals: [1, 2, 3])
    }

    @Test(arguments: [
        [], [0x80], [UInt8](repeating: 0x80, count: 11), [UInt8](repeating: 0x40, count: 12),
        [0x8F] + [UInt8](repeating: 0, count: 11), [0xA0] + [UInt8](repeating: 0, count: 11),
        [0xA0] + [UInt8](repeating: 200, count: 12), [0x90] + [UInt8](repeating: 0, count: 12),
        [0x90] + [UInt8](repeating: 0, count: 13) + [1, 0],
    ])
    func brokenHeadsAreRefused(bytes: [UInt8]) { expectNil(RTPPacket(bytes)) }

    @Test func numbersWrapAndAreJudged() {
        var order = PacketOrder()
        let verdicts = ([65_534, 65_535, 0, 1, 3, 2, 3, 4] as [UInt16]).map { order.take($0) }
        expect(verdicts, equals: [.next, .next, .next, .next, .afterLoss, .late, .late, .next])
    }

    @Test("A camera that counts from a new number is followed after a while")
    func newNumbersAreFollowed() {
        var order = PacketOrder()
        _ = order.take(30_000)
        let verdicts = (0..<18).map { order.take(UInt16($0)) }
        expect(verdicts, equals: [PacketOrder.Verdict](repeating: .late, count: 16) + [.afterLoss, .next])
    }

    @Test(
        "Times wrap with their stamps, and are corrected when a camera sets its clock",
        arguments: [
            ([(4_294_967_000, 100), (4_294_967_180, 3_000), (64, 5_000)], [100, 2_100, 4_100]),
            // Forward by an hour, and back by one.
            ([(0, 0), (324_000_000, 40_000), (324_003_600, 80_000)], [0, 40_000, 80_000]),
            ([(324_000_000, 0), (0, 40_000), (3_600, 80_000)], [0, 40_000, 80_000]),
            // Pictures in the order of their decoding never go back.
            ([(0, 0), (7_200, 40_000), (3_600, 80_000), (10_800, 120_000)], [0, 80_000, 80_000, 120_000]),
            // Back by two seconds.
            ([(0, 0), (270_000, 3_000_000), (90_000, 3_040_000)], [0, 3_000_000, 3_040_000]),
        ] as [([(UInt32, Int64)], [Int64])])
    func timesNeverGoBack(stamps: [(UInt32, Int64)], times: [Int64]) {
        var clock = StreamClock(rate: 90_000)
        expect(stamps.map { clock.time($0.0, arrival: $0.1) }, equals: times)
    }
}
