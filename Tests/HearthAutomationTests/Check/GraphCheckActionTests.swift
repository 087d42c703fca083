@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Commands, writes, and the rights they need.
@Suite struct GraphCheckActionTests: CheckTestWords {
    private func level(_ fields: [UInt32: AutomationExpression]) -> Action {
        Action(trait("other", 8), commandID: 0, fields: fields)
    }
    private func write(_ id: UInt32, _ value: AutomationExpression) -> Action {
        Action(trait("other", sample), fields: [id: value])
    }
    private func found(_ action: Action, in home: CheckTestHome = CheckTestHome()) -> AutomationVerdict {
        verdict(start, self.action(3, action), in: home)
    }
    private func kinds(_ action: Action) -> [AutomationIssue.Kind] { found(action).kinds }

    @Test func commandsAreThoseOfTheSchema() {
        expect(kinds(Action(trait("other", 6), commandID: 2)), equals: [])
        let wrong = found(Action(trait("other", 6), commandID: 3))
        expect(wrong.kinds, equals: [.invalidCommand(3)])
        expect(!wrong.isWellFormed && wrong.issues[0].message.contains("off, on, toggle"))
    }

    @Test func devicesMayLackCommands() {
        let found = found(Action(trait("simple", 6), commandID: 2))
        expect(found.kinds, equals: [.commandNotSupported(2)])
        expect(found.isWellFormed)
        expect(!found.isValid)
        expect(kinds(Action(trait("simple", 6), commandID: 1)), equals: [])
    }

    @Test func argumentsHaveTheirTypesAndRanges() {
        expect(kinds(level([0: number(100)])), equals: [])
        expect(kinds(level([0: number(100), 1: .constant(.null)])), equals: [])
        expect(kinds(level([0: number(300)])), equals: [.invalidParameter(name: "level", id: 0)])
        expect(kinds(level([0: text("bright")])), equals: [.invalidParameter(name: "level", id: 0)])
        expect(kinds(level([0: .constant(.null)])), equals: [.invalidNullParameterValue(name: "level", id: 0)])
        expect(kinds(level([0: number(1), 2: number(11)])), equals: [.invalidParameter(name: "rate", id: 2)])
        expect(kinds(level([0: number(1), 9: number(1)])), equals: [.invalidParameter(name: "9", id: 9)])
    }

    @Test func mandatoryArgumentsAreThere() {
        let found = found(level([:]))
        expect(found.kinds, equals: [.missingParameter(name: "level", id: 0)])
        expect(!found.isWellFormed)
    }

    @Test func missingFieldsOfADeviceAreASituation() {
        var home = CheckTestHome()
        expect(found(level([0: number(1)]), in: home).issues, equals: [])
        home.features = 1
        let needed = found(level([0: number(1)]), in: home)
        expect(needed.kinds, equals: [.parameterNeeded(name: "rate", id: 2)])
        expect(needed.isWellFormed)
        expect(!needed.isValid)
        expect(found(level([0: number(1), 2: number(1)]), in: home).issues, equals: [])
    }

    @Test func valuesOutOfRangeAreWarnings() {
        let outside = found(level([0: number(201)]))
        expect(outside.kinds, equals: [.valueOutOfRange(name: "level", id: 0)])
        expect(outside.isValid)
        expect(found(level([0: number(200)])).issues, equals: [])
        expect(
            kinds(Action(trait("other", 8), fields: [17: number(201)])),
            equals: [.valueOutOfRange(name: "onLevel", id: 17)])
        expect(kinds(Action(trait("other", 8), fields: [17: number(200)])), equals: [])
    }

    @Test func workedOutArgumentsFitTheirTypes() {
        expect(kinds(level([0: .operation(.plus, [field(1), number(1)])])), equals: [])
        expect(kinds(level([0: field(1)])), equals: [])
        for wrong in [field(0), field(2), field(3), field(5), field(8)] {
            expect(kinds(level([0: wrong])), equals: [.invalidParameter(name: "level", id: 0)])
        }
        for id: UInt32 in [0, 1, 2, 3, 4, 5, 6] { expect(kinds(write(id, field(id))), equals: []) }
        expect(kinds(write(2, field(1))), equals: [])
        expect(kinds(write(5, field(6))), equals: [.invalidParameter(name: "mode", id: 5)])
        expect(kinds(write(5, field(1))), equals: [.invalidParameter(name: "mode", id: 5)])
        expect(kinds(level([0: field(of: 9, 0)])), equals: [.invalidReference(9)])
    }

    @Test func attributesAreWritable() {
        expect(kinds(write(1, .constant(.signed(5)))), equals: [])
        expect(kinds(write(1, .constant(.null))), equals: [])
        expect(kinds(write(0, .constant(.null))), equals: [.invalidNullParameterValue(name: "flag", id: 0)])
        expect(kinds(write(3, text("far too long"))), equals: [.invalidParameter(name: "label", id: 3)])
        expect(kinds(write(5, number(9))), equals: [.invalidParameter(name: "mode", id: 5)])
        expect(kinds(write(99, number(9))), equals: [.invalidParameter(name: "99", id: 99)])
        let readOnly = found(write(11, number(9)))
        expect(readOnly.kinds, equals: [.attributeNotWritable(11)])
        expect(readOnly.isWellFormed)
        expect(!readOnly.isValid)
        expect(kinds(Action(trait("other", sample))), equals: [.invalidArgumentCount(0)])
    }

