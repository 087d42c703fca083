@testable internal import HearthNoticeTargets
internal import Expectations
internal import HearthEntities
internal import HearthEventLoop
internal import HearthTLS
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Deliveries to a web server in Python.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
    private static let program = PythonProgram("Server.py", in: "HearthNoticeTargetsTests", needs: [])

    /// What a delivery has reported.
    private final class Reports: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) { texts.withLock { $0.append(text) } }

        func add(_ health: LinkHealth) {
            switch health {
            case .online: add("online")
            case .connecting: add("connecting")
            case .offline(let reason): add("offline: \(reason)")
            case .needsAttention(let reason, let wayOut): add("attention: \(reason); \(wayOut)")
            }
        }
    }

    private func delivery(
        to path: String, at port: String, form: NoticeForm = .ntfy, token: String? = nil,
        clock: any HomeClock = ManualClock(), trust: ClientTLS.Trust? = nil
    ) throws -> (NoticeDelivery, Reports) {
        let reports = Reports()
        let scheme = trust == nil ? "http" : "https"
        let target = try NoticeTarget(WebAddress("\(scheme)://127.0.0.1:\(port)\(path)"), form: form, token: token)
        let poster = WebPoster(loop: try EventLoop.shared.get(), clock: clock, trust: trust ?? .system)
        let delivery = NoticeDelivery(
            target, by: poster, clock: clock, health: { reports.add($0) }, notice: { reports.add($0) })
        return (delivery, reports)
    }

    private func start(_ arguments: [String] = []) async throws -> (server: ChildProcess, port: String) {
        let server = try Self.program.start(arguments)
        let port = await server.line { !$0.isEmpty }
        return (server, try require(port, "the server ended at its start"))
    }

    @Test func noticesArriveInOrder() async throws {
        let (server, port) = try await start()
        let (delivery, reports) = try delivery(to: "/topic/200", at: port)
        await delivery.take(sample(title: "Wäsche", text: "fertig"))
        await delivery.take(sample(title: "Leak", urgency: .alarm))
        let type = #""Content-Type": "text/plain; charset=utf-8""#
        let lines = [
            #"["/topic/200", {"Title": "Wäsche", "Priority": "3", \#(type)}, "fertig"]"#,
            #"["/topic/200", {"Title": "Leak", "Priority": "5", "Tags": "rotating_light", \#(type)}, "In the cellar"]"#,
        ]
        for line in lines { expect(await server.line { $0 == line } != nil) }
        try await until { reports.all == ["online", "online"] }
        await delivery.stop()
    }

    /// What the server has taken is not sent again, whatever is wrong with the body of its answer.
    @Test(arguments: ["/long/200", "/more/200"])
    func answerEndsWithItsHead(_ path: String) async throws {
        let (server, port) = try await start()
        let (delivery, reports) = try delivery(to: path, at: port)
        await delivery.take(sample())
        expect(await server.line { $0.hasPrefix("[\"\(path)\"") } != nil)
        try await until { reports.all == ["online"] }
        await delivery.stop()
    }

    @Test func failedServerIsTriedAgain() async throws {
        let (server, port) = try await start()
        let clock = ManualClock()
        let (delivery, reports) = try delivery(to: "/status/503,429,200", at: port, form: .webhook, clock: clock)
        await delivery.take(sample())
        try await until { reports.all.count == 1 }
        await clock.advance(by: .seconds(6))
        try await until { reports.all.count == 2 }
        // The server wants no request for 100 seconds.
        await clock.advance(by: .seconds(99))
        expect(reports.all.count, equals: 2)
        await clock.advance(by: .seconds(1))
        try await until { reports.all.count == 3 }
        expect(
            reports.all,
            equals: [
                "offline: 127.0.0.1 has a failure of its own (status 503)",
                "offline: 127.0.0.1 gets too many messages (status 429)", "online",
            ])
        expect(await server.line { $0.hasPrefix(#"["/status/503,429,200""#) } != nil)
        await delivery.stop()
    }

    @Test(arguments: [
        (403, "refuses the message (status 403); check the token, and what it may do there"),
        (302, "answers with a redirection (status 302); give the address that it leads to"),
    ])
    func refusedNoticeIsGivenUpAndLogged(_ status: Int, _ reason: String) async throws {
        let (server, port) = try await start()
        let (delivery, reports) = try delivery(to: "/status/\(status)", at: port)
        await delivery.take(sample())
        expect(await server.line { $0.hasPrefix("[\"/status/\(status)\"") } != nil)
        try await until { reports.all.count == 2 }
        let text = String(reason.prefix { $0 != ";" })
        expect(
            reports.all,
            equals: [
                "the notice \"Leak\" could not be delivered: 127.0.0.1 \(text)", "attention: 127.0.0.1 \(reason)",
            ])
        await delivery.stop()
    }

    @Test func certificateIsVerified() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.make(names: ["127.0.0.1"])
        let files = TLSIdentity.files(in: folder.path)
        _ = try folder.file("tls-certificate.pem", identity.certificatePEM)
        _ = try folder.file("tls-key.pem", identity.keyPEM)
        let (server, port) = try await start([files.certificate, files.key])
        let (trusting, accepted) = try delivery(
            to: "/status/200", at: port, token: "tk", trust: .authorities(files.certificate))
        await trusting.take(sample())
        expect(await server.line { $0.contains(#""Authorization": "Bearer tk""#) } != nil)
        try await until { accepted.all == ["online"] }
        let (distrusting, refused) = try delivery(to: "/status/200", at: port, trust: .system)
        await distrusting.take(sample())
        try await until { !refused.all.isEmpty }
        expect(refused.all[0].hasPrefix("offline: 127.0.0.1 has no certificate that this machine trusts:"))
        await trusting.stop()
        await distrusting.stop()
    }

    @Test func linkPostsWhatTheFeedBringsUntilItStops() async throws {
        let (server, port) = try await start()
        let (delivery, _) = try delivery(to: "/status/200", at: port)
        let feed = NoticeFeed()
        let link = NoticeLink(feed) { _ in delivery }
        await link.start(receiver: Silent())
        feed.send(sample(title: "One"))
        expect(await server.line { $0.contains(#""Title": "One""#) } != nil)
        await link.stop()
        feed.send(sample(title: "Two"))
        let last = try self.delivery(to: "/status/200", at: port).0
        await last.take(sample(title: "Three"))
        // What comes first of the two shows whether the second was sent.
        let next = await server.line { $0.contains(#""Title": "T"#) }
        expect(next?.contains("Three"), equals: true)
        await last.stop()
    }

    private struct Silent: LeafReceiver {
        func describe(_ devices: [EntityDevice]) async {}
        func remove(_ deviceID: String) async {}
        nonisolated(nonsending) func report(_ report: EntityReport) async {}
        nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    }
}
