internal import HearthHomeKitMapping
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

/// Each method of each service, for each role and each place of its object: own home, other home, granted, not granted,
/// hours over, revoked.
@Suite(.timeLimit(.minutes(5)))
struct EveryMethodTests {
    enum Role: CaseIterable {
        case stranger, provider, guest, guestOutsideHours, removedGuest, administrator, structureOwner, hubOwner
    }

    /// The place of the object of a request.
    enum Place: CaseIterable {
        case granted, notGranted, otherHome
    }

    enum Verdict: Hashable {
        case allowed, denied, notFound, unauthenticated
    }

    /// The need of a method, beside the right in its descriptor.
    enum Need {
        /// None: it answers with what the caller sees.
        case nothing
        /// That the caller sees some structure.
        case sight
        /// The right that the device asks for.
        case device(Rights)
        /// The device, and to be no guest.
        case past
        case structure(Rights)
        case log
        case room(Rights)
        /// To change another guest.
        case person
        /// To be no guest, and to have this right.
        case automation(Rights)
        /// To be an owner of the structure.
        case ownership
        /// To be an owner of some structure.
        case someOwnership
        /// To set up some structure.
        case someSetup
    }

    /// The ids that a request is made of.
    struct Objects {
        let structure: String
        let room: String
        let device: String
        let person: String
        /// With the room in it.
        let zone: String
        /// With the device's service in it.
        let group: String
        /// Run by hand.
        let automation: String

        var service: Hearth_V1_ServiceReference {
            Hearth_V1_ServiceReference(deviceID: device, endpoint: 1, type: "43")
        }
        var target: Hearth_V1_Target { Hearth_V1_Target(deviceID: device, endpoint: 1) }
    }

    struct Expectation: Sendable {
        let need: Need
        let request: @Sendable (Objects) -> RPCFrame
        /// The layout of the request's message.
        let layout: MessageLayout

        init<Request: Message & RPCMessage>(_ need: Need, _ request: @escaping @Sendable (Objects) -> Request) {
            self.need = need
            self.request = { request($0).frame }
            layout = Request.layout
        }
    }

    private static let command = Hearth_V1_BatchItem.OneOf_Action.command(Hearth_V1_BatchCommand(commandID: 1))

