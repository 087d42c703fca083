internal import Foundation
internal import HearthAssets
internal import HearthHomePage
internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

/// The folder beside this file is embedded by the plugin EmbedWeb, as the page of the program is.
struct EmbeddedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appendingPathComponent("Web")

    private var embedded: [(path: String, bytes: [UInt8])] {
        EmbeddedWeb.files.map { ($0.path.description, $0.text.withUTF8Buffer { Array($0) }) }
    }

    /// Including a file with everything that could break a string literal.
    @Test func imagesAndTheIndexAreTheSameBytes() throws {
        for file in embedded where [".html", ".svg", ".webmanifest"].contains(where: file.path.hasSuffix) {
            let bytes = try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(file.path)))
            expect(file.bytes, equals: bytes, "\(file.path)")
        }
    }

    @Test func embeddedFilesAreThePagesInOrder() {
        expect(
            embedded.map(\.path),
            equals: [
                "app.webmanifest", "empty.css", "icons/house.svg", "index.html", "later.js", "lib/odd.svg", "main.css",
                "main.js", "text/en.json",
            ])
    }

    @Test func scriptsThatAreNeededAtOnceAreOne() throws {
        func text(_ path: String) throws -> String {
            String(decoding: try require(embedded.first { $0.path == path }).bytes, as: UTF8.self)
        }
        try expect(
            text("main.js"),
            equals: "const i=\"A page for tests\";function j(a=i){return[...a].length};document.title=`${i}: ${j()}`;"
                + "import(\"./later.js\").then((all)=>all.$2);export{i};")
        try expect(text("later.js"), equals: "import{i}from\"./main.js\";const j=i,$2={later:j};export{$2};")
        try expect(text("main.css"), equals: "body{margin:0}")
        try expect(text("text/en.json"), equals: "{\"rooms\":\"Rooms\"}")
    }

    @Test func embeddedFilesAreServed() throws {
        let table = try AssetTable(embedded) { _ in nil }
        let index = table.answer(to: AssetRequest("GET", "/"))
        for path in ["main.js", "main.css", "lib/odd.svg", "icons/house.svg#small"] {
            expect(String(decoding: index.body, as: UTF8.self).contains(table.prefix + path), "\(path)")
        }
        expect(table.answer(to: AssetRequest("GET", table.prefix + "empty.css")).status, equals: 200)
    }

    @Test func thePageOfTheProgramIsOne() throws {
        let answer = try AssetTable.embedded { _ in nil }.answer(to: AssetRequest("GET", "/"))
        expect(String(decoding: answer.body, as: UTF8.self).lowercased().hasPrefix("<!doctype html>"))
    }

    /// The files that every first view needs, without those for a home's own devices, and without data. Chromium
    /// measures the weight with these (`Web/tests/weight.py`).
    @Test func filesOfTheFirstViewAreAtMost80KB() throws {
        let table = try AssetTable.embedded(compress: Gzip.compressed)
        func weight(_ path: String) -> Int {
            let answer = table.answer(to: AssetRequest("GET", path, acceptEncoding: "gzip"))
            expect(answer.status, equals: 200, "\(path)")
            return answer.body.count
        }
        let files = ["main.js", "app.css", "icons.svg", "favicon.svg", "text/en.json"]
        let bytes = weight("/") + files.reduce(0) { $0 + weight(table.prefix + $1) }
        expect(bytes, isAtMost: 80 << 10)
    }
}
