/// One field of a ``CronExpression``: its matching numbers.
struct CronField: Hashable, Sendable {
    /// The quantity that a field counts.
    enum Unit: String {
        case second, minute, hour, month, year
        case dayOfMonth = "day of the month"
        case dayOfWeek = "day of the week"

        var range: ClosedRange<Int> {
            switch self {
            case .second, .minute: 0...59
            case .hour: 0...23
            case .dayOfMonth: 1...31
            case .month: 1...12
            case .dayOfWeek: 1...7
            case .year: CronExpression.years
            }
        }

        /// The names of the numbers, from the lowest number on.
        var names: [String] {
            switch self {
            case .month: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
            case .dayOfWeek: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]
            default: []
            }
        }

        /// Parses a number or name.
        ///
        /// - Throws: ``CronError``, which tells what is valid.
        func number(_ text: Substring) throws(CronError) -> Int {
            if let index = names.firstIndex(of: text.uppercased()) { return range.lowerBound + index }
            guard let number = Int(text), text.first?.isNumber == true, range.contains(number) else {
                let names = names.isEmpty ? "" : " or \(names[0]) to \(names[names.count - 1])"
                throw CronError(
                    .field,
                    "the \(rawValue) '\(text.prefix(20))' is not valid; use \(range.lowerBound) to "
                        + "\(range.upperBound)\(names)")
            }
            return number
        }
    }

    /// The matching numbers in ascending order; never empty.
    let numbers: [Int]
    /// Whether the field is `*`.
    let isEvery: Bool

    var least: Int { numbers[0] }

    /// Parses a field.
    ///
    /// - Throws: ``CronError``.
    init(_ text: String, _ unit: Unit) throws(CronError) {
        var found: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            found.formUnion(try Self.numbers(part, unit))
        }
        numbers = found.sorted()
        isEvery = text == "*"
    }

    func contains(_ number: Int) -> Bool { numbers.contains(number) }

    /// The first matching number at or above `number`.
    func next(from number: Int) -> Int? { numbers.first { $0 >= number } }

    private static func numbers(_ text: Substring, _ unit: Unit) throws(CronError) -> [Int] {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let (range, step) = (unit.range, halves.count == 2 ? try Self.step(halves[1], unit) : nil)
        let ends = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let (low, high): (Int, Int)
        if halves[0] == "*" || (halves[0].isEmpty && step != nil) {
            (low, high) = (range.lowerBound, range.upperBound)
        } else if ends.count == 2 {
            (low, high) = (try unit.number(ends[0]), try unit.number(ends[1]))
        } else {
            low = try unit.number(halves[0])
            high = step == nil ? low : range.upperBound
        }
        // A range may wrap around, such as Saturday to Monday, except for years.
        guard low <= high || unit != .year else {
            throw CronError(
                .field, "the years '\(text.prefix(20))' end before they begin; write the earlier year first")
        }
        let last = low <= high ? high : high + range.count
        return stride(from: low, through: last, by: step ?? 1).map {
            range.lowerBound + ($0 - range.lowerBound) % range.count  // in range: no range is empty
        }
    }

    private static func step(_ text: Substring, _ unit: Unit) throws(CronError) -> Int {
        guard let step = Int(text), text.first?.isNumber == true, step >= 1, step <= unit.range.count else {
            throw CronError(
                .field,
                "the step '\(text.prefix(20))' of the \(unit.rawValue) is not valid; use 1 to \(unit.range.count)")
        }
        return step
    }
}
