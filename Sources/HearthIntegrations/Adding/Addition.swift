internal import HearthBase
internal import HearthTraitCore

/// One addition of an integration: carries out what its machine says. The work runs beside the course of events, so that
/// each step can time out or be cancelled.
final class Addition: Sendable {
    /// What an addition does, besides waiting.
    struct Work: Sendable {
        var report: @Sendable (AddingStep) async -> Void = { _ in }
        var probe:
            @Sendable (_ reached: @escaping @Sendable (AddingStep) -> Void) async throws(IntegrationFailure) ->
                ProbedDevices
        var store: @Sendable (ProbedDevices) async throws(IntegrationFailure) -> Void = { _ in }
        /// Starts the provider; ``AddingMachine/Event/attached`` and the described devices follow as events.
        var attach: @Sendable () async throws(IntegrationFailure) -> Void = {}
        /// Removes what was stored and added; nothing may be there.
        var undo: @Sendable () async -> Void = {}
    }

    private let work: Work
    private let isTest: Bool
    private let clock: any HomeClock
    private let events: AsyncStream<AddingMachine.Event>
    private let feed: AsyncStream<AddingMachine.Event>.Continuation
    private let end = Latch()

    /// - Parameter isTest: whether it only probes.
    init(_ work: Work, isTest: Bool = false, clock: any HomeClock) {
        self.work = work
        self.isTest = isTest
        self.clock = clock
        (events, feed) = AsyncStream.makeStream()
        // Before a task that is cancelled already can cancel it.
        feed.yield(.begin)
    }

    /// Notes an event.
    func take(_ event: AddingMachine.Event) { feed.yield(event) }

    /// Runs to the end. Cancelling the task cancels the addition; this still returns only when it is undone.
    ///
    /// - Returns: the machine, which is at rest.
    func run() async -> AddingMachine {
        // Not a child: a cancelled task could not undo anything.
        let course = Task { await follow() }
        return await withTaskCancellationHandler {
            await course.value
        } onCancel: {
            feed.yield(.cancel)
        }
    }

    private func follow() async -> AddingMachine {
        var machine = AddingMachine(isTest: isTest)
        var alarm: (any ScheduledAction)?
        var task: Task<Void, Never>?
        for await event in events {
            for action in machine.handle(event) {
                switch action {
                case .report(let step): await work.report(step)
                case .probe:
                    task = begin { [work, feed] () async throws(IntegrationFailure) in
                        .probed(try await work.probe { feed.yield(.reached($0)) })
                    }
                case .store(let devices):
                    task = begin { [work] () async throws(IntegrationFailure) in
                        try await work.store(devices)
                        return .stored
                    }
                case .attach:
                    task = begin { [work] () async throws(IntegrationFailure) in
                        try await work.attach()
                        return nil
                    }
                case .wait(let time):
                    alarm?.cancel()
                    alarm = time.map { time in clock.schedule(after: time) { [feed] in feed.yield(.timedOut) } }
                case .undo:
                    task?.cancel()
                    await task?.value
                    await work.undo()
                case .finish: feed.finish()
                }
            }
        }
        end.open()
        return machine
    }

    /// Waits until it is at its end, or the task is cancelled.
    func waitUntilEnded() async { await end.wait() }

    /// Does work beside the course of events.
    private func begin(
        _ body: @escaping @Sendable () async throws(IntegrationFailure) -> AddingMachine.Event?
    ) -> Task<Void, Never> {
        Task { [feed] in
            do throws(IntegrationFailure) {
                if let event = try await body() { feed.yield(event) }
            } catch {
                feed.yield(.failed(error))
            }
        }
    }
}
