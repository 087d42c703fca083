/// One thing that can be said of a device's state, for people and for programs.
public struct StateFact: Hashable, Sendable {
    /// A value in the unit in which people think.
    public enum Value: Hashable, Sendable {
        /// The device doesn't know it.
        case unknown
        /// Yes or no.
        case bool(Bool)
        /// A number in the unit that the fact's name tells.
        case number(Double)
        /// A word of a fixed few.
        case word(String)
    }

    /// The name for programs, which does not change: "brightness".
    ///
    /// | name | value |
    /// | --- | --- |
    /// | on, muted, leak, freezing, rain, occupied, alarm | yes or no |
    /// | brightness, volume, open, tilt, fan, level | percent |
    /// | temperature, heatingTo, coolingTo, targetTemperature | °C |
    /// | humidity | percent |
    /// | illuminance, colorTemperature, power, pressure, position | lx, K, W, hPa, a number |
    /// | contact, lock, door, motion, color, mode, fanMode, playback, activity, airQuality, smokeAlarm | a word |
    ///
    /// Of makers' traits, the attributes' own names.
    public var name: String
    /// The value for programs.
    public var value: Value
    /// The value for people: "71 %"; nil for what goes without saying, such as the brightness of a light that is off.
    public var words: String?
    /// Whether it is a number of a maker's trait whose schema marks it with quieter reporting, such as a sensor's value.
    public var isQuieterReported: Bool

    /// Whether it says how far a covering is open.
    public var isPosition: Bool { name == "open" || name == "tilt" }

    /// Creates a fact.
    public init(_ name: String, _ value: Value, _ words: String?, isQuieterReported: Bool = false) {
        self.name = name
        self.value = value
        self.words = words
        self.isQuieterReported = isQuieterReported
    }
}
