internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire

// Converts events into starters of graphs.
extension TriggerEvent {
    /// The starters of the event: one, or several if a button reports its presses by several events.
    ///
    /// - Parameter readers: the state readers for the starters of a wait, which are not nodes of their own. nil for
    ///   starters of the graph, whose conditions use the values that they have read themselves.
    /// - Throws: ``HMError``: `notFound` for a removed accessory or characteristic; `invalidParameter`,
    ///   `invalidValueType` or `operationNotSupported` for events that are not supported; `notificationNotSupported`
    ///   for a characteristic that does not report its changes; `locationForHomeDisabled` for regions.
    func starters(
        in home: MappedHome, _ numbers: inout NodeNumbers, _ readers: inout StateReaders?
    ) throws(HMError) -> [Hearth_V1_AutomationNode] {
        switch self {
        case .characteristic(let characteristic, let value):
            guard let value else { return try Self.changes(of: characteristic, in: home, &numbers) }
            return try Self.starters(of: characteristic, .compares(.equals, value), in: home, &numbers, &readers)
        case .threshold(let characteristic, let range):
            return try Self.starters(of: characteristic, .within(range), in: home, &numbers, &readers)
        case .calendar(let time): return [numbers.starter(time.starter(home.structureID))]
        case .significantTime(let moment):
            return [
                numbers.starter(
                    .clock(home.structureID, TimeTrait.Event.scheduled, [1: .structure(moment.fields)]))
            ]
        case .presence(let presence): return [try presence.starter(in: home, &numbers, &readers)]
        case .location:
            throw HMError(
                .locationForHomeDisabled,
                "hubs do not track people's location, so no trigger can wait for a region; use a presence event")
        case .duration:
            throw HMError(.invalidParameter, "a duration event can't set off a trigger; use it as an end event")
        }
    }

    // MARK: Characteristics

    private static func starters(
        of characteristic: CharacteristicReference, _ test: CharacteristicTest, in home: MappedHome,
        _ numbers: inout NodeNumbers, _ readers: inout StateReaders?
    ) throws(HMError) -> [Hearth_V1_AutomationNode] {
        let device = try home.found(characteristic.deviceID)
        let test = try checked(test, of: characteristic.key, device)
        if let reading = try AttributeReading.of(characteristic.key, device), let asked = try reading.test(for: test) {
            let trait = Hearth_V1_AutomationTrait(device.id, endpoint: reading.endpoint, trait: reading.trait)
            return [
                starter(of: trait, &numbers, &readers) {
                    asked.expression(of: FieldReference($0, reading.attribute))
                }
            ]
        }
        let events = EventReading.all(of: characteristic.key, device).filter { test.holds($0.value) == true }
        guard !events.isEmpty else {
            throw HMError(
                .invalidParameter, "\(device.name) never reaches the event's value; choose another value")
        }
        return events.map { numbers.starter($0.starter(device.id)) }
    }

    /// A starter that waits until a condition on a trait becomes true.
    private static func starter(
        of trait: Hearth_V1_AutomationTrait, _ numbers: inout NodeNumbers, _ readers: inout StateReaders?,
        _ becomes: (UInt32) -> AutomationExpression
    ) -> Hearth_V1_AutomationNode {
        let node = readers?.reader(of: trait, &numbers) ?? numbers.next()
        return Hearth_V1_AutomationNode(
            id: node,
            kind: .starter(
                Hearth_V1_AutomationStarter(trait: trait, becomes: Hearth_V1_AutomationExpression(becomes(node)))))
    }

    /// Starters for any change of the characteristic's trait; graphs can't wait for a change of a single attribute.
    private static func changes(
        of characteristic: CharacteristicReference, in home: MappedHome, _ numbers: inout NodeNumbers
    ) throws(HMError) -> [Hearth_V1_AutomationNode] {
        let device = try home.found(characteristic.deviceID)
        try checkEvents(of: characteristic.key, device)
        if let reading = try AttributeReading.of(characteristic.key, device) {
            return [
                numbers.starter(
                    Hearth_V1_AutomationStarter(
                        trait: .init(device.id, endpoint: reading.endpoint, trait: reading.trait)))
            ]
        }
        let events = EventReading.all(of: characteristic.key, device)
        guard !events.isEmpty else {
            throw HMError(.operationNotSupported, "this characteristic of \(device.name) never changes")
        }
        return events.map { numbers.starter($0.starter(device.id)) }
    }

