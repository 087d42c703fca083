internal import HearthAssets
internal import Expectations
internal import Testing

/// The two fields of a request that are read.
struct FieldTests {
    private let table: AssetTable

    init() throws { table = try AssetTable(["index.html": "<p>a page of more than twenty letters</p>"]) }

    @Test(arguments: [
        "gzip", "GZIP", "x-gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip;q=0.001",
        "gzip;q=1",
        "gzip;q=1.000", "*", "deflate, *;q=0.5", "identity;q=0.5, gzip;q=1.0", "gzip, identity", "identity;q=0, *",
        " gzip ; q=0.5 ", "gzip;Q=0.5", ",,gzip,", "gzip;q=0., gzip", "*;q=0, gzip",
    ])
    func gzipIsTaken(_ value: String) {
        expect(table.get("/", acceptEncoding: value)["content-encoding"], equals: "gzip")
    }

    @Test(arguments: [
        nil, "", "identity", "deflate, br", "gzip;q=0", "gzip;q=0.000", "gzip;q=0, *", "*;q=0", "identity, gzip;q=0.5",
        "gzip;q=0.0001", "gzip;q=2", "gzip;q=1.001", "gzip;q=-1", "gzip;q=", "gzip;q=.5", "gzip;q=0,5", "gzip;q=a",
        "gzip;level=9", "gzip;q=1;x", "gzip gzip", "gzi", "gzip\u{0}", "gzıp", "q=1", ";q=1", "*;q=0.3, identity",
    ])
    func gzipIsNotTaken(_ value: String?) {
        expectNil(table.get("/", acceptEncoding: value)["content-encoding"])
    }

    @Test func tagsOfAListAreCompared() throws {
        let tag = try require(table.get("/")["etag"])
        let strong = String(tag.dropFirst(2))
        for value in [
            tag, strong, "*", " * ", "\"a\", \(tag)", "\(tag), \"a\"", "\"a\",W/\"b\" ,\(strong),", "\"\", \(tag)",
            "\"a,b\", \(tag)", ",\(tag)",
        ] { expect(table.get("/", ifNoneMatch: value).status, equals: 304, "\(value)") }
        let bare = strong.filter { $0 != "\"" }
        for value in [
            "", "\"a\"", bare, "\"\(bare)", "\(bare)\"", "w/\(strong)", "W/ \(strong)", "W/", "\"a\" *", "*, \(tag)",
            "**",
            "\"x\(bare)\"", "\(tag)x", "\(tag), a", "\" \(bare)\"", "\"a", ",", "\"\(bare.uppercased())x\"",
        ] { expect(table.get("/", ifNoneMatch: value).status, equals: 200, "\(value)") }
    }
}
