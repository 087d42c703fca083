internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A connection to a hub: a watch, the cache it updates, and calls.
///
/// Home objects retain it; the watch ends when the last of them is released.
final class HomeConnection: Sendable {
    struct State: Sendable {
        var machine = WatchMachine()
        var observers = Observers()
        var feeds: [UInt64: any ChangeTaker] = [:]
        var lastFeed: UInt64 = 0
        /// Modules with their own objects.
        var models: [WeakModel] = []
        var waiters: [ObjectIdentifier: Waiter] = [:]
        /// Whether observers are still being notified of the latest state.
        var isTelling = false
        var following: Task<Void, Never>?
        var keeping: Task<Void, Never>?
        /// When the watch last received a message, in seconds since 1970.
        var lastSign = 0.0
        /// Why the connection ended; nil while it is open.
        var end: HomeError?
    }

    struct Waiter: Sendable {
        /// The latest position in each structure.
        let positions: Dictionary<String, StructurePosition>.Values
        let latch: Latch
    }

    let calls: RPCClient
    let configuration: HomeClientConfiguration
    let clock: any HomeClock
    /// Where the hub's pictures are, as "http://127.0.0.1:4327"; nil if they can't be fetched by a URL.
    let webAddress: String?
    /// Descriptors of traits that this program was not compiled with.
    let schemas = SchemaCache()
    /// What receives the commands of cameras, and the sessions over WebRTC that follow from them.
    let requestors = WebRTCRequestors()
    private let ownsCalls: Bool
    private let ready = Latch()
    private let state = Mutex(State())

    init(
        calls: RPCClient, ownsCalls: Bool, configuration: HomeClientConfiguration, clock: any HomeClock,
        webAddress: String? = nil
    ) {
        self.webAddress = webAddress
        self.calls = calls
        self.ownsCalls = ownsCalls
        self.configuration = configuration
        self.clock = clock
    }

    deinit {
        state.withLock { state in
            state.following?.cancel()
            state.keeping?.cancel()
        }
        if ownsCalls { Task { [calls] in await calls.close() } }
    }

    // MARK: State

    /// Reads the current state.
    func withCache<R: Sendable>(_ body: (borrowing HomeCache) -> R) -> R {
        state.withLock { body($0.machine.cache) }
    }

    /// Reads the current state, or returns the error that ended the connection.
    func look<R: Sendable>(_ body: (borrowing HomeCache) -> R) -> Result<R, HomeError> {
        state.withLock { state in
            if let end = state.end { .failure(end) } else { .success(body(state.machine.cache)) }
        }
    }

    var hubID: String? { state.withLock { $0.machine.hubID } }

    func observe(_ interest: Observers.Interest, _ wake: @escaping @Sendable () -> Void) -> Observers.Token {
        state.withLock { $0.observers.add(interest, wake) }
    }

    func stopObserving(_ token: Observers.Token) {
        state.withLock { $0.observers.remove(token) }
    }

    func addFeed(_ feed: any ChangeTaker) -> UInt64 {
        let (number, end) = state.withLock { state in
            state.lastFeed += 1
            if state.end == nil { state.feeds[state.lastFeed] = feed }
            return (state.lastFeed, state.end)
        }
        if let end { feed.end(end) }
        return number
    }

    func removeFeed(_ number: UInt64) {
        state.withLock { $0.feeds[number] = nil }
    }

    /// Registers a module's objects, which are not retained.
    ///
    /// - Returns: the present state. `model` receives every later change.
    func add(_ model: any ModelTaker) -> HomeObjects {
        let (objects, end) = state.withLock { state in
            state.models.removeAll { $0.value == nil }
            if state.end == nil { state.models.append(WeakModel(value: model)) }
            return (HomeObjects(state.machine.cache), state.end)
        }
        if let end { model.take([.ended(end)]) }
        return objects
    }

    // MARK: Opening and closing

    /// Starts watching, and returns when the complete state has been received.
    func open() async throws(HomeError) {
        let alarm = clock.schedule(after: configuration.connectTimeout) { [weak self] in
            guard let self, !self.withCache({ $0.isComplete }) else { return }
            self.close(
                HomeError(
                    .deadlineExceeded, "the hub did not send its state within \(self.configuration.connectTimeout)"))
        }
        let following = Task(executorPreference: calls.executor) { [weak self, clock, calls] in
            await Self.follow(WeakConnection(self), Hearth_V1_HomeClient(calls), clock)
        }
        state.withLock { $0.following = following }
        await ready.wait()
        alarm.cancel()
        if Task.isCancelled { close(HomeError(.cancelled, "connecting was cancelled")) }
        if let end = state.withLock({ $0.end }) { throw end }
    }

    /// Renews this program's client credential before it expires.
    func keepCredential() {
        let keeping = Task { [calls, clock] in
            await Hearth_V1_AccessClient(calls).keepCredential { await clock.sleep(for: $0) }
        }
        state.withLock { $0.keeping = keeping }
    }

