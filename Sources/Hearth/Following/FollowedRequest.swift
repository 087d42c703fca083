internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// A command or update whose progress is followed, from ``Home/follow(_:confirmedWithin:)``.
///
/// ```swift
/// let request = home.follow(lamp.onBatchable())
/// for await state in request.states { show(state) }
/// ```
///
/// The request continues if this object is released. If the connection to the hub is lost, the SDK retries it with an
/// idempotency key: the hub carries it out once, even if the hub was restarted in between.
public final class FollowedRequest<Response: Sendable>: Sendable {
    private struct Path {
        var states: [RequestState] = [.sending]
        var isOver = false
        var followers: [AsyncStream<RequestState>.Continuation] = []
        /// The report that shows the effect.
        var report: StructurePosition?
        /// When the fade or move that it began ends, according to the reports so far.
        var goesOnUntil: Duration?
    }

    /// The request ID in the causes of its changes (`ChangeCause.client`), beside the app's client ID.
    public let id: String
    private let path = Mutex(Path())
    private let answer = OneShot<Result<Response, HomeError>>()
    private let confirmed = Latch()

    init(id: String) { self.id = id }

    /// The progress of the request.
    public var state: RequestState { path.withLock { $0.states.last ?? .sending } }

    /// All states from the first to the last, each once. May be read several times.
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
    /// - Throws: `HomeError`: the error of ``RequestState/failed(_:)`` or ``RequestState/unknown(_:)``; `.cancelled` if
    ///   the task is cancelled, while the request continues; `.internal` for an answer that can't be read.
    public func response() async throws -> Response {
        guard let result = await answer.wait() else {
            throw HomeError(.cancelled, "the task was cancelled; the request continues")
        }
        return try result.get()
    }

    // MARK: On its way

    /// Adds a state if it is later than the current one.
    func reach(_ state: RequestState) {
        path.withLock { path in
            guard !path.isOver, state.rank > path.states.last?.rank ?? 0 else { return }
            path.states.append(state)
            for follower in path.followers { follower.yield(state) }
            if state.isLast { Self.end(&path) }
        }
    }

    /// Notes the report that shows the effect. It is published after the device's answer, which may still be a refusal.
    func reported(at position: StructurePosition) {
        let isNew = path.withLock { path in
            defer { path.report = path.report ?? position }
            return path.report == nil
        }
        if isNew { confirmed.open() }
    }

    /// Notes a report of the fade or move that the request began.
    ///
    /// - Parameters:
    ///   - now: the time by the clock of ``waitForReport(_:after:_:)``.
    ///   - remaining: its remaining time, if the report has one.
    func goesOn(at now: Duration, for remaining: Duration?) {
        path.withLock { $0.goesOnUntil = max(now, remaining.map { now + $0 } ?? $0.goesOnUntil ?? now) }
    }

    /// Notes the device's answer. The request has succeeded even if the answer can't be decoded.
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

    /// Ends the request with a failure or an unknown outcome.
    func ended(_ error: HomeError, isUnknown: Bool) {
        reach(isUnknown ? .unknown(error) : .failed(error))
        answer.set(.failure(error))
    }

    /// Waits for the report that shows the effect. No state follows it.
    ///
    /// - Parameters:
    ///   - limit: the longest wait after the answer, and after the expected end of a fade or move.
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
