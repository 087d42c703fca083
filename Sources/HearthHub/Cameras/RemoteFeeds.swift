internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The live streams of a provider in another process: one for each camera and quality, however many viewers it has.
/// A stream has a call of its own, `ProviderService.Feed`, which begins with the first viewer and ends with the last.
/// It does not outlast them: the provider may keep its camera connected and begin again with a picture at once.
///
/// Its lock guards the list of streams. A relay's lock may be taken under it.
final class RemoteFeeds: Sendable {
    /// A stream, from the request for it on.
    private final class Feed: Sendable {
        let id = UInt64.random(in: 1...UInt64.max)
        let request: CameraRequest
        let relay: CameraRelay
        /// Set when the first part has come, or with the reason why none comes.
        let begun = OneShot<Result<Void, any Error>>()
        /// Opened when the call is to end.
        let over = Latch()
        let hasCall = Atomic(false)

        init(_ request: CameraRequest, viewersChanged: @escaping @Sendable (UInt64, Int) -> Void) {
            let id = id
            self.request = request
            relay = CameraRelay { viewersChanged(id, $0) }
        }

        func end(_ error: any Error) {
            begun.set(.failure(error))
            relay.end(error)
            over.open()
        }
    }

    private struct State {
        var feeds: [CameraRequest: Feed] = [:]
        /// Why there are no streams any more.
        var end: RPCError?
    }

    /// How long the first part may take. A camera on batteries has to wake up.
    private static let patience = Duration.seconds(20)

    private let clock: any HomeClock
    private let limits: HubLimits
    private let state = Mutex(State())

    init(clock: any HomeClock, limits: HubLimits) {
        self.clock = clock
        self.limits = limits
    }

    // MARK: Viewers

    /// Joins a stream, which is begun for the first viewer.
    ///
    /// - Parameter ask: asks the provider for the stream with this ID.
    func open(_ request: CameraRequest, ask: (UInt64) -> Void) async throws -> CameraViewer {
        let (feed, viewer, isNew) = try state.withLock { state -> (Feed, CameraViewer, Bool) in
            if let end = state.end { throw end }
            if let feed = state.feeds[request] { return (feed, feed.relay.join(), false) }
            let feed = Feed(request) { [weak self] in self?.viewersChanged(of: $0, to: $1) }
            state.feeds[request] = feed
            return (feed, feed.relay.join(), true)
        }
        if isNew {
            let error = RPCError(
                .unavailable,
                "no picture of the camera came within \(Self.patience.wholeSeconds) s; see whether it is connected")
            let alarm = clock.schedule(after: Self.patience) { [weak self, weak feed] in
                if let feed, feed.begun.value == nil { self?.end(feed, error) }
            }
            ask(feed.id)
            defer { alarm.cancel() }
            return try await begun(feed, viewer)
        }
        return try await begun(feed, viewer)
    }

    private func begun(_ feed: Feed, _ viewer: CameraViewer) async throws -> CameraViewer {
        guard let result = await feed.begun.wait() else { throw CancellationError() }
        try result.get()
        return viewer
    }

    private func viewersChanged(of id: UInt64, to count: Int) {
        guard count == 0 else { return }
        let feed = state.withLock { state -> Feed? in
            // A viewer may have joined meanwhile.
            guard let feed = state.feeds.values.first(where: { $0.id == id }), feed.relay.viewerCount == 0 else {
                return nil
            }
            return state.feeds.removeValue(forKey: feed.request)
        }
        feed?.end(CancellationError())
    }

    private func end(_ feed: Feed, _ error: any Error) {
        state.withLock { state in
            if state.feeds[feed.request] === feed { state.feeds[feed.request] = nil }
        }
        feed.end(error)
    }

    /// Ends all streams, and refuses new ones.
    func endAll(_ error: RPCError) {
        let feeds = state.withLock { state in
            state.end = error
            defer { state.feeds = [:] }
            return Array(state.feeds.values)
        }
        for feed in feeds { feed.end(error) }
    }

    // MARK: The provider's call

    /// Reads the parts of a stream until it or its last viewer is gone.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for, or what is not allowed.
    func serve(_ id: UInt64, _ requests: RPCReader<Hearth_V1_FeedRequest>) async throws {
        let feed = state.withLock { $0.feeds.values.first { $0.id == id } }
        guard let feed, !feed.hasCall.exchange(true, ordering: .acquiringAndReleasing) else { throw Self.unknownFeed }
        let refusal = await withTaskGroup(of: RPCError?.self) { group in
            group.addTask { await self.read(requests, to: feed) }
            group.addTask {
                _ = await feed.over.wait()
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        end(feed, RPCError(.unavailable, "the connection to the camera was lost; open the stream again"))
        if let refusal { throw refusal }
    }

    /// The answer to a call for a stream that the hub has not asked for, or no longer needs.
    static let unknownFeed = RPCError(.notFound, "the hub needs no stream with this feed_id (any more)")

    /// - Returns: the status for a provider that breaks the protocol.
    private func read(_ requests: RPCReader<Hearth_V1_FeedRequest>, to feed: Feed) async -> RPCError? {
        var meter = MessageMeter(
            messagesPerSecond: limits.providerMessagesPerSecond, bytesPerSecond: limits.cameraBytesPerSecond,
            patience: limits.floodTime, now: clock.now)
        do {
            while let request = try await requests.next() {
                let size: Int
                switch request.content {
                case .format(let message):
                    guard let format = CameraFormat(message) else { throw Self.misuse("a format is too long") }
                    size = format.video?.configuration.count ?? 0
                    feed.relay.send(.format(format))
                case .unit(let message):
                    guard let unit = CameraUnit(message) else {
                        throw Self.misuse("a unit has more than \(CameraLimits().unitBytes) bytes")
                    }
                    size = unit.bytes.count
                    feed.relay.send(.unit(unit))
                    feed.begun.set(.success(()))
                case .failed(let status):
                    end(feed, status.error ?? RPCError(.unavailable, "the camera has ended its stream"))
                    return nil
                case .hello: throw Self.misuse("hello came twice")
                case nil: throw Self.misuse("a message has no content that this version knows")
                }
                switch meter.take(bytes: size, at: clock.now) {
                case .pass: break
                case .pause(let time): await clock.sleep(for: time)
                case .flood:
                    throw RPCError(
                        .resourceExhausted,
                        "the stream has more than \(limits.providerMessagesPerSecond) messages a second")
                }
            }
            return nil
        } catch {
            let error = RPCError(error)
            return error.code == .cancelled ? nil : error
        }
    }

    private static func misuse(_ what: String) -> RPCError { RPCError(.invalidArgument, what) }
}
