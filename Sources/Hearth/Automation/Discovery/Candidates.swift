internal import HearthTraitCore

extension Structure {
    /// The traits, commands and events that automations can use: of the structure itself and of its devices.
    ///
    /// - Parameter includeDescendants: whether devices are included. Default: true.
    public func candidates(includeDescendants: Bool = true) -> any Query<AnyNodeCandidate> {
        HomeQuery(connection: reference.connection) { [id] connection, cache in
            let finder = CandidateFinder(connection)
            var found: Set<AnyNodeCandidate> = []
            if let structure = cache.state.structures[id] {
                finder.find(
                    .structure(Structure(structure, connection)), TraitTarget(deviceID: id, endpoint: 0), [],
                    structure.traits, in: cache, &found)
            }
            guard includeDescendants else { return found }
            for device in cache.state.devices.values where device.structureID == id {
                finder.find(device, in: cache, &found)
            }
            return found
        }
    }
}

extension HomeDevice {
    /// The traits, commands and events of this device that automations can use.
    public func candidates() -> any Query<AnyNodeCandidate> {
        HomeQuery(connection: reference.connection) { [id] connection, cache in
            var found: Set<AnyNodeCandidate> = []
            if let device = cache.state.devices[id] {
                CandidateFinder(connection).find(device, in: cache, &found)
            }
            return found
        }
    }
}

/// Finds the candidates for automations.
private struct CandidateFinder {
    private let connection: HomeConnection
    private let scope: AutomationScope

    init(_ connection: HomeConnection) {
        self.connection = connection
        scope = AutomationScope(connection)
    }

    func find(_ device: CachedDevice, in cache: borrowing HomeCache, _ found: inout Set<AnyNodeCandidate>) {
        let object = CandidateSource.Object.device(
            HomeDevice(device, connectivity: cache.connectivity(of: device.id), connection))
        for endpoint in device.endpoints {
            find(
                object, TraitTarget(deviceID: device.id, endpoint: endpoint.id),
                endpoint.deviceTypes.compactMap { scope.deviceType($0.id) }, endpoint.traits, in: cache, &found)
        }
    }

    func find(
        _ object: CandidateSource.Object, _ target: TraitTarget, _ deviceTypes: [any DeviceType.Type],
        _ traits: [DeviceEndpoint.TraitEntry], in cache: borrowing HomeCache, _ found: inout Set<AnyNodeCandidate>
    ) {
        let records = cache.records(of: target)
        for entry in traits {
            guard let trait = scope.knownTrait(entry.id), let record = records[entry.id] else { continue }
            func source(_ element: String) -> CandidateSource {
                CandidateSource(object, target, deviceTypes, trait, record, element)
            }
            let attributes = source("attributes")
            found.insert(AnyNodeCandidate(TraitAttributesCandidate(found: attributes)))
            let accepted = attributes.values[GlobalAttribute.acceptedCommandList]?.list
            for command in trait.supportedCommandTypes
            where accepted?.contains(.unsigned(UInt64(command.id))) ?? true {
                found.insert(
                    AnyNodeCandidate(CommandCandidate(found: source("command \(command.id)"), commandType: command)))
            }
            for event in trait.supportedEventTypes {
                found.insert(AnyNodeCandidate(EventCandidate(found: source("event \(event.eventID)"), event: event)))
            }
        }
    }
}
