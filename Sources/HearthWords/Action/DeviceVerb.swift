internal import HearthTraitModel

/// What people do with devices in one word, whatever their traits.
public enum DeviceVerb: String, CaseIterable, Sendable {
    /// Switches on: lights, outlets, players; a fan at its highest.
    case on
    /// Switches off.
    case off
    /// On if it is off, and off if it is on.
    case toggle
    /// Makes a light so bright, in percent; 0 is off.
    case dim
    /// Opens a covering or a valve, or so far, in percent.
    case open
    /// Closes a covering or a valve.
    case close
    /// Locks a door.
    case lock
    /// Unlocks a door.
    case unlock
    /// Sets what a thermostat or a cabinet is to reach.
    case setTemperature = "set-temperature"

    /// How a device came to be meant.
    public enum Scope: Sendable {
        /// It was named.
        case named
        /// It is in a room, or in the home, that was named.
        case among
    }

    /// Whether a value comes with it.
    public enum Operand: Sendable {
        /// None.
        case none
        /// Percent, which may be left out.
        case optionalPercent
        /// Percent.
        case percent
        /// A temperature.
        case temperature
    }

    /// The value that comes with the verb.
    public var operand: Operand {
        switch self {
        case .on, .off, .toggle, .close, .lock, .unlock: .none
        case .open: .optionalPercent
        case .dim: .percent
        case .setTemperature: .temperature
        }
    }

    /// Reads a share in percent, with its sign or without: "40%", "40"; nil if it is none from 0 to 100.
    public static func percent(_ text: String) -> Int? {
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        return Int(digits).flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// Reads a temperature in °C, "21.5", "21.5C", "21.5°C", or with an F in °F; in 0.01 °C, nil if it is none from -50
    /// to 300 °C.
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
