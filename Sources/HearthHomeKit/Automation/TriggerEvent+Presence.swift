internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire

// Converts presence events into starters and conditions of graphs, and back. "Every" entry and exit is an event of the
// hub; the first entry and last exit are the start of a state, of the whole home or of one person.
extension TriggerEvent.Presence {
    /// Whether the state is someone at home (true) or no one (false); nil for each arrival or departure.
    private var isAtHome: Bool? { type == 3 ? true : type == 4 ? false : nil }

    /// Whether it can be a condition: "every" entry and exit can't, as HomeKit's predicates take only
    /// ``HMPresenceEventType/atHome`` and ``HMPresenceEventType/notAtHome``.
    var isState: Bool { isAtHome != nil && (users == 1 || users == 2) }

    /// - Throws: ``HMError``: `operationNotSupported` for custom users, and if the hub has not named the current user.
    func starter(
        in home: MappedHome, _ numbers: inout NodeNumbers, _ readers: inout StateReaders?
    ) throws(HMError) -> Hearth_V1_AutomationNode {
        guard isAtHome == nil else {
            let trait = Hearth_V1_AutomationTrait(home.structureID, endpoint: 0, trait: trait)
            let node = readers?.reader(of: trait, &numbers) ?? numbers.next()
            let becomes = Hearth_V1_AutomationExpression(try expression(of: node, in: home))
            return Hearth_V1_AutomationNode(
                id: node, kind: .starter(Hearth_V1_AutomationStarter(trait: trait, becomes: becomes)))
        }
        var fields = StructureValue()
        if let person = try person(in: home) { fields[PresenceTraits.People.personID] = .string(person) }
        return numbers.starter(
            Hearth_V1_AutomationStarter(
                trait: .init(home.structureID, endpoint: 0, trait: PresenceTraits.People.id),
                eventID: type == 1 ? PresenceTraits.People.arrived : PresenceTraits.People.left,
                parameters: Hearth_V1_FieldValue.fields(fields)))
    }

    /// The trait that a condition reads.
    var trait: UInt32 { users == 2 ? PresenceTraits.Area.id : PresenceTraits.People.id }

    /// The expression that checks the state in a node that has read ``trait``.
    func expression(of node: UInt32, in home: MappedHome) throws(HMError) -> AutomationExpression {
        let isAtHome = isAtHome == true
        guard let person = try person(in: home) else {
            return AttributeTest.anyOf([isAtHome ? PresenceTraits.Area.occupied : PresenceTraits.Area.vacant])
                .expression(of: FieldReference(node, PresenceTraits.Area.state))
        }
        let list = FieldReference(node, isAtHome ? PresenceTraits.People.atHome : PresenceTraits.People.away)
        return .operation(.contains, [.field(list), .constant(.string(person))])
    }

    /// The ID of the person; nil for all users of the home.
    private func person(in home: MappedHome) throws(HMError) -> String? {
        if users == 2 { return nil }
        guard let person = users == 1 ? home.personID : personID else {
            throw HMError(
                .operationNotSupported,
                "a hub does not know which users are meant; wait for the current user, or for all users of the home")
        }
        return person
    }

    // MARK: The way back

    /// Reads an arrival or departure from an event of the structure; nil for another event.
    init?(event: UInt32, _ fields: StructureValue, _ trait: UInt32, in home: MappedHome) {
        guard trait == PresenceTraits.People.id,
            event == PresenceTraits.People.arrived || event == PresenceTraits.People.left,
            fields.fields.count <= 1
        else { return nil }
        let type: UInt = event == PresenceTraits.People.arrived ? 1 : 2
        switch fields[PresenceTraits.People.personID] {
        case nil where fields.fields.isEmpty: self.init(type: type, users: 2)
        case .string(let id)?: self.init(type: type, person: id, in: home)
        default: return nil
        }
    }

    /// Reads a presence state from an expression over one field of a trait of the structure; nil for another
    /// expression.
    init?(_ expression: AutomationExpression, _ trait: UInt32, in home: MappedHome) {
        if case .operation(.contains, let operands) = expression, trait == PresenceTraits.People.id,
            operands.count == 2,
            case .field(let list) = operands[0], case .constant(.string(let id)) = operands[1]
        {
            guard list.path == [PresenceTraits.People.atHome] || list.path == [PresenceTraits.People.away] else {
                return nil
            }
            self.init(type: list.path == [PresenceTraits.People.atHome] ? 3 : 4, person: id, in: home)
        } else if let (field, test) = AttributeTest.of(expression), trait == PresenceTraits.Area.id,
            field.path == [PresenceTraits.Area.state], case .anyOf(let values) = test, values.count == 1
        {
            switch values.first {
            case PresenceTraits.Area.occupied?: self.init(type: 3, users: 2)
            case PresenceTraits.Area.vacant?: self.init(type: 4, users: 2)
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// The presence of another user appears to apps as that of custom users.
    private init(type: UInt, person: String, in home: MappedHome) {
        let isOwn = person == home.personID
        self.init(type: type, users: isOwn ? 1 : 3, personID: isOwn ? nil : person)
    }
}
