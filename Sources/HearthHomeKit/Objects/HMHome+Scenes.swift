internal import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Scenes (HK-45 to HK-49).
extension HMHome {
    /// The scenes: the four that each home has (HK-48), and those that somebody added. Scenes of triggers are not among
    /// them (HK-49).
    public var actionSets: [HMActionSet] { read { $0.actionSets }.filter { !$0.isTriggerOwned } }

    /// The scene of a built-in kind, such as ``HMActionSetTypeWakeUp``; nil for other kinds.
    public func builtinActionSet(ofType actionSetType: String) -> HMActionSet? {
        read { $0.actionSets }.first { $0.builtIn?.type == actionSetType }
    }

    /// Adds a scene, which does nothing yet (HK-46).
    ///
    /// - Throws: ``HMError``: 31 if something in the home has such a name, 17 for guests, and those of names.
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

    /// Adds a scene, which does nothing yet (HK-46).
    public func addActionSet(
        withName actionSetName: String, completionHandler completion: @escaping (HMActionSet?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addActionSet(withName: actionSetName) }
    }

    /// Removes a scene, also from triggers. A trigger that then has none is switched off.
    ///
    /// - Throws: ``HMError``: 83 for a built-in scene, 48 for one of a trigger, 11 for one of another home, 2 for one that
    ///   was removed, 17 for guests.
    public func removeActionSet(_ actionSet: HMActionSet) async throws {
        try await inOrder {
            try check(actionSet.homeID, actionSet.name)
            guard actionSet.builtIn == nil else {
                throw HMError(
                    .cannotRemoveBuiltinActionSet,
                    "\(actionSet.name) is a scene that each home has; take its actions out of it")
            }
            try actionSet.checkEditable()
            guard let id = actionSet.automationID, model?.actionSet(id) === actionSet else {
                throw HMError(.notFound, "\(actionSet.name) was removed already")
            }
            for trigger in triggers where trigger.core.plan?.scenes.contains(id) == true {
                do {
                    try await trigger.removeActionSet(actionSet)
                } catch HMError.notFound {
                    // Another program was faster.
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

    /// Carries a scene out, and returns when all of its actions were tried (HK-47).
    ///
    /// - Throws: ``HMError``: 25 if it does nothing, 65 if it is being carried out already, 63 if nothing of it was done,
    ///   64 if a part was, with ``HMError/parts`` for what was not, 11 for a scene of another home, 48 for one of a
    ///   trigger (HK-49).
    public func executeActionSet(_ actionSet: HMActionSet) async throws {
        try await execute(actionSet, at: places(of: actionSet))
    }

    /// Carries a scene out (HK-47).
    public func executeActionSet(
        _ actionSet: HMActionSet, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let places = places(of: actionSet)
        report(completion) { try await self.execute(actionSet, at: places) }
    }

    /// The places of a scene among the calls to the home, and among those to the services that it writes to: it comes after
    /// all calls that were made before it. As it has one place after the other, only calls to these services wait for a
    /// slow accessory.
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
            // Calls that follow change the scene after it was begun, unless that would take long.
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

    /// The home as mappings see it.
    var mapped: MappedHome {
        let zone = read { $0.record.timeZone }.flatMap { TimeZone(identifier: $0) } ?? .current
        let model = model, id = id
        return MappedHome(structureID: id, timeZone: zone, personID: ownUserID) { deviceID in
            guard let accessory = model?.accessory(deviceID), accessory.homeID == id else { return nil }
            return accessory.view.device
        }
    }

    /// Takes out of scenes and triggers what was of accessories that were removed. What fails here, because the hub went
    /// away or somebody else was faster, is done when the scene or trigger is used.
    func forgetRemoved() async {
        for scene in read({ $0.actionSets }) where scene.content.plan.hasLost { try? await scene.edit { _ in } }
        for trigger in triggers where trigger.core.hasLost { try? await trigger.core.edit { _ in } }
    }

    func knows(_ scene: HMActionSet) -> Bool { read { $0.actionSets.contains { $0 === scene } } }

    /// The value in the form that the characteristic has, checked as if it were written.
    func fitted(
        _ value: CharacteristicValue, to reference: CharacteristicReference
    ) throws(HMError) -> CharacteristicValue {
        let device = try mapped.found(reference.deviceID)
        guard let characteristic = AccessoryView(device).accessory()[reference.key] else {
            throw HMError(.notFound, "\(device.name) has no such characteristic any more")
        }
        do {
            return try characteristic.metadata.checked(value, of: reference.key.type)
        } catch {
            throw HMError(error)
        }
    }

    /// Sees that nothing else in the home has such a name (HK-55). What a name may be checks the hub, but its automations may
    /// have any that others have.
    func checkFree(_ name: String, for what: String, except own: AnyObject?) throws(HMError) {
        let key = ObjectName.key(name)
        let state = read { $0 }
        var taken = state.rooms.map(\.name) + state.zones.map(\.name) + state.groups.map(\.name)
        taken += state.accessories.map(\.name)
        taken += state.actionSets.filter { $0 !== own }.map(\.name)
        taken += state.triggers.filter { $0.core !== own }.map(\.name)
        guard let other = taken.first(where: { ObjectName.key($0) == key }) else { return }
        throw HMError(
            .objectWithSimilarNameExistsInHome, "\(self.name) has \(other) already; choose another name for \(what)")
    }
}

extension HMActionSet {
    /// Has a built-in scene become an automation.
    func makeSure() async throws {
        guard let builtIn else { return }
        _ = try present()
        try await Operation(model).untilUndisturbed(in: homeID) {
            guard automationID == nil else { return }
            _ = try await create(name, ScenePlan.program(builtIn.scene))
        }
    }
}
