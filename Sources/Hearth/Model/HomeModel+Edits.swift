internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

// Structures, rooms, zones and groups. Each function returns the object as it is on the hub afterwards.
extension HomeModel {
    package func createStructure(name: String) async throws(HomeError) -> CachedStructure {
        let response: Hearth_V1_CreateStructureResponse = try await edit(
            Hearth_V1_HomeMethods.createStructure, Hearth_V1_CreateStructureRequest(name: name, options: options),
            "the new structure", position: \.position)
        return CachedStructure(try present(response.structure, "structure"))
    }

    package func renameStructure(_ id: String, _ name: String) async throws(HomeError) -> CachedStructure {
        let response: Hearth_V1_UpdateStructureResponse = try await edit(
            Hearth_V1_HomeMethods.updateStructure,
            Hearth_V1_UpdateStructureRequest(structureID: id, name: name, options: options),
            "the structure's name", position: \.position)
        return CachedStructure(try present(response.structure, "structure"))
    }

    /// Sets the time zone and the location; nil keeps either.
    func placeStructure(
        _ id: String, timeZone: String?, location: StructureLocation?
    ) async throws(HomeError) -> CachedStructure {
        let response: Hearth_V1_UpdateStructureResponse = try await edit(
            Hearth_V1_HomeMethods.updateStructure,
            Hearth_V1_UpdateStructureRequest(
                structureID: id, options: options, timeZone: timeZone,
                location: location.map { Hearth_V1_Location(latitude: $0.latitude, longitude: $0.longitude) }),
            "the structure's place", position: \.position)
        return CachedStructure(try present(response.structure, "structure"))
    }

    package func deleteStructure(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_DeleteStructureResponse = try await edit(
            Hearth_V1_HomeMethods.deleteStructure,
            Hearth_V1_DeleteStructureRequest(structureID: id, options: options),
            "the removal of the structure", position: \.position)
    }

    package func createRoom(in structureID: String, name: String) async throws(HomeError) -> CachedRoom {
        let response: Hearth_V1_CreateRoomResponse = try await edit(
            Hearth_V1_HomeMethods.createRoom,
            Hearth_V1_CreateRoomRequest(structureID: structureID, name: name, options: options),
            "the new room", position: \.position)
        return CachedRoom(try present(response.room, "room"))
    }

    /// Renames a room, or gives it other aliases.
    package func updateRoom(
        _ id: String, name: String? = nil, aliases: [String]? = nil
    ) async throws(HomeError) -> CachedRoom {
        let response: Hearth_V1_UpdateRoomResponse = try await edit(
            Hearth_V1_HomeMethods.updateRoom,
            Hearth_V1_UpdateRoomRequest(
                roomID: id, name: name, options: options, aliases: aliases.map { Hearth_V1_Aliases(names: $0) }),
            "the change of the room", position: \.position)
        return CachedRoom(try present(response.room, "room"))
    }

    package func deleteRoom(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_DeleteRoomResponse = try await edit(
            Hearth_V1_HomeMethods.deleteRoom, Hearth_V1_DeleteRoomRequest(roomID: id, options: options),
            "the removal of the room", position: \.position)
    }

    package func createZone(in structureID: String, name: String) async throws(HomeError) -> CachedZone {
        let response: Hearth_V1_CreateZoneResponse = try await edit(
            Hearth_V1_HomeMethods.createZone,
            Hearth_V1_CreateZoneRequest(structureID: structureID, name: name, options: options),
            "the new zone", position: \.position)
        return CachedZone(try present(response.zone, "zone"))
    }

    package func updateZone(
        _ id: String, name: String? = nil, add: [String] = [], remove: [String] = [], aliases: [String]? = nil
    ) async throws(HomeError) -> CachedZone {
        let response: Hearth_V1_UpdateZoneResponse = try await edit(
            Hearth_V1_HomeMethods.updateZone,
            Hearth_V1_UpdateZoneRequest(
                zoneID: id, name: name, addRoomIDs: add, removeRoomIDs: remove, options: options,
                aliases: aliases.map { Hearth_V1_Aliases(names: $0) }),
            "the change of the zone", position: \.position)
        return CachedZone(try present(response.zone, "zone"))
    }

