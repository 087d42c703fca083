internal import Foundation
internal import Hearth
internal import HearthTraitCore

// Adding accessories. HomeKit shows screens to choose one and to enter its code; here an app shows them, by
// ``HMHomeManager/accessoryChooser`` and ``HMHomeManagerDelegate/homeManager(_:didReceiveAddAccessoryRequest:)``.
extension HMHome {
    /// Adds an accessory that an ``HMAccessoryBrowser`` has found. The object becomes the accessory of this home, unless
    /// the hub adds several accessories by it without a bridge; these are in ``accessories`` afterwards. For an accessory
    /// with a button, such as a Hue bridge, the call waits until a person has pressed it, at most half a minute; the
    /// manager's delegate gets ``HMHomeManagerDelegate/homeManager(_:didRequestButtonPressFor:in:)``.
    ///
    /// - Throws: ``HMError``: `invalidOrMissingAuthorizationData` if it asks for a key, password or code, after the
    ///   manager's delegate got an ``HMAddAccessoryRequest``; `accessoryDiscoveryFailed` if it is not found any more;
    ///   `accessoryNotReachable` if it can't be reached; `objectAlreadyAssociatedToHome` if it was added before;
    ///   `insufficientPrivileges` for others than the hub's owner; `operationTimedOut`, `accessoryPairingFailed`,
    ///   `addAccessoryFailed` or `incompatibleAccessory` if the addition fails in another way.
    public func addAccessory(_ accessory: HMAccessory) async throws {
        try await FoundAccessory(accessory: accessory).inOrder { try await add(accessory) }
    }

    /// Adds an accessory that an ``HMAccessoryBrowser`` has found.
    public func addAccessory(_ accessory: HMAccessory, completionHandler completion: @escaping ((any Error)?) -> Void) {
        FoundAccessory(accessory: accessory).complete(completion) { try await self.add(accessory) }
    }

    private func add(_ accessory: HMAccessory) async throws {
        guard let found = accessory.found else {
            throw HMError(.objectAlreadyAssociatedToHome, "\(quoted(accessory.name)) is in a home already")
        }
        guard accessory.core === model else {
            throw HMError(
                .invalidParameter, "\(quoted(accessory.name)) was found by another hub than the one of \(quoted(name))")
        }
        _ = try await AccessoryAddition(home: self, thing: .found(found), accessory: accessory).run()
    }

    /// Lets the user choose among the accessories that the hub has found (``HMHomeManager/accessoryChooser``), and adds
    /// the chosen ones.
    ///
    /// - Throws: ``HMError``: `operationNotSupported` without a chooser; `insufficientPrivileges` for others than the
    ///   hub's owner. If some of several can't be added, `addAccessoryFailed` with their errors as
    ///   ``HMError/parts``; if the only one can't, its error, as ``addAccessory(_:completionHandler:)``.
    public func addAndSetupAccessories() async throws {
        guard let choose = HMHomeManager.accessoryChooser else {
            throw HMError(
                .operationNotSupported,
                "a hub has no screen to choose accessories; set HMHomeManager.accessoryChooser, or show the accessories of an "
                    + "HMAccessoryBrowser and call addAccessory")
        }
        let model = try Operation(model).present()
        let found: [FoundDevice]
        do {
            found = try await model.model.integrations.found().filter(\.canBeAdded)
        } catch {
            throw HMError(any: error)
        }
        let chosen = await choose(self, found.map { HMAccessory($0, model) })
        var failures: [HMError] = []
        for accessory in chosen {
            do {
                try await addAccessory(accessory)
            } catch {
                failures.append(HMError(any: error))
            }
        }
        if chosen.count == 1, let failure = failures.first { throw failure }
        guard failures.isEmpty else {
            let words = failures.map(\.localizedDescription).joined(separator: "; ")
            throw HMError(
                .addAccessoryFailed, "\(failures.count) of \(chosen.count) accessories were not added: \(words)",
                parts: failures)
        }
    }

    /// Lets the user choose among the accessories that the hub has found, and adds the chosen ones.
    public func addAndSetupAccessories(completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.addAndSetupAccessories() }
    }

    /// Adds the accessory of a payload to this home, or joins the hub of its link.
    ///
    /// - Returns: the accessories that were added; empty for a link, which adds homes.
    /// - Throws: ``HMError``: `operationNotSupported` for the code of a HomeKit or Matter accessory; `invalidParameter`
    ///   for any other text, and the errors of ``addAccessory(_:completionHandler:)``.
    public func addAndSetupAccessories(with payload: HMAccessorySetupPayload) async throws -> [HMAccessory]? {
        switch try payload.content() {
        case .hub(let link):
            _ = try await HMAccessorySetupManager.join(link)
            return []
        case .accessory(let thing):
            return try await AccessoryAddition(home: self, thing: thing, secret: payload.secret).run()
        }
    }

    /// Adds the accessory of a payload to this home, or joins the hub of its link.
    public func addAndSetupAccessories(
        with payload: HMAccessorySetupPayload,
        completionHandler completion: @escaping ([HMAccessory]?, (any Error)?) -> Void
    ) {
        report(completion) { try await self.addAndSetupAccessories(with: payload) ?? [] }
    }
}
