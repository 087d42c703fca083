internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthTLS
internal import Synchronization

/// Who may use a hub: knows clients by their keys and tokens, lets new ones in by codes, and ends what was revoked or
/// came to its end.
///
/// It answers from memory and never waits. What it is asked to change is durable when the call returns; wrong tries
/// count at once, and are durable before they are answered (codes) or within a second (tokens).
public final class AccessControl: Sendable {
    /// What may differ from hub to hub.
    public struct Options: Sendable {
        /// Whether peers on this machine (loopback, and Unix sockets of the hub's own user) are the owner.
        public var localOwner = true
        /// How long things last and how many there may be.
        public var limits = AccessLimits()
        /// Gives so many bytes that nobody can guess.
        public var random: @Sendable (_ count: Int) -> [UInt8] = { SecureRandom.bytes($0) }
        /// The user that the hub runs as.
        public var userID: UInt32 = ownUserID()

        public init() {}
    }

    /// A code that was just made. It is shown now and kept nowhere.
    public struct Invitation: Hashable, Sendable {
        public let code: String
        /// Seconds since 1970.
        public let expiresAt: Int64
    }

    let options: Options
    let store: HomeStore
    let clock: any HomeClock
    let notice: @Sendable (String) -> Void
    let state: Mutex<AccessState>
    let claiming = Mutex<[@Sendable (StoredCredential) -> Void]>([])
    let ending = Mutex<[@Sendable (_ credential: String) -> Void]>([])
    let sweeper = Mutex<(action: (any ScheduledAction)?, isWriting: Bool, isClosed: Bool)>((nil, false, false))

    /// Reads who may use the hub.
    ///
    /// - Parameter notice: told, for a log, what no caller hears of. No secret is in it.
    public static func open(
        store: HomeStore, clock: any HomeClock = SystemClock(), options: Options = Options(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(StoreError) -> AccessControl {
        let access = AccessControl(
            store: store, clock: clock, options: options, notice: notice, stored: try await store.loadAccess())
        let lag = access.state.withLock { $0.lag(access.wallClock) }
        if lag > 3_600 {
            notice(
                "the clock is \(lag / 3_600) hours behind what it once was; until it has caught up, nothing that "
                    + "has ended comes to life again")
        }
        access.sweepLater()
        return access
    }

    private init(
        store: HomeStore, clock: any HomeClock, options: Options, notice: @escaping @Sendable (String) -> Void,
        stored: StoredAccess
    ) {
        self.store = store
        self.clock = clock
        self.options = options
        self.notice = notice
        state = Mutex(AccessState(stored, limits: options.limits))
    }

    /// Has `body` called with the id of each credential that is revoked or comes to its end: what it opened is to end
    /// (``RPCServer/revoke(credential:)``).
    public func onEnd(_ body: @escaping @Sendable (_ credential: String) -> Void) {
        ending.withLock { $0.append(body) }
    }

    /// Has `body` called with each client that comes in by a code.
    public func onClaim(_ body: @escaping @Sendable (StoredCredential) -> Void) {
        claiming.withLock { $0.append(body) }
    }

    /// Stores what was only counted. Call it before the store is closed.
    public func close() async {
        sweeper.withLock { sweeper in
            sweeper.action?.cancel()
            sweeper.action = nil
            sweeper.isClosed = true
        }
        await sweep()
        let time = now { _, time in time }
        await write([.sawTime(time)])
    }

    private var wallClock: Int64 { clock.sinceEpoch.components.seconds }

    /// Looks at or changes the state of this moment.
    func now<R: Sendable, E: Error>(_ body: (inout AccessState, Int64) throws(E) -> R) throws(E) -> R {
        let wallClock = wallClock
        return try state.withLock { (state) throws(E) in try body(&state, state.time(wallClock)) }
    }

    func commit(_ changes: [AccessChange]) async throws(RPCError) {
        guard !changes.isEmpty else { return }
        do throws(StoreError) {
            try await store.commit(changes)
        } catch {
            throw RPCError(.unavailable, "the hub can't store who may use it: \(error.message)", cause: error)
        }
    }
}
