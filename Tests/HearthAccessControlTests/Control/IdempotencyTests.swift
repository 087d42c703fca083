@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Requests with an idempotency key make one token or invitation, also across restarts; and no secret is stored for it.
@Suite(.timeLimit(.minutes(5)))
struct IdempotencyTests {
    private func service(
        _ test: TestAccess, as credential: String? = nil
    ) -> Hearth_V1_AccessClient {
        let server = RPCServer(router: RPCRouter())
        let handler = AccessServiceHandler(test.access) { AccessServiceHandler.Identity() }
        server.updateRoutes { $0.register(handler) }
        return Hearth_V1_AccessClient(
            RPCClient(
                transport: InProcessTransport(
                    server: server, principal: Principal(id: "owner", rights: .all, credential: credential))))
    }

    private func token(_ key: String, name: String = "script") -> Hearth_V1_CreateTokenRequest {
        .init(role: .provider, name: name, options: .init(idempotencyKey: key))
    }

    private func invitation(_ key: String) -> Hearth_V1_CreateInvitationRequest {
        .init(role: .provider, name: "maker", options: .init(idempotencyKey: key))
    }

    private func live(_ test: TestAccess) -> Int { test.access.credentials.count { $0.revokedAt == nil } }

    @Test func aRepeatedRequestGetsTheFirstToken() async throws {
        let test = try await TestAccess()
        async let one = service(test).createToken(token("k"))
        async let two = service(test).createToken(token("k"))
        let (first, second) = try await (one, two)
        expect(first, equals: second)
        expectNil(test.refusal(first.token))
        expect(live(test), equals: 1)
        try await expect(service(test).createToken(token("k")), equals: first)
        await expect(refused: .invalidArgument, saying: "\"k\"") {
            _ = try await service(test).createToken(token("k", name: "other"))
        }
        // Another credential's key is separate, and so is one ten minutes later.
        try await expect(service(test, as: "phone").createToken(token("k")), differsFrom: first)
        await test.clock.advance(by: .seconds(601))
        try await expect(service(test).createToken(token("k")), differsFrom: first)
        expect(live(test), equals: 3)
    }

    @Test func retryAfterRestartReplacesTheSecret() async throws {
        let test = try await TestAccess()
        let first = try await service(test).createToken(token("k"))
        let again = try await test.restarted()
        // Valid until the next one is made.
        expectNil(again.refusal(first.token))
        let second = try await service(again).createToken(token("k"))
        expect(second.credential?.id, equals: first.credential?.id)
        expect(second.token, differsFrom: first.token)
        expect(again.refusal(first.token)?.code, equals: .unauthenticated)
        expectNil(again.refusal(second.token))
        expect(live(again), equals: 1)
        try await expect(service(again).createToken(token("k")), equals: second)
        let third = try await again.restarted()
        expectNil(third.refusal(second.token))
        expect(third.refusal(first.token)?.code, equals: .unauthenticated)

        await expect(refused: .invalidArgument) {
            _ = try await service(third).createToken(token("k", name: "other"))
        }
        _ = try await third.access.revoke(second.credential?.id ?? "")
        await expect(refused: .failedPrecondition) { try await service(third).createToken(token("k")) }
        await third.clock.advance(by: .seconds(601))
        try await expect(service(third).createToken(token("k")).credential?.id, differsFrom: first.credential?.id)
    }

    @Test func aRepeatedRequestGetsTheFirstInvitation() async throws {
        let test = try await TestAccess()
        let first = try await service(test).createInvitation(invitation("k"))
        try await expect(service(test).createInvitation(invitation("k")), equals: first)
        let again = try await test.restarted()
        let second = try await service(again).createInvitation(invitation("k"))
        expect(second.code, differsFrom: first.code)
        expect(second.expiresAt, equals: first.expiresAt)
        expectNil(again.access.invitation(code: first.code))
        try await expect(again.store.loadAccess().invitations.count, equals: 1)
        await expectNil(again.claim(second.code))
        // It was used: a repeated request makes no second one.
        let third = try await again.restarted()
        await expect(refused: .failedPrecondition, saying: "maker") {
            _ = try await service(third).createInvitation(invitation("k"))
        }
    }

    @Test func failedRequestMayBeRepeated() async throws {
        let test = try await TestAccess()
        await expect(refused: .invalidArgument) {
            _ = try await service(test).createToken(token("k", name: ""))
        }
        _ = try await service(test).createToken(token("k"))
        expect(live(test), equals: 1)
    }

    @Test func keysThatAreRememberedHaveALimit() async throws {
        var options = AccessControl.Options()
        options.limits.keyedRequests = 2
        let test = try await TestAccess(options: options)
        for key in ["a", "b"] { _ = try await service(test).createToken(token(key)) }
        await expect(refused: .resourceExhausted) { try await service(test).createToken(token("c")) }
        await test.clock.advance(by: .seconds(601))
        _ = try await service(test).createToken(token("c"))
    }
}
