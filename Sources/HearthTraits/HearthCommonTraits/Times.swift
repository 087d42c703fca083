/// A time of the day by the clock, in automations.
public typealias TimeOfDay = Google.TimeTrait.TimeOfDay

/// A time of the day by the sun, in automations.
public typealias SolarTime = Google.TimeTrait.SolarTime

/// A date of the calendar, in automations.
public typealias LocalDate = Google.TimeTrait.LocalDate

extension Google.TimeTrait.SolarTime {
    /// Which of the sun's times.
    public typealias SolarTimeType = Google.TimeTrait.SolarTimeType

    /// A time by the sun.
    ///
    /// - Parameter offset: how long after it, or before it when negative, in whole seconds; at most a day.
    public init(type: SolarTimeType, offset: Duration = .seconds(0)) {
        self.init(type: type, offset: Int32(clamping: offset.components.seconds))
    }
}
