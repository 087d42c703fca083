internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The people of a home: their roles and grants, joining by invitation, presence, and what follows when a membership
/// changes.
///
/// Its lock guards the list of observers, which are called without it.
final class HomePeople: Sendable {
    let clock: any HomeClock
    private let environment: HubEnvironment
    let directory: HomeDirectory
    let saver: HomeSaver
    let changes: HomeChanges
    let editor: HomeEditor
    let watches: WatchCenter
    /// Closures that are called when a person has left the last structure.
    private let observers = Mutex<[@Sendable (String) -> Void]>([])

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, changes: HomeChanges,
        editor: HomeEditor, watches: WatchCenter
    ) {
        clock = environment.clock
        self.environment = environment
        self.directory = directory
        self.saver = saver
        self.changes = changes
        self.editor = editor
        self.watches = watches
    }

    var limits: HubLimits { environment.limits }

    /// Registers a closure that is called with the identity of a person who is not a member of any structure any more,
    /// once that is stored. It is not called for the hub's owner.
    func observeLeaving(_ body: @escaping @Sendable (String) -> Void) { observers.withLock { $0.append(body) } }

    /// Notifies watches and observers after a change of memberships was stored.
    func membershipsChanged(of identities: Set<String>) {
        watches.notifyCallers(identities)
        watches.endBlindWatches()
        watches.followHours()
        for identity in identities.ordered() where identity != Principal.hubOwner && !directory.isMember(identity) {
            for observer in observers.withLock({ $0 }) { observer(identity) }
        }
    }
}
