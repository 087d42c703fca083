/// A property of an entity's state or of a command. Units are the same in all ecosystems; a link converts.
package enum EntityProperty: Hashable, Sendable, CaseIterable {
    /// Yes or no: on, or the value of a flag.
    case on
    /// 0 to 1.
    case brightness
    /// Mireds. Unknown while the light shows a colour; the colour is unknown while it shows a colour temperature.
    case colorTemperature
    /// 0 to 360.
    case hue
    /// 0 to 100.
    case saturation
    /// 0 to 1, of the CIE 1931 colour space.
    case x, y
    /// A word of the entity's options.
    case effect, preset, mode, fanMode, swingMode, tone
    /// 0 is closed, 1 is open.
    case position, tilt
    /// `idle`, `opening` or `closing`; of climates `off`, `idle`, `heating`, `cooling`, `drying`, `fan`, `defrosting`.
    case action
    /// 0 to 1; of a fan with steps a multiple of one step.
    case speed
    /// Yes or no.
    case oscillating, isMuted, isInProgress
    /// `forward` or `reverse`.
    case direction
    /// `locked`, `unlocked`, `jammed`, `locking`, `unlocking`, `open`, `opening`.
    case lockState
    /// `disarmed`, `armed_home`, `armed_away`, `armed_night`, `armed_vacation`, `armed_custom_bypass`, `pending`,
    /// `arming`, `disarming`, `triggered`.
    case alarmState
    /// The word of ``alarmState`` that the hub commanded last. The hub notes it; no device reports it.
    case alarmTarget
    /// `idle`, `playing`, `paused`, `off`, `on`; of vacuums `cleaning`, `docked`, `paused`, `idle`, `returning`, `error`.
    case activity
    /// °C.
    case currentTemperature, targetTemperature, targetLow, targetHigh
    /// Percent.
    case currentHumidity, targetHumidity
    /// Percent of the heat that a climate can give.
    case heatingDemand
    /// 0 to 1.
    case volume, progress
    /// The value of a sensor, number, choice, text or moment. Moments are text: `2026-11-29`, `07:30:00`, or both with
    /// `T` between.
    case value
    case installedVersion, latestVersion
}

/// The value of a property.
package enum EntityValue: Hashable, Sendable {
    /// The device says that it does not know: null, not a number, `unknown`.
    case unknown
    case bool(Bool)
    /// Finite.
    case number(Double)
    case text(String)
}

/// New values of one entity; properties that are not listed keep theirs.
package struct EntityState: Hashable, Sendable {
    package var entity: String
    package var values: [EntityProperty: EntityValue]

    package init(entity: String, values: [EntityProperty: EntityValue]) {
        self.entity = entity
        self.values = values
    }
}

/// A report of one device: its new values and events that occurred, at one moment.
package struct EntityReport: Hashable, Sendable {
    /// An event of an entity of kind ``EntityKind/event(types:deviceClass:)`` or ``EntityKind/camera(_:)``.
    package struct Event: Hashable, Sendable {
        package var entity: String
        package var type: String
        /// When it occurred, since 1970; nil if only the time of its arrival is known.
        package var moment: Duration?

        package init(entity: String, type: String, moment: Duration? = nil) {
            self.entity = entity
            self.type = type
            self.moment = moment
        }
    }

    package var deviceID: String
    package var states: [EntityState]
    package var events: [Event]
    /// Whether the values are those of a first or repeated full report, which may be old: they lead to no events.
    package var isReplay: Bool

    package init(deviceID: String, states: [EntityState] = [], events: [Event] = [], isReplay: Bool = false) {
        self.deviceID = deviceID
        self.states = states
        self.events = events
        self.isReplay = isReplay
    }
}

/// A command to one entity.
package struct EntityCommand: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The entity takes on ``EntityCommand/values``.
        case set
        case toggle
        case stop
        case press
        case lock, unlock, open
        case play, pause, next, previous
        /// Of vacuums.
        case start, returnToBase, locate
        /// Installs an update.
        case install
        /// Runs the action in ``EntityCommand/call``.
        case run
    }

    package var entity: String
    package var action: Action
    package var values: [EntityProperty: EntityValue]
    package var transition: Duration?
    /// How long a siren sounds; nil for its default.
    package var duration: Duration?
    /// The code of a lock or an alarm panel. Never stored or logged.
    package var code: String?
    /// The action to run; nil for other commands.
    package var call: ActionCall?

    package init(
        entity: String, action: Action = .set, values: [EntityProperty: EntityValue] = [:], transition: Duration? = nil,
        code: String? = nil, duration: Duration? = nil
    ) {
        self.entity = entity
        self.action = action
        self.values = values
        self.transition = transition
        self.code = code
        self.duration = duration
    }

    /// A command that runs an action.
    package init(entity: String, call: ActionCall) {
        self.init(entity: entity, action: .run)
        self.call = call
    }
}
