@testable internal import HearthNoticeTargets
internal import Expectations
internal import HearthHTTP1
internal import Testing

struct NoticeFormTests {
    private static let hostile = PostedNotice(
        structureID: "s", structureName: "Home", id: 7, title: "Leak \"now\"\r\nX: 1", text: "In the\ncellar \\ $(rm)",
        urgency: .alarm, kind: "waterLeak", recipients: ["Anna"], deviceID: "leak")

    private func bytes(
        _ form: NoticeForm, _ notice: PostedNotice, token: String? = nil, login: String = ""
    ) throws -> String {
        let address = try WebAddress("https://\(login)ntfy.example/home")
        let request = form.request(notice, to: address, token: token)
        return String(decoding: request.bytes(host: address.authority), as: UTF8.self)
    }

    @Test func ntfyGetsTitleAndPriorityAsFields() throws {
        try expect(
            bytes(.ntfy, Self.hostile, token: "tk_1\r\nX: 2"),
            equals: [
                "POST /home HTTP/1.1", "Host: ntfy.example", "Content-Type: text/plain; charset=utf-8",
                "Title: Leak \"now\"  X: 1", "Priority: 5", "Tags: rotating_light", "User-Agent: Hearth",
                "Authorization: Bearer tk_1  X: 2", "Content-Length: 21", "", "In the\ncellar \\ $(rm)",
            ].joined(separator: "\r\n"))
        try expect(
            bytes(.ntfy, sample(title: "Wäsche", text: "")),
            equals: [
                "POST /home HTTP/1.1", "Host: ntfy.example", "Content-Type: text/plain; charset=utf-8",
                "Title: Wäsche", "Priority: 3", "User-Agent: Hearth", "Content-Length: 7", "", "Wäsche",
            ].joined(separator: "\r\n"))
    }

    @Test func webhookGetsJSON() throws {
        let json =
            #"{"title":"Leak \"now\"\r\nX: 1","text":"In the\ncellar \\ $(rm)","urgency":"alarm","kind":"waterLeak","#
            + #""home":"Home","id":7,"recipients":["Anna"],"device":"leak"}"#
        try expect(
            bytes(.webhook, Self.hostile),
            equals: [
                "POST /home HTTP/1.1", "Host: ntfy.example", "Content-Type: application/json", "User-Agent: Hearth",
                "Content-Length: \(json.utf8.count)", "", json,
            ].joined(separator: "\r\n"))
    }

    /// The user and password of RFC 7617, section 2.
    @Test func loginIsSentByBasicAuthentication() throws {
        let request = try bytes(.webhook, sample(), login: "Aladdin:open%20sesame@")
        expect(request.contains("\r\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n"), equals: true)
        expect(request.hasPrefix("POST /home HTTP/1.1\r\nHost: ntfy.example\r\n"), equals: true)
    }

    @Test(arguments: [
        ("http://ntfy.example/home", "tk"), ("http://ada:word@ntfy.example/home", nil),
        ("https://ada:word@ntfy.example/home", "tk"),
    ])
    func secretsThatCantBeSentAreRefused(_ url: String, _ token: String?) throws {
        let address = try WebAddress(url)
        expect(throws: PostError.self) { try NoticeTarget(address, form: .ntfy, token: token) }
    }

    @Test func identityShowsTheHostOnly() throws {
        let target = try NoticeTarget(WebAddress("https://h.example:81/hooks/secret"), form: .webhook)
        let other = try NoticeTarget(WebAddress("https://h.example:81/hooks/other"), form: .webhook)
        expect(target.identity.hasPrefix("h.example:81/") && !target.identity.contains("secret"))
        expect(target.identity != other.identity)
    }
}
