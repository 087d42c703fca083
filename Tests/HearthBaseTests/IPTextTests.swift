internal import Expectations
internal import HearthBase
internal import Testing

/// Examples of RFC 5952, and of the URL Standard.
@Suite struct IPTextTests {
    @Test(arguments: [
        ([192, 0, 2, 7], "192.0.2.7"), ([0, 0, 0, 0], "0.0.0.0"), ([], ""), ([1, 2, 3], ""),
        ([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1], "2001:db8::1"),
        ([UInt8](repeating: 0, count: 16), "::"), ([UInt8](repeating: 0, count: 15) + [1], "::1"),
        ([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), "fe80::"),
        ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 7], "::ffff:192.0.2.7"),
    ])
    func addressesHaveTheirShortestForm(_ bytes: [UInt8], _ text: String) {
        expect(ipText(bytes), equals: text)
    }

    @Test(arguments: [
        // One group of zeros is no run; the longest run counts, and the first of equals (RFC 5952, section 4.2).
        ([0x2001, 0xDB8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
        ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"), ([0x2001, 0xDB8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
        ([0, 0, 0, 0, 0, 0xFFFF, 0xC000, 0x207], "::ffff:c000:207"),
    ])
    func groupsAreHexadecimal(_ groups: [UInt16], _ text: String) {
        expect(ipText(groups: groups), equals: text)
    }
}
