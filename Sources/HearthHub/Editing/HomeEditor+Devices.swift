internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// How devices are set up: names, rooms and removal.
extension HomeEditor {
    /// Changes a device (``Hub/updateDevice(_:name:roomID:aliases:as:)``).
    func updateDevice(
        _ id: String, name: String? = nil, roomID: String? = nil, aliases: [String]? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, device: Hearth_V1_Device) {
        try caller.require(.manage, to: "change how a device is set up")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the device") }
        let aliases = try aliases.map { aliases throws(HubError) in
            try NameRules.checked(aliases: aliases, for: "the device")
        }
        return try await edits.run(claiming: .renaming(.device(id), to: name, aliases: aliases)) {
            let (cell, device) = try directory.device(id, toLet: caller, "change how the device is set up")
            var changed = device
            if let name {
                changed.name = try directory.renamed(device.object, from: device.name, to: name, in: cell)
                changed.isNameGiven = true
            }
            changed.aliases =
                try aliases.map { aliases throws(HubError) in
                    try directory.checked(aliases: aliases, of: device.object, called: changed.name, in: cell)
                } ?? NameRules.aliases(changed.aliases, besides: changed.name)
            // The structure's id stands for HomeKit's `roomForEntireHome`.
            if let roomID = roomID == cell.id ? "" : roomID {
                if !roomID.isEmpty { try directory.checkRoom(roomID, isIn: cell, of: "the device", caller) }
                changed.roomID = roomID.isEmpty ? nil : roomID
            }
            return try await edit(
                cell, storing: [.putDevice(StoredDevice(changed, structureID: cell.id))], as: caller
            ) { [changed] in
                $0.edit(
                    device: id, name: name, room: changed.roomID, aliases: changed.aliases, caller.origin, at: $1)
            } result: { [changed] state in
                (position: state.position, device: state.message(state.devices[id] ?? changed))
            }
        }
    }

    /// Names a part of a device (``Hub/updateEndpoint(_:name:as:)``).
    func updateEndpoint(
        _ target: TraitTarget, name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, device: Hearth_V1_Device) {
        try caller.require(.manage, to: "change how a device is set up")
        let name = name.isEmpty ? "" : try NameRules.checked(name, for: "the part")
        return try await edits.run(claiming: [.device(target.deviceID)]) {
            var (cell, device) = try directory.device(
                target.deviceID, toLet: caller, "change how the device is set up")
            let index = try Self.part(target.endpoint, of: device, toCall: name)
            device.endpoints[index].name = NameRules.kept(name, insteadOf: device.endpoints[index].name)
            return try await edit(
                cell, storing: [.putDevice(StoredDevice(device, structureID: cell.id))], as: caller
            ) { [device] in
                $0.name(target.endpoint, of: device.id, name, caller.origin, at: $1)
            } result: { [device] state in
                (position: state.position, device: state.message(state.devices[device.id] ?? device))
            }
        }
    }

    /// The index of a part among the device's endpoints.
    private static func part(
        _ endpoint: UInt16, of device: DeviceRecord, toCall name: String
    ) throws(HubError) -> Int {
        guard let index = device.endpoints.firstIndex(where: { $0.id == endpoint }) else {
            let known = device.endpoints.dropFirst().map { String($0.id) }
            throw HubError(
                homeKit: .notFound, of: device.id,
                "\(quoted(device.name)) has no endpoint \(endpoint); "
                    + (known.isEmpty ? "it has no parts" : "its parts are \(known.joined(separator: ", "))"))
        }
        guard index > 0 else {
            throw HubError(
                homeKit: .invalidParameter, of: device.id,
                "endpoint \(endpoint) is the device \(quoted(device.name)) itself; rename the device")
        }
        let other = device.endpoints.first {
            $0.id != endpoint && !name.isEmpty && NameRules.key($0.name) == NameRules.key(name)
        }
        guard let other else { return index }
        throw HubError(
            homeKit: .objectWithSimilarNameExists, of: device.id,
            "endpoint \(other.id) of \(quoted(device.name)) is called \(quoted(other.name)); choose another name")
    }

    /// Removes a device (``Hub/removeDevice(_:forgetting:as:)``).
    func removeDevice(
        _ id: String, forgetting: Bool = false, as caller: Caller
    ) async throws -> (position: StructurePosition, deviceIDs: [String]) {
        try caller.require(.manage, to: "remove a device")
        return try await edits.run {
            if forgetting, directory.entry(of: id) == nil, let former = directory.former[id],
                let cell = try? directory.cell(former.structureID, toLet: caller, "forget the device")
            {
                return try await forget(former, in: cell, as: caller)
            }
            let (cell, device) = try directory.device(id, toLet: caller, "remove the device")
            if let bridgeID = device.bridgeID, let bridge = cell.read({ $0.devices[bridgeID]?.name }) {
                throw HubError(
                    homeKit: .cannotRemoveNonBridgeAccessory, of: id,
                    "\(quoted(device.name)) is behind the bridge \(quoted(bridge)) (\(bridgeID)): take it away from the "
                        + "bridge, or remove the bridge with all that is behind it")
            }
            let isMarked = device.isOfThisProcess
            let all = [id] + device.bridgedIDs
            let row = audit.removal(
                of: "the device", device.name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
            let marked = isMarked ? [id] : []
            let retirement = forgetting ? nil : directory.retirement(of: [(id, cell)])
            return try await edit(
                cell,
                storing: (retirement?.storeChanges ?? [.removeDevice(id: id)]) + [row]
                    + marked.map { .markRemoved(deviceID: $0) }, as: caller,
                beside: { [directory] in
                    if let retirement {
                        directory.retire(retirement, markingRemoved: marked)
                    } else {
                        directory.forgetDevices(all, markingRemoved: marked)
                        directory.former.remove([id])
                    }
                }
            ) {
                $0.removeDevice(id, caller.origin, at: $1)
            } result: {
                (position: $0.position, deviceIDs: all)
            }
        }
    }

    /// Forgets a device that was removed before.
    private func forget(
        _ former: FormerDevices.Device, in cell: StructureCell, as caller: Caller
    ) async throws -> (position: StructurePosition, deviceIDs: [String]) {
        let (id, name) = (former.record.id, former.record.name)
        let row = audit.removal(
            of: "the removed device", name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
        return try await edit(
            cell, storing: [.removeDevice(id: id), row], as: caller,
            beside: { [directory] in directory.former.remove([id]) }
        ) { _, _ in
            nil
        } result: {
            (position: $0.position, deviceIDs: [id])
        }
    }
}
