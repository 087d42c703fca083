internal import HearthTraitCore

/// Something that announces itself near the hub and brings devices: a device, gateway or broker of another ecosystem.
/// ``Home/startHubActivation(_:structureID:)`` adds it. The module GoogleHomeSDK also has Google's name for it, `Hub`.
public struct NearbyHub: Hashable, Sendable, Identifiable {
    /// What the hub has found.
    public let device: FoundDevice

    /// Identifies it, also after its address has changed.
    public var id: String { device.id }
    /// The name that it announces.
    public var serviceInstanceName: String { device.name }
    /// The kind of integration that it is added as (``IntegrationKind/id``). Google's SDK has the type of its network
    /// service here.
    public var serviceType: String { device.kind }
    /// Whether it can be added as it is: it asks for no key, password or code. A person may have to press its button
    /// while it is added (``FoundDevice/Readiness/needsButton``).
    public var canBeActivated: Bool { device.readiness == .ready || device.readiness == .needsButton }
}

extension Home {
    /// Finds what is near the hub and not added yet: first what can be activated. Empty for others than the hub's owner,
    /// and while the hub can't be reached; ``HubIntegrations/found()`` throws the reason.
    ///
    /// - Parameter duration: the longest time to wait if the hub has found nothing yet.
    public func discoverAvailableHubs(duration: Duration = .seconds(5)) async -> [NearbyHub] {
        await withTaskGroup(of: [NearbyHub].self) { group in
            group.addTask {
                do {
                    for try await change in self.integrations.changes() {
                        let hubs = change.found.filter(\.isNew).map { NearbyHub(device: $0) }
                        if !hubs.isEmpty { return hubs.filter(\.canBeActivated) + hubs.filter { !$0.canBeActivated } }
                    }
                } catch {
                    return []
                }
                return []
            }
            group.addTask { [connection] in
                await connection.clock.sleep(for: duration)
                return []
            }
            let first = await group.next() ?? []
            group.cancelAll()
            return first
        }
    }

    /// Adds what was found to a structure. Returns when its devices are there. What needs its button waits for the press,
    /// for half a minute with a Hue bridge; ask the user for it before.
    ///
    /// - Parameter structureID: ID of the structure; nil for the first one.
    /// - Throws: `HomeError`: `.failedPrecondition` if it asks for a key, password or code, so that
    ///   ``HubIntegrations/add(_:name:settings:secrets:structureID:)`` has to give it; `.notFound` if it is not found any
    ///   more, `.alreadyExists` if it was added before, `.unavailable` if it or the hub can't be reached,
    ///   `.deadlineExceeded`, `.permissionDenied` for others than the hub's owner.
    public func startHubActivation(_ hub: NearbyHub, structureID: String? = nil) async throws {
        guard hub.canBeActivated || !hub.device.isNew else {
            throw HomeError(
                .failedPrecondition,
                "\(quoted(hub.serviceInstanceName)) asks for a key, password or code; add it by "
                    + "home.integrations.add(_:secrets:)")
        }
        for try await state in integrations.add(hub.device, structureID: structureID) {
            switch state {
            case .step: continue
            case .failed(let failure): throw HomeError(failure)
            case .done(let integration, _):
                let structure = structureID ?? integration.structureID
                let all = connection.withCache { Array($0.state.structures.keys) }
                for id in structure.map({ [$0] }) ?? all { try await HomeModel(connection).catchUp(id) }
                return
            }
        }
        throw HomeError(.cancelled, "the task was cancelled; the hub may have added \(quoted(hub.serviceInstanceName))")
    }
}

extension FoundDevice {
    /// Whether the hub could add it and has not done so.
    fileprivate var isNew: Bool {
        switch readiness {
        case .ready, .needsKey, .needsPassword, .needsCode, .needsButton: true
        case .notSupported, .added, .unknown: false
        }
    }
}

extension HomeError {
    fileprivate init(_ failure: IntegrationFailure) {
        let code: HomeError.Code =
            switch failure.reason {
            case .unreachable: .unavailable
            case .notSupported: .unimplemented
            case .addedAlready: .alreadyExists
            case .timedOut: .deadlineExceeded
            case .secretRefused, .refusedByHub, .failed: .failedPrecondition
            }
        self.init(code, failure.description)
    }
}