    /// By the path of each method of a hub's services.
    static let expectations: [String: Expectation] = [
        "HomeService/GetInfo": .init(.nothing) { _ in Hearth_V1_GetInfoRequest() },
        "HomeService/List": .init(.nothing) { _ in Hearth_V1_ListRequest() },
        "HomeService/Read": .init(.device([.view])) {
            Hearth_V1_ReadRequest(filter: Hearth_V1_WatchFilter(deviceIDs: [$0.device]))
        },
        "HomeService/Watch": .init(.sight) { _ in Hearth_V1_WatchRequest() },
        "HomeService/UpdateWatch": .init(.nothing) { _ in Hearth_V1_UpdateWatchRequest() },
        "HomeService/ListReports": .init(.log) { Hearth_V1_ListReportsRequest(structureID: $0.structure) },
        "HomeService/CreateStructure": .init(.someOwnership) { _ in Hearth_V1_CreateStructureRequest(name: "New") },
        "HomeService/UpdateStructure": .init(.structure([.manage])) {
            Hearth_V1_UpdateStructureRequest(structureID: $0.structure, name: "Renamed")
        },
        "HomeService/DeleteStructure": .init(.ownership) {
            Hearth_V1_DeleteStructureRequest(structureID: $0.structure)
        },
        "HomeService/CreateRoom": .init(.structure([.manage])) {
            Hearth_V1_CreateRoomRequest(structureID: $0.structure, name: "New")
        },
        "HomeService/UpdateRoom": .init(.room([.manage])) {
            Hearth_V1_UpdateRoomRequest(roomID: $0.room, name: "Renamed")
        },
        "HomeService/DeleteRoom": .init(.room([.manage])) { Hearth_V1_DeleteRoomRequest(roomID: $0.room) },
        "HomeService/CreateZone": .init(.structure([.manage])) {
            Hearth_V1_CreateZoneRequest(structureID: $0.structure, name: "New")
        },
        "HomeService/UpdateZone": .init(.room([.manage])) {
            Hearth_V1_UpdateZoneRequest(zoneID: $0.zone, name: "Renamed")
        },
        "HomeService/DeleteZone": .init(.room([.manage])) { Hearth_V1_DeleteZoneRequest(zoneID: $0.zone) },
        "HomeService/CreateServiceGroup": .init(.structure([.manage])) {
            Hearth_V1_CreateServiceGroupRequest(structureID: $0.structure, name: "New")
        },
        "HomeService/UpdateServiceGroup": .init(.device([.manage])) {
            Hearth_V1_UpdateServiceGroupRequest(serviceGroupID: $0.group, name: "Renamed")
        },
        "HomeService/DeleteServiceGroup": .init(.device([.manage])) {
            Hearth_V1_DeleteServiceGroupRequest(serviceGroupID: $0.group)
        },
        "HomeService/UpdateDevice": .init(.device([.manage])) {
            Hearth_V1_UpdateDeviceRequest(deviceID: $0.device, name: "Renamed")
        },
        "HomeService/UpdateEndpoint": .init(.device([.manage])) {
            Hearth_V1_UpdateEndpointRequest(target: $0.target, name: "Left")
        },
        "HomeService/UpdateService": .init(.device([.manage])) {
            Hearth_V1_UpdateServiceRequest(service: $0.service, name: "Renamed")
        },
        "HomeService/RemoveDevice": .init(.device([.manage])) { Hearth_V1_RemoveDeviceRequest(deviceID: $0.device) },
        "HomeService/RestoreDevices": .init(.someSetup) { _ in Hearth_V1_RestoreDevicesRequest() },
        "HomeService/SendBatch": .init(.device([.operate])) {
            Hearth_V1_SendBatchRequest(items: [.init(target: $0.target, traitID: 6, action: command)])
        },
        "HomeService/SendFollowed": .init(.device([.operate])) {
            Hearth_V1_SendFollowedRequest(item: .init(target: $0.target, traitID: 6, action: command))
        },
        "HomeService/GetAppData": .init(.device([.view])) {
            Hearth_V1_GetAppDataRequest(objectID: $0.device, appID: "app")
        },
        "HomeService/UpdateAppData": .init(.device([.manage])) {
            Hearth_V1_UpdateAppDataRequest(objectID: $0.device, appID: "app")
        },
        "HomeService/GetTraitSchemas": .init(.nothing) { _ in Hearth_V1_GetTraitSchemasRequest(traitIDs: [6]) },
        "HomeService/ListTraits": .init(.nothing) { _ in Hearth_V1_ListTraitsRequest() },
        "HomeService/RemoveTrait": .init(.nothing) { _ in Hearth_V1_RemoveTraitRequest(traitID: 6) },
        "PeopleService/GetCaller": .init(.nothing) { _ in Hearth_V1_GetCallerRequest() },
        "PeopleService/SetPrimaryStructure": .init(.structure([.view])) {
            Hearth_V1_SetPrimaryStructureRequest(structureID: $0.structure)
        },
        "PeopleService/SetPresence": .init(.structure([.view])) {
            Hearth_V1_SetPresenceRequest(structureID: $0.structure, presence: .away)
        },
        "PeopleService/ListPeople": .init(.structure([.view])) {
            Hearth_V1_ListPeopleRequest(structureID: $0.structure)
        },
        "PeopleService/UpdatePerson": .init(.person) {
            Hearth_V1_UpdatePersonRequest(personID: $0.person, name: "Renamed")
        },
        "PeopleService/RemovePerson": .init(.person) { Hearth_V1_RemovePersonRequest(personID: $0.person) },
        "PeopleService/ListAudit": .init(.someSetup) { _ in Hearth_V1_ListAuditRequest() },
        "AutomationService/CreateAutomation": .init(.structure([.manage])) {
            Hearth_V1_CreateAutomationRequest(
                structureID: $0.structure, name: "New",
                program: Hearth_V1_AutomationProgram(
                    graph: AutomationHome.sequence([
                        AutomationHome.manual(2),
                        AutomationHome.command(3, TestProvider.onOff(of: $0.device), 1),
                    ])))
        },
        "AutomationService/UpdateAutomation": .init(.automation([.manage])) {
            Hearth_V1_UpdateAutomationRequest(automationID: $0.automation, name: "Renamed")
        },
        "AutomationService/DeleteAutomation": .init(.automation([.manage])) {
            Hearth_V1_DeleteAutomationRequest(automationID: $0.automation)
        },
        "AutomationService/ListAutomations": .init(.structure([.view])) {
            Hearth_V1_ListAutomationsRequest(structureID: $0.structure)
        },
        "AutomationService/ValidateAutomation": .init(.structure([.manage])) {
            Hearth_V1_ValidateAutomationRequest(
                structureID: $0.structure,
                program: Hearth_V1_AutomationProgram(graph: AutomationHome.sequence([AutomationHome.manual(2)])))
        },
        "AutomationService/FormatAutomation": .init(.log) {
            Hearth_V1_FormatAutomationRequest(
                structureID: $0.structure, name: "Rule",
                program: Hearth_V1_AutomationProgram(graph: AutomationHome.sequence([AutomationHome.manual(2)])))
        },
        "AutomationService/ParseAutomations": .init(.log) {
            Hearth_V1_ParseAutomationsRequest(structureID: $0.structure, text: "automation: \"Rule\"")
        },
        "AutomationService/SayWords": .init(.structure([.operate])) {
            Hearth_V1_SayWordsRequest(structureID: $0.structure, words: "good night")
        },
        "AutomationService/Understand": .init(.structure([.view])) {
            Hearth_V1_UnderstandRequest(structureID: $0.structure, words: "good night")
        },
        "AutomationService/ExecuteAutomation": .init(.automation([.operate])) {
            Hearth_V1_ExecuteAutomationRequest(automationID: $0.automation)
        },
        "AutomationService/StopAutomation": .init(.automation([.operate])) {
            Hearth_V1_StopAutomationRequest(automationID: $0.automation)
        },
        "AutomationService/ListRuns": .init(.automation([.view])) {
            Hearth_V1_ListRunsRequest(automationID: $0.automation)
        },
        "AutomationService/DryRunAutomation": .init(.structure([.manage])) {
            Hearth_V1_DryRunAutomationRequest(
                structureID: $0.structure,
                program: Hearth_V1_AutomationProgram(graph: AutomationHome.sequence([AutomationHome.manual(2)])))
        },
        "HistoryService/ListSeries": .init(.past) { Hearth_V1_ListSeriesRequest(deviceID: $0.device) },
        "HistoryService/Query": .init(.past) { Hearth_V1_QueryRequest(target: $0.target, traitID: 6, attributeID: 0) },
        "HistoryService/Export": .init(.past) {
            Hearth_V1_ExportRequest(target: $0.target, traitID: 6, attributeID: 0)
        },
        // CameraRightsTests have a camera; the lamp is none, whoever asks.
        "CameraService/OpenLiveView": .init(.nothing) {
            Hearth_V1_OpenLiveViewRequest(target: $0.target)
        },
        "CameraService/OpenWebRtcView": .init(.nothing) {
            Hearth_V1_OpenWebRtcViewRequest(target: $0.target)
        },
        "CameraService/EndLiveView": .init(.nothing) { _ in Hearth_V1_EndLiveViewRequest(streamID: "view") },
        "CameraService/ExtendLiveView": .init(.nothing) { _ in Hearth_V1_ExtendLiveViewRequest(streamID: "view") },
        "CameraService/StartTalkback": .init(.nothing) { _ in Hearth_V1_StartTalkbackRequest(streamID: "view") },
        "CameraService/StopTalkback": .init(.nothing) { _ in Hearth_V1_StopTalkbackRequest(streamID: "view") },
        "CameraService/WatchWebRtcView": .init(.nothing) { _ in Hearth_V1_WatchWebRtcViewRequest(streamID: "view") },
        "CameraService/Talk": .init(.nothing) { _ in
            Hearth_V1_TalkRequest(content: .hello(Hearth_V1_TalkHello(streamID: "view")))
        },
        "CameraService/ListPictures": .init(.structure([.operate])) {
            Hearth_V1_ListPicturesRequest(structureID: $0.structure)
        },
        "CameraService/WatchPictures": .init(.nothing) { Hearth_V1_WatchPicturesRequest(target: $0.target) },
        "CameraService/ListClips": .init(.nothing) { Hearth_V1_ListClipsRequest(target: $0.target) },
        "CameraService/FetchClip": .init(.nothing) { _ in Hearth_V1_FetchClipRequest(clipID: "1") },
        "CameraService/DeleteClip": .init(.nothing) { _ in Hearth_V1_DeleteClipRequest(clipID: "1") },
        "CameraService/SetRecording": .init(.nothing) {
            Hearth_V1_SetRecordingRequest(target: $0.target, isRecorded: true)
        },
        "ProviderService/Feed": .init(.nothing) { _ in Hearth_V1_FeedRequest() },
        "ProviderService/Attach": .init(.nothing) { _ in Hearth_V1_AttachRequest() },
        "AccessService/GetServerIdentity": .init(.nothing) { _ in Hearth_V1_GetServerIdentityRequest() },
        "AccessService/Claim": .init(.nothing) { _ in Hearth_V1_ClaimRequest() },
        "AccessService/CreateChallenge": .init(.nothing) { _ in Hearth_V1_CreateChallengeRequest() },
        "AccessService/SignIn": .init(.nothing) { _ in Hearth_V1_SignInRequest() },
        "AccessService/RenewCredential": .init(.nothing) { _ in Hearth_V1_RenewCredentialRequest() },
        "AccessService/CreateInvitation": .init(.nothing) { _ in Hearth_V1_CreateInvitationRequest() },
        "AccessService/ListInvitations": .init(.nothing) { _ in Hearth_V1_ListInvitationsRequest() },
        "AccessService/WithdrawInvitation": .init(.nothing) { _ in Hearth_V1_WithdrawInvitationRequest() },
        "AccessService/CreateToken": .init(.nothing) { _ in Hearth_V1_CreateTokenRequest() },
        "AccessService/ListCredentials": .init(.nothing) { _ in Hearth_V1_ListCredentialsRequest() },
        "AccessService/RevokeCredential": .init(.nothing) { _ in Hearth_V1_RevokeCredentialRequest() },
        "IntegrationsService/ListIntegrationKinds": .init(.nothing) { _ in Hearth_V1_ListIntegrationKindsRequest() },
        "IntegrationsService/ListIntegrations": .init(.nothing) { _ in Hearth_V1_ListIntegrationsRequest() },
        "IntegrationsService/ListFound": .init(.nothing) { _ in Hearth_V1_ListFoundRequest() },
        "IntegrationsService/IgnoreFound": .init(.nothing) { _ in Hearth_V1_IgnoreFoundRequest() },
        "IntegrationsService/AddIntegration": .init(.nothing) { _ in
            Hearth_V1_AddIntegrationRequest(settings: [.init()], secrets: [.init()])
        },
        "IntegrationsService/ChangeIntegration": .init(.nothing) { _ in
            Hearth_V1_ChangeIntegrationRequest(settings: [.init()], secrets: [.init()])
        },
        "IntegrationsService/RemoveIntegration": .init(.nothing) { _ in Hearth_V1_RemoveIntegrationRequest() },
        "IntegrationsService/TestIntegration": .init(.nothing) { _ in Hearth_V1_TestIntegrationRequest() },
        "IntegrationsService/ListEntities": .init(.nothing) { _ in Hearth_V1_ListEntitiesRequest() },
        "IntegrationsService/ShowEntities": .init(.nothing) { _ in Hearth_V1_ShowEntitiesRequest() },
        "IntegrationsService/JoinDevices": .init(.nothing) { _ in Hearth_V1_JoinDevicesRequest() },
        "IntegrationsService/WatchIntegrations": .init(.nothing) { _ in Hearth_V1_WatchIntegrationsRequest() },
        "MaintenanceService/CreateBackup": .init(.nothing) { _ in Hearth_V1_CreateBackupRequest() },
        "MaintenanceService/BeginRestore": .init(.nothing) { _ in Hearth_V1_BeginRestoreRequest() },
        "MaintenanceService/SendRestorePiece": .init(.nothing) { _ in Hearth_V1_SendRestorePieceRequest() },
        "MaintenanceService/FinishRestore": .init(.nothing) { _ in Hearth_V1_FinishRestoreRequest() },
        "MaintenanceService/GetRecoveryKey": .init(.nothing) { _ in Hearth_V1_GetRecoveryKeyRequest() },
        "MaintenanceService/SetBackupEncryption": .init(.nothing) { _ in Hearth_V1_SetBackupEncryptionRequest() },
        "MaintenanceService/GetStatus": .init(.nothing) { _ in Hearth_V1_GetStatusRequest() },
        // The program answers these; here a stub does.
        "PushService/GetPushKey": .init(.nothing) { _ in Hearth_V1_GetPushKeyRequest() },
        "PushService/SubscribeToNotices": .init(.nothing) { _ in Hearth_V1_SubscribeToNoticesRequest() },
        "PushService/UnsubscribeFromNotices": .init(.nothing) { _ in Hearth_V1_UnsubscribeFromNoticesRequest() },
        "OnOffService/Get": .init(.device([.view])) { Hearth_V1_TraitGetRequest(target: $0.target) },
        "OnOffService/Watch": .init(.device([.view])) { Hearth_V1_TraitWatchRequest(target: $0.target) },
        "OnOffService/Update": .init(.device([.operate])) { Hearth_V1_TraitUpdateRequest(target: $0.target) },
        "OnOffService/On": .init(.device([.operate])) { Hearth_V1_TraitCommandRequest(target: $0.target) },
        "OnOffService/Off": .init(.device([.operate])) { Hearth_V1_TraitCommandRequest(target: $0.target) },
        "OnOffService/Toggle": .init(.device([.operate])) { Hearth_V1_TraitCommandRequest(target: $0.target) },
        "OnOffService/OffWithEffect": .init(.device([.operate])) { Hearth_V1_TraitCommandRequest(target: $0.target) },
        "OnOffService/OnWithRecallGlobalScene": .init(.device([.operate])) {
            Hearth_V1_TraitCommandRequest(target: $0.target)
        },
        "OnOffService/OnWithTimedOff": .init(.device([.operate])) {
            Hearth_V1_TraitCommandRequest(target: $0.target)
        },
    ]

