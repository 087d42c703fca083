internal import HearthAssets
internal import Expectations
internal import Synchronization
internal import Testing

/// The served files, their paths, and their caching.
struct AssetTableTests {
    private static let texts = [
        "index.html": "<script type=\"module\" src=\"main.js\"></script>", "main.js": "import './lib/wire.js';",
        "lib/wire.js": "// short", "main.css": "body {}", "house.svg": "<svg/>", "en.json": "{}",
        "app.webmanifest": "{}",
    ]
    private let table: AssetTable

    init() throws { table = try AssetTable(Self.texts) }

    @Test func theIndexIsAskedForEachTime() {
        let answer = table.get("/")
        expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
        expect(answer["cache-control"] == "no-cache" && answer["etag"]?.hasPrefix("W/\"") == true)
        expect(answer.text, equals: "<script type=\"module\" src=\"\(table.prefix)main.js\"></script>")
        expect(answer.length == answer.body.count && answer["content-length"] == nil)
    }

    @Test(arguments: [
        ("main.js", "text/javascript; charset=utf-8"), ("lib/wire.js", "text/javascript; charset=utf-8"),
        ("main.css", "text/css; charset=utf-8"), ("house.svg", "image/svg+xml"), ("en.json", "application/json"),
        ("app.webmanifest", "application/manifest+json"),
    ])
    func othersAreKeptForEverUnderTheHashOfAll(_ path: String, _ type: String) {
        let answer = table.get(table.prefix + path)
        expect(answer.status == 200 && answer["content-type"] == type && answer.text == Self.texts[path])
        expect(answer["cache-control"], equals: "public, max-age=31536000, immutable")
    }

