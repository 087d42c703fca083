public import Foundation
internal import Synchronization

/// Runs scenes at a date, and repeatedly if it has a recurrence.
public final class HMTimerTrigger: HMTrigger, @unchecked Sendable {
    /// HomeKit's time zone of a timer; unused, as a hub uses the home's.
    private let zone: Mutex<TimeZone?>
    private let calendar: Calendar?

    /// Creates a timer, to be added to a home.
    ///
    /// - Parameters:
    ///   - fireDate: when it first fires: a whole minute, and in the future unless the timer recurs (HomeKit
    ///     documentation, HMTimerTrigger.fireDate).
    ///   - timeZone: unused; recurrences follow the clock of the home.
    ///   - recurrence: the interval between two dates: 5 minutes to 5 weeks, in whole minutes; nil to fire once.
    ///   - recurrenceCalendar: unused; dates are Gregorian.
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
    ///   - fireDate: when it first fires: a whole minute, and in the future unless the timer recurs (HomeKit
    ///     documentation, HMTimerTrigger.fireDate).
    ///   - recurrence: the interval between two dates: 5 minutes to 5 weeks, in whole minutes; nil to fire once.
    public convenience init(name: String, fireDate: Date, recurrence: DateComponents?) {
        self.init(
            name: name, fireDate: fireDate, timeZone: nil, recurrence: recurrence, recurrenceCalendar: nil)
    }

    override init(_ core: TriggerCore) {
        zone = Mutex(nil)
        calendar = nil
        super.init(core)
    }

    /// The first fire date.
    public var fireDate: Date { timer?.fireDate ?? .distantPast }
    /// The time zone that the app has set.
    public var timeZone: TimeZone? { zone.withLock { $0 } }
    /// The interval between two dates; nil if it fires once.
    public var recurrence: DateComponents? { timer?.recurrence?.components }
    /// The calendar that the app has set.
    public var recurrenceCalendar: Calendar? { calendar }

    private var timer: TimerPlan? {
        if case .timer(let plan)? = core.plan?.occasion { plan } else { nil }
    }

    /// Replaces the first fire date.
    ///
    /// - Throws: ``HMError``: `dateMustBeOnSpecifiedBoundaries` if it is not a whole minute; `fireDateInPast` if it has
    ///   passed; `invalidParameter` if it is after 2099; `insufficientPrivileges` for guests.
    public func updateFireDate(_ fireDate: Date) async throws {
        try await inOrder { try await core.edit(changingFireDate(fireDate)) }
    }

    /// Replaces the first fire date.
    public func updateFireDate(_ fireDate: Date, completionHandler completion: @escaping ((any Error)?) -> Void) {
        guard core.isLocal else { return complete(completion) { try await self.updateFireDate(fireDate) } }
        reportAtOnce(completion) { () throws(HMError) in try core.editHere(changingFireDate(fireDate)) }
    }

    private func changingFireDate(_ fireDate: Date) -> (inout TriggerPlan) throws(HMError) -> Void {
        editing { timer throws(HMError) in
            TimerPlan(fireDate: try Self.checked(fireDate), recurrence: timer.recurrence)
        }
    }

    /// Stores a time zone in this object. It has no effect: recurrences follow the clock of the home.
    public func updateTimeZone(_ timeZone: TimeZone?) async throws { zone.withLock { $0 = timeZone } }

    /// Stores a time zone in this object.
    public func updateTimeZone(_ timeZone: TimeZone?, completionHandler completion: @escaping ((any Error)?) -> Void) {
        reportAtOnce(completion) { zone.withLock { $0 = timeZone } }
    }

    /// Replaces the recurrence; nil for none.
    ///
    /// - Throws: ``HMError``: `recurrenceTooSmall`, `recurrenceMustBeOnSpecifiedBoundaries` or `recurrenceTooLarge` for
    ///   an invalid recurrence; `fireDateInPast` if it would be nil and the date has passed; `insufficientPrivileges`
    ///   for guests.
    public func updateRecurrence(_ recurrence: DateComponents?) async throws {
        try await inOrder { try await core.edit(changingRecurrence(recurrence)) }
    }

    /// Replaces the recurrence; nil for none.
    public func updateRecurrence(
        _ recurrence: DateComponents?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        guard core.isLocal else { return complete(completion) { try await self.updateRecurrence(recurrence) } }
        reportAtOnce(completion) { () throws(HMError) in try core.editHere(changingRecurrence(recurrence)) }
    }

    private func changingRecurrence(_ recurrence: DateComponents?) -> (inout TriggerPlan) throws(HMError) -> Void {
        editing { timer throws(HMError) in
            TimerPlan(fireDate: timer.fireDate, recurrence: try TimerPlan.Recurrence(recurrence))
        }
    }

    private func editing(
        _ change: @escaping (TimerPlan) throws(HMError) -> TimerPlan
    ) -> (inout TriggerPlan) throws(HMError) -> Void {
        let name = name
        return { plan throws(HMError) in
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