    // MARK: Expected results

    private func principal(_ role: Role) -> Principal {
        switch role {
        case .stranger: .anonymous([.public])
        case .provider: Principal(id: "maker", rights: [.public, .provide], credential: "maker")
        case .hubOwner: .owner
        case .guest, .guestOutsideHours, .removedGuest, .administrator, .structureOwner: PeopleHome.principal("\(role)")
        }
    }

    private func expected(_ role: Role, _ place: Place, _ need: Need, _ right: Rights) -> Verdict {
        guard principal(role).rights.isSuperset(of: right) else {
            return role == .stranger ? .unauthenticated : .denied
        }
        if case .nothing = need { return .allowed }
        switch role {
        case .stranger, .provider, .guestOutsideHours, .removedGuest:
            return switch need {
            case .sight, .someOwnership, .someSetup: .denied
            default: .notFound
            }
        case .hubOwner: return .allowed
        case .guest, .administrator, .structureOwner: break
        }
        switch need {
        case .sight: return .allowed
        case .someOwnership: return role == .structureOwner ? .allowed : .denied
        case .someSetup: return role == .guest ? .denied : .allowed
        default: break
        }
        if place == .otherHome { return .notFound }
        switch need {
        case .device(let right), .room(let right):
            guard role == .guest else { return .allowed }
            return place == .notGranted ? .notFound : right.isSubset(of: [.view, .operate]) ? .allowed : .denied
        case .past:
            guard role == .guest else { return .allowed }
            return place == .notGranted ? .notFound : .denied
        case .structure(let right):
            return role != .guest || right.isSubset(of: [.view, .operate]) ? .allowed : .denied
        case .automation: return role == .guest ? .notFound : .allowed
        case .log, .person: return role == .guest ? .denied : .allowed
        case .ownership: return role == .structureOwner ? .allowed : .denied
        case .nothing, .sight, .someOwnership, .someSetup: return .allowed
        }
    }

