internal import Hearth
internal import HearthTraitCore

/// The addition of devices to a home, over the hub's integrations.
struct AccessoryAddition: Sendable {
    /// What is added.
    enum Thing: Sendable {
        /// Something that the hub has found.
        case found(FoundDevice)
        /// Something at a place that the settings name.
        case settings([String: String], kind: String)
    }

    let home: HMHome
    let thing: Thing
    /// The key, password or code that it asks for; nil if none is known.
    var secret: String?
    /// The object of the found device, which becomes the accessory.
    var accessory: HMAccessory?

    /// Adds the devices. Returns when the home shows them.
    ///
    /// - Returns: the accessories; those that can't be reached now come later.
    /// - Throws: ``HMError``: `invalidOrMissingAuthorizationData` for a missing or wrong key, password or code;
    ///   `accessoryDiscoveryFailed` if it is not found any more; `accessoryNotReachable` if it can't be reached;
    ///   `objectAlreadyAssociatedToHome` if it was added before; `insufficientPrivileges` for others than the hub's
    ///   owner; `operationTimedOut`, `accessoryPairingFailed`, `addAccessoryFailed` or `incompatibleAccessory` if the
    ///   addition fails in another way.
    func run() async throws -> [HMAccessory] {
        let model = try Operation(home.model).present()
        await MainQueue.result { model.beginAddition() }
        do {
            let ids = try await added(model)
            try await model.model.catchUp(home.id)
            return await MainQueue.result { [accessory] in
                if let accessory { model.adopt(accessory, among: ids) }
                model.endAddition(of: ids)
                return ids.compactMap { model.accessory($0) }
            }
        } catch {
            await MainQueue.result { model.endAddition(of: []) }
            throw HMError(any: error)
        }
    }

    /// The IDs of the devices that the hub has added.
    private func added(_ model: HomeKitModel) async throws -> [String] {
        if case .found(let found) = thing, secret == nil, let needed = found.neededSecret {
            await ask(model)
            throw HMError(
                .invalidOrMissingAuthorizationData,
                "\(quoted(found.name)) asks for \(needed); add it by HMHome.addAndSetupAccessories(with:) and a payload that "
                    + "the manager's delegate makes of its HMAddAccessoryRequest")
        }
        do {
            for try await state in try await states(model.model.integrations) {
                switch state {
                case .step(.waitingForButton): await askForPress(model)
                case .step: continue
                case .done(_, let deviceIDs): return deviceIDs
                case .failed(let failure):
                    if failure.reason == .secretRefused, secret == nil { await ask(model) }
                    throw failure
                }
            }
        } catch let error as HomeError where error.code == .notFound {
            throw HMError(.accessoryDiscoveryFailed, error.message)
        }
        throw HMError(.operationCancelled, "the task was cancelled; the hub may have added the accessory")
    }

    private func states(_ integrations: HubIntegrations) async throws -> AsyncThrowingStream<AddingState, any Error> {
        switch thing {
        case .found(let found):
            let secrets = try await secrets(of: found.kind, besides: [:], integrations)
            return integrations.add(found, secrets: secrets, structureID: home.id)
        case .settings(let settings, let kind):
            let secrets = try await secrets(of: kind, besides: settings, integrations)
            let plain = settings.filter { secrets[$0.key] == nil }
            return integrations.add(kind: kind, settings: plain, secrets: secrets, structureID: home.id)
        }
    }

    /// The secrets of a thing by the fields of its kind.
    private func secrets(
        of kind: String, besides settings: [String: String], _ integrations: HubIntegrations
    ) async throws -> [String: IntegrationSecret] {
        guard secret != nil || !settings.isEmpty else { return [:] }
        let fields = try await integrations.kinds().first { $0.id == kind }?.fields.filter(\.isSecret) ?? []
        var secrets: [String: IntegrationSecret] = [:]
        for field in fields { secrets[field.name] = settings[field.name].map { IntegrationSecret($0) } }
        if let secret, let field = fields.first { secrets[field.name] = IntegrationSecret(secret) }
        return secrets
    }

    /// Lets the manager's delegate ask the user to press the button.
    private func askForPress(_ model: HomeKitModel) async {
        let name =
            switch thing {
            case .found(let found): found.name
            case .settings(let settings, let kind): settings["host"] ?? kind
            }
        await MainQueue.result { [home] in
            model.manager?.toldDelegate { $0.homeManager($1, didRequestButtonPressFor: name, in: home) }
        }
    }

    /// Lets the manager's delegate ask the user for the key, password or code.
    private func ask(_ model: HomeKitModel) async {
        guard case .found(let found) = thing else { return }
        await MainQueue.result { [home] in
            model.manager?.toldDelegate { delegate, manager in
                delegate.homeManager(
                    manager, didReceiveAddAccessoryRequest: HMAddAccessoryRequest(home: home, found: found))
            }
        }
    }
}
