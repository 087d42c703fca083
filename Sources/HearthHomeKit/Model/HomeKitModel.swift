internal import Hearth
internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// The objects of one manager. They mirror the hub's reports, in order, and notify delegates.
///
/// There is one object for an ID as long as it exists. Objects change only on the main queue, one report after the
/// other, so that a delegate sees the home as of the change it is notified of. They can be read on any thread.
final class HomeKitModel: ModelTaker {
    /// All objects by their IDs on the hub.
    struct Table: Sendable {
        var homes: [String: HMHome] = [:]
        var rooms: [String: HMRoom] = [:]
        var zones: [String: HMZone] = [:]
        var groups: [String: HMServiceGroup] = [:]
        var users: [String: HMUser] = [:]
        var accessories: [String: HMAccessory] = [:]
        /// By the IDs of their automations. Empty built-in scenes are only in their homes.
        var actionSets: [String: HMActionSet] = [:]
        var triggers: [String: HMTrigger] = [:]
        /// See ``HomeKitModel/generation``.
        var generation = 0
        var caller: CachedCaller?
        /// Whether the hub is connected.
        var isLive = false
        /// Whether the primary home is provisional until the hub names the next one.
        var isPrimaryProvisional = false
        /// Whether the next change of the primary home is caused by this program, so that its delegate is not notified.
        var primaryChangeIsOwn = false
        /// The number of accessories that this program is adding.
        var additions = 0
        /// IDs of devices that were added meanwhile. Their delegate calls follow at the end of the addition.
        var unreported: [String] = []
    }

    private struct Inbox: Sendable {
        var news: [ModelNews] = []
        var isScheduled = false
        /// Whether news were dropped, so that a snapshot has to be applied.
        var isOverflown = false
        var end: HomeError?
    }

    private struct WeakManager: Sendable {
        weak var value: HMHomeManager?
    }

    /// The most news kept while the main queue is blocked. Beyond that they are dropped and a snapshot is applied
    /// later.
    static let newsLimit = 10_000

    let model: HomeModel
    /// The order of this program's calls.
    let order = CallOrder()
    /// The error that the connection has permanently ended with, once it has.
    let ended = OneShot<HomeError>()
    let table = Mutex(Table())
    private let inbox = Mutex(Inbox())
    private let owner = Mutex(WeakManager())

    init(_ model: HomeModel) { self.model = model }

    /// The manager; nil when the app has released it.
    var manager: HMHomeManager? {
        get { owner.withLock { $0.value } }
        set { owner.withLock { $0.value = newValue } }
    }

    /// Starts to mirror the hub. `loaded` is called on the main queue when all objects are loaded.
    func begin(_ loaded: @escaping @Sendable () -> Void) {
        // News that arrive in the meantime are applied after the snapshot.
        inbox.withLock { $0.isScheduled = true }
        let objects = model.add(self)
        MainQueue.run { [self] in
            replace(by: objects, tells: false)
            loaded()
            drain()
        }
    }

    // MARK: News

    func take(_ news: [ModelNews]) {
        let isFirst = inbox.withLock { inbox in
            for item in news {
                if case .ended(let error) = item { inbox.end = error }
            }
            inbox.news += news
            if inbox.news.count > Self.newsLimit {
                inbox.news = []
                inbox.isOverflown = true
            }
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if isFirst { MainQueue.run { [weak self] in self?.drain() } }
    }

    /// Applies the news in the inbox. Main queue.
    func drain() {
        let (news, isOverflown, end) = inbox.withLock { inbox in
            defer {
                inbox.news = []
                inbox.isScheduled = false
                inbox.isOverflown = false
            }
            return (inbox.news, inbox.isOverflown, inbox.end)
        }
        guard isOverflown else {
            for item in news { apply(item) }
            return
        }
        let objects = model.objects
        replace(by: objects, tells: true)
        apply(.live(objects.isLive))
        if let end { apply(.ended(end)) }
    }

    private func apply(_ news: ModelNews) {
        switch news {
        case .report(let report, let traits): apply(report, traits)
        case .replaced(let objects): replace(by: objects, tells: true)
        case .caller(let caller): set(caller, tells: true)
        case .live(let isLive): set(isLive: isLive)
        case .ended(let error): end(error)
        }
    }

    // MARK: Objects

    func home(_ id: String) -> HMHome? { table.withLock { $0.homes[id] } }
    func room(_ id: String) -> HMRoom? { table.withLock { $0.rooms[id] } }
    func zone(_ id: String) -> HMZone? { table.withLock { $0.zones[id] } }
    func group(_ id: String) -> HMServiceGroup? { table.withLock { $0.groups[id] } }
    func user(_ id: String) -> HMUser? { table.withLock { $0.users[id] } }
    func accessory(_ id: String) -> HMAccessory? { table.withLock { $0.accessories[id] } }
    var isLive: Bool { table.withLock { $0.isLive } }

    /// The service of a reference; nil if the accessory has no such service.
    func service(_ reference: ServiceReference) -> HMService? {
        accessory(reference.deviceID)?.services.first { $0.reference == reference }
    }
}
