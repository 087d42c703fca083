internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// A command or update on its way, from ``Home/follow(_:confirmedWithin:)``.
///
/// ```swift
/// let request = home.follow(lamp.onBatchable())
/// for await state in request.states { show(state) }
/// ```
///
/// It goes on if nobody holds it. If the connection to the hub is lost on the way, the SDK asks again when the hub is back,
/// under an idempotency key: the hub carries it out once, also if it was started again in between.
public final class FollowedRequest<Response: Sendable>: Sendable {
    private struct Path {
        var states: [RequestState] = [.sending]
        var isOver = false
        var followers: [AsyncStream<RequestState>.Continuation] = []
        /// The report that shows what it did.
        var report: StructurePosition?
        /// When the fade or move that it began ends, as far as reports have said.
        var goesOnUntil: Duration?
    }

    /// Stands in the causes of its changes (`ChangeCause.client`), beside the app's client ID.
    public let id: String
    private let path = Mutex(Path())
    private let answer = OneShot<Result<Response, HomeError>>()
    private let confirmed = Latch()

    init(id: String) { self.id = id }

    /// How far it has come.
    public var state: RequestState { path.withLock { $0.states.last ?? .sending } }

    /// Every state from the first one on, each once; ends after the last one. May be read several times.
    public var states: AsyncStream<RequestState> {
        let (stream, continuation) = AsyncStream<RequestState>.makeStream()
        path.withLock { path in
            for state in path.states { continuation.yield(state) }
            if path.isOver { continuation.finish() } else { path.followers.append(continuation) }
        }
        return stream
    }

    /// Waits for the device's answer: a command's response, or all attributes of the trait after an update.
    ///
    /// - Throws: `HomeError`: the one of ``RequestState/failed(_:)`` or ``RequestState/unknown(_:)``; `.cancelled` if the
    ///   task is cancelled, while the request goes on; `.internal` for an answer that can't be read.
    public func response() async throws -> Response {
        guard let result = await answer.wait() else {
            throw HomeError(.cancelled, "the task was cancelled; the request goes on")
        }
        return try result.get()
    }

    // MARK: On its way

    /// Takes a state that is further than the one before.
    func reach(_ state: RequestState) {
        path.withLock { path in
            guard !path.isOver, state.rank > path.states.last?.rank ?? 0 else { return }
            path.states.append(state)
            for follower in path.followers { follower.yield(state) }
            if state.isLast { Self.end(&path) }
        }
    }

    /// A report shows what it did. That is told after the device's answer, which may still be a refusal.
    func reported(at position: StructurePosition) {
        let isNew = path.withLock { path in
            defer { path.report = path.report ?? position }
            return path.report == nil
        }
        if isNew { confirmed.open() }
    }

    /// A report shows that the fade or move that the request began is still on its way.
    ///
    /// - Parameters:
    ///   - now: the time by the clock of ``waitForReport(_:after:_:)``.
    ///   - remaining: for how long, if the report says so.
    func goesOn(at now: Duration, for remaining: Duration?) {
        path.withLock { $0.goesOnUntil = max(now, remaining.map { now + $0 } ?? $0.goesOnUntil ?? now) }
    }

    /// The device has answered; nothing can be done about an answer that can't be read.
    func answered(_ response: Result<Response, HomeError>, isIgnored: Bool) {
        let report = path.withLock { $0.report }
        if report == nil, isIgnored {
            reach(.ignored)
        } else {
            reach(.taken)
            if let report { reach(.confirmed(at: report)) }
        }
        answer.set(response)
    }

    /// It was refused, or nobody knows what came of it.
    func ended(_ error: HomeError, isUnknown: Bool) {
        reach(isUnknown ? .unknown(error) : .failed(error))
        answer.set(.failure(error))
    }

    /// Waits for the report that shows what it did. Then nothing more is told.
    ///
    /// - Parameters:
    ///   - limit: how long to wait at most after the answer, and after what it began was last said to go on.
    ///   - answer: when the device has answered.
    func waitForReport(_ limit: Duration, after answer: Duration, _ clock: any HomeClock) async {
        let alarm = Task {
            while !Task.isCancelled {
                let rest = max(answer, path.withLock { $0.goesOnUntil } ?? answer) + limit - clock.now
                guard rest > .zero else { break }
                await clock.sleep(for: rest)
            }
            confirmed.open()
        }
        await confirmed.wait()
        alarm.cancel()
        if let report = path.withLock({ $0.report }) { reach(.confirmed(at: report)) }
        path.withLock { Self.end(&$0) }
    }

    private static func end(_ path: inout Path) {
        path.isOver = true
        for follower in path.followers { follower.finish() }
        path.followers = []
    }
}
