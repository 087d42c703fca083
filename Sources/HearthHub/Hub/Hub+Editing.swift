internal import HearthAccessories
internal import HearthBase
internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Edits of structures, rooms and devices: checked, stored, and only then applied and acknowledged.
extension Hub {
    /// Creates a structure.
    ///
    /// - Throws: ``HubError`` if the name is invalid or in use.
    public func createStructure(
        name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, structure: HubStructure) {
        try caller.require(.manage, to: "create a structure")
        let name = try NameRules.checked(name, for: "a structure")
        let made = try await edits.run {
            try checkRunning()
            let maker = try maker(of: caller)
            try checkStructureName(name, except: nil, caller)
            guard cells.count < limits.structures else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached,
                    "the hub has \(limits.structures) structures, the most it may have")
            }
            let id = newID()
            let epoch = catalog.withLock { $0.epoch }
            let people = firstPeople(in: id, with: maker)
            let cell = StructureCell(
                StructureState(
                    id: id, name: name, epoch: epoch, people: people.compactMap { PersonRecord($0) }, limits: limits),
                limits: limits, clock: clock)
            _ = try await edit(
                cell,
                storing: [
                    .putStructure(StoredStructure(id: id, name: name)),
                    audit.creation(ofStructure: name, id: id, by: actor(caller, in: cell)),
                ] + people.map { .putPerson($0) }, as: caller, beside: { [self] in enter(cell) }
            ) {
                $0.announce(caller.origin, at: $1)
            } result: {
                (position: $0.position, structure: HubStructure($0))
            }
            return cell
        }
        tellCallers(made.read { Set($0.people.map(\.identity)) })
        do {
            try await attachOwnTraits(of: made)
        } catch {
            notice("the structure \(quoted(name)) has no traits of its own until the hub starts again: \(error)")
        }
        return made.read { (position: $0.position, structure: HubStructure($0)) }
    }

    private func enter(_ cell: StructureCell) {
        beginAutomations(of: cell)
        let subscriptions = catalog.withLock { catalog in
            catalog.cells.append(cell)
            return Array(catalog.subscriptions.values)
        }
        for subscription in subscriptions where subscription.isOfHome {
            cell.add(subscription) { machine, state, _ in machine.join(state, isNew: true) }
        }
    }

    /// Renames a structure.
    public func renameStructure(
        _ id: String, to name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, structure: HubStructure) {
        try await updateStructure(id, name: name, as: caller)
    }

    /// Changes a structure's name, time zone or location. Its own traits, such as local time and sunrise, follow.
    ///
    /// - Parameters:
    ///   - name: the new name; nil to keep it.
    ///   - timeZone: a name of the IANA database; empty for the hub's, nil to keep it.
    ///   - location: nil to keep it.
    /// - Throws: ``HubError``: `.alreadyExists` for another structure's name; `.invalidArgument` for an invalid name,
    ///   an unknown time zone, and for coordinates out of range.
    public func updateStructure(
        _ id: String, name: String? = nil, timeZone: String? = nil, location: StoredLocation? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, structure: HubStructure) {
        try caller.require(.manage, to: "change a structure")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the structure") }
        if let timeZone { try check(timeZone: timeZone) }
        if let location { try location.check() }
        let claims = [EditClaim.structure(id)] + (name.map { [.structureName(NameRules.key($0))] } ?? [])
        let made = try await edits.run(claiming: Set(claims)) { () -> PlacedStructure in
            let cell = try cell(id, toLet: caller, "change the structure")
            if let name { try checkStructureName(name, except: id, caller) }
            let (oldName, old) = cell.read { ($0.name, $0.place) }
            let newName = name.map { NameRules.kept($0, insteadOf: oldName) } ?? oldName
            let place = StructurePlace(timeZone: timeZone ?? old.timeZone, location: location ?? old.location)
            let stored = StoredStructure(id: id, name: newName, timeZone: place.timeZone, location: place.location)
            let answer = try await edit(cell, storing: [.putStructure(stored)], as: caller) {
                $0.edit(name: newName, place: place, caller.origin, at: $1)
            } result: {
                (position: $0.position, structure: HubStructure($0))
            }
            return PlacedStructure(answer: answer, cell: cell, isMoved: place != old)
        }
        if made.isMoved { await renewOwnTraits(of: made.cell) }
        return made.answer
    }

    private struct PlacedStructure {
        let answer: (position: StructurePosition, structure: HubStructure)
        let cell: StructureCell
        /// Whether it has another time zone or location than before.
        let isMoved: Bool
    }

    /// Deletes a structure with its rooms and devices. The hub's own devices are not added again at the next start.
    ///
    /// - Throws: ``HubError`` for callers who are not owners of the structure. Only the hub's owner may delete the last
    ///   structure: nobody else could create one afterwards.
    public func deleteStructure(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete a structure")
        let (position, people) = try await edits.run {
            let cell = try cell(id, toLet: caller, "delete the structure")
            guard isOwner(caller.principal, of: cell) else {
                throw HubError.notAllowed(caller, "delete the structure, which only owners may", about: id)
            }
            let people = cell.read { Set($0.people.map(\.identity)) }
            guard cells.count > 1 || caller.principal.isHubOwner else {
                throw HubError.notAllowed(
                    caller, "delete the last structure of the hub, which only the hub's owner may", about: id)
            }
            // A provider describes bridged devices with their bridge, so only bridges are marked as removed.
            let removed = cell.read { $0.objects }.orderedDevices.filter { $0.isOfThisProcess && $0.bridgeID == nil }
                .map(\.id)
            let ownPort = catalog.withLock { $0.devices[id]?.port }
            let row = audit.removal(
                of: "the structure", cell.read { $0.name }, id: id, in: id, by: actor(caller, in: cell))
            let position = try await edit(
                cell, storing: [.removeStructure(id: id), row] + removed.map { .markRemoved(deviceID: $0) }, as: caller,
                beside: { [self] in leave(cell, removing: removed, ownPort) }
            ) {
                $0.announceRemoval(caller.origin, at: $1)
            } result: {
                $0.position
            }
            await ownPort?.provider.stop()
            return (position, people)
        }
        membershipsChanged(of: people)
        return position
    }

    private func leave(_ cell: StructureCell, removing removed: [String], _ ownPort: ProviderPort?) {
        catalog.withLock { catalog in
            catalog.cells.removeAll { $0 === cell }
            catalog.devices = catalog.devices.filter { $0.value.cell !== cell }
            catalog.ports.removeAll { $0 === ownPort }
            catalog.removedDevices.formUnion(removed)
            catalog.primaries = catalog.primaries.filter { $0.value != cell.id }
        }
        ownPort?.close()
    }

    /// Creates a room.
    public func createRoom(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, room: HubRoom) {
        try caller.require(.manage, to: "create a room")
        let name = try NameRules.checked(name, for: "a room")
        // Rooms are created concurrently, unless the structure is close to its limit.
        let made = try await edits.run(claiming: [.objectName(NameRules.key(name))]) {
            let cell = try cell(structureID, toLet: caller, "create a room")
            guard cell.read({ $0.rooms.count }) <= limits.rooms - EditQueue.mostAtOnce else { return nil as MadeRoom? }
            return try await createRoom(name, in: cell, caller)
        }
        if let made { return made }
        return try await edits.run {
            try await createRoom(name, in: cell(structureID, toLet: caller, "create a room"), caller)
        }
    }

    private typealias MadeRoom = (position: StructurePosition, room: HubRoom)

    private func createRoom(_ name: String, in cell: StructureCell, _ caller: Caller) async throws -> MadeRoom {
        try checkName(name, in: cell)
        guard cell.read({ $0.rooms.count }) < limits.rooms else {
            throw HubError(
                homeKit: .maximumObjectLimitReached, of: cell.id,
                "the structure has \(limits.rooms) rooms, the most it may have")
        }
        return try await put(RoomRecord(id: newID(), name: name), in: cell, caller)
    }

    /// Renames a room.
    public func renameRoom(
        _ id: String, to name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, room: HubRoom) {
        try caller.require(.manage, to: "rename a room")
        let name = try NameRules.checked(name, for: "the room")
        return try await edits.run(claiming: [.room(id), .objectName(NameRules.key(name))]) {
            let cell = try cellOfRoom(id, toLet: caller, "rename the room")
            try checkName(name, in: cell, of: NamedObject(kind: .room, id: id))
            let former = cell.read { $0.room(id)?.name } ?? name
            return try await put(RoomRecord(id: id, name: NameRules.kept(name, insteadOf: former)), in: cell, caller)
        }
    }

    private func put(
        _ room: RoomRecord, in cell: StructureCell, _ caller: Caller
    ) async throws -> (position: StructurePosition, room: HubRoom) {
        try await edit(
            cell, storing: [.putRoom(StoredRoom(id: room.id, structureID: cell.id, name: room.name))], as: caller
        ) {
            $0.put(room, caller.origin, at: $1)
        } result: {
            (position: $0.position, room: HubRoom(room, in: $0))
        }
    }

    /// Deletes a room. Its devices stay in the structure, in no room, and its zones lose it.
    public func deleteRoom(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete a room")
        return try await edits.run {
            let cell = try cellOfRoom(id, toLet: caller, "delete the room")
            let name = cell.read { $0.room(id)?.name } ?? id
            let row = audit.removal(of: "the room", name, id: id, in: cell.id, by: actor(caller, in: cell))
            return try await edit(cell, storing: [.removeRoom(id: id), row], as: caller) {
                $0.removeRoom(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
        }
    }

    /// Renames a device, or moves it to another room of its structure.
    ///
    /// - Parameter roomID: the new room. Empty, or the structure's ID as in HomeKit's `roomForEntireHome`, for no room;
    ///   nil to keep the room.
    public func updateDevice(
        _ id: String, name: String? = nil, roomID: String? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, device: HubDevice) {
        try caller.require(.manage, to: "change how a device is set up")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the device") }
        let claims = [EditClaim.device(id)] + (name.map { [.objectName(NameRules.key($0))] } ?? [])
        return try await edits.run(claiming: Set(claims)) {
            let (cell, device) = try device(id, toLet: caller, "change how the device is set up")
            var changed = device
            if let name {
                try checkName(name, in: cell, of: device.object)
                changed.name = NameRules.kept(name, insteadOf: device.name)
                changed.isNameGiven = true
            }
            // The structure's id stands for HomeKit's `roomForEntireHome`.
            if let roomID = roomID == cell.id ? "" : roomID {
                if !roomID.isEmpty { try checkRoom(roomID, isIn: cell, of: "the device", caller) }
                changed.roomID = roomID.isEmpty ? nil : roomID
            }
            return try await edit(
                cell, storing: [.putDevice(StoredDevice(changed, structureID: cell.id))], as: caller
            ) { [changed] in
                $0.edit(device: id, name: name, room: changed.roomID, caller.origin, at: $1)
            } result: { [changed] state in
                (position: state.position, device: HubDevice(state.devices[id] ?? changed, in: state))
            }
        }
    }

    /// Names a part of a device, such as a socket of a power strip.
    ///
    /// - Parameter name: the new name; empty for none.
    /// - Throws: ``HubError``: `.invalidArgument` for an invalid name, and for the root, which is the device itself;
    ///   `.alreadyExists` if another part of the device has the name.
    public func updateEndpoint(
        _ target: TraitTarget, name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, device: HubDevice) {
        try caller.require(.manage, to: "change how a device is set up")
        let name = name.isEmpty ? "" : try NameRules.checked(name, for: "the part")
        return try await edits.run(claiming: [.device(target.deviceID)]) {
            var (cell, device) = try device(
                target.deviceID, toLet: caller, "change how the device is set up")
            let index = try Self.part(target.endpoint, of: device, toCall: name)
            device.endpoints[index].name = NameRules.kept(name, insteadOf: device.endpoints[index].name)
            return try await edit(
                cell, storing: [.putDevice(StoredDevice(device, structureID: cell.id))], as: caller
            ) { [device] in
                $0.name(target.endpoint, of: device.id, name, caller.origin, at: $1)
            } result: { [device] state in
                (position: state.position, device: HubDevice(state.devices[device.id] ?? device, in: state))
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

    /// Removes a device, with its bridged devices if it is a bridge. Service groups lose their services. The hub's own
    /// device is not added again, even after a restart; a provider of another process adds its device again at its next
    /// attach.
    ///
    /// - Returns: the IDs of all removed devices, this one first.
    /// - Throws: ``HubError`` `.failedPrecondition` for a device behind a bridge.
    public func removeDevice(
        _ id: String, as caller: Caller
    ) async throws -> (position: StructurePosition, deviceIDs: [String]) {
        try caller.require(.manage, to: "remove a device")
        return try await edits.run {
            let (cell, device) = try device(id, toLet: caller, "remove the device")
            if let bridgeID = device.bridgeID, let bridge = cell.read({ $0.devices[bridgeID]?.name }) {
                throw HubError(
                    homeKit: .cannotRemoveNonBridgeAccessory, of: id,
                    "\(quoted(device.name)) is behind the bridge \(quoted(bridge)) (\(bridgeID)): take it away from the "
                        + "bridge, or remove the bridge with all that is behind it")
            }
            let isMarked = device.isOfThisProcess
            let all = [id] + device.bridgedIDs
            let row = audit.removal(of: "the device", device.name, id: id, in: cell.id, by: actor(caller, in: cell))
            return try await edit(
                cell, storing: [.removeDevice(id: id), row] + (isMarked ? [.markRemoved(deviceID: id)] : []),
                as: caller,
                beside: { [self] in
                    catalog.withLock { catalog in
                        for id in all { catalog.devices[id] = nil }
                        if isMarked { catalog.removedDevices.insert(id) }
                    }
                }
            ) {
                $0.removeDevice(id, caller.origin, at: $1)
            } result: {
                (position: $0.position, deviceIDs: all)
            }
        }
    }

    /// Brings back the devices of the hub's own process that were removed.
    ///
    /// - Returns: their ids, sorted. A device whose provider is not attached stays away.
    public func restoreDevices(as caller: Caller) async throws -> [String] {
        try caller.require(.manage, to: "bring back devices")
        try checkRunning()
        // Removed devices come back to the first structure.
        guard let first = cells.first else {
            throw HubError(.failedPrecondition, "the hub has no structure for these devices; create one first")
        }
        try access(of: caller.principal, in: first).require(.manage, of: caller, to: "bring back devices", about: "")
        var restored: [String] = []
        for port in catalog.withLock({ $0.ports }) where port.providerID.isEmpty {
            let descriptions = await port.provider.describeAgain()
            restored += try await edits.run {
                let removed = catalog.withLock { $0.removedDevices }
                let devices = descriptions.filter { removed.contains($0.id) }
                if !devices.isEmpty { try await bring(devices, by: port) }
                return devices.map(\.id)
            }
        }
        return restored.sorted()
    }
}
