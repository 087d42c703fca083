@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// Requests with an idempotency key make one token or invitation, also across restarts; and no secret is stored for it.
@Suite(.timeLimit(.minutes(2)))
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
        #expect(first == second && test.refusal(first.token) == nil && live(test) == 1)
        #expect(try await service(test).createToken(token("k")) == first)
        let reused = await #expect(throws: RPCError.self) {
            _ = try await service(test).createToken(token("k", name: "other"))
        }
        #expect(reused?.code == .invalidArgument && reused?.message.contains("\"k\"") == true)
        // Another credential's key is separate, and so is one ten minutes later.
        #expect(try await service(test, as: "phone").createToken(token("k")) != first)
        await test.clock.advance(by: .seconds(601))
        #expect(try await service(test).createToken(token("k")) != first)
        #expect(live(test) == 3)
    }

    @Test func retryAfterRestartReplacesTheSecret() async throws {
        let test = try await TestAccess()
        let first = try await service(test).createToken(token("k"))
        let again = try await test.restarted()
        // Valid until the next one is made.
        #expect(again.refusal(first.token) == nil)
        let second = try await service(again).createToken(token("k"))
        #expect(second.credential?.id == first.credential?.id && second.token != first.token)
        #expect(again.refusal(first.token)?.code == .unauthenticated && again.refusal(second.token) == nil)
        #expect(live(again) == 1)
        #expect(try await service(again).createToken(token("k")) == second)
        let third = try await again.restarted()
        #expect(third.refusal(second.token) == nil && third.refusal(first.token)?.code == .unauthenticated)

        let reused = await #expect(throws: RPCError.self) {
            _ = try await service(third).createToken(token("k", name: "other"))
        }
        #expect(reused?.code == .invalidArgument)
        _ = try await third.access.revoke(second.credential?.id ?? "")
        let ended = await #expect(throws: RPCError.self) { _ = try await service(third).createToken(token("k")) }
        #expect(ended?.code == .failedPrecondition)
        await third.clock.advance(by: .seconds(601))
        #expect(try await service(third).createToken(token("k")).credential?.id != first.credential?.id)
    }

    @Test func aRepeatedRequestGetsTheFirstInvitation() async throws {
        let test = try await TestAccess()
        let first = try await service(test).createInvitation(invitation("k"))
        #expect(try await service(test).createInvitation(invitation("k")) == first)
        let again = try await test.restarted()
        let second = try await service(again).createInvitation(invitation("k"))
        #expect(second.code != first.code && second.expiresAt == first.expiresAt)
        #expect(again.access.invitation(code: first.code) == nil)
        #expect(try await again.store.loadAccess().invitations.count == 1)
        #expect(await again.claim(second.code) == nil)
        // It was used: a repeated request makes no second one.
        let third = try await again.restarted()
        let used = await #expect(throws: RPCError.self) {
            _ = try await service(third).createInvitation(invitation("k"))
        }
        #expect(used?.code == .failedPrecondition && used?.message.contains("maker") == true)
    }

    @Test func failedRequestMayBeRepeated() async throws {
        let test = try await TestAccess()
        let wrong = await #expect(throws: RPCError.self) {
            _ = try await service(test).createToken(token("k", name: ""))
        }
        #expect(wrong?.code == .invalidArgument)
        _ = try await service(test).createToken(token("k"))
        #expect(live(test) == 1)
    }

    @Test func keysThatAreRememberedHaveALimit() async throws {
        var options = AccessControl.Options()
        options.limits.keyedRequests = 2
        let test = try await TestAccess(options: options)
        for key in ["a", "b"] { _ = try await service(test).createToken(token(key)) }
        let refused = await #expect(throws: RPCError.self) { _ = try await service(test).createToken(token("c")) }
        #expect(refused?.code == .resourceExhausted)
        await test.clock.advance(by: .seconds(601))
        _ = try await service(test).createToken(token("c"))
    }
}
