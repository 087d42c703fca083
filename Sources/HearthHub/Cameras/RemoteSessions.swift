internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The sessions over WebRTC of a provider in another process, which sends the pictures to the client itself. A session
/// has a call of `ProviderService.Feed`, which lasts as long as it does: the end of one is the end of the other.
final class RemoteSessions: Sendable {
    /// A session, from the request for it on.
    private final class Session: AskedFeed {
        let call = FeedCall()
        /// The answer to the client's offer, or why there is none.
        let answer = OneShot<Result<String, any Error>>()
        /// Set when the session is over.
        let ended = OneShot<(any Error)?>()
        let talkback: RemoteTalkback

        init(clock: any HomeClock) { talkback = RemoteTalkback(clock: clock) }

        func end(_ error: any Error) {
            answer.set(.failure(error))
            ended.set(error)
            talkback.end()
        }
    }

    /// How long a process may take to answer an offer. Shorter than the desk's wait, which can't know why.
    private static let patience = Duration.seconds(45)

    private let clock: any HomeClock
    private let calls = FeedCalls<Session>(
        lost: RPCError(.unavailable, "the connection to the client was lost; open the live view again"))

    init(clock: any HomeClock) { self.clock = clock }

    /// Opens a session.
    ///
    /// - Parameter ask: asks the provider for the session with this ID.
    func open(ask: (UInt64) -> Void) async throws -> CameraSession {
        let session = Session(clock: clock)
        try calls.change { $0[session.call.id] = session }
        let late = clock.schedule(after: Self.patience) { [weak self, weak session] in
            guard let self, let session, session.answer.value == nil else { return }
            calls.end(session, Self.late)
        }
        defer { late.cancel() }
        ask(session.call.id)
        do {
            guard let result = await session.answer.wait() else { throw CancellationError() }
            let answer = try result.get()
            let call = session.call
            return CameraSession(
                answer: answer, ended: session.ended,
                talk: { [talkback = session.talkback] in try await talkback.set($0) }
            ) { [weak self] in self?.leave(call) }
        } catch {
            leave(session.call)
            throw error
        }
    }

    /// Ends a session that no client waits for.
    private func leave(_ call: FeedCall) { calls.remove(call.id)?.call.over.open() }

    private static let late = RPCError(
        .unavailable,
        "the camera's process has not answered within \(patience.wholeSeconds) s; see whether it runs well, and "
            + "whether the camera is connected")

    /// Whether the hub has asked for a session.
    func has(_ id: UInt64) -> Bool { calls.has(id) }

    /// Ends all sessions, and refuses new ones.
    func endAll(_ error: RPCError) { calls.endAll(error) }

    // MARK: The provider's call

    /// Lasts until the session is over, or the provider ends the call.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for.
    func serve(
        _ id: UInt64, _ requests: RPCReader<Hearth_V1_FeedRequest>, _ writer: RPCWriter<Hearth_V1_FeedResponse>
    ) async throws {
        try await calls.serve(id) { session in
            session.talkback.begin(writer)
            return await self.read(requests, to: session)
        }
    }

    private func read(_ requests: RPCReader<Hearth_V1_FeedRequest>, to session: Session) async -> FeedEnd {
        do {
            while let request = try await requests.next() {
                switch request.content {
                case .answerSdp(let answer):
                    guard answer.utf8.count <= CameraSession.mostDescriptionBytes else {
                        throw FeedEnd.misuse("an answer is too long")
                    }
                    guard session.answer.value == nil else {
                        throw FeedEnd.misuse("an answer came twice")
                    }
                    session.answer.set(.success(answer))
                case .failed(let status): return FeedEnd(reason: FeedFailure.error(of: status))
                case .format, .unit:
                    // A process from before WebRTC takes the request for one of frames.
                    return FeedEnd(
                        reason: RPCError(
                            .unimplemented,
                            "the camera's process does not speak WebRTC; update it, or open the live view by frames"))
                case .talkback(let result):
                    guard session.talkback.answered(result) else {
                        throw FeedEnd.misuse("a talkback was answered that was not asked for")
                    }
                case .hello: throw FeedEnd.misuse("hello came twice")
                case nil: throw FeedEnd.misuse("a message has no content that this version knows")
                }
            }
            // Without a status, the client has ended the session itself.
            if session.answer.value != nil { session.ended.set(nil) }
            return FeedEnd()
        } catch {
            return .broken(by: error)
        }
    }
}
