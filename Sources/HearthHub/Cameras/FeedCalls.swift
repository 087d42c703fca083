internal import HearthBase
internal import HearthRPC
internal import Synchronization

/// A stream or session that a provider in another process was asked for, from the request for it on.
protocol AskedFeed: AnyObject, Sendable {
    var call: FeedCall { get }
    /// Gives the reason for the end to all that wait for the feed. Only the first one counts.
    func end(_ error: any Error)
}

/// The call of `ProviderService.Feed` by which a provider sends what it was asked for.
final class FeedCall: Sendable {
    /// The `feed_id` that the call names.
    let id = UInt64.random(in: 1...UInt64.max)
    /// Opened when the call is to end.
    let over = Latch()
    fileprivate let hasBegun = Atomic(false)
}

/// How the reading of a feed's call ended.
struct FeedEnd {
    /// The reason that the provider gave; nil if it gave none.
    var reason: RPCError?
    /// The status for a provider that breaks the protocol.
    var refusal: RPCError?

    /// The end by an error of the call.
    static func broken(by error: any Error) -> FeedEnd {
        let error = RPCError(error)
        return FeedEnd(refusal: error.code == .cancelled ? nil : error)
    }

    /// The error for a message of a kind that must not come.
    static func misuse(_ what: String) -> RPCError { RPCError(.invalidArgument, what) }
}

/// What a provider in another process was asked to send. Each feed has one call, and the end of one is the end of the
/// other.
///
/// Its lock guards the list of feeds.
final class FeedCalls<Feed: AskedFeed>: Sendable {
    private struct State {
        var feeds: [UInt64: Feed] = [:]
        /// Why there are no feeds any more.
        var end: RPCError?
    }

    private let state = Mutex(State())
    /// The reason for a feed's end when its provider gives none.
    private let lost: RPCError

    init(lost: RPCError) { self.lost = lost }

    /// Calls a closure with the list of feeds, by ID, to add one.
    ///
    /// - Throws: the reason why there are no feeds any more.
    func change<Made: Sendable>(_ body: (inout [UInt64: Feed]) -> Made) throws -> Made {
        try state.withLock { state -> Made in
            if let end = state.end { throw end }
            return body(&state.feeds)
        }
    }

    /// Whether the provider was asked for a feed that is not over yet.
    func has(_ id: UInt64) -> Bool { state.withLock { $0.feeds[id] != nil } }

    /// Ends a feed.
    func end(_ feed: Feed, _ error: any Error) {
        remove(feed.call.id)
        feed.end(error)
        feed.call.over.open()
    }

    /// Removes a feed from the list, if a closure says so.
    @discardableResult
    func remove(_ id: UInt64, where isUnused: (Feed) -> Bool = { _ in true }) -> Feed? {
        state.withLock { state in
            guard let feed = state.feeds[id], isUnused(feed) else { return nil }
            return state.feeds.removeValue(forKey: id)
        }
    }

    /// Ends all feeds, and refuses new ones.
    func endAll(_ error: RPCError) {
        let feeds = state.withLock { state in
            state.end = error
            defer { state.feeds = [:] }
            return Array(state.feeds.values)
        }
        for feed in feeds { end(feed, error) }
    }

    /// Reads a feed's call until the feed or the call is over.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for, or what is not allowed.
    func serve(_ id: UInt64, read: @escaping @Sendable (Feed) async -> FeedEnd) async throws {
        let feed = state.withLock { $0.feeds[id] }
        guard let feed, !feed.call.hasBegun.exchange(true, ordering: .acquiringAndReleasing) else {
            throw RemoteFeeds.unknownFeed
        }
        let result = await withTaskGroup(of: FeedEnd.self) { group in
            group.addTask { await read(feed) }
            group.addTask {
                _ = await feed.call.over.wait()
                return FeedEnd()
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? FeedEnd()
        }
        end(feed, result.reason ?? lost)
        if let refusal = result.refusal { throw refusal }
    }
}
