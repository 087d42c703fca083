@testable internal import HearthBase
internal import Expectations
internal import Testing

@Suite struct NearestIntegerTests {
    @Test(
        arguments: [
            (0.4, 0), (0.5, 1), (254.4, 254), (254.6, 255), (300, 255), (-3, 0), (.infinity, 255), (-.infinity, 0),
            (.nan, 0),
        ] as [(Double, UInt8)])
    func valueOutOfRangeIsClamped(_ value: Double, _ integer: UInt8) {
        expect(UInt8(nearest: value), equals: integer)
    }
}