    package func deleteZone(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_DeleteZoneResponse = try await edit(
            Hearth_V1_HomeMethods.deleteZone, Hearth_V1_DeleteZoneRequest(zoneID: id, options: options),
            "the removal of the zone", position: \.position)
    }

    package func createGroup(in structureID: String, name: String) async throws(HomeError) -> CachedServiceGroup {
        let response: Hearth_V1_CreateServiceGroupResponse = try await edit(
            Hearth_V1_HomeMethods.createServiceGroup,
            Hearth_V1_CreateServiceGroupRequest(structureID: structureID, name: name, options: options),
            "the new service group", position: \.position)
        return CachedServiceGroup(try present(response.serviceGroup, "service group"))
    }

    package func updateGroup(
        _ id: String, name: String? = nil, add: [ServiceReference] = [], remove: [ServiceReference] = []
    ) async throws(HomeError) -> CachedServiceGroup {
        let response: Hearth_V1_UpdateServiceGroupResponse = try await edit(
            Hearth_V1_HomeMethods.updateServiceGroup,
            Hearth_V1_UpdateServiceGroupRequest(
                serviceGroupID: id, name: name, addServices: add.map { Hearth_V1_ServiceReference($0) },
                removeServices: remove.map { Hearth_V1_ServiceReference($0) }, options: options),
            "the change of the service group", position: \.position)
        return CachedServiceGroup(try present(response.serviceGroup, "service group"))
    }

    package func deleteGroup(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_DeleteServiceGroupResponse = try await edit(
            Hearth_V1_HomeMethods.deleteServiceGroup,
            Hearth_V1_DeleteServiceGroupRequest(serviceGroupID: id, options: options),
            "the removal of the service group", position: \.position)
    }
}

// Devices and their services.
extension HomeModel {
    /// Renames a device, gives it other aliases, or moves it to a room; an empty ID removes it from its room.
    package func updateDevice(
        _ id: String, name: String? = nil, roomID: String? = nil, aliases: [String]? = nil
    ) async throws(HomeError) -> CachedDevice {
        let response: Hearth_V1_UpdateDeviceResponse = try await edit(
            Hearth_V1_HomeMethods.updateDevice,
            Hearth_V1_UpdateDeviceRequest(
                deviceID: id, name: name, roomID: roomID, options: options,
                aliases: aliases.map { Hearth_V1_Aliases(names: $0) }),
            "the change of the device", position: \.position)
        return CachedDevice(try present(response.device, "device"))
    }

    /// Names a part of a device; an empty name removes it.
    func nameEndpoint(_ target: TraitTarget, _ name: String) async throws(HomeError) -> CachedDevice {
        let response: Hearth_V1_UpdateEndpointResponse = try await edit(
            Hearth_V1_HomeMethods.updateEndpoint,
            Hearth_V1_UpdateEndpointRequest(target: Hearth_V1_Target(target), name: name, options: options),
            "the part's name", position: \.position)
        return CachedDevice(try present(response.device, "device"))
    }

    /// Removes a device, and the devices behind it if it is a bridge.
    ///
    /// - Parameter forgetting: whether the hub keeps nothing of it, also if it was removed before.
    /// - Returns: IDs of all removed devices: this one first, then those behind it, in the order in which their provider
    ///   has brought them.
    @discardableResult
    package func removeDevice(_ id: String, forgetting: Bool = false) async throws(HomeError) -> [String] {
        let response: Hearth_V1_RemoveDeviceResponse = try await edit(
            Hearth_V1_HomeMethods.removeDevice,
            Hearth_V1_RemoveDeviceRequest(deviceID: id, options: options, forget: forgetting),
            "the removal of the device", position: \.position)
        return response.deviceIDs
    }

    /// Brings back the removed devices of the hub's own process.
    ///
    /// - Returns: IDs of the restored devices, sorted.
    func restoreDevices() async throws(HomeError) -> [String] {
        let response: Hearth_V1_RestoreDevicesResponse = try await connection.change(
            Hearth_V1_HomeMethods.restoreDevices, Hearth_V1_RestoreDevicesRequest(options: options),
            "the return of the devices")
        return response.deviceIDs
    }

