#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
internal import HearthBase
internal import HearthClosureTraits
internal import HearthCommonTraits
internal import HearthDeviceBehaviors
internal import HearthLightingTraits
internal import HearthLockTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Endpoints that several devices of the demo house share.
enum Parts {
    static let button: SwitchBehavior.T.Feature = [
        .momentarySwitch, .momentarySwitchRelease, .momentarySwitchLongPress, .momentarySwitchMultiPress,
    ]

    static let playlist = [
        MediaPlaybackBehavior.Track(title: "The Morning Train", artist: "Linden Quartet", seconds: 214),
        MediaPlaybackBehavior.Track(title: "Harbour Lights", artist: "Mira Osei", seconds: 187),
        MediaPlaybackBehavior.Track(title: "Paper Boats", artist: "The Long Weekend", seconds: 246),
    ]

    /// A standard tag, by which apps find an endpoint, with a label for people.
    static func tag(_ tag: SemanticTag, _ label: String) -> SemanticTag {
        SemanticTag(namespaceID: tag.namespaceID, tag: tag.tag, label: label)
    }

    // MARK: Lights

    static func dimmableLight(isOn: Bool = false, level: UInt8) -> [any HostedBehavior] {
        [
            IdentifyBehavior(.lightOutput), OnOffBehavior(.lighting, isOn: isOn),
            LevelControlBehavior([.onOff, .lighting], level: level, onOffTransitionTime: 5),
        ]
    }

    static func whiteLight(isOn: Bool, level: UInt8) -> [any HostedBehavior] {
        dimmableLight(isOn: isOn, level: level) + [ColorControlBehavior(.colorTemperature, mireds: 153...454)]
    }

    static func colorLight(isOn: Bool, level: UInt8) -> [any HostedBehavior] {
        dimmableLight(isOn: isOn, level: level)
            + [ColorControlBehavior([.hueAndSaturation, .enhancedHue, .xy, .colorTemperature])]
    }

    // MARK: Cameras

    /// A camera. In Google's trait it has what Matter has no attribute for: whether recordings are silent.
    static func camera() -> [any HostedBehavior] {
        [
            IdentifyBehavior(),
            CameraAvStreamManagementBehavior(
                CameraLoop.streams, pictures: LoopPictures(), settings: CameraLoop.settings),
            PushTransportBehavior(),
            SettingsBehavior(
                StandardTraits.googleGoogleCameraAvStreamManagement, [recordingMicrophoneMuted: .bool(false)]),
        ]
    }

    /// The chime of a doorbell. In Google's trait it has what Matter has no attributes for: the bell of the home.
    static func doorbellChime() -> [any HostedBehavior] {
        [
            IdentifyBehavior(.audibleBeep), ChimeBehavior(["Ding Dong", "Two Tones", "Melody"]),
            SettingsBehavior(
                StandardTraits.googleGoogleChime,
                [
                    externalChime: .unsigned(0),
                    externalChimeDurationSeconds: .unsigned(2),
                ]),
        ]
    }

    private static let recordingMicrophoneMuted: UInt32 = 256
    private static let (externalChime, externalChimeDurationSeconds): (UInt32, UInt32) = (256, 257)

    /// The software updates of a device without any, and whether an app has set it up.
    static func updates() -> [any HostedBehavior] {
        let (providers, isPossible, state, progress): (UInt32, UInt32, UInt32, UInt32) = (0, 1, 2, 3)
        let (idle, appConfigurationComplete): (UInt64, UInt32) = (1, 0)
        return [
            SettingsBehavior(
                StandardTraits.matterOtaSoftwareUpdateRequestor,
                [
                    providers: .list([]), isPossible: .bool(true), state: .unsigned(idle), progress: .null,
                ]),
            SettingsBehavior(StandardTraits.googleConfigurationDone, [appConfigurationComplete: .bool(false)]),
        ]
    }

    // MARK: Plugs

    /// A plug that measures the power of a load of `watts`.
    static func meteredPlug(watts: Int64) -> [any HostedBehavior] {
        let load = MeteredLoad(watts: watts)
        return [
            IdentifyBehavior(), OnOffBehavior(.lighting), ElectricalPowerBehavior(load),
            ElectricalEnergyBehavior(load), PowerTopologyBehavior(),
        ]
    }

    // MARK: Coverings

    static func blind() -> [any HostedBehavior] {
        [
            IdentifyBehavior(.actuator),
            WindowCoveringBehavior(
                [.lift, .tilt, .positionAwareLift, .positionAwareTilt], type: .tiltBlindLiftAndTilt,
                endProduct: .interiorVenetianBlind, liftTime: .seconds(20), tiltTime: .seconds(3)),
        ]
    }

    static func shade() -> [any HostedBehavior] {
        [
            IdentifyBehavior(.actuator),
            WindowCoveringBehavior(
                [.lift, .positionAwareLift], type: .rollerShade, endProduct: .rollerShade, liftTime: .seconds(14),
                tiltTime: nil),
        ]
    }

    // MARK: Lock

    /// A lock with one user, whose code is 1234.
    static func lock() -> DoorLockBehavior {
        var lock = DoorLockBehavior()
        lock.users.setUser(
            1, LockUsers.User(name: "Family", status: .occupiedEnabled, type: .unrestrictedUser, rule: .single))
        lock.users.setPIN(1, Array("1234".utf8), user: 1)
        return lock
    }

    // MARK: Sensors

    static func climate(_ id: String, _ name: String, room: String, productID: UInt16) -> DeviceBuilder {
        DeviceBuilder(
            id, name, room: room, product: "Climate Sensor", productID: productID,
            power: .battery("AAA", quantity: 2, halfPercent: 182))
    }

    static func bridged(_ name: String, _ id: String) -> BridgedDeviceBasicInformationBehavior {
        BridgedDeviceBasicInformationBehavior(
            ProductIdentity(productName: name, productID: 0x8100, serialNumber: "HV-\(id)", uniqueID: id), label: name)
    }

    static func temperature(_ mean: Int) -> Drift {
        Drift(mean: { _ in mean }, step: 15) { .temperature(Int16(clamping: $0)) }
    }

    /// Outdoors it is warmest in the afternoon: 4 °C around the mean.
    static func outdoorTemperature(_ mean: Int) -> Drift {
        Drift(mean: { mean + Int(nearest: 400 * cosine((($0 - 15) / 24))) }, step: 15) {
            .temperature(Int16(clamping: $0))
        }
    }

    static func humidity(_ mean: Int) -> Drift {
        Drift(mean: { _ in mean }, step: 60) { .humidity(UInt16(clamping: $0)) }
    }

    /// Daylight, 10,000 · log10(lux) + 1: from a tenth of a lux at night to `noon` at noon.
    static func daylight(noon: Int) -> Drift {
        Drift(mean: { max(1, Int(nearest: Double(noon) * (0.55 + 0.45 * cosine(($0 - 12.5) / 24)))) }, step: 400) {
            .illuminance(UInt16(clamping: $0))
        }
    }
}

/// The cosine of a fraction of the full circle.
private func cosine(_ turns: Double) -> Double { cos(turns * 2 * .pi) }
