internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The sessions over WebRTC of a provider in another process, which sends the pictures to the client itself. A session
/// has a call of `ProviderService.Feed`, which lasts as long as it does: the end of one is the end of the other.
///
/// Its lock guards the list of sessions. No other lock is taken under it.
final class RemoteSessions: Sendable {
    /// A session, from the request for it on.
    private final class Session: Sendable {
        /// The answer to the client's offer, or why there is none.
        let answer = OneShot<Result<String, any Error>>()
        /// Set when the session is over.
        let ended = OneShot<(any Error)?>()
        /// Opened when the call is to end.
        let over = Latch()
        let hasCall = Atomic(false)
        let talkback: RemoteTalkback

        init(clock: any HomeClock) { talkback = RemoteTalkback(clock: clock) }

        func end(_ error: any Error) {
            answer.set(.failure(error))
            ended.set(error)
            talkback.end()
            over.open()
        }
    }

    private struct State {
        var sessions: [UInt64: Session] = [:]
        /// Why there are no sessions any more.
        var end: RPCError?
    }

    /// How long a process may take to answer an offer. Shorter than the desk's wait, which can't know why.
    private static let patience = Duration.seconds(45)

    private let clock: any HomeClock
    private let state = Mutex(State())

    init(clock: any HomeClock) { self.clock = clock }

    /// Opens a session.
    ///
    /// - Parameter ask: asks the provider for the session with this ID.
    func open(ask: (UInt64) -> Void) async throws -> CameraSession {
        let (id, session) = try state.withLock { state -> (UInt64, Session) in
            if let end = state.end { throw end }
            let (id, session) = (UInt64.random(in: 1...UInt64.max), Session(clock: clock))
            state.sessions[id] = session
            return (id, session)
        }
        let late = clock.schedule(after: Self.patience) { [weak self, weak session] in
            // The session may be gone, and its ID with it.
            guard let session, session.answer.value == nil else { return }
            self?.remove(id)
            session.end(Self.late)
        }
        defer { late.cancel() }
        ask(id)
        do {
            guard let result = await session.answer.wait() else { throw CancellationError() }
            let answer = try result.get()
            return CameraSession(
                answer: answer, ended: session.ended,
                talk: { [talkback = session.talkback] in try await talkback.set($0) }
            ) { [weak self] in
                self?.remove(id)?.over.open()
            }
        } catch {
            remove(id)?.over.open()
            throw error
        }
    }

    private static let late = RPCError(
        .unavailable,
        "the camera's process has not answered within \(patience.wholeSeconds) s; see whether it runs well, and "
            + "whether the camera is connected")

    /// Whether the hub has asked for a session.
    func has(_ id: UInt64) -> Bool { state.withLock { $0.sessions[id] != nil } }

    @discardableResult
    private func remove(_ id: UInt64) -> Session? { state.withLock { $0.sessions.removeValue(forKey: id) } }

    /// Ends all sessions, and refuses new ones.
    func endAll(_ error: RPCError) {
        let sessions = state.withLock { state in
            state.end = error
            defer { state.sessions = [:] }
            return Array(state.sessions.values)
        }
        for session in sessions { session.end(error) }
    }

    // MARK: The provider's call

    /// Lasts until the session is over, or the provider ends the call.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for.
    func serve(
        _ id: UInt64, _ requests: RPCReader<Hearth_V1_FeedRequest>, _ writer: RPCWriter<Hearth_V1_FeedResponse>
    ) async throws {
        let session = state.withLock { $0.sessions[id] }
        guard let session, !session.hasCall.exchange(true, ordering: .acquiringAndReleasing) else {
            throw RemoteFeeds.unknownFeed
        }
        session.talkback.begin(writer)
        let refusal = await withTaskGroup(of: RPCError?.self) { group in
            group.addTask { await self.read(requests, to: session) }
            group.addTask {
                _ = await session.over.wait()
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        remove(id)
        session.end(RPCError(.unavailable, "the connection to the client was lost; open the live view again"))
        if let refusal { throw refusal }
    }

    /// - Returns: the status for a provider that breaks the protocol.
    private func read(_ requests: RPCReader<Hearth_V1_FeedRequest>, to session: Session) async -> RPCError? {
        do {
            while let request = try await requests.next() {
                switch request.content {
                case .answerSdp(let answer):
                    guard answer.utf8.count <= CameraSession.mostDescriptionBytes else {
                        throw RPCError(.invalidArgument, "an answer is too long")
                    }
                    guard session.answer.value == nil else {
                        throw RPCError(.invalidArgument, "an answer came twice")
                    }
                    session.answer.set(.success(answer))
                case .failed(let status):
                    session.end(FeedFailure.error(of: status))
                    return nil
                case .format, .unit:
                    // A process from before WebRTC takes the request for one of frames.
                    session.end(
                        RPCError(
                            .unimplemented,
                            "the camera's process does not speak WebRTC; update it, or open the live view by frames"))
                    return nil
                case .talkback(let result):
                    guard session.talkback.answered(result) else {
                        throw RPCError(.invalidArgument, "a talkback was answered that was not asked for")
                    }
                case .hello: throw RPCError(.invalidArgument, "hello came twice")
                case nil: throw RPCError(.invalidArgument, "a message has no content that this version knows")
                }
            }
            // Without a status, the client has left as it wanted to.
            if session.answer.value != nil { session.ended.set(nil) }
            return nil
        } catch {
            let error = RPCError(error)
            return error.code == .cancelled ? nil : error
        }
    }
}
