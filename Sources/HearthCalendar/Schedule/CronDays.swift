/// The days of a ``CronExpression``: days of the month or days of the week.
struct CronDays: Hashable, Sendable {
    private enum Rule: Hashable {
        case ofMonth(CronField)
        /// The last day of the month, or a number of days before it.
        case last(before: Int)
        /// The workday nearest to a day, within the same month.
        case workday(nearest: Int)
        case lastWorkday
        case ofWeek(CronField)
        /// The last of a weekday in the month, by Quartz number.
        case lastOfWeek(Int)
        /// The first, second … of a weekday in the month.
        case numbered(Int, number: Int)
    }

    private let rule: Rule

    /// - Throws: ``CronError``.
    init(ofMonth month: String, ofWeek week: String) throws(CronError) {
        switch (month, week) {
        case ("?", "?"):
            throw CronError(
                .days, "one of the day of the month and the day of the week must be ?, not both; name one")
        case (_, "?"): rule = try Self.rule(ofMonth: month.uppercased())
        case ("?", _): rule = try Self.rule(ofWeek: week.uppercased())
        default:
            throw CronError(.days, "one of day of the month and day of the week must be ?, as in '0 0 7 ? * MON'")
        }
    }

    private static func rule(ofMonth text: String) throws(CronError) -> Rule {
        if text == "L" { return .last(before: 0) }
        if text == "LW" || text == "WL" { return .lastWorkday }
        if text.hasPrefix("L-") {
            guard let days = Int(text.dropFirst(2)), (1...30).contains(days) else {
                throw CronError(.field, "'\(text.prefix(20))' is not a day of the month; use L-1 to L-30")
            }
            return .last(before: days)
        }
        if text.hasSuffix("W") { return .workday(nearest: try CronField.Unit.dayOfMonth.number(text.dropLast())) }
        return .ofMonth(try CronField(text, .dayOfMonth))
    }

    private static func rule(ofWeek text: String) throws(CronError) -> Rule {
        if text == "L" { return .ofWeek(try CronField("7", .dayOfWeek)) }
        if text.hasSuffix("L") { return .lastOfWeek(try CronField.Unit.dayOfWeek.number(text.dropLast())) }
        let parts = text.split(separator: "#", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .ofWeek(try CronField(text, .dayOfWeek)) }
        guard let number = Int(parts[1]), (1...5).contains(number) else {
            throw CronError(
                .field,
                "'\(text.prefix(20))' is not a day of the week; a weekday occurs at most five times a month: 6#1 to 6#5"
            )
        }
        return .numbered(try CronField.Unit.dayOfWeek.number(parts[0]), number: number)
    }

    /// The matching days of a month, in ascending order.
    func days(of month: Int, in year: Int) -> [Int] {
        let count = LocalDate.days(inMonth: month, of: year)
        guard let first = LocalDate(year: year, month: month, dayOfMonth: 1) else { return [] }
        func weekday(_ day: Int) -> Int { LocalDate(day: first.day + Int64(day - 1)).weekday.quartzNumber }
        func isWorkday(_ day: Int) -> Bool { day >= 1 && day <= count && (2...6).contains(weekday(day)) }
        switch rule {
        case .ofMonth(let field): return field.numbers.filter { $0 <= count }
        case .last(let before): return before < count ? [count - before] : []
        case .lastWorkday: return (1...count).last(where: isWorkday).map { [$0] } ?? []
        case .workday(let nearest):
            guard nearest <= count else { return [] }
            return [0, -1, 1, -2, 2].map { nearest + $0 }.first(where: isWorkday).map { [$0] } ?? []
        case .ofWeek(let field): return (1...count).filter { field.contains(weekday($0)) }
        case .lastOfWeek(let day): return (1...count).last { weekday($0) == day }.map { [$0] } ?? []
        case .numbered(let day, let number):
            let all = (1...count).filter { weekday($0) == day }
            return number <= all.count ? [all[number - 1]] : []
        }
    }
}
