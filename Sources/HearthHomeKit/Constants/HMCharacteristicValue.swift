/// The values of a characteristic for activation state.
public enum HMCharacteristicValueActivationState: Int, Hashable, Sendable, CaseIterable {
    /// Inactive.
    case inactive = 0
    /// Active.
    case active = 1
}

/// The values of a characteristic for air particulate size.
public enum HMCharacteristicValueAirParticulateSize: Int, Hashable, Sendable, CaseIterable {
    /// Particles up to 2.5 µm.
    case size2_5 = 0
    /// Particles up to 10 µm.
    case size10 = 1
}

/// The values of a characteristic for air quality.
public enum HMCharacteristicValueAirQuality: Int, Hashable, Sendable, CaseIterable {
    /// Unknown.
    case unknown = 0
    /// Excellent.
    case excellent = 1
    /// Good.
    case good = 2
    /// Fair.
    case fair = 3
    /// Inferior.
    case inferior = 4
    /// Poor.
    case poor = 5
}

/// The values of a characteristic for battery status.
public enum HMCharacteristicValueBatteryStatus: Int, Hashable, Sendable, CaseIterable {
    /// Normal.
    case normal = 0
    /// Low.
    case low = 1
}

/// The values of a characteristic for carbon dioxide detection status.
public enum HMCharacteristicValueCarbonDioxideDetectionStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not detected.
    case notDetected = 0
    /// Detected.
    case detected = 1
}

/// The values of a characteristic for carbon monoxide detection status.
public enum HMCharacteristicValueCarbonMonoxideDetectionStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not detected.
    case notDetected = 0
    /// Detected.
    case detected = 1
}

/// The values of a characteristic for charging state.
public enum HMCharacteristicValueChargingState: Int, Hashable, Sendable, CaseIterable {
    /// Not charging.
    case none = 0
    /// Charging.
    case inProgress = 1
    /// Not chargeable.
    case notChargeable = 2
}

/// The values of a characteristic for closed captions.
public enum HMCharacteristicValueClosedCaptions: Int, Hashable, Sendable, CaseIterable {
    /// Disabled.
    case disabled = 0
    /// Enabled.
    case enabled = 1
}

/// The values of a characteristic for configuration state.
public enum HMCharacteristicValueConfigurationState: Int, Hashable, Sendable, CaseIterable {
    /// Not configured.
    case notConfigured = 0
    /// Configured.
    case configured = 1
}

/// The values of a characteristic for contact state.
public enum HMCharacteristicValueContactState: Int, Hashable, Sendable, CaseIterable {
    /// Contact: the door or window is closed.
    case detected = 0
    /// No contact: the door or window is open.
    case none = 1
}

/// The values of a characteristic for current air purifier state.
public enum HMCharacteristicValueCurrentAirPurifierState: Int, Hashable, Sendable, CaseIterable {
    /// Inactive.
    case inactive = 0
    /// Idle.
    case idle = 1
    /// Active.
    case active = 2
}

/// The values of a characteristic for current fan state.
public enum HMCharacteristicValueCurrentFanState: Int, Hashable, Sendable, CaseIterable {
    /// Inactive.
    case inactive = 0
    /// Idle.
    case idle = 1
    /// Active.
    case active = 2
}

/// The values of a characteristic for the current state of a heater or cooler.
public enum HMCharacteristicValueCurrentHeaterCoolerState: Int, Hashable, Sendable, CaseIterable {
    /// Inactive.
    case inactive = 0
    /// Idle.
    case idle = 1
    /// Heating.
    case heating = 2
    /// Cooling.
    case cooling = 3
}

/// The values of a characteristic for the current heating or cooling state.
public enum HMCharacteristicValueCurrentHeatingCooling: Int, Hashable, Sendable, CaseIterable {
    /// Off.
    case off = 0
    /// Heat.
    case heat = 1
    /// Cool.
    case cool = 2
}

