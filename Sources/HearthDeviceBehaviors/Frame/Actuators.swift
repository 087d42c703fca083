internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

// The host calls an actuator at the start of its device, before it brings the device to the hub, and answers a command
// after the call that the command caused. An actuator whose hardware may not respond therefore needs a timeout.

/// Hardware that is on or off, operated by an ``OnOffBehavior``.
public protocol OnOffActuator: Sendable {
    /// Switches the hardware. Called at the start and after each change. The next call waits until this one returns.
    func apply(isOn: Bool) async
}

/// Hardware with a level, such as a dimmer or an amplifier, operated by a ``LevelControlBehavior``.
public protocol LevelActuator: Sendable {
    /// Sets the hardware to a level, 0 to 254. It is 0 while the endpoint's OnOff is off and a light has faded out.
    ///
    /// Called at the start and after each change; during a fade, for each level, at most 20 times a second. The next
    /// call waits until this one returns, and then skips levels that are out of date.
    func apply(level: UInt8) async
}

/// Hardware with a colour, operated by a ``ColorControlBehavior``.
public protocol ColorActuator: Sendable {
    /// Sets the hardware to a colour, whose brightness is LevelControl's.
    ///
    /// Called at the start and after each change; during a transition, at most 20 times a second. The next call waits
    /// until this one returns, and then skips colours that are out of date.
    func apply(color: LightColor) async
}

/// A colour in the mode in which it was set.
public enum LightColor: Hashable, Sendable {
    /// White light of a colour temperature in mired (1,000,000 divided by kelvin).
    case temperature(mireds: UInt16)
    /// A hue, 0 to 65535 for the full circle from red over green and blue, and a saturation, 0 (white) to 254.
    case hueAndSaturation(hue: UInt16, saturation: UInt8)
    /// A chromaticity of CIE 1931, in 1/65536.
    case xy(x: UInt16, y: UInt16)
}

/// A device that shows people which one it is, for example by blinking, operated by an ``IdentifyBehavior``.
public protocol IdentifyActuator: Sendable {
    /// Begins or ends to show. Called for Identify and IdentifyTime, not for TriggerEffect. The next call waits until
    /// this one returns.
    func apply(isIdentifying: Bool) async
}

/// The motor of a lock's bolt, operated by a ``DoorLockBehavior``.
public protocol BoltActuator: Sendable {
    /// Moves the bolt. Called for each operation but those by hand, not at the start. LockState follows after the
    /// behaviour's `boltTime`, unless `PhysicalInput.jam` arrives before; so `boltTime` must not be less than the time
    /// of this call. The next call waits until this one returns.
    func apply(locks: Bool) async
}

/// The motors of a window covering, operated by a ``WindowCoveringBehavior``.
public protocol CoveringActuator: Sendable {
    /// Begins to move to positions in 0.01 %: 0 is open, 10000 closed. Called for each command, also for a repeated one,
    /// not at the start. The next call waits until this one returns, so this must not wait for the end of the motion.
    ///
    /// - Parameters:
    ///   - lift: nil for a covering that can't lift.
    ///   - tilt: nil for a covering that can't tilt.
    func apply(lift: UInt16?, tilt: UInt16?) async

    /// Stops where the covering is. Called for StopMotion, a jam, and when maintenance or calibration mode begins. The
    /// next call waits until this one returns.
    func stop() async
}

/// The motor of a fan, operated by a ``FanControlBehavior``.
public protocol FanActuator: Sendable {
    /// Sets the speed, 0 (off) to 100 %. Called at the start and after each change. The next call waits until this one
    /// returns.
    func apply(percent: UInt8) async
}

/// The relays of a heating or an air conditioner, operated by a ``ThermostatBehavior``.
public protocol ClimateActuator: Sendable {
    /// Switches heating and cooling. Called at the start and after each change. The next call waits until this one
    /// returns.
    func apply(heats: Bool, cools: Bool) async
}

/// A camera's picture, microphone and speaker, operated by a ``CameraAvStreamManagementBehavior``.
public protocol CameraActuator: Sendable {
    /// Brings the camera to its settings. Called at the start and after each change. The next call waits until this one
    /// returns.
    func apply(_ settings: CameraSettings) async
}

extension EndpointContext {
    /// The state of the endpoint's OnOff; nil if it has none.
    public var isOn: Bool? { sibling(Matter.OnOffTrait.self)?.onOff }
}
