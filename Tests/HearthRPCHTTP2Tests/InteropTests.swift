internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// gRPC's own Python library as the peer. Without it the tests are skipped: pip install grpcio.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct InteropTests {
    private static let peer = PythonProgram("grpcio_peer.py", needs: ["grpc"])

    @Test(.enabled(if: peer.isInstalled, "skipped: grpcio is not installed"))
    func grpcioCallsOurServer() async throws {
        let pair = try await Pair()
        let outcome = try await Self.peer.run(["client", pair.server.address])
        let lines = outcome.output.split(separator: "\n")
        expect(outcome.status, equals: 0, "\(outcome.error)")
        expect(lines.count, equals: 15, "\(outcome.output)")
        for line in lines { expect(line.hasPrefix("ok "), "\(line)") }
    }

    @Test(.enabled(if: peer.isInstalled, "skipped: grpcio is not installed"))
    func weCallGrpciosServer() async throws {
        let address = Pair.unixAddress()
        let server = try Self.peer.start(["server", address])
        defer { server.closeInput() }
        try require(await server.line { _ in true }?.hasPrefix("listening") == true)

        let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        var options = CallOptions(timeout: .seconds(60))
        options.metadata.add("x-echo", "yes")
        let response = try await client.call(TestService.echo, Blob("hello").frame, options: options)
        expect(Array(response.frame.message), equals: Array("hello".utf8))
        expect(response.headers["x-header"], equals: "yes")
        let large = Blob([UInt8](repeating: 5, count: 3_000_000))
        try await expect(client.answer(TestService.echo, large), equals: large)
        let counted: RPCReader<Blob> = try await client.serverStreaming(TestService.count, Blob([5, 0]))
        var seen: [UInt8] = []
        for try await blob in counted { seen.append(blob.bytes[0]) }
        expect(seen, equals: [0, 1, 2, 3, 4])
        let joined: Blob = try await client.clientStreaming(TestService.join) { (writer: RPCWriter<Blob>) in
            for text in ["a", "b", "c"] { try await writer.write(Blob(text)) }
        }
        expect(joined.text, equals: "abc")
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await client.bidirectional(TestService.chat)
        try await writer.write(Blob("one"))
        try await expect(reader.next()?.text, equals: "one")
        writer.finish()
        try await expectNil(reader.next())
        let aborted = await client.failure(TestService.fail, Blob("x"))
        expect((aborted?.code, aborted?.message, aborted?.metadata["x-why"]), are: (.aborted, "tab\t ☺", "asked"))
        let late = await client.failure(TestService.hang, Blob("x"), options: CallOptions(timeout: .milliseconds(100)))
        expect(late?.code, equals: .deadlineExceeded)
        await expect(client.failure(TestService.admin, Blob("x"))?.code, equals: .unimplemented)
        await client.close()
    }
}
