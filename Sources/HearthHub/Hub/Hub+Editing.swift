internal import HearthHomeState
internal import HearthRPC
public import HearthStore
public import HearthTraitCore
public import HearthWire

// Structures, rooms, zones and devices for programs that embed the hub. ``HomeEditor`` edits them.
extension Hub {
    /// Creates a structure.
    ///
    /// - Throws: ``HubError`` if the name is invalid or in use.
    public func createStructure(
        name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, structure: Hearth_V1_Structure) {
        let cell = try await editor.createStructure(name: name, as: caller) { [self] cell in
            automations.begin(cell)
            watches.add(cell) { directory.add(cell) }
        }
        watches.notifyCallers(cell.read { Set($0.people.map(\.identity)) })
        do {
            try await registrar.attachOwnTraits(of: cell)
        } catch {
            environment.notice(
                "the structure \(quoted(cell.read { $0.name })) has no traits of its own until the hub starts again: "
                    + "\(error)")
        }
        return cell.read { (position: $0.position, structure: $0.message) }
    }

    /// Renames a structure.
    public func renameStructure(
        _ id: String, to name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, structure: Hearth_V1_Structure) {
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
    ) async throws -> (position: StructurePosition, structure: Hearth_V1_Structure) {
        let made = try await editor.updateStructure(
            id, name: name, timeZone: timeZone, location: location, as: caller)
        if made.isMoved { await registrar.renewOwnTraits(of: made.cell) }
        return made.answer
    }

    /// Sets the first structure's time zone and location where they are not set yet.
    ///
    /// - Parameters:
    ///   - timeZone: the time zone of the hub's machine; empty if that is not known.
    ///   - location: where the hub is; nil if that is not known.
    /// - Throws: ``HubError`` for an unknown time zone, and for coordinates out of range.
    public func placeFirstStructure(timeZone: String, location: StoredLocation?) async throws {
        guard let first = directory.cells.first else { return }
        let known = first.read { $0.place }
        let isZoneNew = known.timeZone.isEmpty && !timeZone.isEmpty
        let isLocationNew = known.location == nil && location != nil
        guard isZoneNew || isLocationNew else { return }
        _ = try await updateStructure(
            first.id, timeZone: isZoneNew ? timeZone : nil, location: isLocationNew ? location : nil,
            as: Caller(.owner))
    }

    /// Deletes a structure with its rooms and devices. The hub's own devices are not added again at the next start.
    ///
    /// - Throws: ``HubError`` for callers who are not owners of the structure. Only the hub's owner may delete the last
    ///   structure: no other caller could create one afterwards.
    public func deleteStructure(_ id: String, as caller: Caller) async throws -> StructurePosition {
        let (position, members) = try await editor.deleteStructure(id, as: caller)
        people.membershipsChanged(of: members)
        return position
    }

    /// Creates a room.
    public func createRoom(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try await editor.createRoom(name: name, in: structureID, as: caller)
    }

    /// Renames a room.
    public func renameRoom(
        _ id: String, to name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try await editor.updateRoom(id, name: name, as: caller)
    }

    /// Renames a room, or gives it other aliases.
    ///
    /// - Parameters:
    ///   - name: the new name; nil to keep it.
    ///   - aliases: the other names that people say for it, at most 8; nil to keep them.
    /// - Throws: ``HubError`` for a name or alias that is invalid or in use.
    public func updateRoom(
        _ id: String, name: String? = nil, aliases: [String]?, as caller: Caller
    ) async throws -> (position: StructurePosition, room: Hearth_V1_Room) {
        try await editor.updateRoom(id, name: name, aliases: aliases, as: caller)
    }

    /// Deletes a room. Its devices stay in the structure, in no room, and its zones lose it.
    public func deleteRoom(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try await editor.deleteRoom(id, as: caller)
    }

    /// Creates a zone without rooms.
    ///
    /// - Throws: ``HubError`` if the name is invalid or in use, or there are too many zones.
    public func createZone(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, zone: Hearth_V1_Zone) {
        try await editor.createZone(name: name, in: structureID, as: caller)
    }

    /// Renames a zone, or adds and removes rooms. Adding a member has no effect, nor has removing a room that is not a
    /// member.
    ///
    /// - Parameters:
    ///   - name: the new name; nil to keep it.
    ///   - aliases: the other names that people say for it, at most 8; nil to keep them.
    /// - Throws: ``HubError``: `.notFound`; `.failedPrecondition` for a room of another structure, and for the default
    ///   room.
    public func updateZone(
        _ id: String, name: String? = nil, adding added: [String] = [], removing removed: [String] = [],
        aliases: [String]? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, zone: Hearth_V1_Zone) {
        try await editor.updateZone(
            id, name: name, adding: added, removing: removed, aliases: aliases, as: caller)
    }

    /// Deletes a zone. Its rooms stay.
    public func deleteZone(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try await editor.deleteZone(id, as: caller)
    }

    /// Renames a device, moves it to another room of its structure, or gives it other aliases.
    ///
    /// - Parameters:
    ///   - roomID: the new room. Empty, or the structure's ID as in HomeKit's `roomForEntireHome`, for no room; nil to
    ///     keep the room.
    ///   - aliases: the other names that people say for it, at most 8; nil to keep them.
    public func updateDevice(
        _ id: String, name: String? = nil, roomID: String? = nil, aliases: [String]? = nil, as caller: Caller
    ) async throws -> (position: StructurePosition, device: Hearth_V1_Device) {
        try await editor.updateDevice(id, name: name, roomID: roomID, aliases: aliases, as: caller)
    }

    /// Names a part of a device, such as a socket of a power strip.
    ///
    /// - Parameter name: the new name; empty for none.
    /// - Throws: ``HubError``: `.invalidArgument` for an invalid name, and for the root, which is the device itself;
    ///   `.alreadyExists` if another part of the device has the name.
    public func updateEndpoint(
        _ target: TraitTarget, name: String, as caller: Caller
    ) async throws -> (position: StructurePosition, device: Hearth_V1_Device) {
        try await editor.updateEndpoint(target, name: name, as: caller)
    }

    /// Removes a device, with its bridged devices if it is a bridge. Service groups lose their services. The hub's own
    /// device is not added again, even after a restart; a provider of another process adds its device again at its next
    /// attach. A device that comes back within 90 days has its name, room, app data and history again; the hub keeps them
    /// for up to 512 devices.
    ///
    /// - Parameter forgetting: whether the hub keeps nothing of the device, also if it was removed before.
    /// - Returns: the IDs of all removed devices, this one first.
    /// - Throws: ``HubError`` `.failedPrecondition` for a device behind a bridge.
    public func removeDevice(
        _ id: String, forgetting: Bool = false, as caller: Caller
    ) async throws -> (position: StructurePosition, deviceIDs: [String]) {
        try await editor.removeDevice(id, forgetting: forgetting, as: caller)
    }

    /// Brings back the devices of the hub's own process that were removed, each to the structure that it was in.
    ///
    /// - Returns: their ids, sorted. A device whose provider is not attached stays away, and so does one of a structure
    ///   that the caller may not manage.
    public func restoreDevices(as caller: Caller) async throws -> [String] {
        try await registrar.restoreDevices(as: caller)
    }
}
