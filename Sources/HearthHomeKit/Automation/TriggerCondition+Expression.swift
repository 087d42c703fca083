internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire

// Converts predicates into conditions of graphs. Several are joined by AND.
extension TriggerCondition {
    /// The expression of the condition.
    ///
    /// - Throws: ``HMError``: `notFound` for a removed accessory or characteristic; `invalidParameter`,
    ///   `invalidValueType` or `operationNotSupported` for values that can't be compared.
    func expression(
        in home: MappedHome, _ readers: inout StateReaders, _ numbers: inout NodeNumbers
    ) throws(HMError) -> AutomationExpression {
        switch self {
        case .refused(let error): throw error
        case .characteristic(let characteristic, let comparison, let value):
            let device = try home.found(characteristic.deviceID)
            let test = try TriggerEvent.checked(
                .compares(comparison, value), of: characteristic.key, device, needsEvents: false)
            guard let reading = try AttributeReading.of(characteristic.key, device) else {
                throw HMError(
                    .operationNotSupported,
                    "this characteristic of \(device.name) can't be read, so no condition can use it")
            }
            guard let asked = try reading.test(for: test) else {
                throw HMError(
                    .invalidParameter, "\(device.name) can't meet the condition; compare with another value")
            }
            let node = readers.reader(of: device.id, endpoint: reading.endpoint, trait: reading.trait, &numbers)
            return asked.expression(of: FieldReference(node, reading.attribute))
        case .presence(let presence):
            let node = readers.reader(of: home.structureID, endpoint: 0, trait: presence.trait, &numbers)
            return try presence.expression(of: node, in: home)
        case .time(let relation, let time):
            return .operation(relation.operation, [.clock(clock(), now), .time(time)])
        case .betweenTimes(let first, let second):
            return .operation(.between, [.clock(clock(), now), .time(first), .time(second)])
        case .sun(let relation, let moment):
            let node = clock()
            guard moment.offset != 0 else {
                return .operation(relation.operation, [.clock(node, now), .clock(node, moment.attribute)])
            }
            return .operation(relation.operation, [.minutes(node, now), moment.minutes(node)])
        case .betweenMoments(let first, let second):
            let node = clock()
            if first.offset == 0, second.offset == 0, first.isSunrise != second.isSunrise {
                // For this form the engine checks whether the sun is up, which is also right during polar day and
                // night.
                return .operation(
                    .between, [.clock(node, now), .clock(node, first.attribute), .clock(node, second.attribute)])
            }
            // From a time near sunset to one near sunrise the range spans midnight.
            let passesMidnight = !first.isSunrise && second.isSunrise
            return .operation(
                passesMidnight ? .or : .and,
                [
                    .operation(.greaterThanOrEquals, [.minutes(node, now), first.minutes(node)]),
                    .operation(.lessThanOrEquals, [.minutes(node, now), second.minutes(node)]),
                ])
        }

        func clock() -> UInt32 {
            readers.reader(of: home.structureID, endpoint: 0, trait: TimeTrait.id, &numbers)
        }
    }

    private var now: UInt32 { TimeTrait.Attribute.currentTime }

    // MARK: The way back

    /// The conditions of an expression; nil if HomeKit can't express all of them.
    static func all(
        of expression: AutomationExpression, in home: MappedHome, _ read: ReadTraits
    ) -> [TriggerCondition]? {
        if case .operation(.and, let operands) = expression, one(of: expression, in: home, read) == nil {
            let parts = operands.map { all(of: $0, in: home, read) }
            return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
        }
        return one(of: expression, in: home, read).map { [$0] }
    }

    private static func one(
        of expression: AutomationExpression, in home: MappedHome, _ read: ReadTraits
    ) -> TriggerCondition? {
        if let nodeID = expression.references.first?.nodeID, let (target, trait) = read[nodeID],
            target.deviceID == home.structureID, let presence = TriggerEvent.Presence(expression, trait, in: home)
        {
            return .presence(presence)
        }
        if let (field, test) = AttributeTest.of(expression) {
            guard let (target, trait) = read[field.nodeID], let attribute = field.path.first, field.path.count == 1
            else { return nil }
            guard target.deviceID == home.structureID else {
                return characteristic(test, attribute, trait, target, in: home)
            }
            return trait == TimeTrait.id ? time(test, attribute) : nil
        }
        return sun(expression, in: home, read)
    }

