internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeDirectory {
    /// Finds a trait.
    ///
    /// - Throws: ``RPCError`` naming the missing object, and similar or existing ones.
    func locate(_ path: TraitPath, for principal: Principal) throws(RPCError) -> LocatedTrait {
        guard let entry = entry(of: path.target.deviceID) else {
            throw noDevice(path, for: principal)
        }
        let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        let found = entry.cell.read { state -> LocatedTrait? in
            guard let device = state.devices[path.target.deviceID], let record = device.traits[key] else { return nil }
            let access = state.access(of: principal, at: clock.sinceEpoch)
            guard access.shows(device, in: state.id) else { return nil }
            return LocatedTrait(
                path: path, providerPath: TraitPath(device.providerTarget(key.endpoint), key.traitID), cell: entry.cell,
                port: entry.port, deviceName: state.name(of: device), record: record,
                connectivity: device.connectivity, position: state.position, access: access)
        }
        if let found { return found }
        let device = entry.cell.read { state -> (record: DeviceRecord, name: String)? in
            guard let device = state.devices[path.target.deviceID],
                state.access(of: principal, at: clock.sinceEpoch).shows(device, in: state.id)
            else { return nil }
            return (device, state.name(of: device))
        }
        throw device.map { noTrait(path, on: $0.record, called: $0.name, for: principal) }
            ?? noDevice(path, for: principal)
    }

    /// - Parameter isSuggesting: whether to suggest similar ids; a batch does so in its first error only.
    func noDevice(_ path: TraitPath, for principal: Principal, isSuggesting: Bool = true) -> RPCError {
        let id = path.target.deviceID
        guard !id.isEmpty else { return error(.notFound, "the target names no device", path) }
        let near = isSuggesting ? nearDevices(id, for: principal) : ""
        return error(.notFound, "there is no device \(quoted(id))" + near, path)
    }

    private func noTrait(
        _ path: TraitPath, on device: DeviceRecord, called deviceName: String, for principal: Principal
    ) -> RPCError {
        let name = traits[path.traitID]?.name ?? "trait \(path.traitID)"
        if let bridged = device.bridged[path.target.endpoint], hasDevice(bridged, for: principal) {
            return error(
                .unsupportedEndpoint,
                "endpoint \(path.target.endpoint) of \(deviceName) is the device \(quoted(bridged)); send it there",
                path)
        }
        guard let endpoint = device.endpoints.first(where: { $0.id == path.target.endpoint }) else {
            let known = device.endpoints.map { String($0.id) }.joined(separator: ", ")
            return error(
                .unsupportedEndpoint, "\(deviceName) has no endpoint \(path.target.endpoint); it has \(known)", path)
        }
        let elsewhere = device.endpoints.filter { $0.traitIDs.contains(path.traitID) }.map { String($0.id) }
        let here = endpoint.traitIDs.compactMap { traits[$0]?.name }
        let hint =
            elsewhere.isEmpty
            ? "it has \(here.joined(separator: ", "))" : "it is on endpoint \(elsewhere.joined(separator: ", "))"
        return error(
            .unsupportedCluster, "\(deviceName) has no \(name) on endpoint \(path.target.endpoint); \(hint)", path)
    }

    private func error(_ status: MatterStatus, _ message: String, _ path: TraitPath) -> RPCError {
        var error = TraitError(status, message)
        error.target = path.target
        error.traitID = path.traitID
        error.trait = traits[path.traitID]?.typeName ?? ""
        return error.sent()
    }
}
