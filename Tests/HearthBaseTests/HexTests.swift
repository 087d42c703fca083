internal import Expectations
import Testing

@testable import HearthBase

@Suite struct HexTests {
    @Test func bytesHaveTwoDigitsEach() {
        expect(hex([0x00, 0x0F, 0xA0, 0xFF]), equals: "000fa0ff")
        expect(hex([UInt8]()), equals: "")
    }

    @Test func numbersHaveAtLeastTheDigitsAskedFor() {
        expect(hex(0x6, digits: 4), equals: "0006")
        expect(hex(0xFFF1_FC01 as UInt32, digits: 4), equals: "fff1fc01")
        expect(hex(0xAB, digits: 1, uppercase: true), equals: "AB")
    }
}