    private static func characteristic(
        _ test: AttributeTest, _ attribute: UInt32, _ trait: UInt32, _ target: TraitTarget, in home: MappedHome
    ) -> TriggerCondition? {
        guard let device = home.device(target.deviceID) else { return nil }
        for (key, reading) in AttributeReading.through(attribute, trait: trait, endpoint: target.endpoint, device) {
            guard case .compares(let comparison, let value)? = reading.tests(for: test) else { continue }
            return .characteristic(CharacteristicReference(device.id, key), comparison, value)
        }
        return nil
    }

    private static func time(_ test: AttributeTest, _ attribute: UInt32) -> TriggerCondition? {
        guard attribute == TimeTrait.Attribute.currentTime else { return nil }
        switch test {
        case .anyOf(let values) where values.count == 1:
            return values.first.flatMap { MinuteOfDay($0) }.map { .time(.on, $0) }
        case .compares(let operation, let value):
            guard let relation = Relation(operation), let time = MinuteOfDay(value) else { return nil }
            return .time(relation, time)
        case .between(let first, let second):
            guard let first = MinuteOfDay(first), let second = MinuteOfDay(second) else { return nil }
            return .betweenTimes(first, second)
        default: return nil
        }
    }

    /// Finds the sun condition of an expression by converting candidates and comparing.
    private static func sun(
        _ expression: AutomationExpression, in home: MappedHome, _ read: ReadTraits
    ) -> TriggerCondition? {
        guard let node = expression.references.first?.nodeID, let (target, trait) = read[node],
            target.deviceID == home.structureID, trait == TimeTrait.id
        else { return nil }
        let moments = expression.moments
        var candidates: [TriggerCondition] = []
        if moments.count == 1 { candidates = Relation.allCases.map { .sun($0, moments[0]) } }
        if moments.count == 2 { candidates = [.betweenMoments(moments[0], moments[1])] }
        return candidates.first { candidate in
            var readers = StateReaders(), numbers = NodeNumbers(after: node &- 1)
            return (try? candidate.expression(in: home, &readers, &numbers)) == expression
        }
    }
}

extension TriggerCondition.Relation {
    /// The operator; "after" includes the moment itself.
    var operation: Operator {
        switch self {
        case .before: .lessThan
        case .on: .equals
        case .after: .greaterThanOrEquals
        }
    }

    init?(_ operation: Operator) {
        guard let found = Self.allCases.first(where: { $0.operation == operation }) else { return nil }
        self = found
    }
}

extension SolarMoment {
    /// The attribute of the Time trait with today's sunrise or sunset.
    var attribute: UInt32 { isSunrise ? TimeTrait.Attribute.sunrise : TimeTrait.Attribute.sunset }

    /// The minute of the day of this moment. Offsets are cut to whole minutes, as times of day are.
    func minutes(_ node: UInt32) -> AutomationExpression {
        .operation(.plus, [.minutes(node, attribute), .number(offset / 60)])
    }
}

extension AutomationExpression {
    /// The sunrise and sunset moments in the expression, in order.
    fileprivate var moments: [SolarMoment] {
        switch self {
        case .field(let field) where field.path.count == 1: return Self.moment(field.path[0], 0).map { [$0] } ?? []
        case .operation(.plus, let operands) where operands.count == 2:
            guard case .operation(.plus, let parts) = operands[0], case .field(let field)? = parts.last,
                let attribute = field.path.first, let offset = operands[1].integer,
                let moment = Self.moment(attribute, offset)
            else { return operands.flatMap(\.moments) }
            return [moment]
        case .operation(_, let operands): return operands.flatMap(\.moments)
        default: return []
        }
    }

    private static func moment(_ attribute: UInt32, _ minutes: Int) -> SolarMoment? {
        guard minutes.magnitude <= 2 * 1_440 else { return nil }
        switch attribute {
        case TimeTrait.Attribute.sunrise: return SolarMoment(isSunrise: true, offset: minutes * 60)
        case TimeTrait.Attribute.sunset: return SolarMoment(isSunrise: false, offset: minutes * 60)
        default: return nil
        }
    }
}
