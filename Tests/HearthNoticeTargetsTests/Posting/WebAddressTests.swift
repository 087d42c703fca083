@testable internal import HearthNoticeTargets
internal import Expectations
internal import Testing

struct WebAddressTests {
    @Test(arguments: [
        ("https://ntfy.sh/topic", "https ntfy.sh 443 /topic ntfy.sh"),
        ("HTTP://ntfy.example:8080", "http ntfy.example 8080 / ntfy.example:8080"),
        ("https://h:443/a?b=c#d", "https h 443 /a?b=c h"),
        ("https://[::1]/x", "https ::1 443 /x [::1]"),
        ("http://[fe80::1]:81?q", "http fe80::1 81 /?q [fe80::1]:81"),
    ])
    func urlIsRead(_ text: String, _ parts: String) throws {
        let address = try WebAddress(text)
        let scheme = address.isSecure ? "https" : "http"
        expect("\(scheme) \(address.host) \(address.port) \(address.target) \(address.authority)", equals: parts)
    }

    @Test(arguments: [
        ("https://h/@", ""), ("https://ada:word@h:81/x", "ada:word"), ("https://a%40b:%3a%2Fw@h/", "a@b::/w"),
        ("https://ada@h/", "ada:"),
    ])
    func loginIsDecoded(_ text: String, _ login: String) throws {
        let address = try WebAddress(text)
        expect(String(decoding: address.login, as: UTF8.self), equals: login)
        expect(address.host, equals: "h")
    }

    @Test(arguments: [
        "ntfy.sh/topic", "ftp://h/", "https://", "https:///x", "https://user@/", "https://u%4x@h/", "https://u%4@h/",
        "https://h:0/", "https://h:x/",
        "https://h:70000/", "https://[::1/", "https://[::1]x/", "https://a:b:c/", "https://h/ä", "https://h/a b",
        "https://h/a\r\nX: 1", "https://\(String(repeating: "h", count: 254))/",
        "https://h/\(String(repeating: "x", count: 2_048))",
    ])
    func otherTextIsRefused(_ text: String) {
        expect(throws: PostError.self) { try WebAddress(text) }
    }
}
