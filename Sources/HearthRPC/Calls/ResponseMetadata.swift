/// What comes beside a call's responses: headers before them, trailers behind. Callable from any thread.
package final class ResponseMetadata: Sendable {
    private let head = OneShot<Result<Metadata, RPCError>>()
    private let tail = OneShot<Metadata>()

    package init() {}

    package func received(headers: Metadata) { head.set(.success(headers)) }

    /// The call is over: with OK if there is no error.
    package func ended(_ error: RPCError?, trailers: Metadata) {
        head.set(error.map { .failure($0) } ?? .success(Metadata()))
        tail.set(trailers)
    }

    /// Waits for the headers.
    package nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata {
        guard let headers = await head.wait() else {
            throw RPCError(.cancelled, "The task that waited for the response's headers was cancelled.")
        }
        return try headers.get()
    }

    /// nil before the end.
    package var trailers: Metadata? { tail.value }
}
