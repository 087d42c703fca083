internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Synchronization

/// A double of the wire for zones, service groups and people: a home in memory that does what edits say and reports it
/// to all watches. It judges nothing but names and roles.
final class ScriptedHome: Sendable {
    private struct State {
        var structures: [Hearth_V1_Structure] = []
        var rooms: [Hearth_V1_Room] = []
        var zones: [Hearth_V1_Zone] = []
        var groups: [Hearth_V1_ServiceGroup] = []
        var people: [Hearth_V1_Person] = []
        var devices: [Hearth_V1_Device] = []
        var states: [Hearth_V1_TraitState] = []
        var caller = Hearth_V1_Caller()
        var sequence: UInt64 = 1
        var nextID = 1
        var watches: [UInt64: AsyncStream<Hearth_V1_WatchResponse>.Continuation] = [:]
        var lastWatch: UInt64 = 0
    }

    private let state = Mutex(State())

    init() {
        state.withLock { state in
            state.structures = [Hearth_V1_Structure(id: "s1", name: "Home")]
            state.rooms = [Hearth_V1_Room(id: "r1", structureID: "s1", name: "Kitchen")]
            state.people = [
                Hearth_V1_Person(id: "p1", structureID: "s1", name: "Ada", role: .owner),
                Hearth_V1_Person(id: "p2", structureID: "s1", name: "Grace", role: .guest),
            ]
            state.devices = [ScriptedHome.outlet]
            let onOff = Matter.OnOffTrait.descriptor
            state.states = [
                Hearth_V1_TraitState(
                    target: Hearth_V1_Target(deviceID: "outlet", endpoint: 1), traitID: onOff.id,
                    attributes: Google_Protobuf_Any(
                        typeURL: "/" + onOff.attributesTypeName, value: onOff.encodeAttributes([0: .bool(false)])))
            ]
            state.caller = Hearth_V1_Caller(
                role: .owner,
                memberships: [Hearth_V1_Membership(structureID: "s1", personID: "p1", role: .owner)],
                primaryStructureID: "s1")
        }
    }

    private static let outlet = Hearth_V1_Device(
        id: "outlet", structureID: "s1", roomID: "r1", name: "Outlet",
        endpoints: [
            Hearth_V1_Endpoint(
                id: 1, deviceTypes: [Hearth_V1_DeviceType(id: 0x10A, revision: 3, isPrimary: true)],
                traits: [
                    Hearth_V1_TraitInfo(id: 6, name: "hearth.traits.matter.v1.OnOff", revision: 6)
                ])
        ])

    var client: RPCClient {
        RPCClient(transport: InProcessTransport(server: RPCServer(router: router), principal: .owner))
    }

    // MARK: What a test does

    /// Changes objects, as another program or the hub does.
    func change(_ objects: Hearth_V1_ObjectChange.OneOf_Change..., by clientID: String = "another") {
        _ = report(objects, by: Hearth_V1_CallOptions(clientID: clientID))
    }

    /// Says who the caller is from now on.
    func say(_ change: (inout Hearth_V1_Caller) -> Void) {
        let (caller, watches) = state.withLock { state in
            change(&state.caller)
            return (state.caller, Array(state.watches.values))
        }
        for watch in watches { watch.yield(Hearth_V1_WatchResponse(content: .caller(caller))) }
    }

    /// Sends a resync and a snapshot of the structure, as when rights have changed. `change` brings the new view.
    func resync(_ change: (inout Hearth_V1_Snapshot) -> Void) {
        let (snapshot, watches) = state.withLock { state in
            var snapshot = Self.snapshot(state)
            change(&snapshot)
            (state.rooms, state.zones, state.groups) = (snapshot.rooms, snapshot.zones, snapshot.serviceGroups)
            (state.people, state.devices) = (snapshot.people, snapshot.devices)
            state.sequence += 1
            return (snapshot, Array(state.watches.values))
        }
        let position = position
        for watch in watches {
            watch.yield(Hearth_V1_WatchResponse(content: .resync(Hearth_V1_Resync(structureID: "s1"))))
            watch.yield(Hearth_V1_WatchResponse(content: .snapshot(snapshot)))
            watch.yield(
                Hearth_V1_WatchResponse(
                    content: .snapshotComplete(Hearth_V1_SnapshotComplete(positions: [position]))))
        }
    }

