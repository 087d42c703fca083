/// What can happen to a virtual device from outside the network: hands, weather, smoke. Played with
/// ``VirtualHome/play(_:on:endpoint:)``; traits that it does not concern ignore it.
public enum PhysicalInput: Hashable, Sendable {
    /// The air's temperature in 0.01 °C; nil when the sensor fails.
    case temperature(Int16?)
    /// Relative humidity in 0.01 %; nil when the sensor fails.
    case humidity(UInt16?)
    /// Illuminance as 10,000 · log10(lux) + 1; 0 is too dark to measure, nil when the sensor fails.
    case illuminance(UInt16?)
    /// Somebody moved in front of an occupancy sensor.
    case motion
    /// A contact sensor's door or window, or the door of a lock with a door sensor.
    case contact(isClosed: Bool)
    /// Water reached a leak detector, or is gone.
    case leak(isDetected: Bool)
    /// A switch moved to a position; for a button 1 is pressed and 0 is released.
    case switchPosition(UInt8)
    /// Smoke in an alarm's chamber: 0 none, 1 warning, 2 critical.
    case smoke(severity: UInt8)
    /// Carbon monoxide at an alarm: 0 none, 1 warning, 2 critical.
    case carbonMonoxide(severity: UInt8)
    /// The button on an alarm that mutes it.
    case mute
    /// A battery's charge in 0.5 % (0 to 200).
    case battery(halfPercent: UInt8)
    /// A code typed at a lock's keypad, to lock or to unlock.
    case keypad(code: [UInt8], locks: Bool)
    /// A hand at a lock's thumb turn.
    case thumbTurn(locks: Bool)
    /// A hand at a light's or plug's own button.
    case toggle
    /// A bridge lost a device behind it, or found it again.
    case bridgeLink(isUp: Bool)
    /// Something stops a motor.
    case jam
}
