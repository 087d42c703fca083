@testable internal import HearthAccessControl
internal import HearthBase
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Over real sockets and TLS.
@Suite(.timeLimit(.minutes(5)))
struct AccessOverTLSTests {
    private func code<R>(_ body: () async throws -> R) async -> RPCError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }

    @Test
    func claimTurnsAnAnonymousCallerIntoTheOwner() async throws {
        let hub = try await LoopbackHub()
        let own = try TLSIdentity.make(names: [])
        let first = try hub.client(own)
        let access = Hearth_V1_AccessClient(first)
        let identity = try await access.getServerIdentity(.init())
        expect(identity.publicKeySha256, equals: hub.identity.publicKeySHA256)
        expect(identity.certificate, equals: hub.identity.certificateDER)
        expect(!identity.isClaimed)
        expect(identity.installation, equals: .service)
        await expect(code { try await Hearth_V1_HomeClient(first).list(.init()) }, equals: .unauthenticated)
        await expect(code { try await access.claim(.init(code: "x", name: "me")) }, equals: .permissionDenied)
        let invitation = try await hub.test.access.invite(.owner)
        let credential = try require(
            try await access.claim(.init(code: invitation.code, name: "me")).credential)
        expect(credential.role, equals: .owner)
        expect(credential.kind, equals: .clientKey)
        expect(credential.name, equals: "me")
        await first.close()

        let second = try hub.client(own)
        try await expect(Hearth_V1_HomeClient(second).list(.init()).structures.count, equals: 1)
        let renewed = try await Hearth_V1_AccessClient(second).renewCredential(.init())
        expect(renewed.credential?.id, equals: credential.id)
        expect(renewed.credential?.expiresAt, equals: credential.expiresAt)
        try await expect(Hearth_V1_AccessClient(second).getServerIdentity(.init()).isClaimed)
        await second.close()
        try await hub.close()
    }

    @Test
    func aClaimNeedsTLSAndACertificate() async throws {
        let hub = try await LoopbackHub()
        let invitation = try await hub.test.access.invite(.owner)
        for client in [try hub.client(), try hub.client(isClear: true)] {
            let access = Hearth_V1_AccessClient(client)
            let claim = Hearth_V1_ClaimRequest(code: invitation.code, name: "me")
            await expect(code { try await access.claim(claim) }, equals: .failedPrecondition)
            await client.close()
        }
        expect(!hub.test.access.isClaimed)
        try await hub.close()
    }

    @Test
    func anotherKeyThanThePinnedOneIsRefusedAndBothAreNamed() async throws {
        let hub = try await LoopbackHub()
        let other = try TLSIdentity.make(names: ["localhost"]).publicKeySHA256
        let client = try hub.client(pin: other)
        await expect(refused: .unavailable, saying: hex(other), hex(hub.identity.publicKeySHA256)) {
            try await Hearth_V1_AccessClient(client).getServerIdentity(.init())
        }
        await client.close()
        try await hub.close()
    }

    @Test
    func eachMethodChecksTheRightsOfEachKindOfCaller() async throws {
        let hub = try await LoopbackHub()
        let access = hub.test.access
        func token(_ role: Role, life: Int64? = nil) async throws -> (token: String, credential: StoredCredential) {
            try await access.makeToken(role, name: role == .provider ? "someone" : "a script", life: life)
        }
        let expired = try await token(.owner, life: 1).token
        let revoked = try await token(.owner)
        let (ownerKey, providerKey) = (try await hub.claimed(.owner), try await hub.claimed(.provider))
        let revokedKey = try await hub.claimed(.owner, name: "gone")
        for credential in access.credentials where credential.name == "gone" || credential.id == revoked.credential.id {
            _ = try await access.revoke(credential.id)
        }
        await hub.test.clock.advance(by: .seconds(2))

        typealias Code = RPCError.Code
        // GetInfo, List, Watch, CreateToken, Attach.
        let nobody: [Code?] = [nil, .unauthenticated, .unauthenticated, .unauthenticated, .unauthenticated]
        let wrong: [Code?] = Array(repeating: .unauthenticated, count: 5)
        let provider: [Code?] = [nil, .permissionDenied, .permissionDenied, .permissionDenied, nil]
        let owner: [Code?] = Array(repeating: nil, count: 5)
        let callers: [(name: String, client: RPCClient, expected: [Code?])] = [
            ("nothing", try hub.client(), nobody),
            ("nothing, in clear text", try hub.client(isClear: true), nobody),
            ("an unknown key", try hub.client(try TLSIdentity.make(names: [])), nobody),
            ("a revoked key", try hub.client(revokedKey), nobody),
            ("no token", try hub.client(token: "x"), wrong),
            (
                "a wrong token", try hub.client(token: AccessToken(id: "AAAAAAAA") { SecureRandom.bytes($0) }.text),
                wrong
            ),
            ("a wrong token with the owner's key", try hub.client(ownerKey, token: "x"), wrong),
            ("an expired token", try hub.client(token: expired), wrong),
            ("a revoked token", try hub.client(token: revoked.token), wrong),
            ("a provider's key", try hub.client(providerKey), provider),
            ("a provider's token", try hub.client(token: try await token(.provider).token), provider),
            (
                "a provider's token with the owner's key",
                try hub.client(ownerKey, token: try await token(.provider).token), provider
            ),
            ("the owner's key", try hub.client(ownerKey), owner),
            ("an owner's token", try hub.client(token: try await token(.owner).token), owner),
            (
                "an owner's token in clear text, on loopback",
                try hub.client(token: try await token(.owner).token, isClear: true), owner
            ),
        ]
        for caller in callers {
            let home = Hearth_V1_HomeClient(caller.client)
            let found = [
                await code { try await home.getInfo(.init()) },
                await code { try await home.list(.init()) },
                await code { try await home.watch(.init()).next() },
                await code {
                    try await Hearth_V1_AccessClient(caller.client).createToken(.init(role: .provider, name: "x"))
                },
                await code {
                    let (writer, reader) = try await Hearth_V1_ProviderClient(caller.client).attach()
                    try await writer.write(.init(content: .hello(.init(providerID: "p"))))
                    return try await reader.next()
                },
            ]
            expect(found, equals: caller.expected, "\(caller.name)")
            await caller.client.close()
        }
        try await hub.close()
    }

    @Test
    func revocationEndsOpenStreams() async throws {
        let hub = try await LoopbackHub()
        let key = try await hub.claimed(.owner)
        let made = try await hub.test.access.makeToken(.owner, name: "script", life: nil)
        let callers = [try hub.client(key), try hub.client(token: made.token)]
        let other = try hub.client(token: try await hub.test.access.makeToken(.owner, name: "other", life: nil).token)
        let still = try await Hearth_V1_HomeClient(other).watch(.init())
        _ = try await still.next()
        for (client, id) in zip(callers, [hub.test.access.credentials[0].id, made.credential.id]) {
            let watch = try await Hearth_V1_HomeClient(client).watch(.init())
            _ = try await watch.next()
            _ = try await Hearth_V1_AccessClient(other).revokeCredential(.init(id: id))
            let end = await code { while try await watch.next() != nil {} }
            expect(end == .unauthenticated || end == .unavailable)
            await expect(code { try await Hearth_V1_HomeClient(client).list(.init()) }, equals: .unauthenticated)
            await client.close()
        }
        try await expect(Hearth_V1_HomeClient(other).list(.init()).structures.count, equals: 1)
        await other.close()
        try await hub.close()
    }

    @Test
    func onlyLocalOwnersInviteOwnersAndIssueTokens() async throws {
        let hub = try await LoopbackHub()
        let handler = AccessServiceHandler(hub.test.access) { .init() }
        var router = RPCRouter()
        router.register(handler)
        let server = RPCServer(router: router)
        let remote = TestAccess.remote()
        let access = Hearth_V1_AccessClient(
            RPCClient(transport: InProcessTransport(server: server, principal: .owner, peer: remote)))
        await expect(code { try await access.createInvitation(.init(role: .owner)) }, equals: .permissionDenied)
        await expect(code { try await access.createInvitation(.init(role: .provider)) }, equals: .invalidArgument)
        await expect(code { try await access.createInvitation(.init(name: "x")) }, equals: .invalidArgument)
        await expectNil(code { try await access.createInvitation(.init(role: .provider, name: "x")) })
        await expect(code { try await access.createToken(.init(role: .owner, name: "x")) }, equals: .permissionDenied)
        await expectNil(code { try await access.createToken(.init(role: .provider, name: "x")) })
        await expect(code { try await access.renewCredential(.init()) }, equals: .unauthenticated)
        let owner = try hub.client(try await hub.claimed(.owner))
        let invitation = try await Hearth_V1_AccessClient(owner).createInvitation(.init(role: .owner))
        expect(invitation.address, equals: "192.0.2.1:4327")
        expect(invitation.code.utf8.count, equals: 22)
        await owner.close()
        try await hub.close()
    }

    @Test
    func providerIDBelongsToTheNameOfItsToken() async throws {
        let hub = try await LoopbackHub()
        func attach(_ client: RPCClient, _ id: String) async -> RPCError.Code? {
            await code {
                let (writer, reader) = try await Hearth_V1_ProviderClient(client).attach()
                try await writer.write(.init(content: .hello(.init(providerID: id))))
                return try await reader.next()
            }
        }
        let acme = try hub.client(try await hub.claimed(.provider, name: "acme"))
        let other = try hub.client(try await hub.claimed(.provider, name: "other"))
        let owner = try hub.client(try await hub.claimed(.owner))
        await expectNil(attach(acme, "a-1"))
        await expect(attach(other, "a-1"), equals: .permissionDenied)
        await expectNil(attach(other, "o-1"))
        let token = try await hub.test.access.makeToken(.provider, name: "acme", life: nil).token
        let again = try hub.client(token: token)
        await expectNil(attach(again, "a-1"))
        await expect(attach(again, "o-1"), equals: .permissionDenied)
        await expectNil(attach(owner, "a-1"))
        for client in [acme, other, owner, again] { await client.close() }
        try await expect(hub.test.store.load().providers, equals: ["a-1": "provider/acme", "o-1": "provider/other"])
        try await hub.close()
    }

    @Test
    func aTokenDoesNotLeaveInClearTextForElsewhere() throws {
        var settings = HTTP2Transport.Settings()
        settings.token = "hth_secret"
        let error = expect(refused: .failedPrecondition) {
            try HTTP2Transport(connectingTo: "192.0.2.7:4327", settings: settings)
        }
        expect(error?.message.contains("hth_"), equals: false)
    }
}
