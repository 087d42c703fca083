internal import Expectations
internal import HearthNoticeTargets
internal import HearthTLS
internal import Testing

struct PushBookTests {
    private func row(_ number: Int, of person: String = "ada", by credential: String? = nil) throws -> PushBook.Row {
        let subscription = try PushSubscription(
            endpoint: "https://fcm.googleapis.com/fcm/send/\(number)",
            publicKey: [4] + [UInt8](repeating: 1, count: 64),
            secret: [UInt8](repeating: 2, count: 16))
        return PushBook.Row(subscription, person: person, credential: credential, contact: "https://hub.example")
    }

    @Test func oldestBrowsersMakeRoom() throws {
        var book = PushBook()
        for number in 0..<12 { book.put(try row(number)) }
        book.put(try row(5))
        let paths = book.rows.map { $0.subscription.endpoint.split(separator: "/").last.map { String($0) } }
        expect(paths, equals: [2, 3, 4, 6, 7, 8, 9, 10, 11, 5].map { "\($0)" })
        for number in 0..<PushBook.most { book.put(try row(100 + number, of: "person \(number)")) }
        expect(book.rows.count, equals: PushBook.most)
        expect(book.rows.contains { $0.person == "ada" }, equals: false)
    }

    @Test func storedTextIsReadAgain() throws {
        var book = PushBook()
        for number in 0..<3 { book.put(try row(number, by: number == 1 ? "key" : nil)) }
        let key = try require(P256Key.make(SecureRandom.bytes))
        let read = try require(PushBook.read(book.text(key: key)))
        expect(read.book, equals: book)
        expect(read.key.secret, equals: key.secret)
        for text in ["", "{}", #"{"key":"AA"}"#, "[1"] { expect(PushBook.read(text) == nil) }
        // A damaged row costs one browser only.
        let damaged = book.text(key: key).replacing("send/1", with: "send/ 1")
        expect(PushBook.read(damaged)?.book.rows.count, equals: 2)
    }

    @Test(arguments: [
        ("https://fcm.googleapis.com/x", true), ("https://updates.push.services.mozilla.com/x", true),
        ("https://web.push.apple.com/x", true), ("https://wns2-par02p.notify.windows.com/x", true),
        ("https://push.home.example/x", true), ("https://push.services.mozilla.com.evil.example/x", false),
        ("https://evilfcm.googleapis.com/x", false), ("https://192.168.1.1/x", false),
        ("http://fcm.googleapis.com/x", false), ("https://push.apple.com/x", false),
    ])
    func hubPostsToKnownPushServicesOnly(_ url: String, _ isKnown: Bool) throws {
        let services = PushServices(others: ["Push.home.example"])
        try expect(services.contains(WebAddress(url)), equals: isKnown)
    }
}
