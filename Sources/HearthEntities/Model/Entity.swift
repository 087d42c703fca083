/// A part of a device that its ecosystem names and reports by itself: a light, a measured value, a setting. Each becomes
/// endpoints of the device.
package struct Entity: Hashable, Sendable {
    /// The importance of an entity to the people of a home.
    package enum Category: Hashable, Sendable {
        /// What the device is for.
        case main
        /// A setting of the device.
        case setting
        /// A value about the device itself, such as its signal strength.
        case diagnostic
    }

    /// Identifies the entity in its device. Stable over restarts and updates of the firmware, as automations refer to
    /// the endpoint that was given to it.
    package var key: String
    /// The name, without the device's.
    package var name: String
    package var category: Category
    /// Whether the ecosystem leaves it out until a person asks for it.
    package var isOffByDefault: Bool
    /// Whether the device does not confirm commands. The hub then takes on the commanded state when a command is sent, and
    /// any state that the device reports later. It is what ESPHome calls `assumed_state`, Home Assistant's discovery
    /// `optimistic`, and zigbee2mqtt an expose that can be set and not be read.
    package var isAssumed: Bool
    package var kind: EntityKind

    package init(
        key: String, name: String, category: Category = .main, isOffByDefault: Bool = false, isAssumed: Bool = false,
        kind: EntityKind
    ) {
        self.key = key
        self.name = name
        self.category = category
        self.isOffByDefault = isOffByDefault
        self.isAssumed = isAssumed
        self.kind = kind
    }
}

