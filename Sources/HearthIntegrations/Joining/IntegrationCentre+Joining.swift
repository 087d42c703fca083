internal import HearthBase
internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

// Letting new devices into an integration's network.
extension IntegrationCentre {
    /// Opens the network of an integration, and follows what joins until the network is closed and these devices are
    /// described or have failed. Cancelling the task closes the network, unless another call keeps it open.
    ///
    /// - Parameter report: called with each state that differs from the one before.
    /// - Throws: ``HubError``: `.notFound` if there is none, `.failedPrecondition` if it has no network or does not run,
    ///   `.invalidArgument` for a time, `.unavailable` if the network can't be opened or the integration stops; and what
    ///   `report` throws.
    func join(
        _ id: String, for time: Duration, report: @escaping @Sendable (JoinCourse.Report) async throws -> Void
    ) async throws {
        let integration = try integration(id)
        let name = quoted(integration.stored.name)
        guard let run = integration.run, let provider = run.provider, let link = run.joining else {
            throw HubError(
                .failedPrecondition,
                integration.run?.provider == nil
                    ? "the integration \(name) does not run, so no device can join it"
                    : "the integration \(name) has no network that devices join; add its devices themselves")
        }
        let longest = link.longestJoin
        guard time > .zero, time <= longest else {
            throw HubError(
                .invalidArgument,
                "the network of \(name) can be open for 1 to \(longest.components.seconds) s, not for "
                    + "\(time.components.seconds) s")
        }
        openNetworks.begin(id)
        let outcome: Result<Void, any Error>
        do {
            let states = await link.joining()
            try await open(link, for: time)
            try await follow(states, provider, JoinCourse(openedAt: clock.now, time: time), report)
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        if openNetworks.end(id) {
            // A task of its own: this one may be cancelled.
            await Task { try? await link.letJoin(for: .zero) }.value
        }
        try outcome.get()
    }

    private func open(_ link: any JoiningLink, for time: Duration) async throws(HubError) {
        do {
            try await link.letJoin(for: time)
        } catch {
            let reason = (error as? TraitError)?.message ?? "\(error)"
            throw HubError(.unavailable, "the network could not be opened: \(reason)", cause: error)
        }
    }

    private func follow(
        _ states: AsyncStream<JoinProgress>, _ provider: EntityProvider, _ begun: JoinCourse,
        _ report: @Sendable (JoinCourse.Report) async throws -> Void
    ) async throws {
        var course = begun
        let latest = LatestProgress()
        let (news, feed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let alarms = course.deadlines.map { time in
            clock.schedule(after: max(time - clock.now, .zero)) { feed.yield() }
        }
        // Devices are described apart from the network's states.
        let descriptions = changes()
        let feeders = [
            Task {
                for await state in states {
                    latest.put(state)
                    feed.yield()
                }
                latest.end()
                feed.yield()
            },
            Task { for await _ in descriptions { feed.yield() } },
        ]
        defer {
            for alarm in alarms { alarm.cancel() }
            for feeder in feeders { feeder.cancel() }
        }
        for await _ in news {
            let (progress, hasEnded) = latest.get()
            if let progress, course.take(progress, hubID: { provider.hubID(of: $0) }) {
                try await report(course.report)
            }
            if course.isOver(at: clock.now) { return }
            guard !hasEnded else {
                throw HubError(.unavailable, "the integration was stopped, and its network may still be open")
            }
        }
        try Task.checkCancellation()
    }
}

/// The latest state of a network, and whether others follow.
private final class LatestProgress: Sendable {
    private let state = Mutex<(progress: JoinProgress?, hasEnded: Bool)>((nil, false))

    func put(_ progress: JoinProgress) { state.withLock { $0.progress = progress } }
    func end() { state.withLock { $0.hasEnded = true } }
    func get() -> (progress: JoinProgress?, hasEnded: Bool) { state.withLock { $0 } }
}
