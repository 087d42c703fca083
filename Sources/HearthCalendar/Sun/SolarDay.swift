/// What the sun does on a day, with instants in seconds since 1970.
public enum SolarDay: Hashable, Sendable {
    /// The sun rises or sets; on the first and last days of a polar summer it may do one of both only.
    case rising(sunrise: Double?, sunset: Double?)
    /// The sun does not set. `noon` is when it is highest.
    case alwaysUp(noon: Double)
    /// The sun does not rise. `noon` is when it is highest.
    case alwaysDown(noon: Double)
}
