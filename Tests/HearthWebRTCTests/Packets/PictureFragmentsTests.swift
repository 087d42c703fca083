internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthWebRTC
internal import Testing

/// RFC 6184.
struct PictureFragmentsTests {
    private func payloads(_ nals: [UInt8]..., sets: [[UInt8]] = []) -> [[UInt8]] {
        PictureFragments.payloads(
            of: nals.flatMap { UInt32($0.count).networkBytes + $0 }, parameterSets: sets.map { $0[...] }) ?? []
    }

    @Test func aShortUnitIsAPayload() {
        expect(payloads([0x65, 1, 2], [0x41, 3]), equals: [[0x65, 1, 2], [0x41, 3]])
        let longest = [0x65] + [UInt8](repeating: 9, count: 1_199)
        expect(payloads(longest), equals: [longest])
    }

    @Test func parameterSetsShareAPayload() {
        expect(
            payloads([0x65, 1], sets: [[0x67, 2, 3], [0x68, 4]]),
            equals: [[0x78, 0, 3, 0x67, 2, 3, 0, 2, 0x68, 4], [0x65, 1]])
        expect(payloads([0x65, 1], sets: [[0x67, 2]]), equals: [[0x67, 2], [0x65, 1]])
    }

    @Test func aLongUnitIsDivided() {
        let content = (0..<3_000).map { UInt8($0 % 251) }
        let parts = payloads([0x65] + content)
        expect(parts.map(\.count), equals: [1_200, 1_200, 606])
        expect(parts.map { Array($0.prefix(2)) }, equals: [[0x7C, 0x85], [0x7C, 0x05], [0x7C, 0x45]])
        expect(parts.flatMap { $0.dropFirst(2) }, equals: content)
    }

    @Test func aPictureOfTooManyUnitsIsRefused() {
        let unit: [UInt8] = [0, 0, 0, 1, 0x65]
        let most = PictureFragments.mostUnits
        let counts = [most, most + 1].map { count in
            PictureFragments.payloads(of: [[UInt8]](repeating: unit, count: count).flatMap(\.self), parameterSets: [])?
                .count
        }
        expect(counts, equals: [most, nil])
    }

    @Test func whatIsNoUnitIsLeftOut() {
        expect(PictureFragments.payloads(of: [0, 0, 0, 9, 1], parameterSets: [[]]), equals: [])
        expect(payloads([]), equals: [])
    }
}
