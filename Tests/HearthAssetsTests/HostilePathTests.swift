internal import HearthAssets
internal import Expectations
internal import Testing

/// No path leads outside of the table's files.
struct HostilePathTests {
    private let table: AssetTable

    init() throws {
        table = try AssetTable(["index.html": "<p>", "main.js": "1", "lib/K.js": "2", "e.js": "3"])
    }

    @Test(arguments: [
        "", "/index.html", "//", "/.", "/..", "/./", "/?", "/?a=b", "/#", "*", "http://hub/", "/app", "/app/", "/app//",
        "/app/main.js", "/app/index.html", "/app/../etc/passwd", "/app/%2e%2e/etc/passwd", "/app/..%2fetc%2fpasswd",
        "/app/..\\etc\\passwd", "/app/\u{0}", "/\u{0}", "/etc/passwd", "/app/0000000000000000/main.js",
    ])
    func isNotFound(_ path: String) {
        let answer = table.get(path, acceptEncoding: "gzip")
        expect(answer.status == 404 && answer["cache-control"] == "no-store" && answer["etag"] == nil)
        expect(answer.text, equals: "there is no such file\n")
    }

    @Test(arguments: [
        "index.html", "", "/main.js", "./main.js", "lib/../main.js", "%6dain.js", "main%2ejs", "main.js/", "main.js%00",
        "main.js\u{0}", "main.js\u{0}.css", "main.js?", "main.js;v=1", "MAIN.JS", "main.js ", "lib", "lib/",
        "lib%2fK.js",
        "lib\\K.js", "main.js.gz", "..", "../../../etc/passwd", "lib/\u{212A}.js", "e\u{301}.js", "main.js\r\nx: y",
    ])
    func isNotFoundBelowThePrefix(_ path: String) {
        expect(table.get(table.prefix + path).status, equals: 404)
    }

    @Test func aPathWithoutEndIsNotFound() {
        let long = table.prefix + String(repeating: "a/", count: 1 << 19) + "main.js"
        expect(table.get(long).status, equals: 404)
        expect(table.get(table.prefix + String(repeating: "../", count: 1 << 16) + "main.js").status, equals: 404)
    }

    @Test func noPartOfARequestIsRepeated() {
        let answer = table.answer(
            to: AssetRequest("GET", "/app/<script>", ifNoneMatch: "<script>", acceptEncoding: "<script>"))
        expect(!answer.text.contains("script"))
        expect(answer.fields.allSatisfy { !$0.value.contains("<") })
    }

    @Test func tableOwnsItsPaths() {
        for path in ["/", "/app/", "/app/../x", "/sdk/", "/sdk/v1/x"] { expect(AssetTable.owns(path), "\(path)") }
        for path in ["", "/app", "/apps/x", "/hearth.v1.HomeService/List", "/metrics", "/?", "//app/", "/sdk"] {
            expect(!AssetTable.owns(path), "\(path)")
        }
    }
}
