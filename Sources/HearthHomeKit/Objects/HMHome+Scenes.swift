internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// The scenes of a home.
extension HMHome {
    /// The scenes: the four built-in ones of each home, and those that were added. Scenes that a trigger owns are left
    /// out.
    public var actionSets: [HMActionSet] { read { $0.actionSets }.filter { !$0.isTriggerOwned } }

    /// The built-in scene of a type, such as ``HMActionSetTypeWakeUp``; nil for other types.
    public func builtinActionSet(ofType actionSetType: String) -> HMActionSet? {
        read { $0.actionSets }.first { $0.builtIn?.type == actionSetType }
    }

    /// Adds a scene without actions.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func addActionSet(withName actionSetName: String) async throws -> HMActionSet {
        try await inOrder {
            try checkFree(actionSetName, for: "the scene", except: nil)
            let id = id
            let record = try await Operation(model).run {
                try await $0.createAutomation(
                    in: id, name: actionSetName, description: "", isActive: true,
                    program: ScenePlan.program(.userDefined))
            } settle: {
                .automation($0)
            }
            return try made(model?.actionSet(record.id), "scene", actionSetName)
        }
    }

    /// Adds a scene without actions.
    public func addActionSet(
        withName actionSetName: String, completionHandler completion: @escaping (HMActionSet?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addActionSet(withName: actionSetName) }
    }

    /// Removes a scene, also from triggers. A trigger left without scenes is disabled.
    ///
    /// - Throws: ``HMError``: `cannotRemoveBuiltinActionSet` for a built-in scene; `operationNotSupported` for a scene
    ///   that a trigger owns; `objectAssociatedToAnotherHome` for a scene of another home; `notFound` if it was removed
    ///   already; `insufficientPrivileges` for guests.
    public func removeActionSet(_ actionSet: HMActionSet) async throws {
        try await inOrder {
            try check(actionSet.homeID, actionSet.name)
            guard actionSet.builtIn == nil else {
                throw HMError(
                    .cannotRemoveBuiltinActionSet,
                    "\(actionSet.name) is built in and can't be removed; remove its actions instead")
            }
            try actionSet.checkEditable()
            guard let id = actionSet.automationID, model?.actionSet(id) === actionSet else {
                throw HMError(
                    .notFound, "\(actionSet.name) was removed already; use an action set of the home's actionSets")
            }
            for trigger in triggers where trigger.core.plan?.scenes.contains(id) == true {
                do {
                    try await trigger.removeActionSet(actionSet)
                } catch HMError.notFound {
                    // Another program removed it first.
                }
            }
            try await Operation(model).run {
                try await $0.deleteAutomation(id)
            } settle: {
                .automationRemoved(id)
            }
        }
    }

    /// Removes a scene, also from triggers.
    public func removeActionSet(
        _ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.removeActionSet(actionSet) }
    }

    /// Runs a scene, and returns when all of its actions were tried.
    ///
    /// - Throws: ``HMError``: `noActionsInActionSet` if it has no actions; `actionSetExecutionInProgress` if it is
    ///   already running; `actionSetExecutionFailed` if all actions failed; `actionSetExecutionPartialSuccess` if some
    ///   did, with ``HMError/parts`` for those; `objectAssociatedToAnotherHome` for a scene of another home;
    ///   `operationNotSupported` for a scene that a trigger owns.
    public func executeActionSet(_ actionSet: HMActionSet) async throws {
        try await execute(actionSet, at: places(of: actionSet))
    }

    /// Runs a scene.
    public func executeActionSet(
        _ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let places = places(of: actionSet)
        report(completion) { try await self.execute(actionSet, at: places) }
    }

    /// The places of a scene in the order of calls to the home and to the services that it writes to, behind all
    /// earlier calls. It holds the first place only until it has started, so a slow accessory delays only calls to
    /// those services.
    private typealias ScenePlaces = (home: CallPlace, services: CallPlace)

    private func places(of scene: HMActionSet) -> ScenePlaces? {
        guard CallPlace.current == nil, let (model, line) = line else { return nil }
        return (model.order.enter([line]), model.order.enter(scene.written))
    }

    private func execute(_ scene: HMActionSet, at places: ScenePlaces?) async throws {
        defer {
            places?.home.leave()
            places?.services.leave()
        }
        try await places?.home.waitForTurn()
        try await CallPlace.$current.withValue(places?.home ?? .current) {
            try check(scene.homeID, scene.name)
            let id = try await scene.prepare()
            // Later edits of the scene wait until it has started, unless it must first wait for its services.
            if places?.services.isTurn == false { places?.home.leave() }
            try await places?.services.waitForTurn()
            try await scene.execute(id) {
                places?.home.leave()
            } release: {
                places?.services.leave()
            }
        }
    }

    // MARK: For scenes and triggers

    /// The home as the mappings of scenes and triggers need it.
    var mapped: MappedHome {
        let zone = read { $0.record.timeZone }.flatMap { TimeZone(identifier: $0) } ?? .current
        let model = model, id = id
        return MappedHome(structureID: id, timeZone: zone, personID: ownUserID) { deviceID in
            guard let accessory = model?.accessory(deviceID), accessory.homeID == id else { return nil }
            return accessory.view.device
        }
    }

    /// Removes the actions, events and conditions of removed accessories from scenes and triggers. Failures are
    /// ignored, as the next use of the scene or trigger does it again.
    func forgetRemoved() async {
        for scene in read({ $0.actionSets }) where scene.content.plan.hasLost { try? await scene.edit { _ in } }
        for trigger in triggers where trigger.core.hasLost { try? await trigger.core.edit { _ in } }
    }

    func knows(_ scene: HMActionSet) -> Bool { read { $0.actionSets.contains { $0 === scene } } }

    /// The value converted to the characteristic's format, checked as for a write.
    func fitted(
        _ value: CharacteristicValue, to reference: CharacteristicReference
    ) throws(HMError) -> CharacteristicValue {
        let device = try mapped.found(reference.deviceID)
        guard let characteristic = AccessoryView(device).accessory()[reference.key] else {
            throw HMError(.notFound, "\(device.name) no longer has this characteristic")
        }
        do {
            return try characteristic.metadata.checked(value, of: reference.key.type)
        } catch {
            throw HMError(error)
        }
    }

    /// Throws if another object of the home has a similar name. The hub checks names, but lets automations share a name
    /// with other objects; HomeKit does not.
    func checkFree(_ name: String, for what: String, except own: AnyObject?) throws(HMError) {
        let key = ObjectName.key(name)
        let state = read { $0 }
        var taken = state.rooms.map(\.name) + state.zones.map(\.name) + state.groups.map(\.name)
        taken += state.accessories.map(\.name)
        taken += state.actionSets.filter { $0 !== own }.map(\.name)
        taken += state.triggers.filter { $0.core !== own }.map(\.name)
        guard let other = taken.first(where: { ObjectName.key($0) == key }) else { return }
        throw HMError(
            .objectWithSimilarNameExistsInHome, "\(self.name) already has \(other); choose another name for \(what)")
    }
}

extension HMActionSet {
    /// Creates the automation of a built-in scene that has none.
    func makeSure() async throws {
        guard let builtIn else { return }
        _ = try present()
        try await Operation(model).untilUndisturbed(in: homeID) {
            guard automationID == nil else { return }
            _ = try await create(name, ScenePlan.program(builtIn.scene))
        }
    }
}
