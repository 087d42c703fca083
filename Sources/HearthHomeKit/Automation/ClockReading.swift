internal import HearthAutomation
internal import HearthTraitDescriptors

// The clock of a structure in expressions: its Time trait as read by a starter or a state reader.

extension AutomationExpression {
    /// The field of an attribute of the clock.
    static func clock(_ node: UInt32, _ path: UInt32...) -> AutomationExpression {
        .field(FieldReference(node, path: path))
    }

    static func number(_ value: Int) -> AutomationExpression { .constant(.signed(Int64(value))) }

    static func time(_ time: MinuteOfDay) -> AutomationExpression {
        .constant(
            .structure([0: .unsigned(UInt64(clamping: time.hour)), 1: .unsigned(UInt64(clamping: time.minute))]))
    }

    /// The minute of the day of one of the clock's times.
    static func minutes(_ node: UInt32, _ attribute: UInt32) -> AutomationExpression {
        .operation(
            .plus, [.operation(.times, [.clock(node, attribute, 0), .number(60)]), .clock(node, attribute, 1)])
    }

    /// The Julian day number of the clock's date, by integer arithmetic. The year begins in March, so that the leap day
    /// is its last.
    static func dayNumber(_ node: UInt32) -> AutomationExpression {
        let date = TimeTrait.Attribute.currentDate
        func quotient(_ left: AutomationExpression, _ right: Int) -> AutomationExpression {
            .operation(.dividedBy, [left, .number(right)])
        }
        // 1 in January and February, which count to the year before.
        let early = quotient(.operation(.minus, [.number(14), .clock(node, date, 1)]), 12)
        let year = AutomationExpression.operation(
            .minus, [.operation(.plus, [.clock(node, date, 0), .number(4_800)]), early])
        let month = AutomationExpression.operation(
            .minus,
            [
                .operation(.plus, [.clock(node, date, 1), .operation(.times, [.number(12), early])]), .number(3),
            ])
        let daysBeforeMonth = quotient(
            .operation(.plus, [.operation(.times, [.number(153), month]), .number(2)]), 5)
        let parts: [AutomationExpression] = [
            daysBeforeMonth, .operation(.times, [.number(365), year]), quotient(year, 4),
            .operation(.negated, [quotient(year, 100)]), quotient(year, 400), .number(-32_045),
        ]
        return parts.reduce(.clock(node, date, 2)) { .operation(.plus, [$0, $1]) }
    }

    /// The time of day of a constant; nil for other expressions.
    var timeOfDay: MinuteOfDay? {
        guard case .constant(let value) = self else { return nil }
        return MinuteOfDay(value)
    }

    /// The integer of a constant; nil for other expressions.
    var integer: Int? {
        guard case .constant(let value) = self else { return nil }
        return value.integer.flatMap { Int(exactly: $0) }
    }
}

extension MinuteOfDay {
    /// Reads a time of day in the form of the Time trait.
    init?(_ value: TraitValue) {
        guard case .structure(let fields) = value,
            let hour = fields[0]?.integer.flatMap({ Int(exactly: $0) }), (0...23).contains(hour),
            let minute = (fields[1] ?? .unsigned(0)).integer.flatMap({ Int(exactly: $0) }), (0...59).contains(minute)
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
