import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import Testing

/// An app's pages of cameras with Google's names, on the cameras of the virtual home.
@MainActor @Suite(.timeLimit(.minutes(5))) struct CameraPortTests {
    nonisolated private static let cameras = ["Garden Camera", "Video Doorbell"]

    /// Chooses a value, waits until the camera has reported it, and reads it with another app.
    private func change<T: DeviceType, Value: Equatable>(
        _ model: CameraSettingsModel<T>, _ other: CameraSettingsModel<T>, to value: Value,
        _ setting: (CameraSettingsModel<T>) -> CameraSetting<Value>
    ) async {
        await until { setting(model).isEnabled && setting(other).isEnabled }
        #expect(setting(model).value != value)
        await setting(model).choose(value)
        #expect(model.refusals.isEmpty)
        await until { setting(model).value == value && setting(other).value == value }
    }

    private func changeAll<T: DeviceType>(
        _ type: T.Type, of name: String, in house: PortHouse
    ) async throws -> (CameraSettingsModel<T>, CameraSettingsModel<T>) {
        let id = try await house.device(name).id
        let (model, other) = (
            CameraSettingsModel<T>(home: house.home, deviceID: id),
            CameraSettingsModel<T>(home: house.home, deviceID: id)
        )
        await until { model.report != nil && other.report != nil }
        await change(model, other, to: false) { $0.microphone }
        await change(model, other, to: false) { $0.recordedSound }
        await change(model, other, to: 180) { $0.rotation }
        await change(model, other, to: .on) { $0.nightVision }
        await change(model, other, to: .low) { $0.light }
        await change(model, other, to: 50) { $0.volume }
        return (model, other)
    }

    @Test func theSettingsOfACameraAreChanged() async throws {
        let house = try await PortHouse.start()
        let (model, _) = try await changeAll(GoogleCameraDeviceType.self, of: "Garden Camera", in: house)
        #expect(model.pages == [.sound, .picture])
        #expect(model.report?.debugDescription.contains("GoogleCamera") == true)
        #expect(!model.ring.isEnabled)
        await house.stop()
    }

    @Test func theSettingsOfADoorbellAreChanged() async throws {
        let house = try await PortHouse.start()
        let (model, other) = try await changeAll(GoogleDoorbellDeviceType.self, of: "Video Doorbell", in: house)
        #expect(model.pages == [.sound, .picture, .bell])
        #expect(model.rings.map(\.name) == ["Ding Dong", "Two Tones", "Melody"])
        await change(model, other, to: model.rings[2]) { $0.ring }
        await change(model, other, to: .mechanical) { $0.houseBell }
        await house.stop()
    }

    /// A recorder has set up a connection, and the app changes one of its options at a time.
    @Test func theOptionsOfRecordingsAreChanged() async throws {
        let house = try await PortHouse.start()
        let device = try await house.device("Garden Camera")
        let recorder = try #require(
            await device.types.get(CameraDeviceType.self)?.matterTraits.pushAvStreamTransportTrait)
        _ = try await recorder.allocatePushTransport(transportOptions: .recording)
        let model = CameraSettingsModel<GoogleCameraDeviceType>(home: house.home, deviceID: device.id)
        await until { model.sensitivity.isEnabled && model.longestRecording.isEnabled }
        #expect(model.sensitivity.value == 5 && model.longestRecording.value == 60)
        await model.sensitivity.choose(10)
        await model.longestRecording.choose(120)
        #expect(model.refusals.isEmpty)
        let connections = try await recorder.findTransport(connectionID: nil).transportConfigurations
        var expected = Matter.PushAvStreamTransportTrait.TransportOptionsStruct.recording
        expected.triggerOptions.motionSensitivity = .value(10)
        expected.triggerOptions.motionTimeControl?.maxDuration = 120
        #expect(connections.map(\.transportOptions) == [expected])
        await house.stop()
    }

    @Test(arguments: cameras)
    func aCameraIsSwitchedOffAndOn(_ name: String) async throws {
        let house = try await PortHouse.start()
        let device = try await house.device(name)
        let tile = CameraTile.make(device: device)
        let peer = PeerConnection()
        let model = LiveModel(home: house.home, deviceID: device.id, peer: peer)
        await until { model.state == .live && tile.status == "On" }
        #expect(peer.isOpen)
        await model.toggle(isOn: false)
        await until { tile.status == "Off" }
        #expect(model.state == .off && !peer.isOpen)
        await model.toggle(isOn: true)
        await until { tile.status == "On" }
        #expect(model.state == .live && peer.answeredMedia.contains("video"))
        await house.stop()
    }

    @Test(arguments: cameras)
    func aLiveViewIsPlayedRenewedAndStopped(_ name: String) async throws {
        let house = try await PortHouse.start()
        let peer = PeerConnection()
        let model = LiveModel(home: house.home, deviceID: try await house.device(name).id, peer: peer)
        await until { model.state == .live }
        #expect(peer.answeredMedia == ["audio", "video", "no application"])
        #expect(model.seconds > 0)
        try await model.renew()
        #expect(model.seconds > 0)
        for isOn in [true, false] { try await model.talk(isOn: isOn) }
        try await model.stop()
        let second = await #expect(throws: HomeError.self) { try await model.stop() }
        #expect(second?.code == .notFound)
        await house.stop()
    }

    @Test(arguments: cameras)
    func aCameraIsSetUp(_ name: String) async throws {
        let house = try await PortHouse.start()
        let device = try await house.device(name)
        let setUp = CameraSetUp<GoogleCameraDeviceType>(home: house.home, device: device)
        await until { setUp.updateState == .idle && setUp.firmware != nil }
        setUp.nextStep()
        setUp.nextStep()
        #expect(setUp.step == .done)
        try await setUp.configurationDone()
        let requestor = try #require(await device.types.get(OtaRequestorDeviceType.self))
        #expect(requestor.traits[Google.ConfigurationDoneTrait.self]?.attributes.appConfigurationComplete == true)
        await house.stop()
    }

    @Test func aCameraIsFoundAmongAllTypes() async throws {
        let house = try await PortHouse.start()
        for (name, type) in [
            ("Garden Camera", "GoogleCameraDeviceType"), ("Video Doorbell", "GoogleDoorbellDeviceType"),
        ] {
            let finder = CameraFinder(home: house.home, deviceID: try await house.device(name).id)
            await until { finder.width != nil }
            #expect(finder.typeNames == [type])
            #expect(finder.width == 640)
        }
        await house.stop()
    }

    @Test func aChimePlaysAnotherSound() async throws {
        let house = try await PortHouse.start()
        let device = try await house.device("Chime")
        let tile = try #require(CameraTile.make(device: device) as? ChimeTile)
        await until { tile.selected == 1 }
        #expect(tile.sounds == ["1: Ding Dong", "2: Westminster", "3: Bicycle Bell"])
        tile.play(3)
        await until { tile.selected == 3 }
        #expect(tile.status == "Ready")
        await house.stop()
    }
}

extension Matter.PushAvStreamTransportTrait.TransportOptionsStruct {
    /// A recording of up to a minute when something moves.
    fileprivate static var recording: Self {
        typealias T = Matter.PushAvStreamTransportTrait
        return T.TransportOptionsStruct(
            streamUsage: .recording, videoStreamID: .null, audioStreamID: .null, tlsEndpointID: 1,
            url: "https://recorder.example/in",
            triggerOptions: T.TransportTriggerOptionsStruct(
                triggerType: .motion, motionZones: .null, motionSensitivity: .value(5),
                motionTimeControl: T.TransportMotionTriggerTimeControlStruct(
                    initialDuration: 10, augmentationDuration: 5, maxDuration: 60, blindDuration: 0),
                maxPreRollLen: 4_000),
            ingestMethod: .cmafIngest,
            containerOptions: T.ContainerOptionsStruct(
                containerType: .cmaf,
                cmafContainerOptions: T.CMAFContainerOptionsStruct(
                    cmafInterface: .interface1, segmentDuration: 4_000, chunkDuration: 1_000)))
    }
}
