public import Foundation
public import Hearth
internal import HearthBase
internal import Synchronization

/// The homes that the hub shows to this program's user: own and shared ones.
///
/// A manager connects in the background as soon as it is created. It has no homes until the delegate's
/// ``HMHomeManagerDelegate/homeManagerDidUpdateHomes(_:)``. Keep it as long as its objects are used, and use both from
/// the main queue, which must run, as delegates and completion handlers are called there.
public final class HMHomeManager: NSObject, Sendable {
    private struct State: Sendable {
        var delegate = ManagerDelegate()
        var homes: [HMHome] = []
        var primary: HMHome?
        var status: HMHomeManagerAuthorizationStatus = []
        var model: HomeKitModel?
        var connecting: Task<Void, Never>?
    }

    private struct Newest: Sendable {
        weak var value: HMHomeManager?
    }

    private let state = Mutex(State())
    /// Opens when the manager has connected for the first time.
    let begun = Latch()
    private static let newestManager = Mutex(Newest())

    /// The manager that the program created last; nil if it has none.
    static var newest: HMHomeManager? { newestManager.withLock { $0.value } }

    /// Creates a manager of the hub that this app was last connected to, else of the one that the user claimed last,
    /// else of the one on this machine; see `Home.connect(configuration:)`.
    public override convenience init() { self.init { try await Home.connect() } }

    /// Creates a manager of a connected home. Once that home disconnects, the manager stays offline.
    public convenience init(home: Home) { self.init(pause: nil) { home } }

    /// Creates a manager of a hub by the name it was claimed under, its address or its link; see
    /// `Home.connect(to:tls:token:configuration:)`.
    public convenience init(hub: String) { self.init { try await Home.connect(to: hub) } }

    /// Creates a manager of the home that `connect` returns.
    ///
    /// - Parameter pause: the delay between attempts while the hub is unreachable; thirty times as long while the hub
    ///   denies access, as to a guest outside of the allowed hours. nil for a single attempt.
    init(pause: Duration? = .seconds(2), _ connect: @escaping @Sendable () async throws -> Home) {
        super.init()
        let connecting = Task { [weak self] in
            while !Task.isCancelled {
                let failure: any Error
                do {
                    let home = try await connect()
                    guard let ended = self?.follow(HomeModel(home)), let error = await ended.wait() else { return }
                    failure = error
                } catch {
                    failure = error
                    if !Self.isNobodyThere(error) { MainQueue.run { [weak self] in self?.refused(error) } }
                }
                guard let pause, let wait = Self.wait(after: failure, pause) else { return }
                try? await Task.sleep(for: wait)
            }
        }
        state.withLock { $0.connecting = connecting }
        Self.newestManager.withLock { $0.value = self }
    }

    deinit { state.withLock { $0.connecting?.cancel() } }

    private static func isNobodyThere(_ error: any Error) -> Bool {
        guard let code = (error as? HomeError)?.code else { return false }
        return code == .unavailable || code == .deadlineExceeded
    }

    /// The delay before the next attempt; nil if retrying is pointless.
    private static func wait(after error: any Error, _ pause: Duration) -> Duration? {
        if isNobodyThere(error) { return pause }
        return (error as? HomeError)?.code == .permissionDenied ? pause * 30 : nil  // in range: a pause of ours
    }

    /// A one-line description, such as `HMHomeManager(2 homes)`.
    public override var description: String { "HMHomeManager(\(homes.count) homes)" }

    // MARK: Homes

    /// Receives changes of the list of homes; not retained.
    public var delegate: (any HMHomeManagerDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = ManagerDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// Whether the hub grants this program access; empty until that is known.
    public var authorizationStatus: HMHomeManagerAuthorizationStatus { state.withLock { $0.status } }

    /// The homes; empty until they are loaded.
    public var homes: [HMHome] { state.withLock { $0.homes } }

    /// The primary home; nil until homes are loaded, or without homes (HomeKit documentation,
    /// HMHomeManager.primaryHome).
    public var primaryHome: HMHome? { state.withLock { $0.primary } }

    /// Adds a home. The first one becomes the primary home.
    ///
    /// - Throws: ``HMError``: `homeWithSimilarNameExists` if another home has a similar name; `insufficientPrivileges`
    ///   if this user may not add homes; a code for an invalid name, as in ``HMHome/updateName(_:)``.
    public func addHome(withName homeName: String) async throws -> HMHome {
        try await inOrder {
            let record = try await changingPrimary(homes.isEmpty) {
                try await Operation(self.model).run {
                    try await $0.createStructure(name: homeName)
                } settle: {
                    .structure($0)
                }
            }
            return try made(model?.home(record.id), "home", homeName)
        }
    }

    /// Adds a home. The first one becomes the primary home.
    public func addHome(
        withName homeName: String, completionHandler completion: @escaping (HMHome?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addHome(withName: homeName) }
    }

    /// Removes a home and everything in it. If it was primary, another home becomes primary.
    ///
    /// - Throws: ``HMError``: `notFound` if it was removed already; `insufficientPrivileges` if this person is not an
    ///   owner of it. Only the hub's owner may remove the last home of the hub.
    public func removeHome(_ home: HMHome) async throws {
        try await inOrder([.home(home.id)]) {
            try await changingPrimary(home === primaryHome) {
                try await Operation(self.model).run {
                    try await $0.deleteStructure(home.id)
                } settle: {
                    .structureRemoved(home.id)
                }
            }
        }
    }

    /// Removes a home and everything in it. If it was primary, another home becomes primary.
    public func removeHome(_ home: HMHome, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion, [.home(home.id)]) { try await self.removeHome(home) }
    }

