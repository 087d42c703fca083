/// The values of a characteristic for label namespace.
public enum HMCharacteristicValueLabelNamespace: Int, Hashable, Sendable, CaseIterable {
    /// Labels are dots.
    case dot = 0
    /// Labels are numerals.
    case numeral = 1
}

/// The values of a characteristic for leak status.
public enum HMCharacteristicValueLeakStatus: Int, Hashable, Sendable, CaseIterable {
    /// No leak detected.
    case none = 0
    /// Leak detected.
    case detected = 1
}

/// The values of a characteristic for lock mechanism last known action.
public enum HMCharacteristicValueLockMechanismLastKnownAction: Int, Hashable, Sendable, CaseIterable {
    /// Secured using physical movement interior.
    case securedUsingPhysicalMovementInterior = 0
    /// Unsecured using physical movement interior.
    case unsecuredUsingPhysicalMovementInterior = 1
    /// Secured using physical movement exterior.
    case securedUsingPhysicalMovementExterior = 2
    /// Unsecured using physical movement exterior.
    case unsecuredUsingPhysicalMovementExterior = 3
    /// Secured with keypad.
    case securedWithKeypad = 4
    /// Unsecured with keypad.
    case unsecuredWithKeypad = 5
    /// Secured remotely.
    case securedRemotely = 6
    /// Unsecured remotely.
    case unsecuredRemotely = 7
    /// Secured with automatic secure timeout.
    case securedWithAutomaticSecureTimeout = 8
    /// Secured using physical movement.
    case securedUsingPhysicalMovement = 9
    /// Unsecured using physical movement.
    case unsecuredUsingPhysicalMovement = 10
}

/// The values of a characteristic for lock mechanism state.
public enum HMCharacteristicValueLockMechanismState: Int, Hashable, Sendable, CaseIterable {
    /// Unsecured.
    case unsecured = 0
    /// Secured.
    case secured = 1
    /// Jammed.
    case jammed = 2
    /// Unknown.
    case unknown = 3
}

/// The values of a characteristic for lock physical controls state.
public enum HMCharacteristicValueLockPhysicalControlsState: Int, Hashable, Sendable, CaseIterable {
    /// Not locked.
    case notLocked = 0
    /// Locked.
    case locked = 1
}

/// The values of a characteristic for occupancy status.
public enum HMCharacteristicValueOccupancyStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not occupied.
    case notOccupied = 0
    /// Occupied.
    case occupied = 1
}

/// The values of a characteristic for position state.
public enum HMCharacteristicValuePositionState: Int, Hashable, Sendable, CaseIterable {
    /// Closing.
    case closing = 0
    /// Opening.
    case opening = 1
    /// Stopped.
    case stopped = 2
}

/// The values of a characteristic for power mode selection.
public enum HMCharacteristicValuePowerModeSelection: Int, Hashable, Sendable, CaseIterable {
    /// Show.
    case show = 0
    /// Hide.
    case hide = 1
}

/// The values of a characteristic for program mode.
public enum HMCharacteristicValueProgramMode: Int, Hashable, Sendable, CaseIterable {
    /// Not scheduled.
    case notScheduled = 0
    /// Scheduled.
    case scheduled = 1
    /// Schedule overridden to manual.
    case scheduleOverriddenToManual = 2
}

/// The values of a characteristic for remote key.
public enum HMCharacteristicValueRemoteKey: Int, Hashable, Sendable, CaseIterable {
    /// Rewind.
    case rewind = 0
    /// Fast forward.
    case fastForward = 1
    /// Next track.
    case nextTrack = 2
    /// Previous track.
    case previousTrack = 3
    /// Arrow up.
    case arrowUp = 4
    /// Arrow down.
    case arrowDown = 5
    /// Arrow left.
    case arrowLeft = 6
    /// Arrow right.
    case arrowRight = 7
    /// Select.
    case select = 8
    /// Back.
    case back = 9
    /// Exit.
    case exit = 10
    /// Play or pause.
    case playPause = 11
    /// Info.
    case info = 15
}

/// The values of a characteristic for rotation direction.
public enum HMCharacteristicValueRotationDirection: Int, Hashable, Sendable, CaseIterable {
    /// Clockwise.
    case clockwise = 0
    /// Counterclockwise.
    case counterClockwise = 1
}

/// The values of a characteristic for router status.
public enum HMCharacteristicValueRouterStatus: Int, Hashable, Sendable, CaseIterable {
    /// Ready.
    case ready = 0
    /// Not ready.
    case notReady = 1
}

/// The values of a characteristic for security system alarm type.
public enum HMCharacteristicValueSecuritySystemAlarmType: Int, Hashable, Sendable, CaseIterable {
    /// No alarm.
    case noAlarm = 0
    /// Unknown.
    case unknown = 1
}

/// The values of a characteristic for slat type.
public enum HMCharacteristicValueSlatType: Int, Hashable, Sendable, CaseIterable {
    /// Horizontal.
    case horizontal = 0
    /// Vertical.
    case vertical = 1
}

