internal import HearthRPC
internal import HearthTerminal
internal import HearthWire

extension HubClient {
    /// Renames an object. Returns its resulting name.
    func rename(_ item: House.Item, to name: String) async throws(CommandError) -> String {
        switch item {
        case .device(let device):
            let response: Hearth_V1_UpdateDeviceResponse = try await call(
                Hearth_V1_HomeMethods.updateDevice,
                Hearth_V1_UpdateDeviceRequest(deviceID: device.id, name: name, options: options), changing: device.name)
            return response.device?.name ?? name
        case .part(let part): return try await rename(part: part.endpoint, of: part.device, to: name)
        case .room(let room):
            let response: Hearth_V1_UpdateRoomResponse = try await call(
                Hearth_V1_HomeMethods.updateRoom,
                Hearth_V1_UpdateRoomRequest(roomID: room.id, name: name, options: options), changing: room.name)
            return response.room?.name ?? name
        case .zone(let zone):
            return try await change(zone, .init(zoneID: zone.id, name: name, options: options))?.name ?? name
        case .serviceGroup(let group):
            return try await change(group, .init(serviceGroupID: group.id, name: name, options: options))?.name ?? name
        case .structure(let structure):
            let response: Hearth_V1_UpdateStructureResponse = try await call(
                Hearth_V1_HomeMethods.updateStructure,
                Hearth_V1_UpdateStructureRequest(structureID: structure.id, name: name, options: options),
                changing: structure.name)
            return response.structure?.name ?? name
        }
    }

    /// Names a part of a device. Returns its resulting name.
    func rename(part endpoint: UInt16, of device: House.Device, to name: String) async throws(CommandError) -> String {
        let response: Hearth_V1_UpdateEndpointResponse = try await call(
            Hearth_V1_HomeMethods.updateEndpoint,
            Hearth_V1_UpdateEndpointRequest(
                target: Hearth_V1_Target(deviceID: device.id, endpoint: UInt32(endpoint)), name: name,
                options: options),
            changing: device.name)
        return response.device?.endpoints.first { $0.id == UInt32(endpoint) }?.name ?? name
    }

    /// Moves a device to a room, or out of its room if nil.
    func move(_ device: House.Device, to room: House.Room?) async throws(CommandError) {
        let _: Hearth_V1_UpdateDeviceResponse = try await call(
            Hearth_V1_HomeMethods.updateDevice,
            Hearth_V1_UpdateDeviceRequest(deviceID: device.id, roomID: room?.id ?? "", options: options),
            changing: device.name)
    }

    /// Adds a room. Returns its ID and resulting name.
    func addRoom(
        _ name: String, to structure: House.Structure
    ) async throws(CommandError) -> (id: String, name: String) {
        let response: Hearth_V1_CreateRoomResponse = try await call(
            Hearth_V1_HomeMethods.createRoom,
            Hearth_V1_CreateRoomRequest(structureID: structure.id, name: name, options: options), changing: name)
        return (response.room?.id ?? "", response.room?.name ?? name)
    }

    func remove(_ room: House.Room) async throws(CommandError) {
        let _: Hearth_V1_DeleteRoomResponse = try await call(
            Hearth_V1_HomeMethods.deleteRoom, Hearth_V1_DeleteRoomRequest(roomID: room.id, options: options),
            changing: room.name)
    }

    /// Removes a device. Returns the IDs of all removed devices.
    func remove(_ device: House.Device) async throws(CommandError) -> [String] {
        let response: Hearth_V1_RemoveDeviceResponse = try await call(
            Hearth_V1_HomeMethods.removeDevice, Hearth_V1_RemoveDeviceRequest(deviceID: device.id, options: options),
            changing: device.name)
        return response.deviceIDs.isEmpty ? [device.id] : response.deviceIDs
    }
}
