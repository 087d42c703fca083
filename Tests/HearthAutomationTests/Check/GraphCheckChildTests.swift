@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Checks of automations that run others, restore values, wait for starters and act on groups.
@Suite struct GraphCheckChildTests: CheckTestWords {
    private func run(_ id: UInt32, _ automationID: String) -> AutomationNode {
        AutomationNode(id, .execution(automationID: automationID))
    }

    private var home: CheckTestHome {
        var home = CheckTestHome()
        home.automations = [
            "scene": CheckedAutomation("Scene", hasManualStarter: true, executedIDs: []),
            "deaf": CheckedAutomation("Deaf", hasManualStarter: false, executedIDs: []),
            "outer": CheckedAutomation("Outer", hasManualStarter: true, executedIDs: ["inner"]),
            "inner": CheckedAutomation("Inner", hasManualStarter: true, executedIDs: ["a", "scene"]),
            "ring": CheckedAutomation("Ring", hasManualStarter: true, executedIDs: ["ring", "scene"]),
        ]
        return home
    }

    /// The child must exist and have a manual starter in the home as it is now.
    @Test func aChildHasToBeThereAndToHaveAManualStarter() {
        expect(verdict(start, run(3, "scene"), in: home).issues.isEmpty)
        let gone = verdict(start, run(3, "gone"), in: home)
        expect(gone.kinds, equals: [.invalidEntity("gone")])
        expect(gone.isWellFormed)
        expect(!gone.isValid)
        let deaf = verdict(start, run(3, "deaf"), in: home)
        expect(deaf.kinds, equals: [.notExecutable("deaf")])
        expect(deaf.isWellFormed)
        expect(!deaf.isValid)
    }

    /// A cycle that contains the checked automation is refused, at any length; one only among others is not its issue.
    @Test func cycleIsRefused() {
        for id in ["a", "outer", "inner"] {
            let found = verdict(start, run(3, id), in: home)
            expect(found.kinds, equals: [.executionCycle(id)])
            expect(!found.isWellFormed)
        }
        expect(verdict(start, run(3, "ring"), in: home).issues.isEmpty)
    }

    /// The person who saves an automation needs the right to run its children.
    @Test func childNeedsTheRightToRunAutomations() {
        let found = verdict(start, run(3, "scene"), in: home) { $0.savedBy = "guest" }
        expect(found.kinds, equals: [.missingRight])
    }

    /// Executions may be in a parallel flow; a restoration may not.
    @Test func flowsHoldThem() {
        expect(verdict(start, AutomationNode(3, .parallel([run(4, "scene")])), in: home).issues.isEmpty)
        let found = verdict(start, switchOn(3), AutomationNode(4, .parallel([AutomationNode(5, .restoration)])))
        expect(found.kinds, equals: [.misplacedNode])
    }

    /// Before any action there is nothing to restore.
    @Test func restorationNeedsAnEarlierAction() {
        expect(verdict(start, AutomationNode(3, .restoration), switchOn(4)).kinds, equals: [.nothingToRestore])
        expect(verdict(start, switchOn(3), AutomationNode(4, .restoration)).issues.isEmpty)
        expect(verdict(start, run(3, "scene"), AutomationNode(4, .restoration), in: home).issues.isEmpty)
    }

    /// Spoken words may not unlock anything, whatever the author allows.
    @Test func spokenWordsOpenNothing() {
        let words = AutomationNode(
            2, .starter(Starter(trait("home", Starter.voiceTraitID), eventID: 0, parameters: [0: .string("open")])))
        var home = home
        home.devices["home"] = [CheckedEndpoint(0, deviceTypes: [], traits: [TimeTrait.id, Starter.voiceTraitID])]
        home.traits.append(
            TraitDescriptor(
                id: Starter.voiceTraitID, name: "VoiceStarter", vendor: "Google", package: "test", revision: 1,
                events: [EventDescriptor(0, "OkGoogle", .info, [FieldDescriptor(0, "query", .string)])]))
        let unlock = action(3, Action(trait("lock", 0x101), commandID: 1))
        let lock = action(3, Action(trait("lock", 0x101), commandID: 0))
        let allowed: (inout Automation) -> Void = { $0.allowsSensitiveActions = true }
        expect(verdict(words, unlock, in: home, change: allowed).kinds, equals: [.blockedAction])
        expect(verdict(words, lock, in: home, change: allowed).issues.isEmpty)
        expect(verdict(start, unlock, in: home, change: allowed).issues.isEmpty)
    }

    // MARK: Waits

    private func wait(_ starters: Starter...) -> AutomationNode {
        AutomationNode(3, .wait(Wait(nil, starters: starters, timeout: .seconds(60))))
    }

