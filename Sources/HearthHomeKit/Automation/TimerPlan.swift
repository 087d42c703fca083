internal import Foundation
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire

/// The schedule of a timer trigger: an instant, and an optional recurrence.
///
/// As a graph it is a cron expression that matches all candidate times of day, and a condition that passes at whole
/// intervals after the first date. Without recurrence it is a cron expression with a year.
struct TimerPlan: Hashable, Sendable {
    /// The first date, in whole minutes.
    let fireDate: Date
    let recurrence: Recurrence?

    /// An interval of local time, so that a timer keeps its time of day when daylight saving time changes.
    enum Recurrence: Hashable, Sendable {
        /// Minutes and hours.
        case minutes(Int)
        /// Days and weeks.
        case days(Int)
        /// Every month, on the day of the first date.
        case month
    }

    // MARK: As nodes

    /// The last year that a hub's clock fires in.
    private static let lastYear = 2099

    /// The nodes before the trigger's scenes.
    ///
    /// - Throws: ``HMError``: `invalidParameter` for a date after ``lastYear``.
    func nodes(
        in home: MappedHome, _ readers: inout StateReaders, _ numbers: inout NodeNumbers
    ) throws(HMError) -> (starter: Hearth_V1_AutomationNode, rest: [Hearth_V1_AutomationNode]) {
        let date = Calendar.gregorian(home.timeZone).dateComponents(
            [.year, .month, .day, .hour, .minute], from: fireDate)
        let (year, month, day) = (date.year ?? 1970, date.month ?? 1, date.day ?? 1)
        let (hour, minute) = (date.hour ?? 0, date.minute ?? 0)
        guard year <= Self.lastYear else {
            throw HMError(
                .invalidParameter,
                "the fire date is in the year \(year), and a hub has timers until the end of \(Self.lastYear); "
                    + "give the trigger an earlier fire date"
            )
        }
        let times: String
        var interval = 1
        switch recurrence {
        case nil: times = "\(minute) \(hour) \(day) \(month) ? \(year)"
        case .month?: times = "\(minute) \(hour) \(day) * ?"
        case .days(let days)?:
            times = "\(minute) \(hour) * * ?"
            interval = days
        case .minutes(let minutes)?:
            // The minutes of the hour at which the timer may fire.
            let step = Self.divisor(minutes, 60)
            times = step == 60 ? "\(minute) * * * ?" : "\(minute % step)/\(step) * * * ?"
            interval = minutes
        }
        let starter = numbers.starter(
            .clock(home.structureID, TimeTrait.Event.recurringClockTime, [1: .string("0 " + times)]))
        guard let recurrence else { return (starter, []) }
        let node = readers.reader(of: home.structureID, endpoint: 0, trait: TimeTrait.id, &numbers)
        let first = Self.dayNumber(of: fireDate, home.timeZone)
        let isByMinute = recurrence.isByMinute
        let count: AutomationExpression =
            isByMinute
            ? .operation(
                .plus,
                [
                    .operation(.times, [.dayNumber(node), .number(1_440)]),
                    .minutes(node, TimeTrait.Attribute.currentTime),
                ]) : .dayNumber(node)
        let start = isByMinute ? first * 1_440 + hour * 60 + minute : first
        let passed = numbers.node(
            .assignment(
                .init(
                    variable: Self.variable,
                    expression: Hearth_V1_AutomationExpression(.operation(.minus, [count, .number(start)])))))
        var asked: [AutomationExpression] = [
            .operation(.greaterThanOrEquals, [.variable(Self.variable), .number(0)])
        ]
        if interval > 1 {
            asked.append(
                .operation(
                    .equals, [.operation(.remainder, [.variable(Self.variable), .number(interval)]), .number(0)]))
        }
        let condition = asked.count == 1 ? asked[0] : AutomationExpression.operation(.and, asked)
        return (starter, [passed, numbers.node(.condition(.init(expression: .init(condition))))])
    }

    /// The variable with the number of days or minutes since the first date.
    private static let variable = "passed"

