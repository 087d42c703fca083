internal import HearthAssets
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

/// The files that other pages may import, and which pages.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct SharedFileTests {
    private static let panel = "https://panel.example"

    private func server(allowing origins: [String]) async throws -> Pair {
        var settings = HTTP2Server.Settings()
        settings.allowedOrigins = origins.compactMap { WebOrigin($0) }
        let files = [("index.html", "<p>"), ("main.js", "1"), ("sdk/hearth.js", "export const a = 1;")]
        settings.page = try AssetTable(files.map { ($0.0, Array($0.1.utf8)) }) { _ in nil }
        return try await Pair(settings: settings)
    }

    private func get(_ path: String, from origin: String?, _ version: HTTPVersion, _ pair: Pair) async throws
        -> WireAnswer
    {
        var fields = [WireField("sec-fetch-mode", "cors"), WireField("sec-fetch-dest", "script")]
        if let origin { fields += [WireField("origin", origin), WireField("sec-fetch-site", "cross-site")] }
        return try await WireRequest(method: "GET", path: path, fields: fields)
            .answer(version, from: pair.server.address)
    }

    @Test(arguments: HTTPVersion.allCases)
    func aPageThatIsAllowedReadsTheSDKAndNothingElse(_ version: HTTPVersion) async throws {
        let pair = try await server(allowing: [Self.panel])
        let script = try await get("/sdk/v1/hearth.js", from: Self.panel, version, pair)
        expect((script.status, script.text), are: (200, "export const a = 1;"))
        expect(script.fields.values("access-control-allow-origin"), equals: [Self.panel])
        expectNil(script.fields["access-control-allow-credentials"])
        expect(script.fields.values("vary"), equals: ["origin"])
        let missing = try await get("/sdk/v1/none.js", from: Self.panel, version, pair)
        expect((missing.status, missing.fields["access-control-allow-origin"]), are: (404, Self.panel))
        let page = try await get("/", from: Self.panel, version, pair)
        expect((page.status, page.fields["access-control-allow-origin"] == nil), are: (200, true))
    }

    @Test(arguments: HTTPVersion.allCases)
    func othersReadNothing(_ version: HTTPVersion) async throws {
        let pair = try await server(allowing: [Self.panel])
        for origin in ["https://evil.example", "null", "https://panel.example:1"] {
            let script = try await get("/sdk/v1/hearth.js", from: origin, version, pair)
            expect(script.status == 403 && script.fields["access-control-allow-origin"] == nil, "\(origin)")
        }
        let own = try await get("/sdk/v1/hearth.js", from: nil, version, pair)
        expect((own.status, own.fields["access-control-allow-origin"] == nil), are: (200, true))
        // A cache must not give a response without an origin to a page of another origin.
        expect((own.fields["vary"], own.fields["cross-origin-resource-policy"]), are: ("origin", "same-origin"))
    }

    @Test func withoutPagesElsewhereNothingDependsOnWhoAsks() async throws {
        let pair = try await server(allowing: [])
        let script = try await get("/sdk/v1/hearth.js", from: nil, .http1, pair)
        expect((script.status, script.fields["vary"] == nil), are: (200, true))
        try await expect(get("/sdk/v1/hearth.js", from: Self.panel, .http1, pair).status, equals: 403)
    }
}
