internal import HearthAssets
internal import Expectations
internal import Testing

/// Which sets of files make a page.
struct AssetFilesTests {
    @Test(arguments: [
        "index.html", "main.js", "lib/wire.js", "a/b/c.css", "icons/house.svg", "text/en.json", "a/b.txt",
        "app.webmanifest",
        "contest.js", "latest/a.js", "sdk/hearth.js", "sdk/hearth.d.ts",
    ])
    func isPartOfAPage(_ path: String) { expect(AssetTable.contains(path)) }

    @Test(arguments: [
        "README.md", "lib/wire.d.ts", "sdk/lib/wire.d.ts", "sdk/.d.ts", "sdk/a.ts", "a.d.ts", "tsconfig.json",
        "package.json", "lib/package-lock.json", "tests/wire.js",
        "lib/tests/wire.js", "test/wire.js", "lib/wire.test.js", "tools/make.js", "node_modules/a/index.js",
        "about.html",
        "lib/index.html", "make.mjs", "picture.png", ".js", ".git/a.js", "lib/.hidden.js", "js", "", "main.js/", "a.JS",
        "../a.js", "./a.js",
    ])
    func isNotPartOfAPage(_ path: String) throws {
        expect(!AssetTable.contains(path))
        let table = try AssetTable(["index.html": "<p>", path: "1"])
        expect(table.get(table.prefix + path).status, equals: 404)
    }

    @Test func aPageHasAnIndex() {
        expect(throws: AssetError.noIndex) { try AssetTable(["main.js": ""]) }
        expect(throws: AssetError.noIndex) { try AssetTable([:]) }
    }

    @Test(arguments: [
        "a b.js", "a%2e.js", "\u{e4}.js", "/a.js", "a//b.js", "a\\b.js", "a\u{0}.js", "a\n.js", "a?.js",
    ])
    func oddPathsAreRefused(_ path: String) {
        expect(throws: AssetError.path(path)) { try AssetTable(["index.html": "", path: ""]) }
    }

    @Test func aPathThatIsThereTwiceIsRefused() {
        let files = [("index.html", [UInt8]()), ("a.js", [1]), ("a.js", [2])]
        expect(throws: AssetError.twice("a.js")) { try AssetTable(files) { _ in nil } }
    }

    @Test func errorsSayWhichFile() {
        expect(AssetError.missing("a\n.js").description, equals: "index.html names \"a\\n.js\", which is not there")
        expect(AssetError.path("a b.js").description.hasPrefix("the path \"a b.js\" has other characters"))
    }
}

/// The index names files by their paths in the folder, and is sent with the names under which they are served.
struct IndexPageTests {
    private func index(_ html: String) throws -> String {
        let table = try AssetTable(["index.html": html, "main.js": "1", "lib/wire.js": "2", "icons.svg": "3"])
        return table.get("/").text.replacing(table.prefix, with: "/app/HASH/")
    }

    @Test(arguments: [
        ("<script src=\"main.js\">", "<script src=\"/app/HASH/main.js\">"),
        ("<script src=\"/app/lib/wire.js\">", "<script src=\"/app/HASH/lib/wire.js\">"),
        ("<script src='./lib/wire.js'>", "<script src='/app/HASH/lib/wire.js'>"),
        (
            "<link\nhref=\"lib/wire.js\"\thref=\"main.js\">",
            "<link\nhref=\"/app/HASH/lib/wire.js\"\thref=\"/app/HASH/main.js\">"
        ),
        ("<use href=\"icons.svg#lamp\"/>", "<use href=\"/app/HASH/icons.svg#lamp\"/>"),
        ("<img src=\"icons.svg?1\">", "<img src=\"/app/HASH/icons.svg?1\">"),
    ])
    func filesAreMoved(_ html: String, _ moved: String) throws {
        try expect(index(html), equals: moved)
    }

    @Test(arguments: [
        "<a href=\"#rooms\">", "<a href=\"/\">", "<a href=\"/app\">", "<a href=\"/main.js\">",
        "<a href=\"https://example.org/main.js\">", "<link href=\"data:,\">",
        "<a href=\"mailto:a@example.org\">", "<a href=\"\">", "<a href=\"?a\">", "<p data-src=\"main.js\">", "src=",
        " href=\"",
        "<p>main.js</p>", "", "<a href=main.js>",
    ])
    func theRestStays(_ html: String) throws {
        try expect(index(html), equals: html)
    }

    @Test(arguments: [
        "lib/none.js", "/app/none.js", "/app/", "../main.js", "lib/../main.js", "index.html", "main.js/", "lib",
    ])
    func missingFileIsReported(_ path: String) {
        expect(throws: AssetError.missing(path)) { try index("<script src=\"\(path)\">") }
    }
}