    /// Names a service, or sets what is plugged in or watched; an empty text removes either.
    package func updateService(
        _ service: ServiceReference, name: String? = nil, associatedType: String? = nil
    ) async throws(HomeError) -> CachedDevice {
        let response: Hearth_V1_UpdateServiceResponse = try await edit(
            Hearth_V1_HomeMethods.updateService,
            Hearth_V1_UpdateServiceRequest(
                service: Hearth_V1_ServiceReference(service), name: name, associatedType: associatedType,
                options: options),
            "the change of the service", position: \.position)
        return CachedDevice(try present(response.device, "device"))
    }
}

// People.
extension HomeModel {
    package func setPrimary(_ structureID: String) async throws(HomeError) -> CachedCaller {
        let response: Hearth_V1_SetPrimaryStructureResponse = try await connection.change(
            Hearth_V1_PeopleMethods.setPrimaryStructure,
            Hearth_V1_SetPrimaryStructureRequest(structureID: structureID, options: options), "the primary structure")
        return CachedCaller(try present(response.caller, "caller"))
    }

    /// Reports whether a person is at home, or whether it shares that.
    ///
    /// - Parameter personID: the person; nil for this client's.
    func setPresence(
        _ presence: Hearth_V1_Presence, of personID: String? = nil, in structureID: String
    ) async throws(HomeError) {
        let _: Hearth_V1_SetPresenceResponse = try await edit(
            Hearth_V1_PeopleMethods.setPresence,
            Hearth_V1_SetPresenceRequest(
                structureID: structureID, personID: personID ?? "", presence: presence, options: options),
            "the change of presence", position: \.position)
    }

    /// Changes the properties that are not nil.
    func updatePerson(
        _ id: String, name: String?, role: StructureRole?, grant: GuestGrant?
    ) async throws(HomeError) -> StructureMember {
        let response: Hearth_V1_UpdatePersonResponse = try await edit(
            Hearth_V1_PeopleMethods.updatePerson,
            Hearth_V1_UpdatePersonRequest(
                personID: id, name: name, role: role.map { Hearth_V1_Role($0) } ?? .unspecified,
                grant: grant.map { grant throws(HomeError) in try Hearth_V1_Grant(grant) }, options: options),
            "the change of the person", position: \.position)
        return try present(StructureMember(try present(response.person, "person")), "person's role")
    }

    package func removePerson(_ id: String) async throws(HomeError) {
        let _: Hearth_V1_RemovePersonResponse = try await edit(
            Hearth_V1_PeopleMethods.removePerson, Hearth_V1_RemovePersonRequest(personID: id, options: options),
            "the removal of the person", position: \.position)
    }

    /// Invites a guest to a structure who may use all devices except the kinds that must be granted one by one.
    ///
    /// - Parameter life: how long the invitation can be accepted, in whole seconds.
    /// - Returns: the link for the guest.
    package func inviteGuest(to structureID: String, for life: Duration) async throws(HomeError) -> HubLink {
        let response: Hearth_V1_CreateInvitationResponse = try await connection.change(
            Hearth_V1_AccessMethods.createInvitation,
            Hearth_V1_CreateInvitationRequest(
                role: .member, options: options,
                offers: [
                    Hearth_V1_Offer(
                        structureID: structureID, role: .guest, grant: Hearth_V1_Grant(everything: true))
                ],
                validFor: Google_Protobuf_Duration(seconds: life.wholeSeconds)), "the creation of the invitation")
        guard !response.address.isEmpty else {
            throw HomeError(
                .failedPrecondition,
                "the hub listens on its own machine only, so guests can't be invited; start it with --listen HOST:PORT")
        }
        return HubLink(address: response.address, publicKeySHA256: response.publicKeySha256, code: response.code)
    }
}

// Makers' traits.
extension HomeModel {
    /// - Parameter fromDevices: whether to remove it, with its values, from the devices that have it.
    func removeTrait(_ id: UInt32, fromDevices: Bool) async throws(HomeError) {
        let _: Hearth_V1_RemoveTraitResponse = try await connection.change(
            Hearth_V1_HomeMethods.removeTrait,
            Hearth_V1_RemoveTraitRequest(traitID: id, options: options, fromDevices: fromDevices),
            "the removal of the trait")
    }
}