/// The kind of an entity, with what its ecosystem says about its values. `deviceClass` is the word of Home Assistant's
/// vocabulary, such as `temperature` or `window`; empty if none is known.
package enum EntityKind: Hashable, Sendable {
    case light(Light)
    /// A switch or plug, by its device class: `outlet` or none.
    case toggle(deviceClass: String)
    case siren(tones: [String], hasVolume: Bool, hasDuration: Bool)
    case fan(Fan)
    case cover(Cover)
    case valve(hasPosition: Bool, canStop: Bool, deviceClass: String)
    case lock(canOpen: Bool, codeFormat: String?)
    case climate(Climate)
    case waterHeater(Climate)
    case humidifier(dries: Bool, minimum: Double, maximum: Double, modes: [String])
    /// `needsCode` is whether it is disarmed only with a code. A code is digits, unless `hasTextCode`.
    case alarmPanel(modes: [String], needsCode: Bool, needsCodeToArm: Bool, hasTextCode: Bool = false)
    case mediaPlayer(features: [String])
    case vacuum(features: [String], fanSpeeds: [String])
    /// A value that only the device changes. `stateClass` is `measurement`, `total`, `total_increasing` or empty.
    case sensor(deviceClass: String, unit: String, stateClass: String)
    /// A yes or no that only the device changes.
    case flag(deviceClass: String)
    /// `words` are what it may be instead of a number of its range.
    case number(
        minimum: Double, maximum: Double, step: Double, unit: String, deviceClass: String, mode: NumberMode = .auto,
        words: [NumberWord] = [])
    /// One of some words. Only the device changes it if it is not settable.
    case choice(options: [String], isSettable: Bool)
    case text(minimumLength: Int, maximumLength: Int, isSecret: Bool, isSettable: Bool)
    /// A command without a state, by its device class: `restart`, `identify`, `update`, `network` (`NetworkPress`) or none.
    case press(deviceClass: String)
    case moment(hasDate: Bool, hasTime: Bool, isSettable: Bool = true)
    /// Events of some types, by its device class: `doorbell`, `button`, `motion` or none.
    case event(types: [String], deviceClass: String)
    /// An update of the firmware.
    case update(canInstall: Bool)
    /// The actions that the firmware names itself.
    case actions([DeviceAction])
    /// A camera. Its events are the words of ``Camera/objects``.
    case camera(Camera)

    /// Whether there is something to report between events and presses.
    var hasState: Bool {
        switch self {
        case .press, .event, .actions, .camera: false
        default: true
        }
    }

    /// How an app shows a number that people set.
    package enum NumberMode: UInt8, Hashable, Sendable {
        /// As the app chooses.
        case auto
        case box, slider
    }

    /// A word that a number may be, such as `previous`.
    package struct NumberWord: Hashable, Sendable {
        package var text: String
        /// The number outside of the range that the ecosystem has for it; nil if it has none.
        package var number: Double?

        package init(_ text: String, number: Double?) {
            self.text = text
            self.number = number
        }
    }

    package struct Light: Hashable, Sendable {
        /// What colours are described by.
        package enum Color: Hashable, Sendable {
            case none, hueSaturation, xy
        }

        package var hasBrightness: Bool
        /// The range of colour temperatures in mireds; nil if it has none.
        package var mireds: ClosedRange<Double>?
        package var color: Color
        /// The colours that it can show, for ``Color/xy``; nil if they are not known.
        package var gamut: ColorGamut?
        package var effects: [String]
        /// Whether it takes a transition time.
        package var hasTransition: Bool

        package init(
            hasBrightness: Bool = false, mireds: ClosedRange<Double>? = nil, color: Color = .none,
            gamut: ColorGamut? = nil, effects: [String] = [], hasTransition: Bool = false
        ) {
            self.hasBrightness = hasBrightness
            self.mireds = mireds
            self.color = color
            self.gamut = gamut
            self.effects = effects
            self.hasTransition = hasTransition
        }
    }

    package struct Camera: Hashable, Sendable {
        /// Whether it has the button of a doorbell.
        package var isDoorbell: Bool
        /// The points of its largest picture; 0 if unknown.
        package var width: Int
        package var height: Int
        /// The most pictures a second; 0 if unknown.
        package var framesPerSecond: Int
        /// What it recognises: `person`, `vehicle`, `animal`, `face`, `package`.
        package var objects: [String]
        /// Whether it gives pictures besides its stream.
        package var hasPictures: Bool
        /// Whether it plays what people say.
        package var hasSpeaker: Bool

        package init(
            isDoorbell: Bool, width: Int, height: Int, framesPerSecond: Int, objects: [String],
            hasPictures: Bool = false, hasSpeaker: Bool = false
        ) {
            self.isDoorbell = isDoorbell
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.objects = objects
            self.hasPictures = hasPictures
            self.hasSpeaker = hasSpeaker
        }
    }

    package struct Fan: Hashable, Sendable {
        /// The number of speeds; 0 if it is only on or off.
        package var speeds: Int
        package var oscillates: Bool
        package var hasDirection: Bool
        package var presets: [String]

        package init(speeds: Int = 0, oscillates: Bool = false, hasDirection: Bool = false, presets: [String] = []) {
            self.speeds = speeds
            self.oscillates = oscillates
            self.hasDirection = hasDirection
            self.presets = presets
        }
    }

    package struct Cover: Hashable, Sendable {
        /// `garage`, `gate`, `door`, `blind`, `shutter` …; empty if none is known.
        package var deviceClass: String
        package var hasPosition: Bool
        package var hasTilt: Bool
        package var canStop: Bool

        package init(deviceClass: String = "", hasPosition: Bool, hasTilt: Bool = false, canStop: Bool = true) {
            self.deviceClass = deviceClass
            self.hasPosition = hasPosition
            self.hasTilt = hasTilt
            self.canStop = canStop
        }
    }

    /// A thermostat, air conditioner or water heater. Temperatures are in °C.
    package struct Climate: Hashable, Sendable {
        /// Words of Home Assistant: `off`, `heat`, `cool`, `heat_cool`, `auto`, `dry`, `fan_only`; of water heaters
        /// theirs.
        package var modes: [String]
        package var minimum: Double
        package var maximum: Double
        package var step: Double
        /// Whether it has a lower and an upper target instead of one.
        package var hasTwoTargets: Bool
        package var hasCurrentTemperature: Bool
        package var hasCurrentHumidity: Bool
        package var hasTargetHumidity: Bool
        package var hasAction: Bool
        /// Whether it says how much heat it asks for.
        package var hasHeatingDemand: Bool
        package var fanModes: [String]
        package var swingModes: [String]
        package var presets: [String]

        package init(
            modes: [String], minimum: Double = 7, maximum: Double = 35, step: Double = 0.5, hasTwoTargets: Bool = false,
            hasCurrentTemperature: Bool = true, hasCurrentHumidity: Bool = false, hasTargetHumidity: Bool = false,
            hasAction: Bool = false, hasHeatingDemand: Bool = false, fanModes: [String] = [], swingModes: [String] = [],
            presets: [String] = []
        ) {
            self.modes = modes
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
            self.hasTwoTargets = hasTwoTargets
            self.hasCurrentTemperature = hasCurrentTemperature
            self.hasCurrentHumidity = hasCurrentHumidity
            self.hasTargetHumidity = hasTargetHumidity
            self.hasAction = hasAction
            self.hasHeatingDemand = hasHeatingDemand
            self.fanModes = fanModes
            self.swingModes = swingModes
            self.presets = presets
        }
    }
}
