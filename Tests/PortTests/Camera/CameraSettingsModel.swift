import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// The pages of settings of a camera or a doorbell.
@Observable @MainActor class CameraSettingsModel<Kind: DeviceType> {
    enum Page: Hashable, Sendable {
        case sound, picture, bell, battery
    }

    let microphone: CameraSetting<Bool>
    let recordedSound: CameraSetting<Bool>
    /// In percent.
    let volume: CameraSetting<Double>
    /// In degrees.
    let rotation: CameraSetting<Int>
    let nightVision: CameraSetting<CameraLink.Streams.TriStateAutoEnum>
    let light: CameraSetting<CameraLink.Streams.ThreeLevelAutoEnum>
    let ring: CameraSetting<CameraLink.Ring>
    let houseBell: CameraSetting<Google.ChimeTrait.ExternalChimeType>
    /// From 1 to 10.
    let sensitivity: CameraSetting<UInt8>
    /// In seconds.
    let longestRecording: CameraSetting<UInt32>

    private(set) var report: Kind?
    private let link: CameraLink
    private var reports: AnyCancellable?

    init(home: Home, deviceID: String) {
        let link = CameraLink()
        self.link = link
        microphone = CameraSetting(
            true, read: { link.streams?.attributes.microphoneMuted.map { !$0 } },
            send: { isOn in await link.change { $0.setMicrophoneMuted(!isOn) } })
        recordedSound = CameraSetting(
            true, read: { link.streams?.attributes.recordingMicrophoneMuted.map { !$0 } },
            send: { isOn in await link.change { $0.setRecordingMicrophoneMuted(!isOn) } })
        volume = CameraSetting(
            100, read: { link.streams?.attributes.speakerVolumeLevel.map { Double($0) } },
            send: { percent in await link.change { $0.setSpeakerVolumeLevel(UInt8(percent)) } })
        rotation = CameraSetting(
            0, read: { link.streams?.attributes.imageRotation.map { Int($0) } },
            send: { degrees in await link.change { $0.setImageRotation(UInt16(degrees)) } })
        nightVision = CameraSetting(
            .auto, read: { link.streams?.attributes.nightVision },
            send: { mode in await link.change { $0.setNightVision(mode) } })
        light = CameraSetting(
            .auto, read: { link.streams?.attributes.statusLightBrightness },
            send: { brightness in await link.change { $0.setStatusLightBrightness(brightness) } })
        ring = CameraSetting(
            CameraLink.Ring(id: 0, name: ""), read: { link.selectedRing },
            send: { ring in await link.changeChime { $0.setSelectedChime(ring.id) } })
        houseBell = CameraSetting(
            Google.ChimeTrait.ExternalChimeType.none, read: { link.chime?.attributes.externalChime },
            send: { bell in await link.changeChime { $0.setExternalChime(bell) } })
        sensitivity = CameraSetting(
            1, read: { link.recording?.triggerOptions.motionSensitivity },
            send: { sensitivity in await link.changeRecording(.sensitivity(sensitivity)) })
        longestRecording = CameraSetting(
            10, read: { link.recording?.triggerOptions.motionTimeControl?.maxDuration },
            send: { seconds in await link.changeRecording(.longest(seconds)) })
        reports = home.device(id: deviceID)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .flatMap { device -> AnyPublisher<Kind, HomeError> in device.types.subscribe(Kind.self) }
            .receive(on: DispatchQueue.main)
            .sink { end in
                if case .failure(let error) = end { Logger().error("\(error.localizedDescription)") }
            } receiveValue: { [weak self] report in
                self?.report = report
                link.take(report)
            }
    }

    /// The requests that the camera refused.
    var refusals: [String] { link.refusals }

    /// The sounds that the user can choose from.
    var rings: [CameraLink.Ring] { link.rings }

    /// The pages that the device needs; none until it has reported.
    var pages: [Page] {
        guard let report else { return [] }
        var pages: [Page] = [.sound, .picture]
        if report is GoogleDoorbellDeviceType { pages.append(.bell) }
        if report.traits.contains(Google.ExtendedPowerSourceTrait.self) { pages.append(.battery) }
        return pages
    }
}
