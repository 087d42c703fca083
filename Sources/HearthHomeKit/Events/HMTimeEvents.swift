public import Foundation

/// A recurring time. Only month, day, hour and minute are used.
public class HMCalendarEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    public init(fire fireDateComponents: DateComponents) {
        super.init(EventCore(.calendar(CalendarTime(fireDateComponents))))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// The components that the time has to match. Missing ones match any value, except that a missing minute is 0.
    public internal(set) var fireDateComponents: DateComponents {
        get {
            guard case .success(.calendar(let time)) = core.event else { return DateComponents() }
            return DateComponents(month: time.month, day: time.day, hour: time.hour, minute: time.minute)
        }
        set { core.event = .success(.calendar(CalendarTime(newValue))) }
    }
}

/// A ``HMCalendarEvent`` that can be changed.
public class HMMutableCalendarEvent: HMCalendarEvent, @unchecked Sendable {
    /// The components that the time has to match. Missing ones match any value, except that a missing minute is 0.
    public override var fireDateComponents: DateComponents {
        get { super.fireDateComponents }
        set { super.fireDateComponents = newValue }
    }
}

extension CalendarTime {
    init(_ components: DateComponents) {
        self.init(month: components.month, day: components.day, hour: components.hour, minute: components.minute)
    }
}

/// Sunrise or sunset.
public struct HMSignificantEvent: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The sun rises.
    public static let sunrise = HMSignificantEvent(rawValue: "sunrise")
    /// The sun sets.
    public static let sunset = HMSignificantEvent(rawValue: "sunset")
}

/// A time relative to sunrise or sunset.
public class HMSignificantTimeEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    ///
    /// - Parameter offset: days, hours, minutes and seconds after it; negative for before.
    public init(significantEvent: HMSignificantEvent, offset: DateComponents?) {
        super.init(EventCore(Self.event(significantEvent, offset)))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// Sunrise or sunset.
    public internal(set) var significantEvent: HMSignificantEvent {
        get { moment?.isSunrise == false ? .sunset : .sunrise }
        set { core.event = Self.event(newValue, offset) }
    }

    /// The offset from it; nil for none.
    public internal(set) var offset: DateComponents? {
        get { moment?.components }
        set { core.event = Self.event(significantEvent, newValue) }
    }

    var moment: SolarMoment? {
        guard case .success(.significantTime(let moment)) = core.event else { return nil }
        return moment
    }

    private static func event(
        _ significantEvent: HMSignificantEvent, _ offset: DateComponents?
    ) -> Result<TriggerEvent, HMError> {
        SolarMoment.of(significantEvent, offset).map { .significantTime($0) }
    }
}

/// A ``HMSignificantTimeEvent`` that can be changed.
public class HMMutableSignificantTimeEvent: HMSignificantTimeEvent, @unchecked Sendable {
    /// Sunrise or sunset.
    public override var significantEvent: HMSignificantEvent {
        get { super.significantEvent }
        set { super.significantEvent = newValue }
    }

    /// The offset from it; nil for none.
    public override var offset: DateComponents? {
        get { super.offset }
        set { super.offset = newValue }
    }
}

extension SolarMoment {
    /// A moment, or an error if the hub has no such one: its offsets are at most a day.
    static func of(_ event: HMSignificantEvent, _ offset: DateComponents?) -> Result<SolarMoment, HMError> {
        guard event == .sunrise || event == .sunset else {
            return .failure(
                HMError(.invalidParameter, "unknown significant event \(event.rawValue); choose sunrise or sunset"))
        }
        let parts = [offset?.hour ?? 0, offset?.minute ?? 0, offset?.second ?? 0, offset?.day ?? 0]
        let seconds =
            parts.allSatisfy { $0.magnitude <= 86_400 }
            ? parts[0] * 3_600 + parts[1] * 60 + parts[2] + parts[3] * 86_400 : .max
        guard (-86_400...86_400).contains(seconds) else {
            return .failure(HMError(.invalidParameter, "an offset from sunrise or sunset is at most a day"))
        }
        return .success(SolarMoment(isSunrise: event == .sunrise, offset: seconds))
    }

    /// The offset, in the largest units; nil for none.
    var components: DateComponents? {
        guard offset != 0 else { return nil }
        var components = DateComponents()
        if offset / 3_600 != 0 { components.hour = offset / 3_600 }
        if offset / 60 % 60 != 0 { components.minute = offset / 60 % 60 }
        if offset % 60 != 0 { components.second = offset % 60 }
        return components
    }
}

/// A delay after the trigger was set off, allowed only as an end event. It undoes the changes by the trigger's scenes.
public class HMDurationEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    ///
    /// - Parameter duration: seconds, from 1 s to 31 days.
    public init(duration: TimeInterval) { super.init(EventCore(.duration(duration))) }

    override init(_ core: EventCore) { super.init(core) }

    /// The delay in seconds.
    public internal(set) var duration: TimeInterval {
        get {
            guard case .success(.duration(let seconds)) = core.event else { return 0 }
            return seconds
        }
        set { core.event = .success(.duration(newValue)) }
    }
}

/// A ``HMDurationEvent`` that can be changed.
public class HMMutableDurationEvent: HMDurationEvent, @unchecked Sendable {
    /// The delay in seconds.
    public override var duration: TimeInterval {
        get { super.duration }
        set { super.duration = newValue }
    }
}
