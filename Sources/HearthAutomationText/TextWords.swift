internal import HearthAutomation

/// The words of the text form, in tables that the reader and the writer share.
enum TextWords {
    /// Infix operators. ``Operator/between``, ``Operator/and``, ``Operator/or`` and ``Operator/not`` have their own
    /// grammar.
    static let infix: [(operator: Operator, word: String, level: Level)] = [
        (.equals, "=", .comparison), (.notEquals, "!=", .comparison), (.lessThanOrEquals, "<=", .comparison),
        (.greaterThanOrEquals, ">=", .comparison), (.lessThan, "<", .comparison), (.greaterThan, ">", .comparison),
        (.hasBits, "has", .comparison), (.contains, "contains", .comparison),
        (.heldFor, "held for", .comparison),
        (.plus, "+", .sum), (.minus, "-", .sum),
        (.times, "*", .product), (.dividedBy, "/", .product), (.remainder, "mod", .product),
    ]

    /// The precedence of operators. An operand with the same or lower precedence is put in parentheses.
    enum Level: Int, Comparable {
        case or, and, not, comparison, sum, product, sign, single

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    static let causes: [(cause: CauseKind, word: String)] = CauseKind.allCases.map { ($0, "\($0)") }
    static let modes: [(mode: UInt32, word: String)] = RunMode.allCases.map { ($0.rawValue, "\($0)") }
    /// The kinds of scenes, by wire number.
    static let scenes: [(scene: UInt32, word: String)] = SceneKind.allCases.map { kind in
        let word =
            switch kind {
            case .userDefined: "user defined"
            case .wakeUp: "wake up"
            case .sleep: "sleep"
            case .homeArrival: "home arrival"
            case .homeDeparture: "home departure"
            case .triggerOwned: "trigger owned"
            }
        return (kind.rawValue, word)
    }
    /// The days, by their numbers in Quartz and in the Time trait.
    static let days: [(day: UInt64, word: String)] = [
        (1, "sunday"), (2, "monday"), (3, "tuesday"), (4, "wednesday"), (5, "thursday"), (6, "friday"), (7, "saturday"),
    ]
    /// The units with their attoseconds, longest first. The first word is written; all are read.
    static let units: [(attoseconds: Int128, words: [String])] = [
        (86_400 * second, ["d", "day", "days"]), (3_600 * second, ["h", "hour", "hours"]),
        (60 * second, ["min", "minute", "minutes", "m"]),
        (second, ["s", "second", "seconds", "sec"]), (second / 1_000, ["ms"]), (second / 1_000_000, ["us"]),
        (second / 1_000_000_000, ["ns"]), (1, ["as"]),
    ]
    private static let second: Int128 = 1_000_000_000_000_000_000

    /// Words that can't be names of enum values or fields, because they have a meaning where an operand may be.
    static let reserved: Set<String> = [
        "true", "false", "null", "nan", "inf", "nanf", "inff", "nand", "infd", "hex", "home", "its", "unsupported",
        "not", "and", "or", "is", "between", "has", "contains", "mod", "held", "stays", "part", "as", "changes",
        "sends",
        "caused", "so",
    ]
}
