public import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthWire
internal import Synchronization

/// A scene: a set of writes to many accessories. It is an automation of the hub that people run.
public final class HMActionSet: NSObject, Sendable {
    struct State: Sendable {
        /// nil for a built-in scene that is still empty.
        var record: CachedAutomation?
        /// The content of ``record``; nil until first read.
        var content: Content?
        /// The plan that this program sent last. It is preferred to one read from the program, as reading can be
        /// ambiguous.
        var sent: ScenePlan?
        var isExecuting = false
        /// Callers that wait for the end of a run.
        var waiters: [OneShot<Bool>] = []
    }

    /// The plan of a program, and the objects that show it.
    struct Content: Sendable {
        var plan: ScenePlan
        var actions: [CharacteristicReference: HMAction]
        /// The ``HomeKitModel/generation`` of the accessories that it was read with.
        var generation: Int
        /// The revision of the automation that it was read from; 0 for a built-in scene without one.
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

    /// A one-line description, such as `HMActionSet("Good Night", 3 actions)`.
    public override var description: String { "HMActionSet(\"\(name)\", \(actions.count) actions)" }

    /// The name.
    public var name: String { state.withLock { $0.record?.name } ?? builtIn?.name ?? "" }
    /// Identifies the scene; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: hubID, kind: "scene") }
    /// The type: one of the `HMActionSetType` constants, such as ``HMActionSetTypeUserDefined``.
    public var actionSetType: String { builtIn?.type ?? state.withLock { $0.record?.program?.scene }?.type ?? "" }
    /// The actions, in no order. Actions of removed accessories are left out.
    public var actions: Set<HMAction> { Set(content.actions.values) }
    /// Whether it is running.
    public var isExecuting: Bool { state.withLock { $0.isExecuting || $0.record?.isRunning == true } }
    /// When it last ran; nil if it never did.
    public var lastExecutionDate: Date? {
        state.withLock { $0.record?.lastStart }.map { Date(timeIntervalSince1970: $0 / .seconds(1)) }
    }

    // MARK: Changes

    /// Renames the scene.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; `operationNotSupported` for a scene that a trigger owns; a code for an
    ///   invalid name, as in ``HMHome/updateName(_:)``.
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

    /// Adds an action.
    ///
    /// - Throws: ``HMError``: `actionInAnotherActionSet` for an action of another scene; `alreadyExists` if the scene
    ///   writes to the characteristic already; `objectAssociatedToAnotherHome` for a characteristic of another home;
    ///   `readOnlyCharacteristic`, `invalidValueType`, `valueLowerThanMinimum`, `valueHigherThanMaximum`,
    ///   `stringLongerThanMaximum` or `stringShorterThanMinimum` for an invalid write; `insufficientPrivileges` for
    ///   guests.
    public func addAction(_ action: HMAction) async throws {
        action.core.expect(self)
        try await inOrder {
            let home = try present()
            let core = action.core
            guard core.scene == nil || core.scene === self else {
                throw HMError(
                    .actionInAnotherActionSet,
                    "the action is in \(core.scene?.name ?? "another scene"); create a new one for \(name)")
            }
            let reference = try core.checkedReference(in: home)
            let value = try core.value.get()
            try await edit(adding: [reference: core]) { plan throws(HMError) in
                guard plan.writes[reference] == nil else {
                    throw HMError(
                        .alreadyExists,
                        "\(self.name) writes to \(core.characteristic.localizedDescription) already; update that action's value"
                    )
                }
                plan.set(try home.fitted(value, to: reference), of: reference)
            }
        }
    }

    /// Adds an action.
    public func addAction(_ action: HMAction, completionHandler completion: @escaping ((any Error)?) -> Void) {
        action.core.expect(self)
        complete(completion) { try await self.addAction(action) }
    }

    /// Removes an action.
    ///
    /// - Throws: ``HMError``: `notFound` if the action is not in the scene; `insufficientPrivileges` for guests.
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

    /// Removes an action.
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
