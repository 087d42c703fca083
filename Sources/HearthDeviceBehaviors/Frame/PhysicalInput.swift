/// A physical event at a device: an operation by hand, a measured value, smoke. A maker's process hands it to
/// `DeviceHost.sense(_:deviceID:endpoint:)`; at a virtual device `VirtualHome.play(_:on:endpoint:)` plays it. Traits
/// without such an input ignore it.
public enum PhysicalInput: Hashable, Sendable {
    /// Air temperature in 0.01 °C; nil if the sensor fails.
    case temperature(Int16?)
    /// Relative humidity in 0.01 %; nil if the sensor fails.
    case humidity(UInt16?)
    /// Illuminance as 10,000 · log10(lux) + 1; 0 is too dark to measure, nil if the sensor fails.
    case illuminance(UInt16?)
    /// Motion in front of an occupancy sensor.
    case motion
    /// A sound that a microphone detects.
    case sound
    /// A contact sensor opened or closed, or the door of a lock with a door sensor.
    case contact(isClosed: Bool)
    /// A leak detector became wet or dry.
    case leak(isDetected: Bool)
    /// A switch moved to a position. For a button, 1 is pressed and 0 is released.
    case switchPosition(UInt8)
    /// Smoke at an alarm: 0 none, 1 warning, 2 critical.
    case smoke(severity: UInt8)
    /// Carbon monoxide at an alarm: 0 none, 1 warning, 2 critical.
    case carbonMonoxide(severity: UInt8)
    /// The mute button of an alarm was pressed.
    case mute
    /// A battery's charge in 0.5 % (0 to 200).
    case battery(halfPercent: UInt8)
    /// A code entered at a lock's keypad, to lock or unlock.
    case keypad(code: [UInt8], locks: Bool)
    /// A lock's thumb turn was turned.
    case thumbTurn(locks: Bool)
    /// The button of a light or plug was pressed.
    case toggle
    /// A bridge lost or restored the connection to a device behind it.
    case bridgeLink(isUp: Bool)
    /// A motor was blocked.
    case jam
    /// The privacy switch of a camera was moved.
    case privacySwitch(isOn: Bool)
    /// The number of viewers of a camera's video stream has changed.
    case viewers(videoStream: UInt16, count: Int)
}