    // MARK: Actual results

    private struct World {
        let home: PeopleHome
        /// By the room and the device in them.
        private var zones: [String: String] = [:]
        private var groups: [String: String] = [:]
        /// By the structure.
        private var automations: [String: String] = [:]

        init() async throws {
            home = try await PeopleHome()
            for (room, device, structure) in [
                (home.kitchen, "lamp-1", home.home), (home.den, "lamp-2", home.home),
                (home.awayRoom, "lamp-4", home.away),
            ] {
                let service = ServiceReference(deviceID: device, key: ServiceKey(endpoint: 1, type: .lightbulb))
                let hub = home.test.hub
                let zone = try await hub.createZone(name: "Zone of \(device)", in: structure, as: owner).zone.id
                _ = try await hub.updateZone(zone, adding: [room], as: owner)
                let made = try await hub.editor.createServiceGroup(name: "Group of \(device)", in: structure, as: owner)
                let group = made.group.id
                _ = try await hub.editor.updateServiceGroup(group, adding: [service], as: owner)
                (zones[room], groups[device]) = (zone, group)
            }
            for (structure, lamp) in [(home.home, "lamp-1"), (home.away, "lamp-4")] {
                let graph = AutomationHome.sequence([
                    AutomationHome.manual(2), AutomationHome.command(3, TestProvider.onOff(of: lamp), 1),
                ])
                let request = Hearth_V1_CreateAutomationRequest(
                    structureID: structure, name: "Rule", program: Hearth_V1_AutomationProgram(graph: graph))
                automations[structure] = try await home.test.hub.automations.createAutomation(request, as: owner)
                    .message.id
            }
            home.test.server.updateRoutes { $0.addStubs() }
            let kitchen = Grant(rooms: [home.kitchen])
            try await home.join("guest", .guest, kitchen)
            try await home.join("other", .guest, kitchen)
            // The hours ended a minute ago.
            try await home.join(
                "guestOutsideHours", .guest,
                Grant(hasEverything: true, until: home.test.clock.sinceEpoch - .seconds(60)))
            try await home.join("removedGuest", .guest, Grant(hasEverything: true))
            _ = try await home.test.hub.people.removePerson(home.person("removedGuest"), as: owner)
            try await home.join("administrator", .administrator)
            try await home.join("structureOwner", .owner)
            try await home.join("stranger to the home", .guest, kitchen, in: home.away)
        }

