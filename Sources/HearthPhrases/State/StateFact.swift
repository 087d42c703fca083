/// A fact about a device's state, for people and for programs.
public struct StateFact: Hashable, Sendable {
    /// A value in a unit that people use.
    public enum Value: Hashable, Sendable {
        /// The device does not know the value.
        case unknown
        /// Yes or no.
        case bool(Bool)
        /// A number in the unit that the name implies.
        case number(Double)
        /// One of a fixed set of words.
        case word(String)
    }

    /// The stable name for programs: "brightness".
    ///
    /// | name | value |
    /// | --- | --- |
    /// | on, muted, leak, freezing, rain, occupied, alarm | yes or no |
    /// | brightness, volume, open, tilt, fan, level | percent |
    /// | temperature, heatingTo, coolingTo, targetTemperature | °C |
    /// | humidity | percent |
    /// | illuminance, colorTemperature, power, voltage, pressure, position | lx, K, W, V, hPa, a number |
    /// | flag | yes or no |
    /// | reading, setting | a number in the device's unit |
    /// | choice, text, moment, update | a word of the device's |
    /// | shown | a word or text that only the device changes |
    /// | contact, lock, door, closure, motion, color, mode, fanMode, playback, activity, airQuality, smokeAlarm | a word |
    ///
    /// For makers' traits, the name of the attribute.
    public var name: String
    /// The value for programs.
    public var value: Value
    /// The value for people: "71 %"; nil if it need not be shown, such as the brightness of a light that is off.
    public var words: String?
    /// Whether it is a number of a maker's trait whose schema marks it for quieter reporting, such as a sensor's value.
    public var isQuieterReported: Bool
    /// Whether it is a flag that is set and whose class is a danger, such as gas.
    var warnsOfDanger = false

    /// Whether it is the position of a covering.
    public var isPosition: Bool { name == "open" || name == "tilt" }

    /// Creates a fact.
    public init(_ name: String, _ value: Value, _ words: String?, isQuieterReported: Bool = false) {
        self.name = name
        self.value = value
        self.words = words
        self.isQuieterReported = isQuieterReported
    }
}
