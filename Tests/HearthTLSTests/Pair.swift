import HearthTLS

/// The two ends of a connection without a socket.
final class Pair {
    final class End {
        let session: TLSSession
        var received: [UInt8] = []
        var timesEstablished = 0

        init(_ session: TLSSession) { self.session = session }

        func take(_ bytes: [UInt8]) throws(TLSError) {
            try session.receive(
                bytes.span.bytes, established: { timesEstablished += 1 },
                plaintext: { received.append(contentsOf: $0.withUnsafeBytes { Array($0) }) })
        }
    }

    let server: End
    let client: End

    init(_ server: ServerTLS, _ client: ClientTLS, host: String = "localhost") throws {
        self.server = End(try server.makeSession())
        self.client = End(try client.makeSession(host: host))
    }

    func shakeHands() throws(TLSError) {
        try client.session.start()
        try exchange()
    }

    /// Passes bytes until neither end has any. The first error is thrown once the other end has received the alert.
    func exchange() throws(TLSError) {
        var failure: TLSError?
        for _ in 0..<100 {
            let (up, down) = (client.session.takeOutput(), server.session.takeOutput())
            if up.isEmpty, down.isEmpty { break }
            do { try server.take(up) } catch { failure = failure ?? error }
            do { try client.take(down) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
