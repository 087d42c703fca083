internal import HearthBase
internal import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=a", "a=1&b=%0", "%FF=1"])
    func queryWithBadEscapeHasNoItems(_ query: String) {
        #expect(RequestTarget("/?" + query).items == nil)
    }

    @Test func queryValuesNeedNotBeText() throws {
        let items = try #require(RequestTarget("/?a=%FF%00").items)
        #expect(items.first?.value == [0xFF, 0] && items.first?.text == nil)
        #expect(RequestTarget("/").items == [] && RequestTarget("/?").items == [])
    }
}