    @Test func theHashIsOfAllFilesButNotOfTheirOrder() throws {
        expect(table.prefix.wholeMatch(of: /\/app\/[0-9a-f]{16}\//) != nil)
        let files = Self.texts.map { ($0.key, Array($0.value.utf8)) }
        let reversed = try AssetTable(files.reversed()) { _ in nil }
        expect(reversed.prefix, equals: table.prefix)
        for path in Self.texts.keys where path != "index.html" {
            var changed = Self.texts
            changed[path]? += " "
            try expect(AssetTable(changed).prefix, differsFrom: table.prefix, "\(path)")
        }
        var moved = Self.texts
        moved["lib/wires.js"] = moved.removeValue(forKey: "lib/wire.js")
        try expect(AssetTable(moved).prefix, differsFrom: table.prefix)
    }

    @Test func theTagOfTheIndexChangesWithAnyFile() throws {
        var changed = Self.texts
        changed["lib/wire.js"] = "// other"
        try expect(AssetTable(changed).get("/")["etag"], differsFrom: table.get("/")["etag"])
        try expect(AssetTable(Self.texts).get("/")["etag"], equals: table.get("/")["etag"])
    }

    @Test(arguments: ["/", "main.js"])
    func unchangedFileIsNotSentAgain(_ path: String) {
        let path = path == "/" ? path : table.prefix + path
        let whole = table.get(path)
        let answer = table.get(path, ifNoneMatch: whole["etag"])
        expect(answer.status, equals: 304)
        expect(answer.body.isEmpty)
        expect(answer.length, equals: 0)
        expect(answer["content-type"] == nil && answer["content-encoding"] == nil)
        for name in ["etag", "cache-control", "vary", "content-security-policy"] {
            expect(answer[name], equals: whole[name], "\(name)")
        }
        expect(table.get(path, ifNoneMatch: "\"0\"").status, equals: 200)
    }

    @Test func headIsGetWithoutTheBody() {
        for path in ["/", table.prefix + "main.js", "/app/none"] {
            let get = table.get(path, acceptEncoding: "gzip")
            let head = table.answer(to: AssetRequest("HEAD", path, acceptEncoding: "gzip"))
            expect(head.status, equals: get.status)
            expect(head.body.isEmpty)
            expect(head.length, equals: get.body.count)
            expect(head.fields.map { "\($0.name): \($0.value)" }, equals: get.fields.map { "\($0.name): \($0.value)" })
        }
    }

    @Test(arguments: ["POST", "OPTIONS", "get", "PUT", "", "CONNECT"])
    func otherMethodsAreRefused(_ method: String) {
        let answer = table.answer(to: AssetRequest(method, "/"))
        expect(answer.status == 405 && answer["allow"] == "GET, HEAD" && answer["etag"] == nil)
        expect(table.answer(to: AssetRequest(method, "/app/none")).status, equals: 404)
    }

    @Test func gzipIsSentWhereItIsWantedAndSmaller() {
        let path = table.prefix + "main.js"
        let small = table.get(path, acceptEncoding: "gzip")
        expect(small.body == [0x1F, 0x8B] && small["content-encoding"] == "gzip" && small.length == 2)
        expect(small["content-type"] == "text/javascript; charset=utf-8" && small["vary"] == "accept-encoding")
        let plain = table.get(path)
        expect(plain.text == Self.texts["main.js"] && plain["content-encoding"] == nil)
        expect(plain["vary"] == "accept-encoding" && plain["etag"] == small["etag"])
        let short = table.get(table.prefix + "main.css", acceptEncoding: "gzip")
        expect(short.text == "body {}" && short["content-encoding"] == nil && short["vary"] == nil)
    }

    @Test func gzipThatIsNotSmallerIsDropped() throws {
        let table = try AssetTable([("index.html", Array("<p>".utf8))]) { $0 + [0] }
        expect(table.get("/", acceptEncoding: "gzip").text, equals: "<p>")
    }

    @Test func filesForOtherPagesHaveOnePathAndNoCaching() throws {
        var texts = Self.texts
        texts["sdk/hearth.js"] = "export const version = 1; // one"
        texts["sdk/hearth.d.ts"] = "export const version: number;"
        texts["sdk/part.js"] = "// joined into hearth.js"
        let table = try AssetTable(texts)
        expect(table.prefix, equals: self.table.prefix)
        let script = table.get("/sdk/v1/hearth.js", acceptEncoding: "gzip")
        expect(script.status == 200 && script["content-type"] == "text/javascript; charset=utf-8")
        expect(script["cache-control"] == "no-cache" && script["content-encoding"] == "gzip")
        let types = table.get("/sdk/v1/hearth.d.ts", acceptEncoding: "gzip")
        expect(types.text == texts["sdk/hearth.d.ts"] && types["content-type"] == "text/plain; charset=utf-8")
        expect(types["content-encoding"] == nil && types["cache-control"] == "no-cache")
        expect(table.get("/sdk/v1/hearth.js", ifNoneMatch: script["etag"]).status, equals: 304)
        for path in [
            "/sdk/v1/part.js", "/sdk/hearth.js", "/sdk/v2/hearth.js", "/sdk/v1/", "/sdk/v1/../v1/hearth.js",
            table.prefix + "sdk/hearth.js", "/sdk/v1/main.js",
        ] { expect(table.get(path).status, equals: 404, "\(path)") }
    }

    @Test func eachAnswerHasTheFieldsThatKeepAPageToItself() {
        let answers = [
            table.get("/"), table.get(table.prefix + "main.js"), table.get("/app/none"),
            table.answer(to: AssetRequest("POST", "/")), table.get("/", ifNoneMatch: "*"),
        ]
        expect(answers.map(\.status), equals: [200, 200, 404, 405, 304])
        for answer in answers {
            expect(
                answer["content-security-policy"],
                equals: """
                    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                    media-src blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                    form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types hearth
                    """)
            expect(answer["x-content-type-options"] == "nosniff" && answer["referrer-policy"] == "no-referrer")
            expect(answer["cross-origin-opener-policy"], equals: "same-origin")
            expect(answer["cross-origin-resource-policy"], equals: "same-origin")
            let permissions = answer["permissions-policy"]?.split(separator: ", ") ?? []
            let allowed = permissions.filter { !$0.hasSuffix("=()") }
            expect(
                allowed,
                equals: ["camera=(self)", "fullscreen=(self)", "microphone=(self)", "screen-wake-lock=(self)"])
            expect(permissions.count, isAbove: 10)
            expect(Set(answer.fields.map(\.name)).count, equals: answer.fields.count)
        }
    }

    @Test func picturesAreFoundAtEachRequest() throws {
        let table = try AssetTable(["index.html": "page"])
        expect(table.get("/media/a").status, equals: 404)
        table.pictures.serve { $0 == "/media/a" ? [0xFF, 0xD8] : nil }
        let answer = table.get("/media/a")
        expect((answer.status, answer.body), are: (200, [0xFF, 0xD8]))
        expect((answer["content-type"], answer["cache-control"]), are: ("image/jpeg", "no-store"))
        let head = table.answer(to: AssetRequest("HEAD", "/media/a"))
        expect((head.status, head.body, head.length), are: (200, [], 2))
        let posts = ["a", "b"].map { table.answer(to: AssetRequest("POST", "/media/\($0)")).status }
        expect(posts, equals: [405, 404])
        for path in ["/media/b", "/media/", "/media/a/", "/media", "/app/media/a"] {
            expect(table.get(path).status, equals: 404, "\(path)")
        }
        expect([AssetTable.owns("/media/a"), AssetTable.isShared("/media/a")], equals: [true, false])
    }

    /// The guides are a site of their own below `/docs/`; a file is read at most once, when it is first asked for.
    @Test func guidesAreBelowDocs() {
        func answers(_ paths: [String]) -> [String] {
            paths.map { path in
                let answer = table.get(path)
                return ["\(answer.status)", answer["location"] ?? answer["content-type"], answer.text]
                    .compactMap(\.self).joined(separator: " ").split(separator: "\n").joined()
            }
        }
        let plain = "text/plain; charset=utf-8"
        let unserved = "this hub serves no guides; start it with --guides FOLDER, which scripts/guides writes"
        expect(
            answers(["/docs/", "/docs", "/guides.json"]),
            equals: [
                "404 \(plain) \(unserved)", "308 /docs/ the guides are at /docs/",
                "200 application/json {\"isServed\":false}",
            ])

        let read = Mutex<[String]>([])
        table.guides.serve(["index.html", "a/index.html", "a/b.css", "gone.html", ".secret", "a b.html"]) { _ in
            nil
        } read: { path in
            read.withLock { $0.append(path) }
            return path == "gone.html" ? nil : Array("of \(path)".utf8)
        }
        let absent = "404 \(plain) there is no such guide; all are listed at /docs/"
        expect(
            answers([
                "/docs/", "/docs/index.html", "/docs/a/", "/docs/a/", "/docs/a/b.css", "/docs/a", "/docs/gone.html",
                "/docs/.secret", "/docs/a%20b.html", "/docs/../index.html", "/docs//", "/docsx",
                "/guides.json",
            ]),
            equals: [
                "200 text/html; charset=utf-8 of index.html", "200 text/html; charset=utf-8 of index.html",
                "200 text/html; charset=utf-8 of a/index.html", "200 text/html; charset=utf-8 of a/index.html",
                "200 text/css; charset=utf-8 of a/b.css", absent, absent, absent, absent, absent, absent,
                "404 \(plain) there is no such file", "200 application/json {\"isServed\":true}",
            ])
        expect(read.withLock(\.self), equals: ["index.html", "a/index.html", "a/b.css", "gone.html"])
        expect(
            [
                AssetTable.owns("/docs"), AssetTable.owns("/docs/x"), AssetTable.owns("/guides.json"),
                AssetTable.owns("/docsx"),
            ],
            equals: [true, true, true, false])
    }
}
