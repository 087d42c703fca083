@testable internal import HearthAccessControl
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import Expectations
internal import Testing

/// Pages in browsers that call a hub over TLS, without a client certificate.
@Suite(.timeLimit(.minutes(5)))
struct BrowserOverTLSTests {
    /// The fields that a browser sends about the calling page.
    private func options(_ origin: String?) -> CallOptions {
        var metadata = Metadata()
        if let origin { metadata.add("origin", origin) }
        return CallOptions(timeout: .seconds(60), metadata: metadata)
    }

    private func code(_ body: () async throws -> Void) async -> RPCError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }

    @Test func pageClaimsSignsInWatchesAndEndsOnRevocation() async throws {
        let hub = try await LoopbackHub()
        let browser = try TestBrowser(origin: "https://\(hub.listener.address)")
        let page = try hub.client()
        let access = Hearth_V1_AccessClient(page)

        let id = try await access.getServerIdentity(.init()).hubID
        expect(id, equals: "the-hub")
        let invitation = try await hub.test.access.invite(.owner).code
        let key = Hearth_V1_BrowserKey(
            publicKey: browser.publicKey, signature: try browser.claimSignature(invitation, hub: id))
        let claimed = try await access.claim(
            .init(code: invitation, name: "Ada's phone", browserKey: key), options: options(browser.origin))
        expect(claimed.credential?.kind, equals: .browserKey)
        expect(claimed.credential?.publicKeySha256, equals: browser.hash)

        let challenge = try await access.createChallenge(.init())
        expect(challenge.hubID, equals: id)
        let session = try await access.signIn(
            .init(
                publicKey: browser.publicKey, challenge: challenge.challenge,
                signature: try browser.signInSignature(challenge.challenge, hub: id)), options: options(browser.origin))
        expect(session.validFor?.seconds, equals: 900)

        let known = try hub.client(token: session.token)
        let watch = try await Hearth_V1_HomeClient(known).watch(.init())
        _ = try await watch.next()
        let credential = try require(session.credential)
        try await expect(Hearth_V1_AccessClient(known).listCredentials(.init()).credentials, equals: [credential])
        _ = try await hub.test.access.revoke(credential.id)
        let end = await code { while try await watch.next() != nil {} }
        expect(end == .unauthenticated || end == .unavailable)
        await expect(code { _ = try await Hearth_V1_HomeClient(known).list(.init()) }, equals: .unauthenticated)
        await known.close()
        await page.close()
        try await hub.close()
    }

    @Test func foreignSignaturesAndCallsWithoutOriginAreRefused() async throws {
        let hub = try await LoopbackHub()
        let browser = try TestBrowser(origin: "https://\(hub.listener.address)")
        let page = try hub.client()
        let access = Hearth_V1_AccessClient(page)
        let invitation = try await hub.test.access.invite(.owner).code
        func claim(signedFor origin: String, from page: String?) async -> RPCError.Code? {
            await code {
                let signature = try browser.claimSignature(invitation, origin: origin)
                _ = try await access.claim(
                    .init(
                        code: invitation, name: "x",
                        browserKey: .init(publicKey: browser.publicKey, signature: signature)), options: options(page))
            }
        }
        let evil = "https://evil.example"
        await expect(claim(signedFor: evil, from: browser.origin), equals: .invalidArgument)
        // The gate refuses foreign pages, whatever they sign.
        await expect(claim(signedFor: evil, from: evil), equals: .permissionDenied)
        await expect(claim(signedFor: browser.origin, from: nil), equals: .failedPrecondition)
        expect(hub.test.access.credentials.isEmpty)
        await expectNil(claim(signedFor: browser.origin, from: browser.origin))
        await page.close()
        try await hub.close()
    }
}
