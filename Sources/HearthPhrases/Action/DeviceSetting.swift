/// What people change about a part of a device beyond the one-word commands of ``DeviceVerb``.
package enum DeviceSetting: Hashable, Sendable {
    /// The brightness of a light, changed by percent points.
    case brightnessStep(Double)
    /// A color of ``Phrase/hues``, or "white".
    case color(String)
    /// The color temperature of a light in kelvin.
    case kelvin(Double)
    /// The target temperature, changed by °C.
    case temperatureStep(Double)
    /// The speed of a fan in percent.
    case fanSpeed(Double)
    /// The speed of a fan, changed by percent points.
    case fanSpeedStep(Double)
    /// A mode of FanControl.FanModeEnum by its name: "auto".
    case fanMode(String)
    /// The volume of a player in percent.
    case volume(Double)
    /// The volume of a player, changed by percent points.
    case volumeStep(Double)
    /// The sound of a player.
    case muted(Bool)
    case play, pause, next, previous
    /// Arms an alarm system to a level; as it is armed without one if nil.
    case arm(AlarmReading.Level?)
    case disarm
    /// Stops the motion of a covering.
    case stop
    /// Starts a vacuum cleaner.
    case clean
    /// Sends a vacuum cleaner back.
    case dock
}
