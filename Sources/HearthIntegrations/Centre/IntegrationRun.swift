internal import HearthBase
internal import HearthEntities
internal import HearthHub
internal import HearthTraitCore
internal import Synchronization

/// One run of an integration: attaches its provider to the hub, again and again until that works, and detaches it at the
/// end. Settings do not change during a run.
final class IntegrationRun: Sendable {
    /// What a run needs of its integration.
    struct Parts: Sendable {
        var id: String
        var structureID: String?
        /// Makes a link with its provider; called for each attempt.
        var make: @Sendable () throws(IntegrationFailure) -> (link: ObservedLink, provider: EntityProvider)
        /// Follows a link that finds other integrations, before it starts.
        var finding: @Sendable (any FindingLink) async -> Void
        /// Notes that the provider is attached.
        var attached: @Sendable () async -> Void
        /// Notes why an attempt failed.
        var failed: @Sendable (LinkHealth) async -> Void
    }

    private struct State {
        var task: Task<Void, Never>?
        var link: ObservedLink?
        var provider: EntityProvider?
        var handle: ProviderHandle?
        var isStopped = false
    }

    private let parts: Parts
    private let hub: Hub
    private let clock: any HomeClock
    private let state = Mutex(State())
    private static let backoff = ExponentialBackoff(
        initial: .seconds(2), maximum: .seconds(120), spread: 0.8...1.2)

    init(_ parts: Parts, hub: Hub, clock: any HomeClock) {
        self.parts = parts
        self.hub = hub
        self.clock = clock
    }

    /// The provider of its devices; nil while the hub has none.
    var provider: EntityProvider? { state.withLock { $0.handle == nil ? nil : $0.provider } }

    /// The link if devices can join its network.
    var joining: (any JoiningLink)? { state.withLock { $0.link?.joining } }

    /// The link if it finds other integrations.
    var finding: (any FindingLink)? { state.withLock { $0.link?.finding } }

    /// Lets the link connect at once if it waits.
    func wake() { state.withLock { $0.link }?.wake() }

    func start() {
        state.withLock { state in
            guard state.task == nil, !state.isStopped else { return }
            state.task = Task { await self.run() }
        }
    }

    /// Stops the link and detaches the provider. Devices stay and go offline.
    ///
    /// - Parameters:
    ///   - withdrawing: whether the link first takes back what it has left at the ecosystem.
    ///   - closesNetwork: whether to let no more devices join before that.
    /// - Returns: whether it had a link.
    @discardableResult func stop(withdrawing: Bool = false, closesNetwork: Bool = false) async -> Bool {
        if closesNetwork { try? await joining?.letJoin(for: .zero) }
        let (task, link) = state.withLock { state in
            state.isStopped = true
            return (state.task, state.link)
        }
        task?.cancel()
        if withdrawing { await link?.withdraw() }
        // An attempt may wait for the link.
        await link?.stop()
        await task?.value
        if let handle = state.withLock({ $0.handle.take() }) { await hub.detach(handle) }
        return link != nil
    }

    private func run() async {
        var attempts = 0
        while !Task.isCancelled {
            do {
                try await attach()
                return await parts.attached()
            } catch {
                guard !Task.isCancelled else { return }
                await parts.failed(Self.health(after: error))
            }
            await clock.sleep(for: Self.backoff.delay(after: attempts, random: Double.random(in: 0...1)))
            attempts += 1
        }
    }

    private func attach() async throws {
        let (link, provider) = try parts.make()
        let isStopped = state.withLock { state in
            (state.link, state.provider) = (link, provider)
            return state.isStopped
        }
        guard !isStopped else { throw CancellationError() }
        if let finding = link.finding { await parts.finding(finding) }
        let handle = try await hub.attach(provider, integration: parts.id, structureID: parts.structureID)
        state.withLock { $0.handle = handle }
    }

    /// What an attempt's error means for people.
    private static func health(after error: any Error) -> LinkHealth {
        switch error {
        case let failure as IntegrationFailure:
            switch failure.reason {
            case .unreachable, .timedOut: .offline(reason: failure.message)
            default: .needsAttention(reason: failure.message, wayOut: failure.wayOut)
            }
        case let error as HubError:
            .needsAttention(reason: error.message, wayOut: "the hub tries again by itself")
        default: .offline(reason: "\(error)")
        }
    }
}
