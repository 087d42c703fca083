public import Foundation

/// The clock shows something, again and again. Only month, day, hour and minute count.
public class HMCalendarEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    public init(fire fireDateComponents: DateComponents) {
        super.init(EventCore(.calendar(CalendarTime(fireDateComponents))))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// What the clock shows then.
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
    /// What the clock shows then.
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

/// A time of the sun.
public struct HMSignificantEvent: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The sun rises.
    public static let sunrise = HMSignificantEvent(rawValue: "sunrise")
    /// The sun sets.
    public static let sunset = HMSignificantEvent(rawValue: "sunset")
}

/// The sun rises or sets, or does so after a while, or has done so a while ago.
public class HMSignificantTimeEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    ///
    /// - Parameter offset: hours, minutes and seconds after it; negative ones for before it.
    public init(significantEvent: HMSignificantEvent, offset: DateComponents?) {
        super.init(EventCore(Self.event(significantEvent, offset)))
    }

    override init(_ core: EventCore) { super.init(core) }

    /// Sunrise or sunset.
    public internal(set) var significantEvent: HMSignificantEvent {
        get { moment?.isSunrise == false ? .sunset : .sunrise }
        set { core.event = Self.event(newValue, offset) }
    }

    /// How long after it; nil for at the same time.
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

    /// How long after it; nil for at the same time.
    public override var offset: DateComponents? {
        get { super.offset }
        set { super.offset = newValue }
    }
}

extension SolarMoment {
    /// A moment as HomeKit has it, or why there is none such: at most a day before or after, as hubs have it.
    static func of(_ event: HMSignificantEvent, _ offset: DateComponents?) -> Result<SolarMoment, HMError> {
        guard event == .sunrise || event == .sunset else {
            return .failure(
                HMError(.invalidParameter, "the sun has no time \(event.rawValue); choose sunrise or sunset"))
        }
        let parts = [offset?.hour ?? 0, offset?.minute ?? 0, offset?.second ?? 0, offset?.day ?? 0]
        let seconds =
            parts.allSatisfy { $0.magnitude <= 86_400 }
            ? parts[0] * 3_600 + parts[1] * 60 + parts[2] + parts[3] * 86_400 : .max
        guard (-86_400...86_400).contains(seconds) else {
            return .failure(HMError(.invalidParameter, "an offset from the sun is of a day at most"))
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

/// A time after the trigger was set off. Only as an end event: what it had switched on goes back to what it was.
public class HMDurationEvent: HMTimeEvent, @unchecked Sendable {
    /// Creates an event.
    ///
    /// - Parameter duration: seconds, 1 to 31 days.
    public init(duration: TimeInterval) { super.init(EventCore(.duration(duration))) }

    override init(_ core: EventCore) { super.init(core) }

    /// Seconds after the trigger was set off.
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
    /// Seconds after the trigger was set off.
    public override var duration: TimeInterval {
        get { super.duration }
        set { super.duration = newValue }
    }
}
