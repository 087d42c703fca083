public import Foundation
internal import Synchronization

/// Runs scenes at a date, and then again and again if it has a recurrence (HK-52).
public final class HMTimerTrigger: HMTrigger, @unchecked Sendable {
    /// What HomeKit has with a timer and a hub does not need: dates are the home's.
    private let zone: Mutex<TimeZone?>
    private let calendar: Calendar?

    /// Creates a timer, to be added to a home.
    ///
    /// - Parameters:
    ///   - fireDate: when it fires first: a whole minute (HK-54), which has to come yet where it does not recur (HK-53).
    ///   - timeZone: not used; recurrences keep to the clock of the home.
    ///   - recurrence: what lies between two dates: 5 minutes to 5 weeks, of whole minutes (HK-59).
    ///   - recurrenceCalendar: not used; dates are those of the Gregorian calendar.
    public init(
        name: String, fireDate: Date, timeZone: TimeZone?, recurrence: DateComponents?, recurrenceCalendar: Calendar?
    ) {
        zone = Mutex(timeZone)
        calendar = recurrenceCalendar
        super.init(TriggerCore(name: name, Self.plan(fireDate, recurrence)))
    }

    /// Creates a timer, to be added to a home.
    ///
    /// - Parameters:
    ///   - fireDate: when it fires first: a whole minute (HK-54), which has to come yet where it does not recur (HK-53).
    ///   - recurrence: what lies between two dates: 5 minutes to 5 weeks, of whole minutes (HK-59).
    public convenience init(name: String, fireDate: Date, recurrence: DateComponents?) {
        self.init(
            name: name, fireDate: fireDate, timeZone: nil, recurrence: recurrence, recurrenceCalendar: nil)
    }

    override init(_ core: TriggerCore) {
        zone = Mutex(nil)
        calendar = nil
        super.init(core)
    }

    /// When it fires first.
    public var fireDate: Date { timer?.fireDate ?? .distantPast }
    /// The time zone that the app gave.
    public var timeZone: TimeZone? { zone.withLock { $0 } }
    /// What lies between two dates; nil if it fires once.
    public var recurrence: DateComponents? { timer?.recurrence?.components }
    /// The calendar that the app gave.
    public var recurrenceCalendar: Calendar? { calendar }

    private var timer: TimerPlan? {
        if case .timer(let plan)? = core.plan?.occasion { plan } else { nil }
    }

    /// Gives it another first date.
    ///
    /// - Throws: ``HMError``: 70 if that is no whole minute, 28 if it has passed, 3 if it is after 2099, 17 for guests.
    public func updateFireDate(_ fireDate: Date) async throws {
        try await inOrder {
            try await edit { timer throws(HMError) in
                TimerPlan(fireDate: try Self.checked(fireDate), recurrence: timer.recurrence)
            }
        }
    }

    /// Gives it another first date.
    public func updateFireDate(_ fireDate: Date, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateFireDate(fireDate) }
    }

    /// Takes a time zone. It is kept for this object; recurrences keep to the clock of the home.
    public func updateTimeZone(_ timeZone: TimeZone?) async throws { zone.withLock { $0 = timeZone } }

    /// Takes a time zone.
    public func updateTimeZone(_ timeZone: TimeZone?, completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.updateTimeZone(timeZone) }
    }

    /// Gives it another recurrence; nil for none.
    ///
    /// - Throws: ``HMError``: 42, 69 or 72 for one that it can't have, 28 if it then has a date that has passed, 17 for
    ///   guests.
    public func updateRecurrence(_ recurrence: DateComponents?) async throws {
        try await inOrder {
            try await edit { timer throws(HMError) in
                TimerPlan(fireDate: timer.fireDate, recurrence: try TimerPlan.Recurrence(recurrence))
            }
        }
    }

    /// Gives it another recurrence; nil for none.
    public func updateRecurrence(
        _ recurrence: DateComponents?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.updateRecurrence(recurrence) }
    }

    private func edit(_ change: (TimerPlan) throws(HMError) -> TimerPlan) async throws {
        let name = name
        try await core.edit { plan throws(HMError) in
            guard case .timer(let timer) = plan.occasion else { return }
            let new = try change(timer)
            try new.checkDate(name)
            plan.occasion = .timer(new)
        }
    }

    private static func plan(_ fireDate: Date, _ recurrence: DateComponents?) -> Result<TriggerPlan, HMError> {
        do throws(HMError) {
            let timer = TimerPlan(
                fireDate: try checked(fireDate), recurrence: try TimerPlan.Recurrence(recurrence))
            return .success(TriggerPlan(occasion: .timer(timer)))
        } catch {
            return .failure(error)
        }
    }

    private static func checked(_ date: Date) throws(HMError) -> Date {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, seconds.magnitude < 1e11, seconds.truncatingRemainder(dividingBy: 60) == 0 else {
            throw HMError(
                .dateMustBeOnSpecifiedBoundaries, "a timer fires at a whole minute; give a date without seconds")
        }
        return date
    }
}