/// The values of a characteristic for smoke detection status.
public enum HMCharacteristicValueSmokeDetectionStatus: Int, Hashable, Sendable, CaseIterable {
    /// No smoke detected.
    case none = 0
    /// Smoke detected.
    case detected = 1
}

/// The values of a characteristic for status fault.
public enum HMCharacteristicValueStatusFault: Int, Hashable, Sendable, CaseIterable {
    /// No fault.
    case noFault = 0
    /// General fault.
    case generalFault = 1
}

/// The values of a characteristic for swing mode.
public enum HMCharacteristicValueSwingMode: Int, Hashable, Sendable, CaseIterable {
    /// Disabled.
    case disabled = 0
    /// Enabled.
    case enabled = 1
}

/// The values of a characteristic for tampered status.
public enum HMCharacteristicValueTamperedStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not tampered with.
    case none = 0
    /// Tampered with.
    case tampered = 1
}

/// The values of a characteristic for target air purifier state.
public enum HMCharacteristicValueTargetAirPurifierState: Int, Hashable, Sendable, CaseIterable {
    /// Manual.
    case manual = 0
    /// Automatic.
    case automatic = 1
}

/// The values of a characteristic for target door state.
public enum HMCharacteristicValueTargetDoorState: Int, Hashable, Sendable, CaseIterable {
    /// Open.
    case open = 0
    /// Closed.
    case closed = 1
}

/// The values of a characteristic for target fan state.
public enum HMCharacteristicValueTargetFanState: Int, Hashable, Sendable, CaseIterable {
    /// Manual.
    case manual = 0
    /// Automatic.
    case automatic = 1
}

/// The values of a characteristic for the target state of a heater or cooler.
public enum HMCharacteristicValueTargetHeaterCoolerState: Int, Hashable, Sendable, CaseIterable {
    /// Automatic.
    case automatic = 0
    /// Heat.
    case heat = 1
    /// Cool.
    case cool = 2
}

/// The values of a characteristic for the target state of a humidifier or dehumidifier.
public enum HMCharacteristicValueTargetHumidifierDehumidifierState: Int, Hashable, Sendable, CaseIterable {
    /// Automatic.
    case automatic = 0
    /// Humidify.
    case humidify = 1
    /// Dehumidify.
    case dehumidify = 2
}

/// The values of a characteristic for target lock mechanism state.
public enum HMCharacteristicValueTargetLockMechanismState: Int, Hashable, Sendable, CaseIterable {
    /// Unsecured.
    case unsecured = 0
    /// Secured.
    case secured = 1
}

/// The values of a characteristic for target media state.
public enum HMCharacteristicValueTargetMediaState: Int, Hashable, Sendable, CaseIterable {
    /// Play.
    case play = 0
    /// Pause.
    case pause = 1
    /// Stop.
    case stop = 2
}

/// The values of a characteristic for target security system state.
public enum HMCharacteristicValueTargetSecuritySystemState: Int, Hashable, Sendable, CaseIterable {
    /// Arm while people are at home.
    case stayArm = 0
    /// Arm while everyone is away.
    case awayArm = 1
    /// Arm for the night.
    case nightArm = 2
    /// Disarm.
    case disarm = 3
}

/// The values of a characteristic for target visibility state.
public enum HMCharacteristicValueTargetVisibilityState: Int, Hashable, Sendable, CaseIterable {
    /// Show.
    case show = 0
    /// Hide.
    case hide = 1
}

/// The values of a characteristic for temperature unit.
public enum HMCharacteristicValueTemperatureUnit: Int, Hashable, Sendable, CaseIterable {
    /// Celsius.
    case celsius = 0
    /// Fahrenheit.
    case fahrenheit = 1
}

/// The values of a characteristic for usage state.
public enum HMCharacteristicValueUsageState: Int, Hashable, Sendable, CaseIterable {
    /// Not in use.
    case notInUse = 0
    /// In use.
    case inUse = 1
}

/// The values of a characteristic for valve type.
public enum HMCharacteristicValueValveType: Int, Hashable, Sendable, CaseIterable {
    /// Generic valve.
    case genericValve = 0
    /// Irrigation.
    case irrigation = 1
    /// Shower head.
    case showerHead = 2
    /// Water faucet.
    case waterFaucet = 3
}

/// The values of a characteristic for volume control type.
public enum HMCharacteristicValueVolumeControlType: Int, Hashable, Sendable, CaseIterable {
    /// No volume control.
    case none = 0
    /// Relative.
    case relative = 1
    /// Relative with current.
    case relativeWithCurrent = 2
    /// Absolute.
    case absolute = 3
}

/// The values of a characteristic for volume selector.
public enum HMCharacteristicValueVolumeSelector: Int, Hashable, Sendable, CaseIterable {
    /// Volume increment.
    case volumeIncrement = 0
    /// Volume decrement.
    case volumeDecrement = 1
}

/// The values of a characteristic for Wi-Fi satellite status.
public enum HMCharacteristicValueWiFiSatelliteStatus: Int, Hashable, Sendable, CaseIterable {
    /// Unknown.
    case unknown = 0
    /// Connected.
    case connected = 1
    /// Not connected.
    case notConnected = 2
}
