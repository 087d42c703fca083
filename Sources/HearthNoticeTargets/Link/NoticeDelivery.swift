internal import HearthBase
package import HearthEntities
package import HearthTraitCore

/// Delivers notices to one receiver, one after the other, and tries again after failures.
package actor NoticeDelivery {
    private let host: String
    private let choice: NoticeChoice
    private let send: @Sendable (PostedNotice) async throws(PostError) -> Void
    private let clock: any HomeClock
    private let health: @Sendable (LinkHealth) async -> Void
    private let notice: @Sendable (String) -> Void
    private var queue = PostQueue<PostedNotice>()
    private var posting: Task<Void, Never>?
    private var alarm = DeadlineAlarm()
    private var isStopped = false

    /// Creates the delivery to a web server.
    ///
    /// - Parameters:
    ///   - health: receives how the last attempt ended.
    ///   - notice: receives messages for a log.
    package init(
        _ target: NoticeTarget, by poster: WebPoster, clock: any HomeClock,
        health: @escaping @Sendable (LinkHealth) async -> Void = { _ in }, notice: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            to: target.address.host, choice: target.choice, clock: clock, health: health, notice: notice
        ) { (notice: PostedNotice) async throws(PostError) in try await target.post(notice, by: poster) }
    }

    /// - Parameters:
    ///   - host: the receiver in messages.
    ///   - send: posts a notice.
    init(
        to host: String, choice: NoticeChoice, clock: any HomeClock,
        health: @escaping @Sendable (LinkHealth) async -> Void, notice: @escaping @Sendable (String) -> Void,
        send: @escaping @Sendable (PostedNotice) async throws(PostError) -> Void
    ) {
        self.host = host
        self.choice = choice
        self.send = send
        self.clock = clock
        self.health = health
        self.notice = notice
    }

    /// Takes a notice that the target may want. Returns before it is posted.
    package func take(_ notice: PostedNotice) {
        guard !isStopped, choice.contains(notice) else { return }
        if let dropped = queue.add(notice, at: clock.now) { say(dropped, "too many wait for \(host)") }
        pump()
    }

    /// Ends the delivery; what waits is dropped.
    package func stop() async {
        isStopped = true
        alarm.set(nil, on: clock) {}
        posting?.cancel()
        await posting?.value
    }

    private func pump() {
        guard !isStopped else { return }
        if let next = queue.take(at: clock.now) { posting = Task { await self.post(next) } }
        setAlarm()
    }

    private func setAlarm() {
        alarm.set(queue.deadline, on: clock) { [weak self] in await self?.timePassed() }
    }

    private func timePassed() {
        alarm.rang()
        pump()
    }

    private func post(_ item: PostedNotice) async {
        do throws(PostError) {
            try await send(item)
            queue.posted()
            if !isStopped { await health(.online) }
        } catch {
            guard !isStopped else { return }
            if queue.failed(error, at: clock.now, random: .random(in: 0...1)) { say(item, error.message) }
            // Before the report, so that who has it can rely on the next attempt.
            setAlarm()
            await health(
                error.isPermanent
                    ? .needsAttention(reason: error.message, wayOut: error.wayOut) : .offline(reason: error.message))
        }
        pump()
    }

    private func say(_ item: PostedNotice, _ reason: String) {
        notice("the notice \"\(item.title)\" could not be delivered: \(reason)")
    }
}