    /// Closes the connection permanently. Publishers and later calls fail with `error`; if it is `.disconnected`,
    /// publishers that have sent a value finish instead.
    func close(_ error: HomeError) {
        typealias Ended = (
            wakers: [@Sendable () -> Void], feeds: [any ChangeTaker], models: [WeakModel], waiters: [Waiter],
            tasks: [Task<Void, Never>?]
        )
        let ended: Ended?
        ended = state.withLock { state in
            guard state.end == nil else { return nil }
            state.end = error
            defer {
                state.feeds = [:]
                state.models = []
                state.waiters = [:]
            }
            state.machine.closed(lastSign: state.lastSign)
            return (
                state.observers.everyone, Array(state.feeds.values), state.models, Array(state.waiters.values),
                [state.following, state.keeping]
            )
        }
        guard let ended else { return }
        for task in ended.tasks { task?.cancel() }
        for wake in ended.wakers { wake() }
        for feed in ended.feeds { feed.end(error == .disconnected ? nil : error) }
        for model in ended.models { model.value?.take([.ended(error)]) }
        for waiter in ended.waiters { waiter.latch.open() }
        ready.open()
    }

    /// Closes the connection at the app's request.
    func disconnect() async {
        close(.disconnected)
        if ownsCalls { await calls.close() }
    }

    /// Why the connection ended; nil while it is open.
    var end: HomeError? { state.withLock { $0.end } }

    func checkOpen() throws(HomeError) {
        if let end { throw end }
    }

    // MARK: The watch

    /// Starts a watch: returns its request, or nil if the connection has ended.
    func begin() -> Hearth_V1_WatchRequest? {
        state.withLock { $0.end == nil ? $0.machine.begin() : nil }
    }

    func identified(_ hubID: String) -> HomeError? {
        state.withLock { $0.machine.identified(hubID) }
    }

    func received(_ message: Hearth_V1_WatchResponse, _ watchdog: Watchdog) {
        let received = state.withLock { state -> (WatchMachine.Effects, isComplete: Bool)? in
            // Ignore messages that were in flight when the connection ended.
            guard state.end == nil else { return nil }
            state.isTelling = true
            state.lastSign = clock.sinceEpoch / .seconds(1)
            return (state.machine.received(message), state.machine.cache.isComplete)
        }
        guard let (effects, isComplete) = received else { return }
        if let limit = effects.silenceLimit { watchdog.watch(limit: limit) }
        carryOut(effects)
        if isComplete { ready.open() }
    }

    /// Handles the end of a watch: returns the delay before the next one, or nil for none.
    func ended(_ error: HomeError) -> Duration? {
        let (decision, isComplete) = state.withLock { state in
            (
                state.machine.ended(error, lastSign: state.lastSign, chance: .random(in: 0...1)),
                state.machine.cache.isComplete
            )
        }
        switch decision {
        case .retry where !isComplete:
            close(error)
            return nil
        case .retry(let pause, let effects):
            carryOut(effects)
            return pause
        case .close(let error):
            close(error)
            return nil
        }
    }

    private func carryOut(_ effects: WatchMachine.Effects) {
        let (wakers, feeds, models, news) = state.withLock { state in
            let feeds = effects.changes.isEmpty ? [] : state.feeds.ordered(by: \.key).map(\.value)
            let models = effects.steps.isEmpty ? [] : state.models
            // Messages are processed one at a time, so this is the state after this message.
            let news = models.isEmpty ? [] : effects.steps.map { ModelNews($0, state.machine.cache) }
            return (state.observers.concerned(by: effects.delta), feeds, models, news)
        }
        for wake in wakers { wake() }
        for feed in feeds { feed.take(effects.changes) }
        for model in models { model.value?.take(news) }
        let reached = state.withLock { state in
            state.isTelling = false
            let reached = state.waiters.filter { state.machine.cache.hasReached($0.value.positions) }
            for key in reached.keys { state.waiters[key] = nil }
            return Array(reached.values)
        }
        for waiter in reached { waiter.latch.open() }
    }

    /// Waits until the cache includes these positions and observers have been notified, so that reads after a call see
    /// its effect. Gives up after a timeout, since the call itself has succeeded.
    func reach(_ positions: [Hearth_V1_Position?]) async {
        let last = Dictionary(
            positions.compactMap { $0 }.map { ($0.structureID, StructurePosition($0)) },
            uniquingKeysWith: { $1.isAhead(of: $0) ? $1 : $0 })
        let waiter = Waiter(positions: last.values, latch: Latch())
        let key = ObjectIdentifier(waiter.latch)
        let mustWait = state.withLock { state in
            guard state.end == nil, state.isTelling || !state.machine.cache.hasReached(waiter.positions) else {
                return false
            }
            state.waiters[key] = waiter
            return true
        }
        guard mustWait else { return }
        let alarm = clock.schedule(after: configuration.truthTimeout) { waiter.latch.open() }
        await waiter.latch.wait()
        alarm.cancel()
        state.withLock { $0.waiters[key] = nil }
    }
}

extension HomeError {
    /// The error after the app has disconnected.
    static let disconnected = HomeError(.cancelled, "the home was disconnected")
}
