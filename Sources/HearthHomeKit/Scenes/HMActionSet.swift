public import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthBase
internal import HearthWire
internal import Synchronization

/// A scene: what is written to many accessories at once (HK-46). It is an automation of the hub that people run.
public final class HMActionSet: NSObject, Sendable {
    struct State: Sendable {
        /// nil for a built-in scene that nobody has put anything into.
        var record: CachedAutomation?
        /// What ``record`` does; nil until somebody asks.
        var content: Content?
        /// What this program has sent last, which is known better than it can be read from a program.
        var sent: ScenePlan?
        var isExecuting = false
        /// Who waits for the end of a run.
        var waiters: [OneShot<Bool>] = []
    }

    /// What a program does, and the objects that show it.
    struct Content: Sendable {
        var plan: ScenePlan
        var actions: [CharacteristicReference: HMAction]
        /// The accessories that it was read with.
        var generation: Int
        /// The revision of the automation that has it; 0 for a built-in scene without one.
        var revision: UInt64
    }

    let state: Mutex<State>
    let builtIn: BuiltInScene?
    let homeID: String
    private let hubID: String
    weak let model: HomeKitModel?

    init(_ record: CachedAutomation, _ model: HomeKitModel) {
        state = Mutex(State(record: record))
        builtIn = nil
        homeID = record.structureID
        hubID = record.id
        self.model = model
    }

    init(_ builtIn: BuiltInScene, of homeID: String, _ model: HomeKitModel) {
        state = Mutex(State())
        self.builtIn = builtIn
        self.homeID = homeID
        hubID = "\(homeID)/\(builtIn.type)"
        self.model = model
    }

    /// In a line: `HMActionSet("Good Night", 3 actions)`.
    public override var description: String { "HMActionSet(\"\(name)\", \(actions.count) actions)" }

    /// The name.
    public var name: String { state.withLock { $0.record?.name } ?? builtIn?.name ?? "" }
    /// Identifies the scene: the same for all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: hubID, kind: "scene") }
    /// What it is for: ``HMActionSetTypeUserDefined`` or another of these constants (HK-48).
    public var actionSetType: String { builtIn?.type ?? state.withLock { $0.record?.program?.scene }?.type ?? "" }
    /// What it does; in no order. Actions of accessories that were removed are not among them.
    public var actions: Set<HMAction> { Set(content.actions.values) }
    /// Whether it is being carried out.
    public var isExecuting: Bool { state.withLock { $0.isExecuting || $0.record?.isRunning == true } }
    /// When it was carried out last; nil if it never was.
    public var lastExecutionDate: Date? {
        state.withLock { $0.record?.lastStart }.map { Date(timeIntervalSince1970: $0 / .seconds(1)) }
    }

    // MARK: Changes

    /// Renames the scene.
    ///
    /// - Throws: ``HMError``: 31 if something in the home has such a name, 17 for guests, 48 for a scene of a trigger, and
    ///   those of names.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try checkEditable()
            let home = try present()
            try home.checkFree(name, for: "the scene", except: self)
            try await Operation(model).untilUndisturbed(in: homeID) {
                guard let id = automationID else {
                    guard let builtIn else { return }
                    _ = try await create(name, ScenePlan.program(builtIn.scene))
                    return
                }
                try await Operation(model).run {
                    try await $0.updateAutomation(id, name: name)
                } settle: {
                    .automation($0)
                }
            }
        }
    }

    /// Renames the scene.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Adds something that the scene does.
    ///
    /// - Throws: ``HMError``: 30 for an action of another scene, 1 if the scene writes to the characteristic already, 11 for
    ///   a characteristic of another home, 5, 43 to 46 and 51 for what can't be written, 17 for guests.
    public func addAction(_ action: HMAction) async throws {
        action.core.expect(self)
        try await inOrder {
            let home = try present()
            let core = action.core
            guard core.scene == nil || core.scene === self else {
                throw HMError(
                    .actionInAnotherActionSet,
                    "the action is in \(core.scene?.name ?? "another scene"); make another one for \(name)")
            }
            let reference = try core.checkedReference(in: home)
            let value = try core.value.get()
            try await edit(adding: [reference: core]) { plan throws(HMError) in
                guard plan.writes[reference] == nil else {
                    throw HMError(
                        .alreadyExists,
                        "\(self.name) writes to \(core.characteristic.localizedDescription) already; give that action another value"
                    )
                }
                plan.set(try home.fitted(value, to: reference), of: reference)
            }
        }
    }

    /// Adds something that the scene does.
    public func addAction(_ action: HMAction, completionHandler completion: @escaping ((any Error)?) -> Void) {
        action.core.expect(self)
        complete(completion) { try await self.addAction(action) }
    }

    /// Takes something out of the scene.
    ///
    /// - Throws: ``HMError``: 2 if the scene does not do it, 17 for guests.
    public func removeAction(_ action: HMAction) async throws {
        try await inOrder {
            let core = action.core
            guard core.scene === self, let reference = core.reference else {
                throw HMError(.notFound, "the action is not in \(name)")
            }
            try await edit { plan throws(HMError) in
                guard plan.writes[reference] != nil else {
                    throw HMError(.notFound, "the action is not in \(self.name) any more")
                }
                plan.set(nil, of: reference)
            }
            core.scene = nil
        }
    }

    /// Takes something out of the scene.
    public func removeAction(_ action: HMAction, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeAction(action) }
    }

    func update(_ action: ActionCore, to value: CharacteristicValue) async throws {
        let home = try present()
        let reference = try action.checkedReference(in: home)
        try await edit { plan throws(HMError) in
            guard plan.writes[reference] != nil else {
                throw HMError(.notFound, "the action is not in \(self.name) any more")
            }
            plan.set(try home.fitted(value, to: reference), of: reference)
        }
    }
}
