internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
    @Test func newIdentityKeepsConnections() async throws {
        let pair = try await TLSPair()
        let old = try pair.client(pair.pinned())
        let new = try TLSIdentity.make(names: ["localhost"])
        let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await old.bidirectional(TestService.chat)
        var answers = reader.makeAsyncIterator()
        try await writer.write(Blob("before"))
        try await expect(answers.next()?.text, equals: "before")
        try pair.tls.reload(new)
        // The open stream, and further calls on its connection, continue.
        try await writer.write(Blob("after"))
        try await expect(answers.next()?.text, equals: "after")
        try await expect(old.answer(TestService.echo, Blob("too")).text, equals: "too")
        // A new connection sees the new certificate.
        let stranger = try pair.client(pair.pinned())
        let error = await stranger.failure(TestService.echo, Blob("x"))
        expect(error?.message.contains("not the pinned one"), equals: true)
        await stranger.close()
        let friend = try pair.client(ClientTLS(trust: .pinned(publicKeySHA256: new.publicKeySHA256)))
        let _: Blob = try await friend.unary(TestService.echo, Blob("x"))
        await friend.close()
        try await writer.write(Blob("still"))
        try await expect(answers.next()?.text, equals: "still")
        writer.finish()
        await old.close()
        await pair.close()
    }
}
