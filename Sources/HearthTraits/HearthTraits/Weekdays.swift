public import Foundation
public import HearthCommonTraits
public import HearthTraitCore

// Days of the week as Foundation has them. The families of traits do without Foundation; apps have it.
extension Google.TimeTrait.DayOfWeek {
    /// A day of Foundation's.
    public init(_ day: Locale.Weekday) {
        self =
            switch day {
            case .sunday: .sunday
            case .monday: .monday
            case .tuesday: .tuesday
            case .wednesday: .wednesday
            case .thursday: .thursday
            case .friday: .friday
            case .saturday: .saturday
            @unknown default: .unrecognized_(0)
            }
    }
}

extension Google.TimeTrait.ScheduledEvent {
    /// The days on which the time counts, for a starter of an automation to ask for. Every day without it.
    @_disfavoredOverload
    public static func daysOfWeek(_ days: [Locale.Weekday]) -> TypedParameter<Self> {
        daysOfWeek(days.map { Google.TimeTrait.DayOfWeek($0) })
    }
}