    /// Makes a home the primary one in all programs of this user.
    ///
    /// - Throws: ``HMError`` with the code `notFound` if the home was removed.
    public func updatePrimaryHome(_ home: HMHome) async throws {
        try await inOrder {
            guard home !== primaryHome else { return }
            let caller = try await changingPrimary(true) {
                try await Operation(self.model).run { try await $0.setPrimary(home.id) }
            }
            let model = model
            await MainQueue.result { model?.set(caller, tells: false) }
        }
    }

    /// Runs a change that may also change the primary home, without notifying this program's delegate of it.
    private func changingPrimary<Answer: Sendable>(
        _ isOwn: Bool, _ work: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard isOwn else { return try await work() }
        model?.table.withLock { $0.primaryChangeIsOwn = true }
        do {
            return try await work()
        } catch {
            model?.table.withLock { $0.primaryChangeIsOwn = false }
            throw error
        }
    }

    /// Makes a home the primary one in all programs of this user.
    public func updatePrimaryHome(_ home: HMHome, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updatePrimaryHome(home) }
    }

    // MARK: Invitations

    // A struct, because a closure stored directly in the mutex is wrapped again by each access.
    private struct Presenter: Sendable {
        let present: @Sendable (HMHome, HubLink) -> Void
    }
    private static let presenter = Mutex<Presenter?>(nil)

    /// Shows an invitation to a home to the invited person, as text or as a QR code. It is called on the main queue by
    /// ``HMHome/manageUsers(completionHandler:)`` and ``HMHome/addUser(completionHandler:)``, where HomeKit shows its
    /// own screen. Default: nil, so that these calls fail.
    public static var invitationPresenter: (@Sendable (HMHome, HubLink) -> Void)? {
        get { presenter.withLock { $0 }?.present }
        set { presenter.withLock { $0 = newValue.map { Presenter(present: $0) } } }
    }

    // MARK: Choosing accessories

    // A struct, because a closure stored directly in the mutex is wrapped again by each access.
    private struct Chooser: Sendable {
        let choose: @MainActor @Sendable (HMHome, [HMAccessory]) async -> [HMAccessory]
    }
    private static let chooser = Mutex<Chooser?>(nil)

    /// Lets the user choose among accessories that the hub has found, and returns the chosen ones.
    /// ``HMHome/addAndSetupAccessories(completionHandler:)`` calls it, where HomeKit shows its own screen. Default: nil,
    /// so that the call fails.
    public static var accessoryChooser: (@MainActor @Sendable (HMHome, [HMAccessory]) async -> [HMAccessory])? {
        get { chooser.withLock { $0 }?.choose }
        set { chooser.withLock { $0 = newValue.map { Chooser(choose: $0) } } }
    }

    // MARK: For the model

    var model: HomeKitModel? { state.withLock { $0.model } }

    /// Starts to mirror a connected home. Returns the error that its connection ends with.
    private func follow(_ home: HomeModel) -> OneShot<HomeError> {
        let model = HomeKitModel(home)
        model.manager = self
        state.withLock { $0.model = model }
        begun.open()
        model.begin { [weak self] in
            self?.state.withLock { $0.status = [.determined, .authorized] }
            self?.toldDelegate { delegate, manager in
                delegate.homeManager(manager, didUpdate: manager.authorizationStatus)
                delegate.homeManagerDidUpdateHomes(manager)
            }
        }
        return model.ended
    }

    func add(_ home: HMHome) { state.withLock { $0.homes.append(home) } }

    func remove(_ home: HMHome) { state.withLock { $0.homes.removeAll { $0 === home } } }

    /// Returns whether the primary home changed.
    func setPrimary(_ home: HMHome?) -> Bool {
        state.withLock { state in
            guard state.primary !== home else { return false }
            state.primary = home
            return true
        }
    }

    /// The hub refuses this program, from the start or since now. Main queue.
    func refused(_ error: any Error) {
        state.withLock { $0.status = [.determined, .restricted] }
        toldDelegate { $0.homeManager($1, didUpdate: [.determined, .restricted]) }
    }

    /// Calls the delegate. Main queue.
    func toldDelegate(_ tell: (any HMHomeManagerDelegate, HMHomeManager) -> Void) {
        if let delegate { tell(delegate, self) }
    }
}