    private static func divisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : divisor(right, left % right)
    }

    // MARK: The way back

    /// Reads the plan from a clock starter, an assignment and a condition; nil for other nodes.
    init?(_ starter: Hearth_V1_AutomationStarter, _ rest: [Hearth_V1_AutomationNode], in home: MappedHome) {
        guard let (event, parameters) = starter.clock(of: home.structureID),
            event == TimeTrait.Event.recurringClockTime, case .string(let text)? = parameters[1]
        else { return nil }
        let fields = text.split(separator: " ").map(String.init)
        guard fields.count >= 6, fields[0] == "0" else { return nil }
        let numbers = fields.map { Int($0) }
        var date = DateComponents()
        if fields.count == 7 {
            guard rest.isEmpty, let minute = numbers[1], let hour = numbers[2], let day = numbers[3],
                let month = numbers[4], let year = numbers[6]
            else { return nil }
            date = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
            recurrence = nil
        } else {
            guard let (start, interval) = Self.interval(rest) else { return nil }
            let isByMinute = numbers[2] == nil
            let first = isByMinute ? start / 1_440 : start
            // 1 January 1970 has the Julian day number 2,440,588.
            date = DateComponents(year: 1970, month: 1, day: 1)
            let days = first - 2_440_588
            guard (-1_000_000...1_000_000).contains(days) else { return nil }
            date.day = days + 1
            date.hour = isByMinute ? start % 1_440 / 60 : numbers[2]
            date.minute = isByMinute ? start % 60 : numbers[1]
            recurrence = isByMinute ? .minutes(interval) : fields[3] == "*" ? .days(interval) : .month
        }
        guard date.hour != nil, date.minute != nil, let fireDate = Calendar.gregorian(home.timeZone).date(from: date)
        else { return nil }
        self.fireDate = fireDate
    }

    init(fireDate: Date, recurrence: Recurrence?) {
        self.fireDate = fireDate
        self.recurrence = recurrence
    }

    private static func interval(_ nodes: [Hearth_V1_AutomationNode]) -> (start: Int, interval: Int)? {
        guard nodes.count == 2, case .assignment(let assignment)? = nodes[0].kind, assignment.variable == variable,
            case .operation(.minus, let difference) = AutomationExpression(assignment.expression),
            difference.count == 2, let start = difference[1].integer, start >= 0,
            case .condition(let condition)? = nodes[1].kind
        else { return nil }
        let expression = AutomationExpression(condition.expression)
        guard case .operation(.and, let parts) = expression, let last = parts.last else { return (start, 1) }
        guard case .operation(.equals, let sides) = last, case .operation(.remainder, let operands)? = sides.first,
            let interval = operands.last?.integer, interval > 0
        else { return nil }
        return (start, interval)
    }

    private static func dayNumber(of date: Date, _ zone: TimeZone) -> Int {
        let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        return Int(exactly: (local / 86_400).rounded(.down)).map { $0 &+ 2_440_588 } ?? 0
    }
}

extension TimerPlan.Recurrence {
    var isByMinute: Bool {
        if case .minutes = self { true } else { false }
    }

    /// Converts a recurrence of HomeKit; nil for none.
    ///
    /// - Throws: ``HMError``: `recurrenceTooSmall` for less than 5 minutes; `recurrenceTooLarge` for more than 5 weeks;
    ///   `recurrenceMustBeOnSpecifiedBoundaries` for seconds; `operationNotSupported` for months combined with other
    ///   units.
    init?(_ components: DateComponents?) throws(HMError) {
        guard let components else { return nil }
        guard (components.second ?? 0) == 0, (components.nanosecond ?? 0) == 0 else {
            throw HMError(
                .recurrenceMustBeOnSpecifiedBoundaries, "a recurrence has whole minutes; leave out seconds")
        }
        let counts = [
            components.minute, components.hour, components.day, components.weekOfYear, components.month,
        ].map { $0 ?? 0 }
        guard counts.allSatisfy({ $0 >= 0 }) else {
            throw HMError(.recurrenceTooSmall, "a recurrence is at least 5 minutes and has no negative parts")
        }
        guard counts.allSatisfy({ $0 <= Self.longest }), (components.year ?? 0) == 0, counts[4] <= 1 else {
            throw HMError(.recurrenceTooLarge, "a recurrence is at most 5 weeks")
        }
        let byMinute = counts[0] + counts[1] * 60, days = counts[2] + counts[3] * 7
        let minutes = byMinute + days * 1_440
        guard counts[4] == 0 else {
            guard minutes == 0 else {
                throw HMError(.operationNotSupported, "a recurrence of a month can't have days or hours as well")
            }
            self = .month
            return
        }
        guard minutes >= 5 else { throw HMError(.recurrenceTooSmall, "a recurrence is at least 5 minutes") }
        guard minutes <= Self.longest else { throw HMError(.recurrenceTooLarge, "a recurrence is at most 5 weeks") }
        self = byMinute == 0 ? .days(days) : .minutes(minutes)
    }

    /// Five weeks, in minutes.
    private static let longest = 5 * 7 * 1_440

    /// The recurrence in HomeKit's form.
    var components: DateComponents {
        switch self {
        case .month: DateComponents(month: 1)
        case .days(let days) where days % 7 == 0: DateComponents(weekOfYear: days / 7)
        case .days(let days): DateComponents(day: days)
        case .minutes(let minutes) where minutes % 60 == 0: DateComponents(hour: minutes / 60)
        case .minutes(let minutes): DateComponents(minute: minutes)
        }
    }
}

extension Calendar {
    static func gregorian(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
