internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Other TLS implementations as clients: OpenSSL's own programs, curl, grpcio.
@Suite(.enabled(if: TestAuthority.isPossible, "skipped: openssl is missing"), .timeLimit(.minutes(5)), .stopsAtEnd)
struct OutsideClientTests {
    private static let grpcio = PythonProgram("grpcio_tls.py", needs: ["grpc"])
    let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func pair(_ clients: ServerTLS.ClientCertificates = .none) async throws -> TLSPair {
        let files = try authority.give("server")
        return try await TLSPair(
            TLSIdentity(certificateFile: files.certificate, keyFile: files.key), clientCertificates: clients)
    }

    /// The output of a program; nil when it is missing or fails.
    private func run(_ name: String, _ arguments: [String]) async -> String? {
        guard let outcome = try? await ChildProcess.run(name, arguments), outcome.status == 0 else { return nil }
        return outcome.output
    }

    @Test func sClientShakesHandsByAEADAndHTTP2Only() async throws {
        let pair = try await pair()
        let start = ["s_client", "-connect", pair.server.address, "-CAfile", authority.file, "-verify_return_error"]
        let cases: [([String], String?)] = [
            (["-tls1_3", "-alpn", "h2"], "TLSv1.3"),
            (["-tls1_2", "-alpn", "h2"], "TLSv1.2"),
            (["-alpn", "http/1.1,h2"], "TLSv1.3"),
            (["-tls1_2", "-alpn", "h2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"], "TLSv1.2"),
            // An unknown protocol; old versions; a cipher without AEAD; one without forward secrecy.
            (["-alpn", "spdy/3"], nil),
            (["-alpn", "h2", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], nil),
            (["-alpn", "h2", "-tls1", "-cipher", "ALL:@SECLEVEL=0"], nil),
            (["-alpn", "h2", "-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], nil),
            (["-alpn", "h2", "-tls1_2", "-cipher", "AES128-GCM-SHA256"], nil),
        ]
        for (arguments, version) in cases {
            let text = await run("openssl", start + arguments)
            guard let version else {
                expectNil(text, "\(arguments)")
                continue
            }
            expect(text?.contains("New, \(version)"), equals: true, "\(arguments): \(text ?? "")")
            expect(text?.contains("ALPN protocol: h2"), equals: true, "\(arguments)")
            expect(text?.contains("Verify return code: 0 (ok)"), equals: true)
        }
    }

    @Test func curlBelievesAuthoritiesAndPins() async throws {
        guard let version = await run("curl", ["--version"]), version.contains("HTTP2") else { return }
        let pair = try await pair()
        let port = pair.server.address.split(separator: ":").last ?? ""
        let pin = Data(pair.identity.publicKeySHA256).base64EncodedString()
        let other = Data(SHA256.hash([])).base64EncodedString()
        let ask = ["-s", "--http2", "-m", "10", "-w", "%{http_version} %{http_code}", "-o", "/dev/null"]
        for (arguments, answer) in [
            (["--cacert", authority.file], "2 404"), (["-k", "--pinnedpubkey", "sha256//\(pin)"], "2 404"),
            (["-k", "--pinnedpubkey", "sha256//\(other)"], nil), ([], nil),
            // HTTP/1.1 where HTTP/2 is not offered.
            (["-k", "--http1.1"], "1.1 404"), (["-k", "--no-alpn"], "1.1 404"),
        ] {
            let text = await run("curl", ask + arguments + ["https://localhost:\(port)/nothing"])
            expect(text, equals: answer, "\(arguments)")
        }
    }

    @Test(.enabled(if: grpcio.isInstalled, "skipped: grpcio is not installed"))
    func grpcioCallsUs() async throws {
        let app = try authority.give("app")
        let pair = try await pair(.required(authorities: authority.file))
        let arguments = ["client", pair.server.address, authority.file]
        let known = try await Self.grpcio.run(arguments + [app.certificate, app.key]).output
        expect(known.hasPrefix("ok owner"), "\(known)")
        expect(known.contains("1000000"), "\(known)")
        let unknown = try await Self.grpcio.run(arguments).output
        expect(unknown.hasPrefix("refused UNAVAILABLE"), "\(unknown)")
        await pair.close()
        let own = try await TLSPair()
        let made = "\(authority.folder)/made"
        try own.identity.save(certificateFile: made + ".pem", keyFile: made + ".key")
        let selfSigned = try await Self.grpcio.run(["client", own.server.address, made + ".pem"]).output
        expect(selfSigned.hasPrefix("ok owner"), "\(selfSigned)")
        await own.close()
    }

    @Test(.enabled(if: grpcio.isInstalled, "skipped: grpcio is not installed"))
    func weCallGrpcio() async throws {
        let (files, app) = (try authority.give("server"), try authority.give("app"))
        let server = try Self.grpcio.start(["server", files.certificate, files.key, authority.file])
        defer { server.closeInput() }
        let line = await server.line { _ in true }
        let port = try require(line?.split(separator: " ").last)
        let identity = try TLSIdentity(certificateFile: app.certificate, keyFile: app.key)
        for identity in [identity, nil] {
            var settings = HTTP2Transport.Settings()
            settings.tls = try ClientTLS(trust: .authorities(authority.file), identity: identity)
            let client = RPCClient(
                transport: try HTTP2Transport(connectingTo: "localhost:\(port)", settings: settings))
            do {
                let answer: Blob = try await client.unary(
                    TestService.echo, Blob("hello"), options: CallOptions(timeout: .seconds(60)))
                expect((identity != nil, answer.text), are: (true, "app hello"))
            } catch {
                expectNil(identity, "\(error)")
            }
            await client.close()
        }
    }

    @Test(
        arguments: [
            ([], "does not speak HTTP/2"), (["-alpn", "http/1.1"], "does not speak HTTP/2"),
            (["-alpn", "h2", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], "neither TLS 1.2 nor 1.3"),
            (["-alpn", "h2", "-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], "no TLS settings in common"),
        ] as [([String], String)])
    func sServersWithoutWhatIsNeededAreRefused(_ arguments: [String], _ words: String) async throws {
        let files = try authority.give("server")
        let server = try ChildProcess(
            "openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-naccept", "1", "-cert", files.certificate, "-key", files.key,
            ] + arguments)
        // It leaves at the end of its input.
        defer { server.closeInput() }
        let line = await server.line { $0.hasPrefix("ACCEPT 127") }
        let port = try require(line?.split(separator: ":").last)
        var settings = HTTP2Transport.Settings()
        settings.tls = try ClientTLS(trust: .authorities(authority.file))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: "localhost:\(port)", settings: settings))
        let error = await client.failure(TestService.echo, Blob("x"), options: CallOptions(timeout: .seconds(60)))
        expect(error?.code, equals: .unavailable, "\(error as Any)")
        expect(error?.message.contains(words), equals: true, "\(error as Any)")
        await client.close()
    }
}