    @Test func devicesMayLackAttributes() {
        let startUp = Action(trait("simple", 6), fields: [0x4003: number(1)])
        expect(kinds(startUp), equals: [.attributeNotSupported(0x4003)])
        expect(kinds(Action(trait("other", 6), fields: [0x4003: number(1)])), equals: [])
        let reader = AutomationNode(3, .stateReader(trait("simple", 6)))
        func read(_ id: UInt32) -> [AutomationIssue.Kind] {
            verdict(start, reader, condition(4, compare(field(of: 3, id), .equals, number(1)))).kinds
        }
        expect(read(0x4003), equals: [.attributeNotSupported(0x4003)])
        expect(read(GlobalAttribute.clusterRevision), equals: [])
    }

    @Test func theAuthorNeedsTheRight() {
        var home = CheckTestHome()
        home.authors = ["owner"]
        let refused = verdict(start, switchOn(3), in: home) { $0.savedBy = "guest" }
        expect(refused.kinds, equals: [.missingRight])
        expect(refused.isWellFormed && !refused.isValid && refused.issues[0].nodeID == 3)
        expect(verdict(start, switchOn(3), in: home) { $0.savedBy = "owner" }.issues, equals: [])
    }

    @Test func sensitiveActionsAreAllowedByAutomation() {
        let unlock = action(3, Action(trait("lock", 0x101), commandID: 1))
        let blocked = verdict(start, unlock)
        expect(blocked.kinds, equals: [.blockedAction])
        expect(blocked.isWellFormed)
        expect(!blocked.isValid)
        expect(verdict(start, unlock) { $0.allowsSensitiveActions = true }.issues, equals: [])
        expect(verdict(start, action(3, Action(trait("lock", 0x101), commandID: 0))).issues, equals: [])
    }

    @Test func anAutomationHasNoCodeOfAnAlarmSystem() {
        let alarm = trait("alarm", 0xFFF0_FC01)
        expect(kinds(Action(alarm, fields: [1: number(1)])), equals: [])
        let disarms = found(Action(alarm, fields: [1: number(3)]))
        expect(disarms.kinds, equals: [.blockedAction])
        expect(disarms.isWellFormed)
        expect(disarms.issues[0].message.contains("is disarmed only with a code"), "\(disarms.issues[0].message)")
        expect(kinds(Action(alarm, fields: [1: field(1)])), equals: [.blockedAction])
        expect(kinds(Action(alarm, commandID: 0, fields: [0: number(1)])), equals: [])
        expect(kinds(Action(alarm, commandID: 0, fields: [0: number(3)])), equals: [.blockedAction])
        let code = AutomationExpression.constant(.octets([0x31]))
        let coded = found(Action(alarm, commandID: 0, fields: [0: number(1), 1: code]))
        expect(coded.kinds, equals: [.invalidParameter(name: "code", id: 1)])
        expect(!coded.isWellFormed)
        var home = CheckTestHome()
        let systems = DeviceGroup.room("hall")
        home.groups[systems] = [TraitTarget(deviceID: "alarm", endpoint: 1)]
        let all = Action(TraitReference(systems, traitID: 0xFFF0_FC01), commandID: 0, fields: [0: number(3)])
        expect(found(all, in: home).kinds, equals: [.blockedAction])
    }

    @Test func anActionMaySetItsOwnStarterOff() {
        func kinds(_ starter: Starter, _ action: Action) -> [AutomationIssue.Kind] {
            verdict(AutomationNode(2, .starter(starter)), self.action(3, action)).kinds
        }
        let lamp = trait("lamp", sample)
        let write = Action(lamp, fields: [0: .constant(.bool(true))])
        expect(kinds(Starter(lamp), write), equals: [.selfLoop(2)])
        expect(kinds(Starter(lamp, becomes: field(0)), write), equals: [.selfLoop(2)])
        expect(kinds(Starter(lamp, becomes: isWarm), write), equals: [])
        expect(kinds(Starter(lamp, causes: [.client]), write), equals: [])
        expect(kinds(Starter(lamp, eventID: 0), write), equals: [])
        expect(kinds(Starter(trait("lamp", 6)), Action(trait("lamp", 6), commandID: 2)), equals: [.selfLoop(2)])
        expect(kinds(Starter(trait("other", 6)), Action(trait("lamp", 6), commandID: 2)), equals: [])
        // A condition on the written attribute means that the author thought of it.
        let asked = AutomationNode(4, .condition(Condition(.operation(.equals, [field(0), .constant(.bool(false))]))))
        expect(verdict(AutomationNode(2, .starter(Starter(lamp))), asked, action(3, write)).kinds, equals: [])
    }
}