    /// Ends all watches; clients come again.
    func cutWatches() {
        let watches = state.withLock { state in
            defer { state.watches = [:] }
            return Array(state.watches.values)
        }
        for watch in watches { watch.finish() }
    }

    private var position: Hearth_V1_Position {
        Hearth_V1_Position(structureID: "s1", epoch: 1, sequence: state.withLock { $0.sequence })
    }

    // MARK: The wire

    private static func snapshot(_ state: State) -> Hearth_V1_Snapshot {
        Hearth_V1_Snapshot(
            structures: state.structures, rooms: state.rooms, devices: state.devices, states: state.states,
            zones: state.zones, serviceGroups: state.groups, people: state.people)
    }

    private func report(
        _ objects: [Hearth_V1_ObjectChange.OneOf_Change], by options: Hearth_V1_CallOptions?
    ) -> Hearth_V1_Position {
        let (position, watches) = state.withLock { state in
            for object in objects { Self.apply(object, to: &state) }
            state.sequence += 1
            return (
                Hearth_V1_Position(structureID: "s1", epoch: 1, sequence: state.sequence), Array(state.watches.values)
            )
        }
        let report = Hearth_V1_Report(
            position: position,
            cause: Hearth_V1_Cause(
                kind: .client, clientID: options?.clientID ?? "", requestID: options?.requestID ?? ""),
            objects: objects.map { Hearth_V1_ObjectChange(change: $0) })
        for watch in watches { watch.yield(Hearth_V1_WatchResponse(content: .report(report))) }
        return position
    }

    private static func apply(_ object: Hearth_V1_ObjectChange.OneOf_Change, to state: inout State) {
        func put<Object>(_ object: Object, _ list: inout [Object], _ id: (Object) -> String) {
            if let index = list.firstIndex(where: { id($0) == id(object) }) {
                list[index] = object
            } else {
                list.append(object)
            }
        }
        switch object {
        case .structure(let value): put(value, &state.structures, \.id)
        case .room(let value): put(value, &state.rooms, \.id)
        case .zone(let value): put(value, &state.zones, \.id)
        case .serviceGroup(let value): put(value, &state.groups, \.id)
        case .person(let value): put(value, &state.people, \.id)
        case .device(let value): put(value, &state.devices, \.id)
        case .removedStructureID(let id): state.structures.removeAll { $0.id == id }
        case .removedRoomID(let id): state.rooms.removeAll { $0.id == id }
        case .removedZoneID(let id): state.zones.removeAll { $0.id == id }
        case .removedServiceGroupID(let id): state.groups.removeAll { $0.id == id }
        case .removedPersonID(let id): state.people.removeAll { $0.id == id }
        case .removedDeviceID(let id): state.devices.removeAll { $0.id == id }
        }
    }

    private func makeID() -> String {
        state.withLock { state in
            state.nextID += 1
            return "made-\(state.nextID)"
        }
    }

    private func zone(_ id: String) throws -> Hearth_V1_Zone {
        guard let zone = state.withLock({ $0.zones.first { $0.id == id } }) else {
            throw RPCError(.notFound, "no zone")
        }
        return zone
    }

    private func group(_ id: String) throws -> Hearth_V1_ServiceGroup {
        guard let group = state.withLock({ $0.groups.first { $0.id == id } }) else {
            throw RPCError(.notFound, "no group")
        }
        return group
    }

