internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Matter's cameras and doorbells as apps of Google's shape use them, on a hub.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct GoogleCameraTests {
    private static let streams = TestHouse.trait(
        Matter.CameraAvStreamManagementTrait.descriptor,
        [
            6: .unsigned(1), 11: .unsigned(1), 14: .list([.unsigned(3)]), 18: .list([.unsigned(3)]),
            19: .bool(false), 20: .bool(false), 29: .bool(false), 30: .unsigned(254), 31: .unsigned(254),
            32: .unsigned(0),
        ], commands: [11], features: 0xA)
    private static let camera = TestHouse.device(
        "camera", "Camera", nil, [(CameraDeviceType.descriptor, [streams])])

    /// A doorbell on endpoint 1 with its button and its camera inside, as Matter has it.
    private static var doorbell: DeviceDescription {
        var device = TestHouse.device(
            "bell", "Bell", nil,
            [
                (VideoDoorbellDeviceType.descriptor, []),
                (GenericSwitchDeviceType.descriptor, [TestHouse.trait(Google.DoorbellPressTrait.descriptor, [:])]),
                (CameraDeviceType.descriptor, [streams]),
            ])
        for index in 2...3 {
            let old = device.endpoints[index]
            device.endpoints[index] = EndpointDescription(
                id: old.id, parent: 1, deviceTypes: old.deviceTypes, traits: old.traits)
        }
        return device
    }

    @Test func aCameraIsAGoogleCamera() async throws {
        let fixture = try await HubFixture.start([Self.camera])
        let device = try await fixture.device("camera")
        expect(device.types.contains(GoogleCameraDeviceType.self))
        expect(!device.types.contains(GoogleDoorbellDeviceType.self))
        let camera = try require(await device.types.get(GoogleCameraDeviceType.self))
        expect(camera.metadata.isPrimaryType)
        expect(camera.googleTraits.webRtcLiveViewTrait != nil)
        expect(camera.googleTraits.cameraAvStreamManagementTrait?.microphoneMuted, equals: false)
        expectNil(camera.traits[Google.ChimeTrait.self])
        // A hub knows only Matter's types.
        expect(device.endpoints.last?.deviceTypes.map(\.id), equals: [CameraDeviceType.descriptor.id])
    }

    @Test func switchingOffIsReportedToSubscribers() async throws {
        let fixture = try await HubFixture.start([Self.camera])
        let device = try await fixture.device("camera")
        let states = Recorder(device.types.subscribe(GoogleCameraDeviceType.self))
        func isOn() async -> Bool? {
            await states.next().value?.googleTraits.pushAvStreamTransportTrait?.currentConnections?
                .contains { $0.transportStatus == .active }
        }
        await expect(isOn(), equals: true)
        let power = try require(
            await device.types.get(GoogleCameraDeviceType.self)?.traits[Google.PushAvStreamTransportTrait.self])
        expect(power.supportsSetTransportStatusCommand && !power.supportsModifyPushTransportCommand)
        try await power.setTransportStatus(transportStatus: .inactive)
        await expect(isOn(), equals: false)
        let matter = await device.types.get(CameraDeviceType.self)?.matterTraits.cameraAvStreamManagementTrait
        expect(matter?.softLivestreamPrivacyModeEnabled, equals: true)
        let found = try await power.findTransport().transportConfigurations
        expect(found.map(\.transportStatus), equals: [.inactive])
    }

    @Test func aSettingIsWritten() async throws {
        let fixture = try await HubFixture.start([Self.camera])
        let device = try await fixture.device("camera")
        let settings = try require(
            await device.types.get(GoogleCameraDeviceType.self)?.googleTraits.cameraAvStreamManagementTrait)
        let after = try await settings.update { $0.setMicrophoneMuted(true) }
        expect(after.microphoneMuted, equals: true)
        let error = await failure { try await settings.update { $0.setRecordingMicrophoneMuted(true) } }
        expect(error?.code, equals: .unimplemented)
    }

    @Test func aLiveViewGoesOverWebRTC() async throws {
        let fixture = try await HubFixture.start([Self.camera])
        let device = try await fixture.device("camera")
        let view = try require(
            await device.types.get(GoogleCameraDeviceType.self)?.googleTraits.webRtcLiveViewTrait)
        let answer = try await view.startLiveView(offerSdp: "v=0")
        expect((answer.answerSdp, answer.liveSessionDurationSeconds), are: ("answer to v=0", 300))
        let id = answer.mediaSessionId
        try await expect(view.extendLiveView(mediaSessionId: id).liveSessionDurationSeconds, equals: 300)
        try await view.stopLiveView(mediaSessionId: id)
        let late = await failure { try await view.extendLiveView(mediaSessionId: id).liveSessionDurationSeconds }
        expect(late?.code, equals: .notFound)
        let talking = await failure { try await view.startTalkback(mediaSessionId: id) }
        expect((view.supportedTalkbackType, talking?.code), are: (nil, .unimplemented))
        try await fixture.home.sendBatchedCommands { batch in
            let result = batch.add(view.stopLiveViewBatchable(mediaSessionId: "1"))
            expect(throws: CommandBatcher.CommandBatcherError.self) { try result.getOrThrow() }
        }
    }

    @Test func aDoorbellHasTheTraitsOfItsCamera() async throws {
        let fixture = try await HubFixture.start([Self.doorbell])
        let device = try await fixture.device("bell")
        expect(!device.types.contains(GoogleCameraDeviceType.self), "its camera is a part of the doorbell")
        let bell = try require(await device.types.get(GoogleDoorbellDeviceType.self))
        let power = try require(bell.googleTraits.pushAvStreamTransportTrait)
        try await power.setTransportStatus(transportStatus: .inactive)
        let camera = await device.types.get(CameraDeviceType.self)?.matterTraits.cameraAvStreamManagementTrait
        expect(camera?.softLivestreamPrivacyModeEnabled, equals: true)
        expect(camera?.interaction.target.endpoint, equals: 3)
    }

    @Test func aDoorbellTellsItsPresses() async throws {
        let fixture = try await HubFixture.start([Self.doorbell])
        let device = try await fixture.device("bell")
        let bell = try require(await device.types.get(GoogleDoorbellDeviceType.self))
        expect(bell.events.contains(Google.DoorbellPressTrait.DoorbellPressedEvent.self))
        let presses = Recorder(bell.events.subscribe(Google.DoorbellPressTrait.DoorbellPressedEvent.self))
        let press = DeviceChange.EventOccurrence(
            endpoint: 2, traitID: Google.DoorbellPressTrait.descriptor.id, eventID: 0, fields: [:])
        fixture.house.happen(press, on: "bell")
        await expect(presses.next().value?.metadata.number, equals: 1)
    }

    @Test func aDeviceAddsToAViewWithTheTraitItself() async throws {
        let own = TestHouse.trait(
            Google.CameraAvStreamManagementTrait.descriptor, [34: .unsigned(90), 256: .bool(false)])
        let camera = TestHouse.device(
            "camera", "Camera", nil, [(CameraDeviceType.descriptor, [Self.streams, own])])
        let fixture = try await HubFixture.start([camera])
        let device = try await fixture.device("camera")
        let settings = try require(
            await device.types.get(GoogleCameraDeviceType.self)?.googleTraits.cameraAvStreamManagementTrait)
        expect((settings.imageRotation, settings.microphoneMuted), are: (90, false))
        let after = try await settings.update {
            $0.setRecordingMicrophoneMuted(true)
            $0.setMicrophoneMuted(true)
        }
        expect((after.recordingMicrophoneMuted, after.microphoneMuted), are: (true, true))
    }
}
