public import Foundation
internal import HearthHomeKitMapping

/// The controls of a camera, from ``HMAccessory/cameraProfiles``. What the camera lacks is nil.
///
/// Unchecked, as ``HMAccessoryProfile``; nothing in it changes.
public final class HMCameraProfile: HMAccessoryProfile, @unchecked Sendable {
    private let stream: HMCameraStreamControl
    private let snapshot: HMCameraSnapshotControl
    private let settings: HMCameraSettingsControl
    private let microphone: HMCameraAudioControl
    private let speaker: HMCameraAudioControl

    override init(_ place: CameraPlace) {
        stream = HMCameraStreamControl(place)
        snapshot = HMCameraSnapshotControl(place)
        settings = HMCameraSettingsControl(place)
        microphone = HMCameraAudioControl(place, of: .microphone)
        speaker = HMCameraAudioControl(place, of: .speaker)
        super.init(place)
    }

    /// Live pictures and sound.
    public var streamControl: HMCameraStreamControl? { place.camera?.hasVideo == true ? stream : nil }
    /// Still pictures.
    public var snapshotControl: HMCameraSnapshotControl? { place.camera?.hasSnapshots == true ? snapshot : nil }
    /// How the camera looks and what its pictures are like.
    public var settingsControl: HMCameraSettingsControl? { place.service(.cameraControl).map { _ in settings } }
    /// The sound that the camera sends.
    public var microphoneControl: HMCameraAudioControl? { place.service(.microphone).map { _ in microphone } }
    /// The sound that the camera plays.
    public var speakerControl: HMCameraAudioControl? { place.service(.speaker).map { _ in speaker } }
}

/// A control of a camera.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; nothing in this one changes.
public class HMCameraControl: NSObject, @unchecked Sendable {
    let place: CameraPlace

    init(_ place: CameraPlace) { self.place = place }

    /// A one-line description, such as `HMCameraStreamControl("Driveway Camera")`.
    public override var description: String { "\(Self.self)(\"\(place.name)\")" }
}

/// The microphone or the speaker of a camera.
///
/// Unchecked, as ``HMCameraControl``; nothing in it changes.
public final class HMCameraAudioControl: HMCameraControl, @unchecked Sendable {
    private let type: ServiceType

    init(_ place: CameraPlace, of type: ServiceType) {
        self.type = type
        super.init(place)
    }

    /// Whether there is no sound.
    public var mute: HMCharacteristic? { place.characteristic(.mute, of: type) }
    /// The volume in percent.
    public var volume: HMCharacteristic? { place.characteristic(.volume, of: type) }
}

/// The settings of a camera. Those that it lacks are nil.
///
/// Unchecked, as ``HMCameraControl``; nothing in it changes.
public final class HMCameraSettingsControl: HMCameraControl, @unchecked Sendable {
    /// Whether the camera sees in the dark. A camera that decides itself does.
    public var nightVision: HMCharacteristic? { setting(.nightVision) }
    /// How far the camera is turned, in degrees.
    public var currentHorizontalTilt: HMCharacteristic? { setting(.currentHorizontalTiltAngle) }
    /// How far the camera is to turn, in degrees. Until it has turned, the value is the present angle.
    public var targetHorizontalTilt: HMCharacteristic? { setting(.targetHorizontalTiltAngle) }
    /// How far the camera is tilted, in degrees.
    public var currentVerticalTilt: HMCharacteristic? { setting(.currentVerticalTiltAngle) }
    /// How far the camera is to tilt, in degrees. Until it has tilted, the value is the present angle.
    public var targetVerticalTilt: HMCharacteristic? { setting(.targetVerticalTiltAngle) }
    /// The factor by which the lens magnifies, from 1.
    public var opticalZoom: HMCharacteristic? { setting(.opticalZoom) }
    /// The factor by which the picture is cut out and enlarged, from 1.
    public var digitalZoom: HMCharacteristic? { setting(.digitalZoom) }
    /// The clockwise rotation of the picture, in degrees.
    public var imageRotation: HMCharacteristic? { setting(.imageRotation) }
    /// Whether left and right are exchanged.
    public var imageMirroring: HMCharacteristic? { setting(.imageMirroring) }

    private func setting(_ type: CharacteristicType) -> HMCharacteristic? {
        place.characteristic(type, of: .cameraControl)
    }
}
