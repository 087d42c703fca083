internal import Expectations
internal import HearthEventLoop
internal import HearthNoticeTargets
internal import HearthTLS
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// Notices to a browser, by a push service in Python that decrypts them.
@Suite(.timeLimit(.minutes(5)))
struct PushCenterTests {
    private static let program = PythonProgram(
        "PushServer.py", in: "HearthNoticeTargetsTests", needs: ["http_ece", "py_vapid", "cryptography"])

    private struct Stage {
        let folder: TemporaryFolder
        let server: ChildProcess
        let port: String
        let publicKey: [UInt8]
        let secret: [UInt8]
        let certificate: String

        init() async throws {
            folder = try TemporaryFolder()
            let identity = try TLSIdentity.make(names: ["localhost"])
            certificate = try folder.file("certificate.pem", identity.certificatePEM)
            server = try program.start([certificate, try folder.file("key.pem", identity.keyPEM)])
            port = try require(await Self.word("port", server), "the push service ended at its start")
            publicKey = try require(await Self.word("point", server).flatMap { Base64URL.bytes($0) })
            secret = try require(await Self.word("secret", server).flatMap { Base64URL.bytes($0) })
        }

        func center(
            _ hosts: [String] = ["localhost"], isValid: @escaping @Sendable (String) -> Bool = { _ in true }
        ) throws -> PushCenter {
            let clock = SystemClock()
            let poster = WebPoster(
                loop: try EventLoop.shared.get(), clock: clock, trust: .authorities(certificate))
            return try PushCenter(
                file: folder.file("push.json"), services: PushServices(others: hosts), poster: poster, clock: clock,
                isValid: isValid, notice: { _ in })
        }

        func row(_ path: String, of person: String = "ada", by credential: String? = nil) throws -> PushBook.Row {
            let subscription = try PushSubscription(
                endpoint: "https://localhost:\(port)/\(path)", publicKey: publicKey, secret: secret)
            return PushBook.Row(
                subscription, person: person, credential: credential, contact: "https://hub.example")
        }

        /// The word after another one that begins a line.
        private static func word(_ name: String, _ server: ChildProcess) async -> String? {
            await server.line { $0.hasPrefix(name + " ") }?.split(separator: " ").last.map { String($0) }
        }

        /// The first message that begins so.
        func message(_ beginning: String) async -> String? { await server.line { $0.hasPrefix(beginning) } }

        /// The number of stored browsers.
        func stored() throws -> Int? {
            try PrivateFile.readUnlessMissing(folder.file("push.json")).flatMap { PushBook.read($0)?.book.rows.count }
        }
    }

    @Test(.enabled(if: program.isInstalled, "skipped: http_ece and py_vapid are not installed"))
    func browserGetsNoticesUntilItIsForgotten() async throws {
        let stage = try await Stage()
        let first = try stage.center()
        try await first.subscribe(stage.row("phone"), first: sample(title: "First"))
        expect(await stage.message(#"/phone {"title":"First","text":"In the cellar""#) != nil)
        try await first.subscribe(stage.row("tablet", by: "key"), first: sample(title: "First"))
        expect(await stage.message(#"/tablet {"title":"First""#) != nil)
        await first.stop()
        // Key and browsers survive a restart.
        let center = try stage.center()
        expect(center.publicKey, equals: first.publicKey)
        await center.take(sample(title: "Not for Ada"), for: ["bob"])
        await center.end(credential: "key")
        await center.take(sample(title: "Wäsche"), for: ["ada", "bob"])
        expect(await stage.message(#"/phone {"title":"Wäsche""#) != nil)
        try expect(stage.stored(), equals: 1)
        await center.unsubscribe("https://localhost:\(stage.port)/phone", of: "bob")
        try expect(stage.stored(), equals: 1)
        await center.unsubscribe("https://localhost:\(stage.port)/phone", of: "ada")
        try expect(stage.stored(), equals: 0)
        await center.stop()
    }

    @Test(.enabled(if: program.isInstalled, "skipped: http_ece and py_vapid are not installed"))
    func browserWithoutAccessGetsNoNotices() async throws {
        let stage = try await Stage()
        let center = try stage.center { $0 != "ended" }
        // Its credential ends during the first message.
        try await center.subscribe(stage.row("phone", by: "ended"), first: sample(title: "First"))
        try await center.subscribe(stage.row("tablet", by: "key"), first: sample(title: "First"))
        let (phone, tablet) = ("https://localhost:\(stage.port)/phone", "https://localhost:\(stage.port)/tablet")
        await expect(center.isSubscribed(phone, of: "ada"), equals: false)
        await expect(center.isSubscribed(tablet, of: "ada"), equals: true)
        await expect(center.isSubscribed(tablet, of: "bob"), equals: false)
        try expect(stage.stored(), equals: 1)
        await center.stop()
    }

    @Test(
        .enabled(if: program.isInstalled, "skipped: http_ece and py_vapid are not installed"), arguments: [404, 410])
    func endedSubscriptionIsDropped(_ status: Int) async throws {
        let stage = try await Stage()
        let key = try require(P256Key.make(SecureRandom.bytes))
        let text = PushBook([try stage.row("gone/\(status)")]).text(key: key)
        try PrivateFile.replace(stage.folder.file("push.json"), text)
        let center = try stage.center()
        await center.take(sample(), for: ["ada"])
        expect(await stage.message("/gone/\(status)") != nil)
        try await until { try stage.stored() == 0 }
        await center.stop()
    }

    /// A backup from elsewhere must not make the hub send requests to other machines.
    @Test func storedBrowsersOfUnknownServicesGetNoNotices() async throws {
        let folder = try TemporaryFolder()
        let (key, browser) = try (require(P256Key.make(SecureRandom.bytes)), require(P256Key.make(SecureRandom.bytes)))
        let endpoint = "https://push.example/phone"
        let subscription = try PushSubscription(
            endpoint: endpoint, publicKey: browser.point, secret: [UInt8](repeating: 1, count: 16))
        let row = PushBook.Row(subscription, person: "ada", credential: nil, contact: "https://hub.example")
        try PrivateFile.replace(folder.file("push.json"), PushBook([row]).text(key: key))
        for (hosts, isKnown) in [([], false), (["push.example"], true)] {
            let clock = SystemClock()
            let center = try PushCenter(
                file: folder.file("push.json"), services: PushServices(others: hosts),
                poster: WebPoster(loop: try EventLoop.shared.get(), clock: clock), clock: clock,
                isValid: { _ in true }, notice: { _ in })
            await expect(center.isSubscribed(endpoint, of: "ada"), equals: isKnown, "\(hosts)")
            await center.stop()
        }
    }

    @Test(.enabled(if: program.isInstalled, "skipped: http_ece and py_vapid are not installed"))
    func subscriptionThatCantBeReachedIsRefused() async throws {
        let stage = try await Stage()
        let center = try stage.center([])
        await expect(throws: PostError.self) { try await center.subscribe(stage.row("x"), first: sample()) }
        let other = try stage.center()
        await expect(throws: PostError.self) { try await other.subscribe(stage.row("x/403"), first: sample()) }
        try expect(stage.stored(), equals: 0)
    }
}
