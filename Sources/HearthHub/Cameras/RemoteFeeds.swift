internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The live streams of a provider in another process: one for each source, however many viewers it has.
/// A stream has a call of its own, `ProviderService.Feed`, which begins with the first viewer and ends with the last.
/// It does not outlast them: the provider may keep its camera connected and begin again with a picture at once.
///
/// A relay's lock may be taken under that of the calls.
final class RemoteFeeds: Sendable {
    /// A stream, from the request for it on.
    private final class Feed: AskedFeed {
        let call = FeedCall()
        let source: FeedSource
        let relay: CameraRelay
        /// When the stream was asked for.
        let opened: Duration
        /// When the last unit came; nil before the first.
        let lastUnit = Mutex<Duration?>(nil)
        /// Set when a viewer can begin, or with the reason why none can.
        let begun = OneShot<Result<Void, any Error>>()

        init(_ source: FeedSource, at time: Duration, viewersChanged: @escaping @Sendable (UInt64, Int) -> Void) {
            let id = call.id
            self.source = source
            opened = time
            relay = CameraRelay { viewersChanged(id, $0) }
        }

        func send(_ part: CameraPart, at time: Duration) {
            relay.send(part)
            guard case .unit = part else { return }
            lastUnit.withLock { $0 = time }
            if begun.value == nil, relay.hasBeginning { begun.set(.success(())) }
        }

        func end(_ error: any Error) {
            begun.set(.failure(error))
            relay.end(error)
        }
    }

    /// How long it may take until a viewer can begin. A camera on batteries has to wake up, and one with rare key
    /// pictures takes half a minute. Mostly its process gives up earlier, and says why.
    private static let patience = Duration.seconds(45)
    /// How long a stream that has begun may send nothing.
    private static let mostSilence = Duration.seconds(20)
    /// The time between two looks at a stream.
    private static let interval = Duration.seconds(5)

    private let clock: any HomeClock
    private let limits: HubLimits
    private let calls = FeedCalls<Feed>(
        lost: RPCError(.unavailable, "the connection to the camera was lost; open the stream again"))

    init(clock: any HomeClock, limits: HubLimits) {
        self.clock = clock
        self.limits = limits
    }

    // MARK: Viewers

    /// Joins a stream, which is begun for the first viewer.
    ///
    /// - Parameter ask: asks the provider for the stream.
    func open(_ source: FeedSource, ask: (Hearth_V1_OpenFeed) -> Void) async throws -> CameraViewer {
        let (feed, viewer, isNew) = try calls.change { feeds -> (Feed, CameraViewer, Bool) in
            if let feed = feeds.values.first(where: { $0.source == source }) { return (feed, feed.relay.join(), false) }
            let feed = Feed(source, at: clock.now) { [weak self] in self?.viewersChanged(of: $0, to: $1) }
            feeds[feed.call.id] = feed
            return (feed, feed.relay.join(), true)
        }
        if isNew {
            watchLater(feed)
            ask(source.message(feedID: feed.call.id))
        }
        guard let result = await feed.begun.wait() else { throw CancellationError() }
        try result.get()
        return viewer
    }

    /// Ends a stream that does not begin, or stops, whichever viewers it has. Looks again as long as the stream lasts.
    private func watchLater(_ feed: Feed) {
        _ = clock.schedule(after: Self.interval) { [weak self, weak feed] in
            guard let self, let feed, !feed.call.over.isOpen else { return }
            guard let reason = silence(of: feed) else { return watchLater(feed) }
            calls.end(feed, RPCError(.unavailable, reason))
        }
    }

    /// What is wrong with a stream, as a sentence with the way out; nil if nothing is.
    private func silence(of feed: Feed) -> String? {
        let now = clock.now
        guard feed.begun.value != nil, let last = feed.lastUnit.withLock({ $0 }) else {
            guard now - feed.opened >= Self.patience else { return nil }
            return "no picture of the camera came within \(Self.patience.wholeSeconds) s; see whether it is connected"
        }
        guard now - last >= Self.mostSilence else { return nil }
        return "the camera has sent nothing for \(Self.mostSilence.wholeSeconds) s; open the stream again"
    }

    private func viewersChanged(of id: UInt64, to count: Int) {
        // A viewer may have joined meanwhile.
        guard count == 0, let feed = calls.remove(id, where: { $0.relay.viewerCount == 0 }) else { return }
        calls.end(feed, CancellationError())
    }

    /// Ends all streams, and refuses new ones.
    func endAll(_ error: RPCError) { calls.endAll(error) }

    // MARK: The provider's call

    /// Reads the parts of a stream until it or its last viewer is gone.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for, or what is not allowed.
    func serve(_ id: UInt64, _ requests: RPCReader<Hearth_V1_FeedRequest>) async throws {
        try await calls.serve(id) { await self.read(requests, to: $0) }
    }

    /// The answer to a call for a stream that the hub has not asked for, or no longer needs.
    static let unknownFeed = RPCError(.notFound, "the hub needs no stream with this feed_id (any more)")

    private func read(_ requests: RPCReader<Hearth_V1_FeedRequest>, to feed: Feed) async -> FeedEnd {
        var meter = MessageMeter(
            messagesPerSecond: limits.providerMessagesPerSecond, bytesPerSecond: limits.cameraBytesPerSecond,
            patience: limits.floodTime, now: clock.now)
        do {
            while let request = try await requests.next() {
                let size: Int
                switch request.content {
                case .format(let message):
                    guard let format = CameraFormat(message) else { throw FeedEnd.misuse("a format is too long") }
                    size = format.configurationBytes
                    feed.send(.format(format), at: clock.now)
                case .unit(let message):
                    guard let unit = CameraUnit(message) else {
                        throw FeedEnd.misuse("a unit has no bytes, or more than \(CameraLimits().unitBytes)")
                    }
                    size = unit.bytes.count
                    feed.send(.unit(unit), at: clock.now)
                case .failed(let status): return FeedEnd(reason: FeedFailure.error(of: status))
                case .answerSdp: throw FeedEnd.misuse("an answer came without an offer")
                case .talkback: throw FeedEnd.misuse("a stream through the hub has no talkback")
                case .hello: throw FeedEnd.misuse("hello came twice")
                case nil: throw FeedEnd.misuse("a message has no content that this version knows")
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
            return FeedEnd()
        } catch {
            return .broken(by: error)
        }
    }
}