        func objects(_ place: Place) -> Objects {
            switch place {
            case .granted: objects(home.home, home.kitchen, "lamp-1", home.person("other"))
            case .notGranted: objects(home.home, home.den, "lamp-2", home.person("other"))
            case .otherHome:
                objects(home.away, home.awayRoom, "lamp-4", home.person("stranger to the home", in: home.away))
            }
        }

        private func objects(_ structure: String, _ room: String, _ device: String, _ person: String) -> Objects {
            Objects(
                structure: structure, room: room, device: device, person: person, zone: zones[room] ?? "",
                group: groups[device] ?? "", automation: automations[structure] ?? "")
        }
    }

    /// The status of a call; for a batch that of its item.
    private func code(_ world: World, _ method: MethodDescriptor, _ frame: RPCFrame, _ principal: Principal) async
        -> RPCError.Code?
    {
        do {
            let client = world.home.test.client(principal)
            if method.path.hasSuffix("/SendBatch") {
                let response: Hearth_V1_SendBatchResponse = try await client.unary(method, frame)
                return response.results.first?.error?.code
            }
            guard method.kind != .unary else {
                let _: RPCFrame = try await client.unary(method, frame)
                return nil
            }
            guard method.kind == .serverStreaming else { return method.right == nil ? .internal : nil }
            if method.path.hasSuffix("/SendFollowed") {
                let reader: RPCReader<Hearth_V1_SendFollowedResponse> = try await client.serverStreaming(method, frame)
                while let message = try await reader.next() {
                    if case .result(let result) = message.progress { return result.error?.code }
                }
                return nil
            }
            let reader: RPCReader<RPCFrame> = try await client.serverStreaming(method, frame)
            _ = try await reader.next()
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: Role.allCases)
    func eachMethodAnswersEachRoleAsItShould(_ role: Role) async throws {
        var world = try await World()
        let methods = world.home.test.server.methods.filter { method in
            method.path.hasPrefix("/hearth.v1.") || method.path.hasPrefix("/hearth.traits.matter.v1.OnOffService/")
        }
        expect(methods.count, isAtLeast: 50)
        for method in methods.sorted(by: { $0.path < $1.path }) {
            let name = method.path.split(separator: ".").last.map(String.init) ?? ""
            guard let expectation = Self.expectations[name] else {
                Issue.record("\(method.path) has no expectation; add its need")
                continue
            }
            let right = try require(method.right, "\(method.path) has no right")
            // A bidirectional call is refused by its right, or continues.
            guard method.kind == .unary || method.kind == .serverStreaming else { continue }
            for place in Place.allCases {
                let frame = expectation.request(world.objects(place))
                let code = await code(world, method, frame, principal(role))
                let wanted = expected(role, place, expectation.need, right)
                if code != .unimplemented {
                    expect(
                        verdict(code, expectation.need), equals: wanted,
                        "\(method.path) for \(role), \(place): \(code.map { "\($0)" } ?? "OK"), not \(wanted)")
                }
                if wanted == .allowed, code == nil, Self.changes(name) { world = try await World() }
            }
        }
    }

    private static func changes(_ name: String) -> Bool {
        name.contains("/Delete") || name.contains("/Remove") || name.contains("/Create") || name.contains("/Update")
    }

    /// Other errors of a request come after the check of its rights.
    private func verdict(_ code: RPCError.Code?, _ need: Need) -> Verdict {
        switch code {
        case .permissionDenied: return .denied
        case .notFound:
            if case .nothing = need { return .allowed }
            return .notFound
        case .unauthenticated: return .unauthenticated
        default: return .allowed
        }
    }
}

extension RPCRouter {
    /// Adds the methods of services outside the hub, for their rights. They answer UNIMPLEMENTED.
    mutating func addStubs() {
        stub(Hearth_V1_AccessMethods.getServerIdentity, Hearth_V1_GetServerIdentityRequest.self)
        stub(Hearth_V1_AccessMethods.claim, Hearth_V1_ClaimRequest.self)
        stub(Hearth_V1_AccessMethods.createChallenge, Hearth_V1_CreateChallengeRequest.self)
        stub(Hearth_V1_AccessMethods.signIn, Hearth_V1_SignInRequest.self)
        stub(Hearth_V1_AccessMethods.renewCredential, Hearth_V1_RenewCredentialRequest.self)
        stub(Hearth_V1_AccessMethods.createInvitation, Hearth_V1_CreateInvitationRequest.self)
        stub(Hearth_V1_AccessMethods.listInvitations, Hearth_V1_ListInvitationsRequest.self)
        stub(Hearth_V1_AccessMethods.withdrawInvitation, Hearth_V1_WithdrawInvitationRequest.self)
        stub(Hearth_V1_AccessMethods.createToken, Hearth_V1_CreateTokenRequest.self)
        stub(Hearth_V1_AccessMethods.listCredentials, Hearth_V1_ListCredentialsRequest.self)
        stub(Hearth_V1_AccessMethods.revokeCredential, Hearth_V1_RevokeCredentialRequest.self)
        stub(Hearth_V1_MaintenanceMethods.createBackup, Hearth_V1_CreateBackupRequest.self)
        stub(Hearth_V1_MaintenanceMethods.beginRestore, Hearth_V1_BeginRestoreRequest.self)
        stub(Hearth_V1_MaintenanceMethods.sendRestorePiece, Hearth_V1_SendRestorePieceRequest.self)
        stub(Hearth_V1_MaintenanceMethods.finishRestore, Hearth_V1_FinishRestoreRequest.self)
        stub(Hearth_V1_MaintenanceMethods.getRecoveryKey, Hearth_V1_GetRecoveryKeyRequest.self)
        stub(Hearth_V1_MaintenanceMethods.setBackupEncryption, Hearth_V1_SetBackupEncryptionRequest.self)
        stub(Hearth_V1_MaintenanceMethods.getStatus, Hearth_V1_GetStatusRequest.self)
        stub(Hearth_V1_PushMethods.getPushKey, Hearth_V1_GetPushKeyRequest.self)
        stub(Hearth_V1_PushMethods.subscribeToNotices, Hearth_V1_SubscribeToNoticesRequest.self)
        stub(Hearth_V1_PushMethods.unsubscribeFromNotices, Hearth_V1_UnsubscribeFromNoticesRequest.self)
        stub(Hearth_V1_IntegrationsMethods.listIntegrationKinds, Hearth_V1_ListIntegrationKindsRequest.self)
        stub(Hearth_V1_IntegrationsMethods.listIntegrations, Hearth_V1_ListIntegrationsRequest.self)
        stub(Hearth_V1_IntegrationsMethods.listFound, Hearth_V1_ListFoundRequest.self)
        stub(Hearth_V1_IntegrationsMethods.ignoreFound, Hearth_V1_IgnoreFoundRequest.self)
        stub(Hearth_V1_IntegrationsMethods.addIntegration, Hearth_V1_AddIntegrationRequest.self)
        stub(Hearth_V1_IntegrationsMethods.changeIntegration, Hearth_V1_ChangeIntegrationRequest.self)
        stub(Hearth_V1_IntegrationsMethods.removeIntegration, Hearth_V1_RemoveIntegrationRequest.self)
        stub(Hearth_V1_IntegrationsMethods.testIntegration, Hearth_V1_TestIntegrationRequest.self)
        stub(Hearth_V1_IntegrationsMethods.listEntities, Hearth_V1_ListEntitiesRequest.self)
        stub(Hearth_V1_IntegrationsMethods.showEntities, Hearth_V1_ShowEntitiesRequest.self)
        stub(Hearth_V1_IntegrationsMethods.joinDevices, Hearth_V1_JoinDevicesRequest.self)
        stub(Hearth_V1_IntegrationsMethods.watchIntegrations, Hearth_V1_WatchIntegrationsRequest.self)
    }

    private mutating func stub<Request: RPCMessage>(_ method: MethodDescriptor, _ request: Request.Type) {
        let refusal = RPCError(.unimplemented, "a stub")
        if method.kind == .unary {
            unary(method) { (_: Request, _) async throws -> RPCFrame in throw refusal }
        } else {
            serverStreaming(method) { (_: Request, _: RPCWriter<RPCFrame>, _) async throws in throw refusal }
        }
    }
}