    /// Refuses a name that something has, as the hub does: with HomeKit's number in the details.
    private func check(_ name: String) throws {
        let isTaken = state.withLock { state in
            state.rooms.contains { $0.name == name } || state.zones.contains { $0.name == name }
                || state.groups.contains { $0.name == name }
        }
        guard isTaken else { return }
        let rule = Hearth_V1_HomeKitError(code: 31, name: "ObjectWithSimilarNameExistsInHome")
        throw RPCError(
            code: Int32(RPCError.Code.alreadyExists.rawValue), message: "\(name) is taken",
            packedDetails: [
                Google_Protobuf_Any(
                    typeURL: "type.googleapis.com/hearth.v1.HomeKitError", value: rule.serialized())
            ]) ?? RPCError(.internal, "no error")
    }
}

// MARK: Methods

extension ScriptedHome {
    private var router: RPCRouter {
        var router = RPCRouter()
        router.unary(Hearth_V1_HomeMethods.getInfo) {
            (_: Hearth_V1_GetInfoRequest, _: ServerContext) async throws in Hearth_V1_GetInfoResponse(hubID: "scripted")
        }
        router.serverStreaming(Hearth_V1_HomeMethods.watch) {
            (_: Hearth_V1_WatchRequest, writer: RPCWriter<Hearth_V1_WatchResponse>, _: ServerContext) async throws in
            let (messages, snapshot, caller) = self.watch()
            try await writer.write(
                Hearth_V1_WatchResponse(content: .started(Hearth_V1_WatchStarted(watchID: "w", heartbeatSeconds: 60))))
            try await writer.write(Hearth_V1_WatchResponse(content: .caller(caller)))
            try await writer.write(Hearth_V1_WatchResponse(content: .resync(Hearth_V1_Resync())))
            try await writer.write(Hearth_V1_WatchResponse(content: .snapshot(snapshot)))
            try await writer.write(
                Hearth_V1_WatchResponse(
                    content: .snapshotComplete(Hearth_V1_SnapshotComplete(positions: [self.position]))))
            for await message in messages { try await writer.write(message) }
        }
        addZones(&router)
        addGroups(&router)
        addPeople(&router)
        return router
    }

    private func watch() -> (AsyncStream<Hearth_V1_WatchResponse>, Hearth_V1_Snapshot, Hearth_V1_Caller) {
        let (messages, continuation) = AsyncStream<Hearth_V1_WatchResponse>.makeStream()
        return state.withLock { state in
            state.lastWatch += 1
            state.watches[state.lastWatch] = continuation
            return (messages, Self.snapshot(state), state.caller)
        }
    }

    private func addZones(_ router: inout RPCRouter) {
        router.unary(Hearth_V1_HomeMethods.createZone) {
            (request: Hearth_V1_CreateZoneRequest, _: ServerContext) async throws -> Hearth_V1_CreateZoneResponse in
            try self.check(request.name)
            let zone = Hearth_V1_Zone(id: self.makeID(), structureID: request.structureID, name: request.name)
            return Hearth_V1_CreateZoneResponse(
                position: self.report([.zone(zone)], by: request.options), zone: zone)
        }
        router.unary(Hearth_V1_HomeMethods.updateZone) {
            (request: Hearth_V1_UpdateZoneRequest, _: ServerContext) async throws -> Hearth_V1_UpdateZoneResponse in
            var zone = try self.zone(request.zoneID)
            if let name = request.name { zone.name = name }
            zone.roomIDs.removeAll { request.removeRoomIDs.contains($0) }
            zone.roomIDs += request.addRoomIDs
            return Hearth_V1_UpdateZoneResponse(
                position: self.report([.zone(zone)], by: request.options), zone: zone)
        }
        router.unary(Hearth_V1_HomeMethods.deleteZone) {
            (request: Hearth_V1_DeleteZoneRequest, _: ServerContext) async throws -> Hearth_V1_DeleteZoneResponse in
            Hearth_V1_DeleteZoneResponse(
                position: self.report([.removedZoneID(request.zoneID)], by: request.options))
        }
    }

