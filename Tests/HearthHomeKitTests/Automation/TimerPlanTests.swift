internal import Foundation
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@testable internal import HearthHomeKit

/// Timer triggers as automations and back.
@Suite struct TimerPlanTests {
    private let fireDate = Date(timeIntervalSince1970: 1_800_004_620)

    @Test(
        arguments: [
            nil, .minutes(5), .minutes(7), .minutes(45), .minutes(90), .minutes(420), .minutes(1_440), .days(1),
            .days(3),
            .days(7), .days(35), .month,
        ] as [TimerPlan.Recurrence?])
    func timerIsReadBackFromTheGraph(_ recurrence: TimerPlan.Recurrence?) throws {
        for zone in ["Europe/Berlin", "Asia/Tokyo", "America/St_Johns", "UTC"] {
            let home = try MappedHouse.home(zone: zone)
            let plan = TriggerPlan(occasion: .timer(TimerPlan(fireDate: fireDate, recurrence: recurrence)), scenes: [])
            let program = try plan.program(in: home)
            expect(TriggerPlan(program, in: home), equals: plan, "\(zone)")
            expect(MappedHouse.issues(program), equals: [], "\(zone)")
        }
    }

    /// A hub's clock does not fire after 2099, by the home's time zone.
    @Test func aDateThatAHubDoesNotComeToIsRefused() throws {
        let home = try MappedHouse.home(zone: "Europe/Berlin")
        for recurrence in [nil, .days(1)] as [TimerPlan.Recurrence?] {
            func plan(_ seconds: Double) -> TriggerPlan {
                TriggerPlan(
                    occasion: .timer(
                        TimerPlan(fireDate: Date(timeIntervalSince1970: seconds), recurrence: recurrence)))
            }
            let error = expect(throws: HMError.self) { try plan(4_102_441_200).program(in: home) }
            expect(error?.code, equals: .invalidParameter)
            expect(error?.message.hasPrefix("the fire date is in the year 2100, "), equals: true)
            expect(MappedHouse.issues(try plan(4_102_441_140).program(in: home)), equals: [])
        }
    }

    @Test func theDayNumberIsThatOfTheCalendar() throws {
        let calendar = Calendar.gregorian(try require(TimeZone(identifier: "UTC")))
        // Through a leap year, and over the end of a century without a leap day.
        for days in [11_016, 11_017, 18_321, 18_322, 47_540, 47_541, 20_454] + Array(20_000..<20_800) {
            let date = Date(timeIntervalSince1970: Double(days) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let scope = Day(
                year: Int64(parts.year ?? 0), month: UInt64(parts.month ?? 0), day: UInt64(parts.day ?? 0))
            var evaluator = Evaluator(scope)
            expect(evaluator.evaluate(.dayNumber(1)).value, equals: .signed(Int64(days) + 2_440_588))
        }
    }

    @Test(arguments: [
        (DateComponents(minute: 4), HMError.Code.recurrenceTooSmall),
        (DateComponents(minute: 0), .recurrenceTooSmall),
        (DateComponents(day: -1), .recurrenceTooSmall),
        (DateComponents(day: 36), .recurrenceTooLarge),
        (DateComponents(weekOfYear: 6), .recurrenceTooLarge),
        (DateComponents(year: 1), .recurrenceTooLarge),
        (DateComponents(minute: 10, second: 1), .recurrenceMustBeOnSpecifiedBoundaries),
    ])
    func recurrenceHasItsBounds(_ components: DateComponents, _ code: HMError.Code) {
        #expect { try TimerPlan.Recurrence(components) } throws: { ($0 as? HMError)?.code == code }
    }

    @Test func recurrencesAreReadBack() throws {
        for components in [
            DateComponents(minute: 5), DateComponents(hour: 2), DateComponents(day: 3), DateComponents(weekOfYear: 5),
            DateComponents(month: 1),
        ] {
            try expect(TimerPlan.Recurrence(components)?.components, equals: components)
        }
        try expectNil(TimerPlan.Recurrence(nil))
    }
}

/// The clock on a date.
private struct Day: AutomationScope {
    let year: Int64
    let month: UInt64
    let day: UInt64

    func evaluate(_ reference: FieldReference) -> Evaluated {
        switch reference.path.last {
        case 0: .known(.signed(year))
        case 1: .known(.unsigned(month))
        default: .known(.unsigned(day))
        }
    }

    func value(ofVariable name: String) -> TraitValue? { nil }
    func isOnline(_ nodeID: UInt32) -> Bool? { nil }
    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated { .unknown(.unsupported) }
    func sunTime(_ reference: FieldReference) -> SunTime? { nil }
    var isSunUp: Bool? { nil }
}
