internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthMessage
internal import HearthTraitDescriptors
internal import HearthWire

// Reads events from the starters of graphs.
extension TriggerEvent {
    /// The event that a node waits for; nil if HomeKit can't express it or the accessory was removed.
    init?(_ node: Hearth_V1_AutomationNode, in home: MappedHome) {
        guard case .starter(let starter)? = node.kind, node.unknownFields.isEmpty, starter.unknownFields.isEmpty,
            starter.causes.isEmpty, let trait = starter.trait, let target = trait.target.flatMap({ TraitTarget($0) })
        else { return nil }
        if let (event, parameters) = starter.clock(of: home.structureID) {
            self.init(clock: event, parameters)
        } else if let event = starter.eventID {
            guard starter.becomes == nil, let fields = StructureValue(starter.parameters) else { return nil }
            if target.deviceID == home.structureID {
                guard let presence = Presence(event: event, fields, trait.traitID, in: home) else { return nil }
                self = .presence(presence)
                return
            }
            self.init(event: event, fields, trait.traitID, target, in: home)
        } else if let becomes = starter.becomes {
            guard starter.parameters.isEmpty else { return nil }
            let expression = AutomationExpression(becomes)
            if target.deviceID == home.structureID {
                guard let presence = Presence(expression, trait.traitID, in: home),
                    expression.references.allSatisfy({ $0.nodeID == node.id })
                else { return nil }
                self = .presence(presence)
                return
            }
            guard let (field, test) = AttributeTest.of(expression), field.nodeID == node.id else { return nil }
            self.init(test, field, trait.traitID, target, in: home)
        } else {
            guard starter.parameters.isEmpty else { return nil }
            self.init(changeOf: trait.traitID, target, in: home)
        }
    }

    private init?(clock event: UInt32, _ parameters: StructureValue) {
        switch event {
        case TimeTrait.Event.scheduled:
            if parameters.fields.count == 1, let time = parameters[0].flatMap({ MinuteOfDay($0) }) {
                self = .calendar(CalendarTime(hour: time.hour, minute: time.minute))
            } else if parameters.fields.count == 1, let moment = parameters[1].flatMap({ SolarMoment($0) }) {
                self = .significantTime(moment)
            } else {
                return nil
            }
        case TimeTrait.Event.recurringClockTime:
            guard case .string(let text)? = parameters[1], let time = CalendarTime(expression: text) else { return nil }
            self = .calendar(time)
        default: return nil
        }
    }

    private init?(
        event: UInt32, _ fields: StructureValue, _ trait: UInt32, _ target: TraitTarget, in home: MappedHome
    ) {
        guard let device = home.device(target.deviceID) else { return nil }
        let told = AccessoryView(device).values(
            ofEvent: event, trait: trait, endpoint: target.endpoint, fields: fields)
        guard let write = told.first else { return nil }
        self = .characteristic(CharacteristicReference(device.id, write.key), write.value)
    }

    private init?(
        _ test: AttributeTest, _ field: FieldReference, _ trait: UInt32, _ target: TraitTarget, in home: MappedHome
    ) {
        guard field.path.count == 1, let attribute = field.path.first else { return nil }
        guard let device = home.device(target.deviceID) else { return nil }
        for (key, reading) in AttributeReading.through(
            attribute, trait: trait, endpoint: target.endpoint, device)
        {
            let characteristic = CharacteristicReference(device.id, key)
            switch reading.tests(for: test) {
            case .compares(.equals, let value)?: self = .characteristic(characteristic, value)
            case .within(let range)?: self = .threshold(characteristic, range)
            case .compares(.greaterThanOrEquals, let value)?:
                self = .threshold(characteristic, NumberRange(min: value.number, max: nil))
            case .compares(.lessThanOrEquals, let value)?:
                self = .threshold(characteristic, NumberRange(min: nil, max: value.number))
            default: continue
            }
            return
        }
        return nil
    }

    /// Reads a change of a trait as a change of the first characteristic that is derived from it.
    private init?(changeOf trait: UInt32, _ target: TraitTarget, in home: MappedHome) {
        guard let device = home.device(target.deviceID),
            let attributes = device.endpoints.first(where: { $0.number == target.endpoint })?.traits[trait]?.attributes
        else { return nil }
        let found = attributes.fields.keys.sorted().lazy.flatMap { attribute in
            AttributeReading.through(attribute, trait: trait, endpoint: target.endpoint, device)
        }
        guard let key = found.first?.key else { return nil }
        self = .characteristic(CharacteristicReference(device.id, key), nil)
    }
}
