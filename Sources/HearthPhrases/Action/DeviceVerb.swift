internal import HearthTraitDescriptors

/// The one-word commands that people give to devices, whatever their traits.
public enum DeviceVerb: String, CaseIterable, Sendable {
    /// Switches on: lights, outlets, players; a fan at its highest speed.
    case on
    /// Switches off.
    case off
    /// Switches on if off, and off if on.
    case toggle
    /// Sets the brightness of a light in percent; 0 is off.
    case dim
    /// Opens a covering, a closure such as a garage door, or a valve; or a covering to a percentage.
    case open
    /// Closes a covering, a closure or a valve.
    case close
    /// Locks a door.
    case lock
    /// Unlocks a door.
    case unlock
    /// Sets the target temperature of a thermostat or cabinet.
    case setTemperature = "set-temperature"

    /// How a device was selected.
    public enum Scope: Sendable {
        /// By its own name.
        case named
        /// By the name of its room or of the home.
        case among
    }

    /// The value that a verb takes.
    public enum Operand: Sendable {
        /// None.
        case none
        /// Percent, optional.
        case optionalPercent
        /// Percent.
        case percent
        /// A temperature.
        case temperature
    }

    /// The value that the verb takes.
    public var operand: Operand {
        switch self {
        case .on, .off, .toggle, .close, .lock, .unlock: .none
        case .open: .optionalPercent
        case .dim: .percent
        case .setTemperature: .temperature
        }
    }

    /// Parses a percentage with or without its sign: "40%", "40"; nil if it is not 0 to 100.
    public static func percent(_ text: String) -> Int? {
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        return Int(digits).flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// Parses a temperature in °C ("21.5", "21.5C", "21.5°C") or, with an F, in °F. Returns 0.01 °C; nil if it is not
    /// -50 to 300 °C.
    public static func centidegrees(_ text: String) -> Int16? {
        var digits = text.lowercased().replacing("\u{2212}", with: "-").filter { !$0.isWhitespace && $0 != "°" }
        let isFahrenheit = digits.hasSuffix("f")
        if digits.hasSuffix("c") || isFahrenheit { digits.removeLast() }
        guard let typed = Double(digits), typed.isFinite else { return nil }
        let celsius = isFahrenheit ? (typed - 32) / 1.8 : typed
        guard (-50...300).contains(celsius) else { return nil }
        return Int16(exactly: (celsius * 100).rounded())
    }
}
