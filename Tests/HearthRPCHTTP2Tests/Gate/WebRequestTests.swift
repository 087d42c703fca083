internal import HearthBase
internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

@Suite struct WebRequestTests {
    private func block(_ fields: [(String, String)]) -> HeaderBlock {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += [UInt8(name.utf8.count), 0, UInt8(value.utf8.count), 0, 0, 0]
            bytes += name.utf8
            bytes += value.utf8
        }
        return HeaderBlock(bytes: bytes)
    }

    @Test func fieldsAreReadAsOftenAsTheyCome() {
        let request = WebRequest(
            block([
                (":method", "POST"), (":path", "/x"), (":authority", "a"), ("host", "b"), ("origin", "c"),
                ("origin", "d"),
                ("sec-fetch-site", "e"), ("sec-fetch-site", "f"), ("content-type", "g"), ("content-type", "h"),
                ("access-control-request-method", "POST"),
            ]))
        expect((request.method, request.hosts, request.origins), are: ("POST", ["a", "b"], ["c", "d"]))
        expect((request.fetchSites, request.contentTypes, request.isPreflight), are: (["e", "f"], ["g", "h"], true))
        expect((request.isForwarded, request.forwardedSchemes.isEmpty), are: (false, true))
    }

    @Test(arguments: [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port",
        "x-forwarded-x",
        "x-forwarded-by", "x-real-ip",
    ])
    func proxyFieldsAreSeen(_ name: String) {
        let request = WebRequest(block([(":method", "GET"), (name, "https")]))
        expect(request.isForwarded)
        expect(request.forwardedSchemes, equals: (name == "x-forwarded-proto" ? ["https"] : []))
    }

    @Test(arguments: ["forward", "vias", "x-forwarded", "x-forwarded-", "x-real"])
    func otherNamesMeanNothing(_ name: String) {
        expect(!WebRequest(block([(name, "x")])).isForwarded)
    }

    @Test func nothingIsReadOfABrokenBlock() {
        expect(WebRequest(HeaderBlock(bytes: [9, 9, 9])).hosts.isEmpty)
    }
}
