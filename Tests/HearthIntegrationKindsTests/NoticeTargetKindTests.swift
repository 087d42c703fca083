internal import Expectations
internal import HearthEntities
internal import HearthEventLoop
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthNoticeTargets
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// Targets of notices as integrations.
@Suite(.timeLimit(.minutes(5)))
struct NoticeTargetKindTests {
    private static let server = PythonProgram("Server.py", in: "HearthNoticeTargetsTests", needs: [])

    private func kind(_ form: NoticeForm = .ntfy, _ feed: NoticeFeed = NoticeFeed()) throws -> NoticeTargetKind {
        let poster = WebPoster(loop: try EventLoop.shared.get(), clock: SystemClock())
        return NoticeTargetKind(form, feed: feed, poster: poster, clock: SystemClock(), notice: { _ in })
    }

    private func settings(
        _ kind: NoticeTargetKind, _ url: String, _ values: [String: String] = [:], token: String? = nil
    ) throws -> IntegrationSettings {
        var secrets = ["url": StoredSecret(url)]
        secrets["token"] = token.map { StoredSecret($0) }
        return try IntegrationSettings(values: values, secrets: secrets).checked(for: kind)
    }

    @Test func probePostsAMessageAndShowsTheHostOnly() async throws {
        let server = try Self.server.start()
        let port = try require(await server.line { !$0.isEmpty })
        let kind = try kind()
        let settings = try settings(kind, "http://127.0.0.1:\(port)/topic/200")
        let added = try await kind.probe(settings, isAddition: true) { _ in }
        expect(added.name, equals: "ntfy at 127.0.0.1:\(port)")
        expect(added.identity.hasPrefix("127.0.0.1:\(port)/") && !added.identity.contains("topic"))
        expect(await server.line { $0.contains("From now on, this hub posts its notices here.") } != nil)
        let tested = try await kind.probe(settings, isAddition: false) { _ in }
        expect(tested, equals: added)
        expect(await server.line { $0.contains("This is a test.") } != nil)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:1/x", nil, nil, IntegrationFailure.Reason.unreachable, "url"),
            ("ftp://h/", nil, nil, .failed, "url"), ("http://h/", "tk", nil, .failed, "url"),
            ("https://h/", nil, "smoke,rain", .failed, "kinds"),
        ] as [(String, String?, String?, IntegrationFailure.Reason, String)])
    func wrongSettingsAreNamed(
        _ url: String, _ token: String?, _ kinds: String?, _ reason: IntegrationFailure.Reason, _ field: String
    ) async throws {
        let kind = try kind()
        let settings = try settings(kind, url, kinds.map { ["kinds": $0] } ?? [:], token: token)
        do throws(IntegrationFailure) {
            _ = try await kind.probe(settings, isAddition: true) { _ in }
            Issue.record("the probe should have failed")
        } catch {
            expect(error.reason, equals: reason)
            expect(error.fields, equals: [field])
            expect(!error.message.contains(url))
        }
    }

    @Test func refusedTokenIsNamed() async throws {
        let server = try Self.server.start()
        let port = try require(await server.line { !$0.isEmpty })
        let kind = try kind(.webhook)
        let settings = try settings(kind, "http://127.0.0.1:\(port)/hook/401")
        do throws(IntegrationFailure) {
            _ = try await kind.probe(settings, isAddition: true) { _ in }
            Issue.record("the probe should have failed")
        } catch {
            expect(error.reason, equals: .secretRefused)
            expect(error.fields, equals: ["token"])
        }
    }

    @Test func linkPostsWhatItsSettingsChoose() async throws {
        let server = try Self.server.start()
        let port = try require(await server.line { !$0.isEmpty })
        let feed = NoticeFeed()
        let kind = try kind(.webhook, feed)
        let link = try kind.makeLink(
            settings(kind, "http://127.0.0.1:\(port)/hook/200", ["urgency": "warning", "person": "Anna"]), identity: "x"
        )
        try await link.start(receiver: Silent())
        func send(_ title: String, _ urgency: NoticeUrgency, _ recipients: [String] = []) {
            feed.send(
                PostedNotice(
                    structureID: "s", structureName: "Home", id: 1, title: title, text: "", urgency: urgency,
                    kind: "message", recipients: recipients))
        }
        send("Unimportant", .information)
        send("For Bob", .alarm, ["Bob"])
        send("For Anna", .warning, ["Anna"])
        expect(await server.line { $0.hasPrefix("[") }?.contains("For Anna"), equals: true)
        await link.stop()
    }

    private struct Silent: LeafReceiver {
        func describe(_ devices: [EntityDevice]) async {}
        func remove(_ deviceID: String) async {}
        nonisolated(nonsending) func report(_ report: EntityReport) async {}
        nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    }
}