    @discardableResult
    private static func checkEvents(
        of key: CharacteristicKey, _ device: DeviceSnapshot
    ) throws(HMError) -> AccessoryCharacteristic {
        guard let characteristic = AccessoryView(device).accessory()[key] else {
            throw HMError(.notFound, "\(device.name) no longer has this characteristic")
        }
        guard characteristic.permissions.contains(.events) else {
            throw HMError(
                .notificationNotSupported,
                "\(key.type) of \(device.name) does not report its changes; choose another one")
        }
        return characteristic
    }

    /// The test with its value converted to the characteristic's format.
    static func checked(
        _ test: CharacteristicTest, of key: CharacteristicKey, _ device: DeviceSnapshot, needsEvents: Bool = true
    ) throws(HMError) -> CharacteristicTest {
        let characteristic =
            needsEvents ? try checkEvents(of: key, device) : AccessoryView(device).accessory()[key]
        guard let characteristic else {
            throw HMError(.notFound, "\(device.name) no longer has this characteristic")
        }
        guard case .compares(let comparison, let value) = test else { return test }
        do {
            return .compares(comparison, try characteristic.metadata.checked(value, of: key.type))
        } catch {
            throw HMError(error)
        }
    }
}

extension NodeNumbers {
    mutating func starter(_ starter: Hearth_V1_AutomationStarter) -> Hearth_V1_AutomationNode {
        node(.starter(starter))
    }
}

extension Hearth_V1_AutomationStarter {
    /// A starter for a time of a structure's clock.
    static func clock(_ structureID: String, _ event: UInt32, _ parameters: StructureValue) -> Self {
        Hearth_V1_AutomationStarter(
            trait: .init(structureID, endpoint: 0, trait: TimeTrait.id), eventID: event,
            parameters: Hearth_V1_FieldValue.fields(parameters))
    }

    /// The event and parameters of a clock starter; nil for other starters.
    func clock(of structureID: String) -> (event: UInt32, StructureValue)? {
        guard let eventID, trait?.traitID == TimeTrait.id, trait?.target?.deviceID == structureID,
            let parameters = StructureValue(parameters), becomes == nil, causes.isEmpty
        else { return nil }
        return (eventID, parameters)
    }
}

extension SolarMoment {
    /// The moment in the form of the Time trait.
    var fields: StructureValue { [0: .unsigned(isSunrise ? 1 : 2), 1: .signed(Int64(offset))] }

    init?(_ value: TraitValue) {
        guard case .structure(let fields) = value, let type = fields[0]?.integer, type == 1 || type == 2 else {
            return nil
        }
        self.init(isSunrise: type == 1, offset: fields[1]?.integer.flatMap { Int(exactly: $0) } ?? 0)
    }
}

extension CalendarTime {
    /// The starter: an event of its own for a time of day alone, else a cron expression.
    func starter(_ structureID: String) -> Hearth_V1_AutomationStarter {
        guard month != nil || day != nil || hour == nil else {
            let time = AutomationExpression.time(MinuteOfDay(hour: hour ?? 0, minute: minute ?? 0))
            guard case .constant(let value) = time else { return Hearth_V1_AutomationStarter() }
            return .clock(structureID, TimeTrait.Event.scheduled, [0: value])
        }
        let fields = ["0", "\(minute ?? 0)", Self.text(hour), Self.text(day), Self.text(month), "?"]
        return .clock(
            structureID, TimeTrait.Event.recurringClockTime, [1: .string(fields.joined(separator: " "))])
    }

    private static func text(_ number: Int?) -> String { number.map(String.init) ?? "*" }

    /// Reads a cron expression of the form that ``starter(_:)`` writes; nil for others.
    init?(expression: String) {
        let fields = expression.split(separator: " ").map(String.init)
        guard fields.count == 6, fields[0] == "0", fields[5] == "?", let minute = Int(fields[1]) else { return nil }
        var numbers: [Int?] = []
        for field in fields[2...4] {
            guard field == "*" || Int(field) != nil else { return nil }
            numbers.append(Int(field))
        }
        self.init(month: numbers[2], day: numbers[1], hour: numbers[0], minute: minute)
    }
}
