/// The events of the sun on a solar day, with instants in seconds since 1970.
public enum SolarDay: Hashable, Sendable {
    /// The sun rises or sets. On the first and last day of a polar day it may do only one of the two.
    case rising(sunrise: Double?, sunset: Double?)
    /// The sun does not set. `noon` is when it is highest.
    case alwaysUp(noon: Double)
    /// The sun does not rise. `noon` is when it is highest.
    case alwaysDown(noon: Double)
}
