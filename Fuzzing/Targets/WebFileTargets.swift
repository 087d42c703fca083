internal import HearthAssets

private let page = "<script type=\"module\" src=\"main.js\"></script>"
private let table = try? AssetTable([("index.html", Array(page.utf8)), ("main.js", Array("\"use strict\";".utf8))]) {
    _ in
    [0x1F, 0x8B]
}

/// Four lines: method, path, `if-none-match`, `accept-encoding`. A path that begins with `@` is one below the prefix.
func fuzzWebFiles(_ bytes: [UInt8]) {
    guard let table else { return must(false, "there is no table") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    func line(_ index: Int) -> String? { index < lines.count ? lines[index] : nil }
    var path = line(1) ?? "/"
    if path.hasPrefix("@") { path = table.prefix + path.dropFirst() }
    let request = AssetRequest(lines[0], path, ifNoneMatch: line(2), acceptEncoding: line(3))
    let answer = table.answer(to: request)

    let isThere = ["/", table.prefix + "main.js"].contains { Array($0.utf8) == Array(path.utf8) }
    must(isThere == (answer.status != 404), "\(answer.status) for the path \(path)")
    let isRead = request.method == "GET" || request.method == "HEAD"
    must(!isThere || isRead == (answer.status != 405), "\(answer.status) for the method \(request.method)")
    must(answer.body.count == (request.method == "HEAD" ? 0 : answer.length), "a body of another length")
    must(answer.fields.contains { $0.name == "content-security-policy" }, "an answer without a policy")
    let isZipped = answer.fields.contains { $0.name == "content-encoding" }
    must(!isZipped || answer.status == 200 && answer.length == 2, "gzip for an answer without a zipped form")
    let accepted = request.acceptEncoding?.lowercased() ?? ""
    must(!isZipped || accepted.contains("gzip") || accepted.contains("*"), "gzip for \(accepted)")
    guard answer.status == 304 else { return }
    let tag = table.answer(to: AssetRequest("GET", path)).fields.first { $0.name == "etag" }?.value.dropFirst(2) ?? ""
    let condition = request.ifNoneMatch ?? ""
    must(condition.contains(tag) || condition.contains("*"), "304 for \(condition)")
}