    private func addGroups(_ router: inout RPCRouter) {
        router.unary(Hearth_V1_HomeMethods.createServiceGroup) {
            (request: Hearth_V1_CreateServiceGroupRequest, _: ServerContext) async throws
                -> Hearth_V1_CreateServiceGroupResponse in
            try self.check(request.name)
            let group = Hearth_V1_ServiceGroup(id: self.makeID(), structureID: request.structureID, name: request.name)
            return Hearth_V1_CreateServiceGroupResponse(
                position: self.report([.serviceGroup(group)], by: request.options),
                serviceGroup: group)
        }
        router.unary(Hearth_V1_HomeMethods.updateServiceGroup) {
            (request: Hearth_V1_UpdateServiceGroupRequest, _: ServerContext) async throws
                -> Hearth_V1_UpdateServiceGroupResponse in
            var group = try self.group(request.serviceGroupID)
            if let name = request.name { group.name = name }
            group.services.removeAll { request.removeServices.contains($0) }
            group.services += request.addServices
            return Hearth_V1_UpdateServiceGroupResponse(
                position: self.report([.serviceGroup(group)], by: request.options),
                serviceGroup: group)
        }
        router.unary(Hearth_V1_HomeMethods.deleteServiceGroup) {
            (request: Hearth_V1_DeleteServiceGroupRequest, _: ServerContext) async throws
                -> Hearth_V1_DeleteServiceGroupResponse in
            Hearth_V1_DeleteServiceGroupResponse(
                position: self.report(
                    [.removedServiceGroupID(request.serviceGroupID)], by: request.options))
        }
        router.unary(Hearth_V1_HomeMethods.updateService) {
            (request: Hearth_V1_UpdateServiceRequest, _: ServerContext) async throws
                -> Hearth_V1_UpdateServiceResponse in
            let service = request.service ?? Hearth_V1_ServiceReference()
            guard var device = self.state.withLock({ $0.devices.first { $0.id == service.deviceID } }) else {
                throw RPCError(.notFound, "no device")
            }
            var setting =
                device.services.first { $0.type == service.type }
                ?? Hearth_V1_ServiceSetting(endpoint: service.endpoint, type: service.type, part: service.part)
            if let name = request.name { setting.name = name }
            if let type = request.associatedType { setting.associatedType = type }
            device.services = [setting]
            return Hearth_V1_UpdateServiceResponse(
                position: self.report([.device(device)], by: request.options), device: device)
        }
    }

    private func addPeople(_ router: inout RPCRouter) {
        router.unary(Hearth_V1_PeopleMethods.setPrimaryStructure) {
            (request: Hearth_V1_SetPrimaryStructureRequest, _: ServerContext) async throws
                -> Hearth_V1_SetPrimaryStructureResponse in
            self.say { $0.primaryStructureID = request.structureID }
            return Hearth_V1_SetPrimaryStructureResponse(caller: self.state.withLock { $0.caller })
        }
        router.unary(Hearth_V1_PeopleMethods.listPeople) {
            (_: Hearth_V1_ListPeopleRequest, _: ServerContext) async throws -> Hearth_V1_ListPeopleResponse in
            Hearth_V1_ListPeopleResponse(people: self.state.withLock { $0.people })
        }
        router.unary(Hearth_V1_PeopleMethods.removePerson) {
            (request: Hearth_V1_RemovePersonRequest, _: ServerContext) async throws -> Hearth_V1_RemovePersonResponse in
            Hearth_V1_RemovePersonResponse(
                position: self.report([.removedPersonID(request.personID)], by: request.options))
        }
        router.unary(Hearth_V1_AccessMethods.createInvitation) {
            (request: Hearth_V1_CreateInvitationRequest, _: ServerContext) async throws
                -> Hearth_V1_CreateInvitationResponse in
            guard self.state.withLock({ $0.caller.memberships.first?.role }) != .guest else {
                throw RPCError(.permissionDenied, "a guest can't invite")
            }
            return Hearth_V1_CreateInvitationResponse(
                code: "AAAAAAAAAAAAAAAAAAAAAA", address: "hub.local:4327",
                publicKeySha256: [UInt8](repeating: 7, count: 32))
        }
    }
}