/// The values of a characteristic for the current state of a humidifier or dehumidifier.
public enum HMCharacteristicValueCurrentHumidifierDehumidifierState: Int, Hashable, Sendable, CaseIterable {
    /// Inactive.
    case inactive = 0
    /// Idle.
    case idle = 1
    /// Humidifying.
    case humidifying = 2
    /// Dehumidifying.
    case dehumidifying = 3
}

/// The values of a characteristic for current media state.
public enum HMCharacteristicValueCurrentMediaState: Int, Hashable, Sendable, CaseIterable {
    /// Playing.
    case playing = 0
    /// Paused.
    case paused = 1
    /// Stopped.
    case stopped = 2
    /// Unknown.
    case unknown = 3
    /// Loading.
    case loading = 4
    /// Interrupted.
    case interrupted = 5
}

/// The values of a characteristic for current security system state.
public enum HMCharacteristicValueCurrentSecuritySystemState: Int, Hashable, Sendable, CaseIterable {
    /// Armed while people are at home.
    case stayArm = 0
    /// Armed while everyone is away.
    case awayArm = 1
    /// Armed for the night.
    case nightArm = 2
    /// Disarmed.
    case disarmed = 3
    /// Triggered.
    case triggered = 4
}

/// The values of a characteristic for current slat state.
public enum HMCharacteristicValueCurrentSlatState: Int, Hashable, Sendable, CaseIterable {
    /// Stationary.
    case stationary = 0
    /// Jammed.
    case jammed = 1
    /// Oscillating.
    case oscillating = 2
}

/// The values of a characteristic for current visibility state.
public enum HMCharacteristicValueCurrentVisibilityState: Int, Hashable, Sendable, CaseIterable {
    /// Shown.
    case shown = 0
    /// Hidden.
    case hidden = 1
}

/// The values of a characteristic for door state.
public enum HMCharacteristicValueDoorState: Int, Hashable, Sendable, CaseIterable {
    /// Open.
    case open = 0
    /// Closed.
    case closed = 1
    /// Opening.
    case opening = 2
    /// Closing.
    case closing = 3
    /// Stopped.
    case stopped = 4
}

/// The values of a characteristic for filter change.
public enum HMCharacteristicValueFilterChange: Int, Hashable, Sendable, CaseIterable {
    /// Not needed.
    case notNeeded = 0
    /// Needed.
    case needed = 1
}

/// The values of a characteristic for the target heating or cooling mode.
public enum HMCharacteristicValueHeatingCooling: Int, Hashable, Sendable, CaseIterable {
    /// Off.
    case off = 0
    /// Heat.
    case heat = 1
    /// Cool.
    case cool = 2
    /// Auto.
    case auto = 3
}

/// The values of a characteristic for input device type.
public enum HMCharacteristicValueInputDeviceType: Int, Hashable, Sendable, CaseIterable {
    /// Other.
    case other = 0
    /// TV.
    case tv = 1
    /// Recording.
    case recording = 2
    /// Tuner.
    case tuner = 3
    /// Playback.
    case playback = 4
    /// Audio system.
    case audioSystem = 5
    /// None.
    case none = 6
}

/// The values of a characteristic for input event.
public enum HMCharacteristicValueInputEvent: Int, Hashable, Sendable, CaseIterable {
    /// Single press.
    case singlePress = 0
    /// Double press.
    case doublePress = 1
    /// Long press.
    case longPress = 2
}

/// The values of a characteristic for input source type.
public enum HMCharacteristicValueInputSourceType: Int, Hashable, Sendable, CaseIterable {
    /// Other.
    case other = 0
    /// Home screen.
    case homeScreen = 1
    /// Tuner.
    case tuner = 2
    /// HDMI.
    case hdmi = 3
    /// Composite video.
    case compositeVideo = 4
    /// S-Video.
    case sVideo = 5
    /// Component video.
    case componentVideo = 6
    /// DVI.
    case dvi = 7
    /// AirPlay.
    case airPlay = 8
    /// USB.
    case usb = 9
    /// Application.
    case application = 10
}

/// The values of a characteristic for jammed status.
public enum HMCharacteristicValueJammedStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not jammed.
    case none = 0
    /// Jammed.
    case jammed = 1
}
