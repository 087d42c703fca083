public import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthTLS
internal import Synchronization

/// Access control of a hub: authenticates clients by keys and tokens, admits new ones by invitation codes, and ends
/// revoked and expired credentials.
///
/// Authentication is answered from memory. Changes are durable when the call returns; wrong codes before the answer,
/// wrong tokens within a second.
///
/// `state` guards credentials, invitations, failed tries and changes that are not stored; `browsers` the sessions of
/// browsers; `sweeper` the next sweep and the task that stores changes. `claiming`, `ending` and `home` guard closures
/// and a reference, which are used without them. ``KeyedResults`` have locks of their own. None of these is taken under
/// another.
public final class AccessControl: Sendable {
    /// Settings that may differ between hubs.
    public struct Options: Sendable {
        /// Which users of this machine are the owner without a credential. Default: the user that the hub runs as.
        public var localOwnership = LocalOwnership.user
        /// How the hub was installed, for callers without rights. Default: a program that a user starts.
        public var installation = Installation.program
        /// The ID of the user of this machine whose processes are the cameras' program, and no owners whatever
        /// `localOwnership` says. It is neither the hub's user nor root. nil by default.
        package var camerasUser: UInt32?
        /// Lifetimes and limits.
        public var limits = AccessLimits()
        /// Returns the given number of cryptographically secure random bytes. Default: the system's generator.
        public var random: @Sendable (_ count: Int) -> [UInt8] = { SecureRandom.bytes($0) }
        /// The user and group that the hub runs as. Default: this process's.
        public var user = Peer.User.ofThisProcess

        /// The default options.
        public init() {}
    }

    /// A new invitation code. It is shown to the inviting person and not stored.
    public struct Invitation: Hashable, Sendable {
        /// The ID, for withdrawing it.
        public let id: String
        /// The code, 22 characters.
        public let code: String
        /// When it expires, in seconds since 1970.
        public let expiresAt: Int64
    }

    let options: Options
    let store: any HomeStorage
    let clock: any HomeClock
    let notice: @Sendable (String) -> Void
    let state: Mutex<AccessState>
    /// The hub's ID, which browsers sign for.
    public let hubID: String
    let challenges: Challenges
    let browsers = Mutex(BrowserSessions())
    let claiming = Mutex<[@Sendable (StoredCredential) -> Void]>([])
    let ending = Mutex<[@Sendable (_ credential: String) -> Void]>([])
    let tokens: KeyedResults<(token: String, credential: StoredCredential)>
    let codes: KeyedResults<Invitation>
    let home = Mutex<(any HomeMembership)?>(nil)
    let sweeper = Mutex(Sweeper())

    struct Sweeper {
        var action: (any ScheduledAction)?
        /// Stores recorded changes; each task waits for the previous one.
        var writer: Task<Void, Never>?
        /// Whether changes were stored less than a second ago.
        var isWriting = false
        var isClosed = false
    }

    /// Loads the state from a store.
    ///
    /// - Parameters:
    ///   - store: stores the state; it must stay open until ``close()``.
    ///   - clock: the hub's clock.
    ///   - options: settings.
    ///   - notice: called with messages for a log. They contain no secrets.
    public static func open(
        store: any HomeStorage, clock: any HomeClock = SystemClock(), options: Options = Options(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(StoreError) -> AccessControl {
        let access = AccessControl(
            store: store, clock: clock, options: options, notice: notice, stored: try await store.loadAccess())
        // Stored before anything else: otherwise the next start would correct the same times again.
        var unstored = access.state.withLock(\.self)
        do throws(StoreError) {
            try await store.commit(StoreTransaction(access: unstored.takeUnstored()))
            access.state.withLock { _ = $0.takeUnstored() }
        } catch {
            // It is stored later; a full disk must not lock anyone out.
            guard error.code == .diskFull else { throw error }
        }
        let lag = access.now { _, time in time } - access.wallClock
        if lag > 3_600 {
            notice(
                "the clock is \(lag / 3_600) hours behind the latest known time; the hub uses the latest known time, "
                    + "so that expired access stays expired; set the clock")
        }
        access.sweepLater()
        return access
    }

    private init(
        store: any HomeStorage, clock: any HomeClock, options: Options, notice: @escaping @Sendable (String) -> Void,
        stored: StoredAccess
    ) {
        self.store = store
        self.clock = clock
        self.options = options
        self.notice = notice
        hubID = stored.hubID
        challenges = Challenges(key: options.random(32))
        tokens = KeyedResults(limits: options.limits)
        codes = KeyedResults(limits: options.limits)
        state = Mutex(
            AccessState(
                stored, wallClock: clock.sinceEpoch.components.seconds, monotonic: clock.now, limits: options.limits))
    }

    /// Registers an observer that gets the ID of each credential that is revoked or expires. Pass it to
    /// `RPCServer.revoke(credential:)`.
    public func onEnd(_ body: @escaping @Sendable (_ credential: String) -> Void) {
        ending.withLock { $0.append(body) }
    }

    /// Registers an observer that gets each new client.
    public func onClaim(_ body: @escaping @Sendable (StoredCredential) -> Void) {
        claiming.withLock { $0.append(body) }
    }

    /// Stores changes that are only in memory so far. Call this before closing the store.
    public func close() async {
        let writer = sweeper.withLock { sweeper in
            sweeper.action?.cancel()
            sweeper.action = nil
            sweeper.isClosed = true
            return sweeper.writer
        }
        // Earlier writes must finish first, while the store is open.
        await writer?.value
        state.withLock { $0.endRefusals() }
        await sweep()
        await write([now { state, _ in state.sawTime }])
    }

    private var wallClock: Int64 { clock.sinceEpoch.components.seconds }

    /// Reads or changes the state at the current time.
    func now<R: Sendable, E: Error>(_ body: (inout AccessState, Int64) throws(E) -> R) throws(E) -> R {
        let (wallClock, monotonic) = (wallClock, clock.now)
        let (result, isStoreBehind) = try state.withLock { (state) throws(E) in
            (try body(&state, state.time(wallClock: wallClock, monotonic: monotonic)), state.isStoreBehind)
        }
        if isStoreBehind { writeSoon() }
        return result
    }

    func commit(_ changes: [AccessChange]) async throws(RPCError) {
        guard !changes.isEmpty else { return }
        do throws(StoreError) {
            try await store.commit(StoreTransaction(access: changes))
        } catch {
            throw RPCError(.unavailable, "the hub cannot store its access data: \(error.message)", cause: error)
        }
    }
}
