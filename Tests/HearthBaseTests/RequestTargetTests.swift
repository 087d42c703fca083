internal import HearthBase
internal import Expectations
internal import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=a", "a=1&b=%0", "%FF=1"])
    func queryWithBadEscapeHasNoItems(_ query: String) {
        expectNil(RequestTarget("/?" + query).items)
    }

    @Test func queryValuesNeedNotBeText() throws {
        let items = try require(RequestTarget("/?a=%FF%00").items)
        expect(items.first?.value, equals: [0xFF, 0])
        expectNil(items.first?.text)
        expect(RequestTarget("/").items == [] && RequestTarget("/?").items == [])
    }
}
