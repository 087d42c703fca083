import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// The settings of a camera or a doorbell, as Google's sample app reads and writes them.
@Observable @MainActor class CameraSettingsModel<T: DeviceType> {
    typealias Streams = Google.CameraAvStreamManagementTrait

    struct Sections: OptionSet, Sendable {
        let rawValue: Int
        static var microphone: Sections { Sections(rawValue: 1) }
        static var camera: Sections { Sections(rawValue: 2) }
        static var doorbell: Sections { Sections(rawValue: 4) }
        static var battery: Sections { Sections(rawValue: 8) }
    }

    struct DoorbellChime: Hashable, Identifiable, Sendable {
        var id: UInt8
        var displayName: String
    }

    let microphoneOn = CameraSetting(true)
    let audioRecordingOn = CameraSetting(true)
    let imageRotation = CameraSetting(0)
    let nightVision = CameraSetting(Streams.TriStateAutoEnum.auto)
    let statusLight = CameraSetting(Streams.ThreeLevelAutoEnum.auto)
    let speakerVolume = CameraSetting(100.0)
    let doorbellChime = CameraSetting(DoorbellChime(id: 0, displayName: ""))
    let externalChime = CameraSetting(Google.ChimeTrait.ExternalChimeType.none)
    let wakeUpSensitivity = CameraSetting(UInt8(1))
    let maxEventLength = CameraSetting(UInt32(10))

    private(set) var doorbellChimes: [DoorbellChime] = []
    private(set) var sections: Sections = []
    private(set) var isInitialized = false
    private(set) var typeDescription = ""
    private(set) var failures: [String] = []

    private var streamManagementTrait: Streams? {
        didSet { showStreamManagement() }
    }
    private var chimeTrait: Google.ChimeTrait? {
        didSet { showChime() }
    }
    private var pushAvStreamTransportTrait: Google.PushAvStreamTransportTrait? {
        didSet {
            Task { await self.showTransport() }
        }
    }
    private var device: HomeDevice?
    private var cancellables = Set<AnyCancellable>()

    init(home: Home, deviceID: String) {
        home.device(id: deviceID)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .flatMap { [weak self] device -> AnyPublisher<T, HomeError> in
                guard let self = self else { return Empty().eraseToAnyPublisher() }
                self.device = device
                return device.types.subscribe(T.self).eraseToAnyPublisher()
            }
            .receive(on: DispatchQueue.main)
            .sink { completion in
                if case .failure(let error) = completion { Logger().error("\(error.localizedDescription)") }
            } receiveValue: { [weak self] deviceType in
                guard let self = self else { return }
                self.typeDescription = deviceType.debugDescription
                self.streamManagementTrait = deviceType.traits[Google.CameraAvStreamManagementTrait.self]
                self.chimeTrait = deviceType.traits[Google.ChimeTrait.self]
                self.pushAvStreamTransportTrait = deviceType.traits[Google.PushAvStreamTransportTrait.self]
                if !self.isInitialized { self.initialize(deviceType) }
                self.isInitialized = true
            }
            .store(in: &cancellables)
    }

    private func initialize(_ deviceType: T) {
        sections = [.microphone, .camera]
        if deviceType.traits.contains(Google.ExtendedPowerSourceTrait.self) { sections.insert(.battery) }
        if deviceType is GoogleDoorbellDeviceType { sections.insert(.doorbell) }

        microphoneOn.onUpdate = { [weak self] on in await self?.update { $0.setMicrophoneMuted(!on) } }
        audioRecordingOn.onUpdate = { [weak self] on in await self?.update { $0.setRecordingMicrophoneMuted(!on) } }
        imageRotation.onUpdate = { [weak self] angle in await self?.update { $0.setImageRotation(UInt16(angle)) } }
        nightVision.onUpdate = { [weak self] value in await self?.update { $0.setNightVision(value) } }
        statusLight.onUpdate = { [weak self] value in await self?.update { $0.setStatusLightBrightness(value) } }
        speakerVolume.onUpdate = { [weak self] value in await self?.update { $0.setSpeakerVolumeLevel(UInt8(value)) } }
        doorbellChime.onUpdate = { [weak self] chime in await self?.updateChime { $0.setSelectedChime(chime.id) } }
        externalChime.onUpdate = { [weak self] type in await self?.updateChime { $0.setExternalChime(type) } }
        wakeUpSensitivity.onUpdate = { [weak self] value in await self?.setTransport(sensitivity: value) }
        maxEventLength.onUpdate = { [weak self] value in await self?.setTransport(maxEventLength: value) }
    }

    // MARK: From the camera

    private func showStreamManagement() {
        guard let attributes = streamManagementTrait?.attributes else { return }
        microphoneOn.show(attributes.microphoneMuted.map { !$0 })
        audioRecordingOn.show(attributes.recordingMicrophoneMuted.map { !$0 })
        imageRotation.show(attributes.imageRotation.map { Int($0) })
        nightVision.show(attributes.nightVision)
        statusLight.show(attributes.statusLightBrightness)
        speakerVolume.show(attributes.speakerVolumeLevel.map { Double($0) })
    }

    private func showChime() {
        guard let attributes = chimeTrait?.attributes else { return }
        doorbellChimes =
            attributes.installedChimeSounds?.compactMap { sound in
                DoorbellChime(id: sound.chimeID, displayName: sound.name)
            } ?? []
        doorbellChime.show(doorbellChimes.first { $0.id == attributes.selectedChime })
        externalChime.show(attributes.externalChime)
    }

    private func showTransport() async {
        do {
            guard let options = try await recordingConnection()?.transportOptions else { return }
            if let sensitivity = options.triggerOptions.motionSensitivity { wakeUpSensitivity.show(sensitivity) }
            if let length = options.triggerOptions.motionTimeControl?.maxDuration { maxEventLength.show(length) }
        } catch {
            failures.append("\(error)")
        }
    }

    // MARK: To the camera

    private func update(_ change: (Streams.MutableAttributes) -> Void) async {
        guard let streamManagementTrait else { return failures.append("no stream management") }
        do {
            _ = try await streamManagementTrait.update(change)
        } catch {
            failures.append("\(error)")
        }
    }

    private func updateChime(_ change: (Google.ChimeTrait.MutableAttributes) -> Void) async {
        guard let chimeTrait else { return failures.append("no chime") }
        do {
            _ = try await chimeTrait.update(change)
        } catch {
            failures.append("\(error)")
        }
    }

    private func setTransport(sensitivity: UInt8? = nil, maxEventLength: UInt32? = nil) async {
        guard let pushAvStreamTransportTrait else { return failures.append("no transport") }
        do {
            guard let connection = try await recordingConnection(), let options = connection.transportOptions else {
                return failures.append("no recordings")
            }
            try await pushAvStreamTransportTrait.modifyPushTransport(
                connectionID: connection.connectionID,
                transportOptions: try options.changed(sensitivity: sensitivity, maxEventLength: maxEventLength))
        } catch {
            failures.append("\(error)")
        }
    }

    private func recordingConnection() async throws
        -> Google.PushAvStreamTransportTrait.TransportConfigurationStruct?
    {
        guard let pushAvStreamTransportTrait else { return nil }
        let connections = try await pushAvStreamTransportTrait.findTransport().transportConfigurations
        for connection in connections {
            guard let options = connection.transportOptions, options.streamUsage == .recording else { continue }
            return connection
        }
        return nil
    }
}
