internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// What a stream of a provider in another process shows.
enum FeedSource: Hashable, Sendable {
    /// A camera of the provider's own.
    case camera(CameraRequest)
    /// A camera that the hub has added itself, or a picture of it.
    case address(CameraAddress)

    /// The request to the provider for the stream with an ID.
    ///
    /// - Parameter offer: a client's offer of SDP, for a session over WebRTC; nil for a stream through the hub.
    func message(feedID: UInt64, offer: String? = nil) -> Hearth_V1_OpenFeed {
        switch self {
        case .camera(let request):
            let target = TraitTarget(deviceID: request.device, endpoint: request.endpoint)
            return Hearth_V1_OpenFeed(
                feedID: feedID, target: Hearth_V1_Target(target), quality: Hearth_V1_CameraQuality(request.quality),
                offerSdp: offer)
        case .address(let address):
            return Hearth_V1_OpenFeed(feedID: feedID, address: Hearth_V1_CameraAddress(address), offerSdp: offer)
        }
    }
}

/// The live streams of a provider in another process: one for each source, however many viewers it has.
/// A stream has a call of its own, `ProviderService.Feed`, which begins with the first viewer and ends with the last.
/// It does not outlast them: the provider may keep its camera connected and begin again with a picture at once.
///
/// Its lock guards the list of streams. A relay's lock may be taken under it.
final class RemoteFeeds: Sendable {
    /// A stream, from the request for it on.
    private final class Feed: Sendable {
        let id = UInt64.random(in: 1...UInt64.max)
        let source: FeedSource
        let relay: CameraRelay
        /// When the stream was asked for.
        let opened: Duration
        /// When the last unit came; nil before the first.
        let lastUnit = Mutex<Duration?>(nil)
        /// Set when a viewer can begin, or with the reason why none can.
        let begun = OneShot<Result<Void, any Error>>()
        /// Opened when the call is to end.
        let over = Latch()
        let hasCall = Atomic(false)

        init(_ source: FeedSource, at time: Duration, viewersChanged: @escaping @Sendable (UInt64, Int) -> Void) {
            let id = id
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
            over.open()
        }
    }

    private struct State {
        var feeds: [FeedSource: Feed] = [:]
        /// Why there are no streams any more.
        var end: RPCError?
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
    private let state = Mutex(State())

    init(clock: any HomeClock, limits: HubLimits) {
        self.clock = clock
        self.limits = limits
    }

    // MARK: Viewers

    /// Joins a stream, which is begun for the first viewer.
    ///
    /// - Parameter ask: asks the provider for the stream.
    func open(_ source: FeedSource, ask: (Hearth_V1_OpenFeed) -> Void) async throws -> CameraViewer {
        let (feed, viewer, isNew) = try state.withLock { state -> (Feed, CameraViewer, Bool) in
            if let end = state.end { throw end }
            if let feed = state.feeds[source] { return (feed, feed.relay.join(), false) }
            let feed = Feed(source, at: clock.now) { [weak self] in self?.viewersChanged(of: $0, to: $1) }
            state.feeds[source] = feed
            return (feed, feed.relay.join(), true)
        }
        if isNew {
            watchLater(feed)
            ask(source.message(feedID: feed.id))
        }
        guard let result = await feed.begun.wait() else { throw CancellationError() }
        try result.get()
        return viewer
    }

    /// Ends a stream that does not begin, or stops, whichever viewers it has. Looks again as long as the stream lasts.
    private func watchLater(_ feed: Feed) {
        _ = clock.schedule(after: Self.interval) { [weak self, weak feed] in
            guard let self, let feed, !feed.over.isOpen else { return }
            guard let reason = silence(of: feed) else { return watchLater(feed) }
            end(feed, RPCError(.unavailable, reason))
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
        guard count == 0 else { return }
        let feed = state.withLock { state -> Feed? in
            // A viewer may have joined meanwhile.
            guard let feed = state.feeds.values.first(where: { $0.id == id }), feed.relay.viewerCount == 0 else {
                return nil
            }
            return state.feeds.removeValue(forKey: feed.source)
        }
        feed?.end(CancellationError())
    }

    private func end(_ feed: Feed, _ error: any Error) {
        state.withLock { state in
            if state.feeds[feed.source] === feed { state.feeds[feed.source] = nil }
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
                    size = format.configurationBytes
                    feed.send(.format(format), at: clock.now)
                case .unit(let message):
                    guard let unit = CameraUnit(message) else {
                        throw Self.misuse("a unit has no bytes, or more than \(CameraLimits().unitBytes)")
                    }
                    size = unit.bytes.count
                    feed.send(.unit(unit), at: clock.now)
                case .failed(let status):
                    end(feed, FeedFailure.error(of: status))
                    return nil
                case .answerSdp: throw Self.misuse("an answer came without an offer")
                case .talkback: throw Self.misuse("a stream through the hub has no talkback")
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
