internal import Foundation
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import Expectations
internal import Testing

/// A server that speaks TLS, and clients of it.
struct TLSPair: Sendable {
    let service = TestService()
    let identity: TLSIdentity
    let tls: ServerTLS
    let server: HTTP2Server

    init(
        _ identity: TLSIdentity? = nil, clientCertificates: ServerTLS.ClientCertificates = .none,
        on address: String = "127.0.0.1:0", _ change: (inout HTTP2Server.Settings) -> Void = { _ in }
    ) async throws {
        var router = RPCRouter()
        router.register(service)
        self.identity = try identity ?? TLSIdentity.make(names: ["localhost", "127.0.0.1"])
        tls = try ServerTLS(self.identity, clientCertificates: clientCertificates)
        var settings = HTTP2Server.Settings()
        settings.tls = tls
        change(&settings)
        server = try await HTTP2Server.listen(RPCServer(router: router), on: address, settings: settings)
    }

    func client(_ tls: ClientTLS?, at address: String? = nil) throws -> RPCClient {
        var settings = HTTP2Transport.Settings()
        settings.tls = tls
        return RPCClient(transport: try HTTP2Transport(connectingTo: address ?? server.address, settings: settings))
    }

    func pinned(as identity: TLSIdentity? = nil) throws -> ClientTLS {
        try ClientTLS(trust: .pinned(publicKeySHA256: self.identity.publicKeySHA256), identity: identity)
    }

    func close() async { await server.shutdown(grace: .seconds(1)) }
}

@Suite(.timeLimit(.minutes(5))) struct TLSCallTests {
    @Test func allFourKindsWork() async throws {
        let pair = try await TLSPair()
        let client = try pair.client(pair.pinned())
        try await expect(client.answer(TestService.echo, Blob("hello")).text, equals: "hello")
        let large = Blob([UInt8](repeating: 7, count: 2_000_000))
        try await expect(client.answer(TestService.echo, large), equals: large)
        let counted: RPCReader<Blob> = try await client.serverStreaming(TestService.count, Blob([200, 0]))
        var seen = 0
        for try await _ in counted { seen += 1 }
        expect(seen, equals: 200)
        let joined: Blob = try await client.clientStreaming(TestService.join) { (writer: RPCWriter<Blob>) in
            for text in ["a", "b", "c"] { try await writer.write(Blob(text)) }
        }
        expect(joined.text, equals: "abc")
        await client.close()
        await pair.close()
    }

    @Test func localPortTakesTLSAndClearText() async throws {
        let pair = try await TLSPair()
        for tls in [nil, try pair.pinned()] {
            let client = try pair.client(tls)
            try await expect(client.answer(TestService.echo, Blob("hello")).text, equals: "hello")
            await client.close()
        }
        await pair.close()
    }

    @Test func clearTextCanBeForbidden() async throws {
        let pair = try await TLSPair { $0.clearText = .never }
        let client = try pair.client(nil)
        await expect(client.failure(TestService.echo, Blob("hello"))?.code, equals: .unavailable)
        await client.close()
        await pair.close()
    }
}
