internal import HearthTraitCore
internal import HearthTraits

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The device of a transcript: a name and words that say how it differs from the usual, as `light off level=10`.
struct TranscriptDevice {
    private let name: String
    private let words: [String: String]

    init(_ line: String) {
        let words = line.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        name = words.first?[0] ?? ""
        self.words = Dictionary(
            words.dropFirst().map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { first, _ in first })
    }

    private static let known: Set<String> = [
        "action", "auto", "cooling", "fade", "heating", "hidden", "level", "lowHigh", "off", "offOnly", "on", "speeds",
    ]

    /// What is wrong with the line: an unknown device or word, which would otherwise mean the usual device.
    var mistake: String? {
        if behaviors.isEmpty { return "no device \(name)" }
        return words.keys.filter { !Self.known.contains($0) }.min().map { "no word \($0)" }
    }

    private func has(_ word: String) -> Bool { words[word] != nil }
    private func number<N: FixedWidthInteger>(_ word: String) -> N? { words[word].flatMap { N($0) } }

    var behaviors: [any HostedBehavior] {
        switch name {
        case "onOff": [OnOffBehavior(has("offOnly") ? .offOnly : .lighting, isOn: has("on"))]
        case "light":
            [
                OnOffBehavior(.lighting, isOn: !has("off")),
                LevelControlBehavior(
                    [.onOff, .lighting], level: number("level") ?? 100, onOffTransitionTime: number("fade")),
            ]
        case "speaker": [OnOffBehavior(isOn: true), LevelControlBehavior([], level: 90)]
        case "colorLight":
            [
                OnOffBehavior(.lighting, isOn: !has("off")), LevelControlBehavior([.onOff, .lighting], level: 254),
                ColorControlBehavior([.hueAndSaturation, .enhancedHue, .xy, .colorTemperature], mireds: 150...500),
            ]
        case "lock": [Parts.lock()]
        case "emptyLock": [DoorLockBehavior(userCapacity: 3, pinCapacity: 4, pinsPerUser: 2)]
        case "blind": Parts.blind()
        case "shade": Parts.shade()
        case "awning":
            [
                WindowCoveringBehavior(
                    .lift, type: .awning, endProduct: .awningTerracePatio, liftTime: .seconds(10), tiltTime: nil)
            ]
        case "fan":
            [
                FanControlBehavior(
                    sequence: has("lowHigh") ? .offLowHigh : .offLowMedHighAuto, speedMax: number("speeds") ?? 10)
            ]
        case "thermostat": [ThermostatBehavior(thermostatFeatures, room: 2050)]
        case "freezer": [TemperatureControlBehavior(-1800, in: -2400...(-1500), step: 100)]
        case "oven": [TemperatureControlBehavior(levels: ["Low", "High"], selected: 0)]
        default: others
        }
    }

    private var thermostatFeatures: Matter.ThermostatTrait.Feature {
        let features: [(String, Matter.ThermostatTrait.Feature)] = [
            ("heating", .heating), ("cooling", .cooling), ("auto", .autoMode), ("hidden", .localTemperatureNotExposed),
        ]
        let chosen = features.filter { has($0.0) }.map(\.1)
        return chosen.isEmpty ? [.heating, .cooling, .autoMode] : Matter.ThermostatTrait.Feature(chosen)
    }

    private var others: [any HostedBehavior] {
        let product = ProductIdentity(productName: "P", productID: 1, serialNumber: "S", uniqueID: "U")
        let tracks: [MediaPlaybackBehavior.Track] = [
            .init(title: "One", artist: "A", seconds: 100), .init(title: "Two", artist: "B", seconds: 50),
        ]
        return switch name {
        case "player": [MediaPlaybackBehavior(tracks)]
        case "television": [OnOffBehavior(isOn: true), MediaPlaybackBehavior(tracks)]
        case "spinner": [OnOffBehavior(isOn: true), SpinnerBehavior(label: "Stand", maxSpeed: 120)]
        case "button": [SwitchBehavior(Parts.button.union(has("action") ? .actionSwitch : []))]
        case "latchingSwitch": [SwitchBehavior(.latchingSwitch, positions: 3)]
        case "doorbell": [SwitchBehavior([.momentarySwitch, .momentarySwitchRelease]), DoorbellPressBehavior()]
        case "chime": [ChimeBehavior(["Ding Dong", "Bell"])]
        case "smokeAlarm": [SmokeCoAlarmBehavior()]
        case "occupancy": [OccupancySensingBehavior(holdTime: 30, limits: 5...600)]
        case "weather":
            [
                TemperatureMeasurementBehavior(2000, range: -1000...5000), RelativeHumidityMeasurementBehavior(5000),
                IlluminanceMeasurementBehavior(20000, range: 100...30000),
            ]
        case "contact": [BooleanStateBehavior(.isClosed)]
        case "leak": [BooleanStateBehavior(.isWet)]
        case "identify": [IdentifyBehavior()]
        case "battery": [PowerSourceBehavior(battery: "AA", quantity: 2, halfPercent: 100)]
        case "mains": [PowerSourceBehavior()]
        case "product": [BasicInformationBehavior(product)]
        case "bridged": [BridgedDeviceBasicInformationBehavior(product, label: "L")]
        default: []
        }
    }
}