    /// Starters of a wait are checked like others.
    @Test func startersOfAWaitAreChecked() {
        expect(verdict(start, wait(Starter(trait("lamp", sample))), switchOn(4)).issues.isEmpty)
        expect(verdict(start, wait(Starter(trait("lamp", sample), eventID: 0)), switchOn(4)).issues.isEmpty)
        expect(verdict(start, wait(Starter(trait("lamp", sample), becomes: isWarm)), switchOn(4)).issues.isEmpty)
        expect(verdict(start, wait(), switchOn(4)).kinds, equals: [.emptyWait])
        expect(verdict(start, wait(Starter(trait("gone", sample)))).kinds, equals: [.invalidEntity("gone")])
        expect(verdict(start, wait(Starter(trait("lamp", sample), eventID: 9))).kinds, equals: [.invalidEvent(9)])
        expect(
            verdict(start, wait(Starter(trait("lamp", sample), becomes: field(1)))).kinds,
            equals: [.invalidConditionType])
        let time = Starter(trait("home", TimeTrait.id), eventID: 0, parameters: [0: .unsigned(1)])
        expect(verdict(start, wait(time)).kinds, equals: [.invalidSchedule])
        expect(
            AutomationGraph(root: sequence(1, start, wait(Starter(trait("simple", 6))))).objectIDs.contains("simple"))
    }

    /// Starters of a wait count towards the size.
    @Test func startersOfAWaitCount() {
        let many = AutomationNode(
            3,
            .wait(Wait(nil, starters: Array(repeating: Starter(trait("lamp", sample)), count: 20_000), timeout: .zero)))
        expect(verdict(start, many).kinds, equals: [.automationTooLarge(.values, limit: AutomationLimits().values)])
    }

    // MARK: heldFor

    /// `heldFor` takes a Boolean expression of attributes and whole seconds.
    @Test func heldForTakesAttributesAndSeconds() {
        func kinds(_ operands: AutomationExpression...) -> [AutomationIssue.Kind] {
            verdict(start, assign(5, "v", number(1)), condition(3, .operation(.heldFor, operands)), switchOn(4)).kinds
        }
        expect(kinds(isWarm, number(60)).isEmpty)
        expect(kinds(isWarm), equals: [.invalidArgumentCount(1)])
        expect(kinds(field(1), number(60)), equals: [.invalidOperand(0)])
        expect(kinds(isWarm, number(0)), equals: [.invalidOperand(1)])
        expect(kinds(isWarm, field(1)), equals: [.invalidOperand(1)])
        expect(kinds(isWarm, number(40 * 86_400)), equals: [.invalidOperand(1)])
        expect(kinds(compare(.variable("v"), .equals, number(1)), number(60)), equals: [.invalidOperand(0)])
        expect(kinds(.operation(.heldFor, [isWarm, number(5)]), number(60)).contains(.invalidOperand(0)))
    }

    /// `heldFor` does not watch values of the clock.
    @Test func heldForDoesNotWatchTheClock() {
        let clock = AutomationNode(5, .stateReader(trait("home", TimeTrait.id)))
        let sunday = compare(field(of: 5, TimeTrait.Attribute.dayOfWeek), .equals, number(1))
        let found = verdict(start, clock, condition(3, .operation(.heldFor, [sunday, number(60)])), switchOn(4))
        expect(found.kinds, equals: [.invalidOperand(0)])
    }

    // MARK: Groups

    private func groupAction(_ group: DeviceGroup, trait: UInt32 = 6, command: UInt32 = 1) -> AutomationNode {
        action(3, Action(TraitReference(group, traitID: trait), commandID: command))
    }

    /// The group must exist; an empty one is a warning.
    @Test func aGroupHasToBeThere() {
        var home = home
        home.groups = [.room("hall"): [TraitTarget(deviceID: "lamp", endpoint: 1)], .zone("up"): []]
        expect(verdict(start, groupAction(.room("hall")), in: home).issues.isEmpty)
        expect(verdict(start, groupAction(.room("gone")), in: home).kinds, equals: [.invalidEntity("gone")])
        let empty = verdict(start, groupAction(.zone("up")), in: home)
        expect(empty.kinds, equals: [.emptyGroup("up")])
        expect(empty.isValid)
        expect(
            verdict(start, groupAction(.zone("up"), trait: 0x9999), in: home).kinds, equals: [.traitNotFound(0x9999)])
        expect(verdict(start, groupAction(.room("hall"), command: 77), in: home).kinds, equals: [.invalidCommand(77)])
    }

    /// Only actions may target groups.
    @Test func onlyActionsAreOfGroups() {
        let reader = AutomationNode(3, .stateReader(TraitReference(.room("hall"), traitID: 6)))
        expect(verdict(start, reader).kinds, equals: [.groupNotAllowed])
        let starter = AutomationNode(2, .starter(Starter(TraitReference(.room("hall"), traitID: 6))))
        expect(verdict(starter, switchOn(4)).kinds, equals: [.groupNotAllowed])
    }

    /// An action on a group needs the rights and the consent that each of its devices needs.
    @Test func aGroupNeedsRightsAndConsent() {
        var home = home
        home.groups = [.room("hall"): [TraitTarget(deviceID: "lock", endpoint: 1)]]
        expect(verdict(start, groupAction(.room("hall"), trait: 0x101), in: home).kinds, equals: [.blockedAction])
        let guest = verdict(start, groupAction(.room("hall")), in: home) { $0.savedBy = "guest" }
        expect(guest.kinds, equals: [.missingRight])
    }
}
