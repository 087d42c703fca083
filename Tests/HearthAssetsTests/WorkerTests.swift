internal import HearthAssets
internal import Expectations
internal import Testing

/// The files that are served beside those of the page: the worker, images, and the hub's additions.
struct WorkerTests {
    private let texts = [
        "index.html": "<link rel=\"icon\" href=\"/app/icons/1.png\">", "main.js": "1", "worker.js": "// the worker",
        "icons/1.png.base64": "iVBO\nRw==\n",
    ]

    @Test func workerHasItsOwnPathAndListsAllFiles() throws {
        let table = try AssetTable(texts)
        let answer = table.get("/worker.js")
        expect(
            answer.text,
            equals: """
                self.page={prefix:"\(table.prefix)",files:["\(table.prefix)icons/1.png","\(table.prefix)main.js"]};
                // the worker
                """)
        expect(answer["content-type"] == "text/javascript; charset=utf-8" && answer["cache-control"] == "no-cache")
        expect(answer["content-security-policy"]?.contains("worker-src 'self'"), equals: true)
        expect(answer["content-security-policy"]?.contains("trusted-types hearth"), equals: true)
        expect(AssetTable.owns("/worker.js"))
        expect(table.get(table.prefix + "worker.js").status, equals: 404)
    }

    @Test func workerChangesWithAnyFile() throws {
        for path in texts.keys {
            var changed = texts
            changed[path] = path.hasSuffix(".base64") ? "AAAA" : (texts[path] ?? "") + " "
            guard path != "index.html" else { continue }
            try expect(
                AssetTable(changed).get("/worker.js").text, differsFrom: AssetTable(texts).get("/worker.js").text,
                "\(path)")
        }
    }

    @Test func pageWithoutWorkerServesNone() throws {
        let table = try AssetTable(texts.filter { $0.key != "worker.js" })
        expect(table.get("/worker.js").status, equals: 404)
    }

    @Test func imagesAreTextInTheFolderAndServedAsBytes() throws {
        let table = try AssetTable(texts)
        let answer = table.get(table.prefix + "icons/1.png")
        expect(answer.body == [0x89, 0x50, 0x4E, 0x47] && answer["content-type"] == "image/png")
        expect(table.get("/").text.contains("href=\"\(table.prefix)icons/1.png\""))
        expect(table.get(table.prefix + "icons/1.png.base64").status, equals: 404)
        var twice = texts
        twice["icons/1.png"] = "no file of a page, so it is left out"
        try expect(AssetTable(twice).get(table.prefix + "icons/1.png").status, equals: 200)
    }

    @Test(
        arguments: [
            ("", []), ("AA==", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]), ("+/+/\nAAEC\n", [251, 255, 191, 0, 1, 2]),
            ("A", nil), ("AA", nil), ("AA=", nil), ("A===", nil), ("====", nil), ("AA==AA==", nil), ("AA=A", nil),
            ("A-_A", nil), ("AAA ", nil), ("AAAé", nil),
        ] as [(String, [UInt8]?)])
    func base64IsReadOrRefused(_ text: String, _ bytes: [UInt8]?) throws {
        var texts = texts
        texts["icons/1.png.base64"] = text
        guard let bytes else {
            expect(throws: AssetError.base64("icons/1.png.base64")) { try AssetTable(texts) }
            return
        }
        let table = try AssetTable(texts)
        expect(table.get(table.prefix + "icons/1.png").body, equals: bytes)
    }

    @Test func filesAddedByTheHubHavePathsAndTypes() throws {
        let table = try AssetTable(texts)
        let paths = ["/home-ca.crt", "/home-ca.mobileconfig", "/home-ca.json"]
        for path in paths {
            expect(AssetTable.owns(path))
            expect(table.get(path).status, equals: 404)
        }
        table.downloads.replace(by: [.certificate: [1, 2], .profile: [3], .description: Array("{}".utf8)])
        let types = ["application/x-x509-ca-cert", "application/x-apple-aspen-config", "application/json"]
        for (path, type) in zip(paths, types) {
            let answer = table.get(path, acceptEncoding: "gzip")
            expect(answer.status == 200 && answer["content-type"] == type && answer["cache-control"] == "no-cache")
            expect(answer["x-content-type-options"] == "nosniff" && answer["content-security-policy"] != nil)
            expectNil(answer["content-encoding"])
        }
        expect(table.get("/home-ca.crt").body, equals: [1, 2])
        let tag = table.get("/home-ca.crt")["etag"]
        table.downloads.replace(by: [.certificate: [5]])
        expect(table.get("/home-ca.crt", ifNoneMatch: tag).body, equals: [5])
        expect(table.get("/home-ca.mobileconfig").status, equals: 404)
        for path in ["/home-ca", "/home-ca.crt/", "/home-ca.key", "/home-ca-key.pem", "/HOME-CA.CRT"] {
            expect(!AssetTable.owns(path), "\(path)")
            expect(table.get(path).status, equals: 404, "\(path)")
        }
    }
}
