/// The words of the text form, each table for both directions.
enum TextWords {
    /// Between two operands. ``Operator/between``, ``Operator/and``, ``Operator/or`` and ``Operator/not`` have a grammar of
    /// their own.
    static let infix: [(operator: Operator, word: String, level: Level)] = [
        (.equals, "=", .comparison), (.notEquals, "!=", .comparison), (.lessThanOrEquals, "<=", .comparison),
        (.greaterThanOrEquals, ">=", .comparison), (.lessThan, "<", .comparison), (.greaterThan, ">", .comparison),
        (.hasBits, "has", .comparison), (.contains, "contains", .comparison),
        (.heldFor, "held for", .comparison),
        (.plus, "+", .sum), (.minus, "-", .sum),
        (.times, "*", .product), (.dividedBy, "/", .product), (.remainder, "mod", .product),
    ]

    /// How tightly operators bind; an operand that does not bind more tightly stands in parentheses.
    enum Level: Int, Comparable {
        case or, and, not, comparison, sum, product, sign, single

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    static let causes: [(cause: CauseKind, word: String)] = CauseKind.allCases.map { ($0, "\($0)") }
    static let modes: [(mode: UInt32, word: String)] = RunMode.allCases.map { ($0.rawValue, "\($0)") }
    /// Kinds of scenes, by their numbers on the wire.
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
    /// Days by Quartz's numbers, which are those of the Time trait.
    static let days: [(day: UInt64, word: String)] = [
        (1, "sunday"), (2, "monday"), (3, "tuesday"), (4, "wednesday"), (5, "thursday"), (6, "friday"), (7, "saturday"),
    ]
    /// Attoseconds of units, the longest first; the first word is written, all are read.
    static let units: [(attoseconds: Int128, words: [String])] = [
        (86_400 * second, ["d", "day", "days"]), (3_600 * second, ["h", "hour", "hours"]),
        (60 * second, ["min", "minute", "minutes", "m"]),
        (second, ["s", "second", "seconds", "sec"]), (second / 1_000, ["ms"]), (second / 1_000_000, ["us"]),
        (second / 1_000_000_000, ["ns"]), (1, ["as"]),
    ]
    private static let second: Int128 = 1_000_000_000_000_000_000

    /// What names of enum values and fields can't be, as it means something where an operand may stand.
    static let reserved: Set<String> = [
        "true", "false", "null", "nan", "inf", "nanf", "inff", "nand", "infd", "hex", "home", "its", "unsupported",
        "not", "and", "or", "is", "between", "has", "contains", "mod", "held", "stays", "part", "as", "changes",
        "sends",
        "caused", "so",
    ]
}
