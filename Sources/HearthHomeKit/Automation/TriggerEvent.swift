internal import HearthHomeKitMapping

/// An event that sets off a trigger or ends its effect.
enum TriggerEvent: Hashable, Sendable {
    /// A characteristic reaches a value; nil for any change.
    case characteristic(CharacteristicReference, CharacteristicValue?)
    /// A characteristic enters a range.
    case threshold(CharacteristicReference, NumberRange)
    /// A recurring time.
    case calendar(CalendarTime)
    case significantTime(SolarMoment)
    case presence(Presence)
    case location(Circle)
    /// Seconds after the trigger was set off; only as an end event.
    case duration(Double)

    /// Arrivals or departures.
    struct Presence: Hashable, Sendable {
        /// HomeKit's numbers: every entry 1, every exit 2, first entry 3, last exit 4.
        let type: UInt
        /// HomeKit's numbers: the current user 1, all users of the home 2, some of them 3.
        let users: UInt
        /// The hub's ID of the user, if it is one other than the current user.
        var personID: String?
    }

    /// A circular region on the earth.
    struct Circle: Hashable, Sendable {
        let latitude: Double
        let longitude: Double
        /// The radius in metres.
        let radius: Double
        let identifier: String
        let onEntry: Bool
        let onExit: Bool
    }
}

/// The time of a calendar event. Missing parts match any value, except that a missing minute is 0.
struct CalendarTime: Hashable, Sendable {
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute: Int?
}

/// Sunrise or sunset, or a time before or after it.
struct SolarMoment: Hashable, Sendable {
    let isSunrise: Bool
    /// Seconds after sunrise or sunset; negative for before.
    let offset: Int
}

/// A time of day.
struct MinuteOfDay: Hashable, Sendable {
    let hour: Int
    let minute: Int
}

/// A condition for a trigger to run its scenes.
enum TriggerCondition: Hashable, Sendable {
    /// The time of day is before, exactly, or at or after this one.
    case time(Relation, MinuteOfDay)
    /// The time of day is in a range with both ends included, which spans midnight if the first is later.
    case betweenTimes(MinuteOfDay, MinuteOfDay)
    /// The time is before, or at or after, today's sunrise or sunset with its offset.
    case sun(Relation, SolarMoment)
    case betweenMoments(SolarMoment, SolarMoment)
    case characteristic(CharacteristicReference, CharacteristicTest.Comparison, CharacteristicValue)
    /// Someone is at home, or no one is.
    case presence(TriggerEvent.Presence)
    /// A condition that hubs do not support; it fails when it is added to a trigger.
    case refused(HMError)

    enum Relation: Hashable, Sendable, CaseIterable {
        case before
        case on
        case after
    }
}
