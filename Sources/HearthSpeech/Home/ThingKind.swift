/// What a thing is, as people name it. The raw values are keys of the language files.
package enum ThingKind: String, CaseIterable, Sendable {
    case light, outlet, fan, cover, awning, blind, curtain, shade, shutter, window, door, gate, valve, lock, alarm
    case garageDoor = "garage-door"
    case thermostat, media, television, vacuum, scene, sensor
}

/// What a thing can do.
package enum Ability: Sendable {
    /// On and off.
    case power
    case brightness, color, whiteness
    /// Opens and closes.
    case opening
    /// Opens to a percentage.
    case position
    case lock
    /// Is armed and disarmed.
    case arming
    case targetTemperature
    /// Measures the temperature.
    case temperature
    case fanSpeed, fanMode
    case volume, mute, playback, skipping
    case cleaning, docking
    /// Runs as a scene.
    case running
    /// Reports whether something is detected.
    case detection
    /// Has a state that can be asked for.
    case state
}
