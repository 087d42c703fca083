public import Foundation
public import Hearth
internal import HearthBase
internal import Synchronization

/// The homes of this program's person: all structures that the hub shows, own and shared ones (HK-03, HK-11).
///
/// A manager connects when it is made, in the background. Until the delegate's
/// ``HMHomeManagerDelegate/homeManagerDidUpdateHomes(_:)`` there are no homes (HK-04). Keep it as long as its objects are
/// used, and use it and them from the main queue, which has to run: delegates and completion handlers are called there.
public final class HMHomeManager: NSObject, Sendable {
    private struct State: Sendable {
        var delegate = ManagerDelegate()
        var homes: [HMHome] = []
        var primary: HMHome?
        var status: HMHomeManagerAuthorizationStatus = []
        var model: HomeKitModel?
        var connecting: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Makes a manager of the hub that this app was connected to last, else of the one that the user claimed last, else of
    /// the one on this machine; see `Home.connect(configuration:)`.
    public override convenience init() { self.init { try await Home.connect() } }

    /// Makes a manager of a connected home. When that is disconnected, the manager stays without.
    public convenience init(home: Home) { self.init(pause: nil) { home } }

    /// Makes a manager of a hub by the name that it was claimed under, its address or its link; see
    /// `Home.connect(to:tls:token:configuration:)`.
    public convenience init(hub: String) { self.init { try await Home.connect(to: hub) } }

    /// Makes a manager of what `connect` connects to.
    ///
    /// - Parameter pause: how long to wait before it is tried again, where nobody could be reached; thirty times as long
    ///   where this program may see nothing at the moment, as a guest outside of the hours. nil to try once.
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
    }

    deinit { state.withLock { $0.connecting?.cancel() } }

    private static func isNobodyThere(_ error: any Error) -> Bool {
        guard let code = (error as? HomeError)?.code else { return false }
        return code == .unavailable || code == .deadlineExceeded
    }

    /// How long to wait before the next try; nil where it would be in vain.
    private static func wait(after error: any Error, _ pause: Duration) -> Duration? {
        if isNobodyThere(error) { return pause }
        return (error as? HomeError)?.code == .permissionDenied ? pause * 30 : nil  // in range: a pause of ours
    }

    /// In a line: `HMHomeManager(2 homes)`.
    public override var description: String { "HMHomeManager(\(homes.count) homes)" }

    // MARK: What apps see

    /// Hears of homes; not retained.
    public var delegate: (any HMHomeManagerDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = ManagerDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// Whether the hub knows this program; empty until that is known.
    public var authorizationStatus: HMHomeManagerAuthorizationStatus { state.withLock { $0.status } }

    /// The homes; empty until they are loaded (HK-04).
    public var homes: [HMHome] { state.withLock { $0.homes } }

    /// The primary home; nil until homes are loaded (HK-04), and if there is none.
    public var primaryHome: HMHome? { state.withLock { $0.primary } }

    /// Adds a home (HK-05). The first one becomes primary (HK-08).
    ///
    /// - Throws: ``HMError``: 32 if another home has such a name, 17 if this program may not, and those of names.
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

    /// Adds a home (HK-05). The first one becomes primary (HK-08).
    public func addHome(
        withName homeName: String, completionHandler completion: @escaping (HMHome?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addHome(withName: homeName) }
    }

    /// Removes a home with all it holds (HK-06). If it was primary, another one becomes so (HK-09).
    ///
    /// - Throws: ``HMError``: 2 if it was removed already, 17 if this person is not an owner of it. Only the hub's owner
    ///   may remove the last home of the hub.
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

    /// Removes a home with all it holds (HK-06). If it was primary, another one becomes so (HK-09).
    public func removeHome(_ home: HMHome, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion, [.home(home.id)]) { try await self.removeHome(home) }
    }

    /// Makes a home the primary one, for all programs of the person (HK-10).
    ///
    /// - Throws: ``HMError`` with code 2 if the home was removed.
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

    /// Does something after which another home may be primary, which this program is not told then (HK-80).
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

    /// Makes a home the primary one, for all programs of the person (HK-10).
    public func updatePrimaryHome(_ home: HMHome, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updatePrimaryHome(home) }
    }

    // MARK: Invitations

    // Not the closure itself in the mutex: it would be wrapped once more each time that it is looked at.
    private struct Presenter: Sendable {
        let present: @Sendable (HMHome, HubLink) -> Void
    }
    private static let presenter = Mutex<Presenter?>(nil)

    /// Shows an invitation to a home to whoever is to be invited, as text or as a QR code. It is called on the main queue
    /// where HomeKit shows a screen of its own, by ``HMHome/manageUsers(completionHandler:)`` and
    /// ``HMHome/addUser(completionHandler:)``. Default: none, so that these fail.
    public static var invitationPresenter: (@Sendable (HMHome, HubLink) -> Void)? {
        get { presenter.withLock { $0 }?.present }
        set { presenter.withLock { $0 = newValue.map { Presenter(present: $0) } } }
    }

    // MARK: For the model

    var model: HomeKitModel? { state.withLock { $0.model } }

    /// Follows a connected home. Returns what comes when its connection has ended for good.
    private func follow(_ home: HomeModel) -> OneShot<HomeError> {
        let model = HomeKitModel(home)
        model.manager = self
        state.withLock { $0.model = model }
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

    /// Returns whether it was another one.
    func setPrimary(_ home: HMHome?) -> Bool {
        state.withLock { state in
            guard state.primary !== home else { return false }
            state.primary = home
            return true
        }
    }

    /// The hub does not know this program, or not any more. Main queue.
    func refused(_ error: any Error) {
        state.withLock { $0.status = [.determined, .restricted] }
        toldDelegate { $0.homeManager($1, didUpdate: [.determined, .restricted]) }
    }

    /// Calls the delegate. Main queue.
    func toldDelegate(_ tell: (any HMHomeManagerDelegate, HMHomeManager) -> Void) {
        if let delegate { tell(delegate, self) }
    }
}
