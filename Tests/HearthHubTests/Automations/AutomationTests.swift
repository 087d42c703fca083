@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Automations through the whole hub: saved over the wire, triggered by devices, carried out at devices, and stored.
@Suite(.timeLimit(.minutes(5)))
struct AutomationTests {
    private static let lamp1 = TestProvider.onOff(of: "lamp-1")
    private static let lamp2 = TestProvider.onOff(of: "lamp-2")
    private static let lock = TestProvider.doorLock(of: "lock")
    private typealias Home = AutomationHome

    /// "When lamp 1 turns on, lamp 2 turns on; after five minutes it turns off."
    private static let follow = [
        Home.starter(2, lamp1), Home.condition(3, 2, is: .boolean(true)), Home.command(4, lamp2, 1),
        Home.delay(5, .seconds(300)), Home.command(6, lamp2, 0),
    ]

    /// Editing, starting, delaying, acting and tracing.
    @Test func lampFollowsAnotherWithAFullTrace() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        expect(rule.issues.isEmpty)
        expect(rule.isActive)
        expect(rule.revision, equals: 1)
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try home.isOn("lamp-2") }
        try await until { try await home.runs(of: rule.id).runs.first?.steps.count == 3 }
        await home.test.clock.advance(by: .seconds(299))
        try expect(home.isOn("lamp-2"))
        await home.test.clock.advance(by: .seconds(2))
        try await until { try !home.isOn("lamp-2") }
        try await until { try await home.runs(of: rule.id).runs.first?.end != nil }
        let run = try require(try await home.runs(of: rule.id).runs.first)
        expect(run.end?.reason, equals: .finished)
        expect(run.start?.nodeID, equals: 2)
        expect(run.start?.cause, equals: .device)
        expect(run.steps.map(\.nodeID), equals: [3, 4, 5, 5, 6])
        let now = try require(
            try await home.automations.listAutomations(.init(structureID: home.test.structureID)).automations.first)
        expect(now.executionCount, equals: 1)
        expect(!now.isRunning)
        expect(now.lastStart != nil)
    }

    /// An attempt that a condition prevented is reported with its reason.
    @Test func failedConditionIsNoRunButReportsItsValues() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try await home.runs(of: rule.id).runs.count == 1 }
        home.provider.report(Self.lamp1, [0: .bool(false)])
        let told = try await home.runs(of: rule.id)
        expect(told.runs.count, equals: 1)
        let reason = try require(told.nonStarts.first)
        expect(reason.starterID, equals: 2)
        expect(reason.last?.reason, equals: .conditionFalse)
        expect(reason.last?.nodeID, equals: 3)
        expect(reason.leaves.first?.result?.value?.value, equals: .boolean(false))
    }

    /// The delay ends at its time, although the hub crashed meanwhile.
    @Test func delaySurvivesACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await Home(store: HomeStore.open(path: folder.file))
        let rule = try await first.create(Self.follow)
        first.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try await first.runs(of: rule.id).runs.first?.steps.count == 3 }
        try await first.test.hub.save()
        await first.test.clock.advance(by: .seconds(100))
        let killed = try folder.abandoned()

        let clock = ManualClock(sinceEpoch: first.test.clock.sinceEpoch + .seconds(50))
        let second = try await Home(store: HomeStore.open(path: killed), clock: clock)
        // The lamp keeps its state.
        second.provider.report(Self.lamp2, [0: .bool(true)])
        await clock.advance(by: .seconds(149))
        try expect(second.isOn("lamp-2"))
        await clock.advance(by: .seconds(2))
        try await until { try !second.isOn("lamp-2") }
        try await until { try await second.runs(of: rule.id).runs.first?.end?.reason == .finished }
        try await expect(second.runs(of: rule.id).runs.count, equals: 1)
        try await second.test.hub.shutdown()
        try await first.test.hub.shutdown()
    }

    /// The automation's memory is saved with the edit, and is older than the edit.
    @Test func switchingOffRightAfterAStartIsStored() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try await home.runs(of: rule.id).runs.first?.steps.count == 3 }
        try await home.test.hub.save()
        // Its condition does not hold; this is saved a moment later.
        home.provider.report(Self.lamp1, [0: .bool(false)])
        _ = try await home.automations.updateAutomation(.init(automationID: rule.id, isActive: false))
        try await home.test.hub.save()
        try await expect(home.test.store.load().automations.map(\.isActive), equals: [false])
    }

    /// A manual starter allows runs by hand; stopping ends them.
    @Test func manualStarterIsRunAndStoppedByHand() async throws {
        let home = try await Home()
        let rule = try await home.create([
            Home.manual(2), Home.command(3, Self.lamp1, 1), Home.delay(4, .seconds(60)), Home.command(5, Self.lamp1, 0),
        ])
        let run = try await home.automations.executeAutomation(.init(automationID: rule.id)).runID
        try await until { try home.isOn("lamp-1") }
        _ = try await home.automations.stopAutomation(
            .init(automationID: rule.id, options: .init(clientID: "me")))
        let told = try require(try await home.runs(of: rule.id).runs.first)
        expect(told.id, equals: run)
        expect(told.end?.reason, equals: .stopped)
        expect(told.end?.caller, equals: "Owner")
        await home.test.clock.advance(by: .seconds(120))
        try expect(home.isOn("lamp-1"))

        let other = try await home.create(Self.follow)
        await expect(refused: .failedPrecondition, saying: "no manual starter") {
            _ = try await home.automations.executeAutomation(.init(automationID: other.id))
        }
    }

    /// An invalid graph is refused with its issues.
    @Test func aGraphWithFormIssuesIsNotSaved() async throws {
        let home = try await Home()
        await expect(refused: .invalidArgument, saying: "node 2: ") {
            try await home.create([Home.command(2, Self.lamp1, 77)])
        }
        let listed = try await home.automations.listAutomations(.init(structureID: home.test.structureID))
        expect(listed.automations.isEmpty)
    }

    /// Unlocking needs consent; without it the automation is saved but does not run.
    @Test func unlockingNeedsConsent() async throws {
        let home = try await Home()
        let nodes = [Home.manual(2), Home.command(3, Self.lock, 1)]
        let without = try await home.create(nodes)
        expect(without.issues.map(\.kind), equals: ["blockedAction"])
        await expect(refused: .failedPrecondition) {
            _ = try await home.automations.executeAutomation(.init(automationID: without.id))
        }
        let with = try await home.create(nodes) { $0.allowsSensitiveActions = true }
        expect(with.issues.isEmpty)
        let locking = try await home.create([Home.manual(2), Home.command(3, Self.lock, 0)])
        expect(locking.issues.isEmpty)
    }

    /// Removing a device makes the automation invalid, and its return makes it valid again without saving.
    @Test func aRemovedDeviceMakesItInvalidUntilItIsBack() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        try await home.provider.remove(["lamp-2"])
        func issues() async throws -> [String] {
            let request = Hearth_V1_ListAutomationsRequest(
                structureID: home.test.structureID, automationID: rule.id)
            return try await home.automations.listAutomations(request).automations.flatMap { $0.issues.map(\.kind) }
        }
        try await expect(issues().contains("invalidEntity"))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await expect(home.runs(of: rule.id).runs.isEmpty)
        try await home.provider.bring([TestProvider.lamp("lamp-2", name: "Lamp 2")])
        try await expect(issues().isEmpty)
        // The first values of an added device are no change.
        let told = try await home.runs(of: rule.id)
        expect(told.runs.isEmpty)
        expect(told.nonStarts.isEmpty)
        try await home.provider.remove(["lamp-1"])
        try await home.provider.bring([TestProvider.lamp("lamp-1", name: "Lamp 1")])
        try await expect(home.runs(of: rule.id).nonStarts.isEmpty)
        home.provider.report(Self.lamp1, [0: .bool(false)])
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try home.isOn("lamp-2") }
    }

    /// Switching an automation off does not change its author, and each change is a new revision.
    @Test func automationIsSwitchedRenamedAndReprogrammed() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        let off = try await home.automations.updateAutomation(
            .init(automationID: rule.id, name: "Quiet", isActive: false))
        expect(off.automation?.name, equals: "Quiet")
        expect(off.automation?.isActive, equals: false)
        expect((off.automation?.revision, off.automation?.programRevision), are: (2, 1))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await expect(home.runs(of: rule.id).runs.isEmpty)
        let program = Hearth_V1_AutomationProgram(
            graph: Home.sequence([Home.starter(2, Self.lamp1), Home.command(3, Self.lamp2, 1)]))
        let changed = try await home.automations.updateAutomation(
            .init(automationID: rule.id, isActive: true, program: program))
        expect((changed.automation?.revision, changed.automation?.programRevision), are: (3, 2))
        expect(changed.automation?.isActive, equals: true)
        home.provider.report(Self.lamp1, [0: .bool(false)])
        try await until { try home.isOn("lamp-2") }
        _ = try await home.automations.deleteAutomation(.init(automationID: rule.id))
        await expect(refused: .notFound) { try await home.runs(of: rule.id) }
        try await expect(home.test.store.load().automations.isEmpty)
    }

    /// A change that only starts a `heldFor` duration makes the run check again at its end.
    @Test func aWaitEndsWhenSomethingHasHeldForLongEnough() async throws {
        let home = try await Home()
        let field = Hearth_V1_AutomationExpression(kind: .field(.init(nodeID: 3, path: [0])))
        let isOn = Hearth_V1_AutomationExpression(
            kind: .operation(
                .init(operator: .equals, operands: [field, .init(kind: .constant(.init(value: .boolean(true))))])))
        let seconds = Hearth_V1_AutomationExpression(kind: .constant(.init(value: .unsigned(5))))
        let held = Hearth_V1_AutomationExpression(
            kind: .operation(.init(operator: .heldFor, operands: [isOn, seconds])))
        let wait = Hearth_V1_AutomationNode(
            id: 4, kind: .wait(.init(expression: held, timeout: .init(seconds: 3_600))))
        let rule = try await home.create([
            Home.manual(2), .init(id: 3, kind: .stateReader(Home.trait(Self.lamp1))), wait,
            Home.command(5, Self.lamp2, 1),
        ])
        expect(rule.issues.isEmpty)
        _ = try await home.automations.executeAutomation(.init(automationID: rule.id))
        home.provider.report(Self.lamp1, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(4))
        try expect(!home.isOn("lamp-2"))
        await home.test.clock.advance(by: .seconds(2))
        try await until { try home.isOn("lamp-2") }
    }

    /// No change comes when the duration is over, and the starter still fires.
    @Test func aStarterFiresWhenSomethingHasHeldForLongEnough() async throws {
        let home = try await Home()
        let field = Hearth_V1_AutomationExpression(kind: .field(.init(nodeID: 2, path: [0])))
        let isOn = Hearth_V1_AutomationExpression(
            kind: .operation(
                .init(operator: .equals, operands: [field, .init(kind: .constant(.init(value: .boolean(true))))])))
        let seconds = Hearth_V1_AutomationExpression(kind: .constant(.init(value: .unsigned(60))))
        let held = Hearth_V1_AutomationExpression(
            kind: .operation(.init(operator: .heldFor, operands: [isOn, seconds])))
        let starter = Hearth_V1_AutomationStarter(trait: Home.trait(Self.lamp1), becomes: held)
        let rule = try await home.create([.init(id: 2, kind: .starter(starter)), Home.command(3, Self.lamp2, 1)])
        expect(rule.issues.isEmpty)
        home.provider.report(Self.lamp1, [0: .bool(true)])
        await home.test.clock.advance(by: .seconds(59))
        try expect(!home.isOn("lamp-2"))
        await home.test.clock.advance(by: .seconds(2))
        try await until { try home.isOn("lamp-2") }
        await home.test.clock.advance(by: .seconds(600))
        try await expect(home.runs(of: rule.id).runs.count, equals: 1)
    }

    @Test func aChangeThatIsBasedOnAnotherRevisionIsRefused() async throws {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        let program = Hearth_V1_AutomationProgram(
            graph: Home.sequence([Home.starter(2, Self.lamp1), Home.command(3, Self.lamp2, 0)]))
        let saved = try await home.automations.updateAutomation(
            .init(automationID: rule.id, program: program, revision: 1))
        for request in [
            Hearth_V1_UpdateAutomationRequest(automationID: rule.id, program: rule.program, revision: 1),
            Hearth_V1_UpdateAutomationRequest(automationID: rule.id, name: "Mine", isActive: false, revision: 3),
        ] {
            await expect(refused: .aborted) { try await home.automations.updateAutomation(request) }
        }
        let listed = try await home.automations.listAutomations(
            .init(structureID: home.test.structureID, automationID: rule.id))
        expect(listed.automations, equals: [saved.automation])
    }

    /// By the clock of the structure, which defaults to the hub's.
    @Test func aTimeOfDayComesByTheStructuresClock() async throws {
        let home = try await Home()
        let time = Hearth_V1_Value.Structure(fields: [
            .init(id: 0, value: .init(value: .unsigned(9))), .init(id: 1, value: .init(value: .unsigned(5))),
        ])
        let clock = TraitPath(TraitTarget(deviceID: home.test.structureID, endpoint: 0), 0x6006_FC05)
        let starter = Hearth_V1_AutomationStarter(
            trait: Home.trait(clock), eventID: 0, parameters: [.init(id: 0, value: .init(value: .structure(time)))])
        let rule = try await home.create([.init(id: 2, kind: .starter(starter)), Home.command(3, Self.lamp1, 1)])
        expect(rule.issues.isEmpty)
        // 08:00 in Greenwich, in January.
        _ = try await home.test.hub.updateStructure(
            home.test.structureID, timeZone: "Europe/Berlin", as: owner)
        await home.test.clock.advance(by: .seconds(299))
        try expect(!home.isOn("lamp-1"))
        await home.test.clock.advance(by: .seconds(2))
        try await until { try await home.runs(of: rule.id).runs.first?.end != nil }
        try expect(home.isOn("lamp-1"))
        await home.test.clock.advance(by: .seconds(86_400))
        try await until { try await home.runs(of: rule.id).runs.count == 2 }
    }

    /// A scene is run by another automation, as a run of its own; a cycle of automations is refused.
    @Test func anAutomationRunsAnother() async throws {
        let home = try await Home()
        let scene = try await home.create(
            [Home.manual(2), Home.command(3, Self.lamp2, 1)], name: "Scene", settings: { $0.scene = .sleep })
        expect(scene.program?.scene, equals: .sleep)
        let execution = Hearth_V1_AutomationNode(id: 3, kind: .execution(.init(automationID: scene.id)))
        let rule = try await home.create([Home.starter(2, Self.lamp1), execution], name: "Rule")
        expect(rule.issues.isEmpty)
        home.provider.report(Self.lamp1, [0: .bool(true)])
        try await until { try home.isOn("lamp-2") }
        try await until { try await home.runs(of: rule.id).runs.first?.end?.reason == .finished }
        let child = try require(try await home.runs(of: scene.id).runs.first)
        expect(child.chain, equals: [rule.id, scene.id])
        let parent = try require(try await home.runs(of: rule.id).runs.first)
        let children = parent.steps.compactMap { step -> UInt64? in
            if case .execution(let execution)? = step.what { execution.runID } else { nil }
        }
        expect(children, equals: [child.id, child.id])

        let back = Hearth_V1_AutomationNode(id: 3, kind: .execution(.init(automationID: rule.id)))
        await expect(refused: .invalidArgument) {
            try await home.automations.updateAutomation(
                .init(automationID: scene.id, program: .init(graph: Home.sequence([Home.manual(2), back]))))
        }
        // Without it the other automation is invalid.
        _ = try await home.automations.deleteAutomation(.init(automationID: scene.id))
        let listed = try await home.automations.listAutomations(
            .init(structureID: home.test.structureID, automationID: rule.id))
        expect(listed.automations.first?.issues.map(\.kind), equals: ["invalidEntity"])
    }

    /// A home has one scene of each kind that assistants know, also when another automation becomes one.
    @Test func anUpdateMakesNoSecondSceneOfAKind() async throws {
        let home = try await Home()
        let nodes = [Home.manual(2), Home.command(3, Self.lamp2, 1)]
        _ = try await home.create(nodes, name: "Night", settings: { $0.scene = .sleep })
        let other = try await home.create(nodes, name: "Other")
        var program = try require(other.program)
        program.scene = .sleep
        let refused = await expect(refused: .alreadyExists) {
            _ = try await home.automations.updateAutomation(.init(automationID: other.id, program: program))
        }
        expect(refused?.message, equals: "\"Night\" is the home's scene of this kind already; change that one")
        program.scene = .wakeUp
        let updated = try await home.automations.updateAutomation(.init(automationID: other.id, program: program))
        expect(updated.automation?.program?.scene, equals: .wakeUp)
    }

    /// All lamps that are in the room when the action is reached.
    @Test func aRoomIsSwitchedAsItIsThen() async throws {
        let home = try await Home()
        let room = try await home.test.hub.createRoom(name: "Hall", in: home.test.structureID, as: owner).room
        let all = Hearth_V1_AutomationNode(
            id: 3,
            kind: .action(.init(trait: .init(traitID: 6, group: .init(of: .roomID(room.id))), commandID: 1)))
        let rule = try await home.create([Home.manual(2), all])
        expect(rule.issues.map(\.kind), equals: ["emptyGroup"])
        _ = try await home.test.hub.updateDevice("lamp-2", roomID: room.id, as: owner)
        _ = try await home.automations.executeAutomation(.init(automationID: rule.id))
        try await until { try home.isOn("lamp-2") }
        try expect(!home.isOn("lamp-1"))
        try await until { try await home.runs(of: rule.id).runs.first?.end != nil }
        let run = try require(try await home.runs(of: rule.id).runs.first)
        let devices = run.steps.compactMap { step -> String? in
            if case .action(let action)? = step.what { action.target?.deviceID } else { nil }
        }
        expect(devices, equals: ["lamp-2"])
    }

    /// A lamp that the run has switched on is switched off again.
    @Test func changesOfARunAreRestored() async throws {
        let home = try await Home()
        let rule = try await home.create([
            Home.manual(2), Home.command(3, Self.lamp1, 1), Home.delay(4, .seconds(60)),
            .init(id: 5, kind: .restoration(.init())),
        ])
        _ = try await home.automations.executeAutomation(.init(automationID: rule.id))
        // The lamp is on before the run knows it.
        try await until { try await home.runs(of: rule.id).runs.first?.steps.count == 2 }
        await home.test.clock.advance(by: .seconds(61))
        try await until { try !home.isOn("lamp-1") }
        try await until { try await home.runs(of: rule.id).runs.first?.end?.reason == .finished }
    }

    /// A change found when a device is back counts only after a short outage.
    @Test(arguments: [(600, 1), (10_800, 0)]) func changeFoundAfterAShortOutageStartsARun(_ outage: Int64, _ count: Int)
        async throws
    {
        let home = try await Home()
        let rule = try await home.create(Self.follow)
        home.provider.reportConnectivity(of: "lamp-1", isOnline: false)
        await home.test.clock.advance(by: .seconds(outage))
        let key = DeviceChange.TraitKey(endpoint: Self.lamp1.target.endpoint, traitID: Self.lamp1.traitID)
        home.provider.report(
            DeviceChange(
                deviceID: "lamp-1", attributes: [key: [0: .bool(true)]],
                connectivity: SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer),
                cause: .device))
        if count == 1 { try await until { try await home.runs(of: rule.id).runs.count == 1 } }
        let told = try await home.runs(of: rule.id)
        expect(told.runs.count, equals: count)
        let late = told.nonStarts.first?.last
        expect(late?.reason, equals: (count == 0 ? .late : nil))
        expect(late?.after?.duration, equals: (count == 0 ? .seconds(outage) : nil))
    }

    /// Parts of a newer version are kept and never run.
    @Test func partsOfANewerVersionAreKept() async throws {
        let home = try await Home()
        // A node of a kind with the number 99.
        let bytes: [UInt8] = [0x08, 0x05, 0x9A, 0x06, 0x00]
        let newer = try Hearth_V1_AutomationNode(serialized: bytes.span.bytes)
        let rule = try await home.create([Home.manual(2), newer, Home.command(3, Self.lamp1, 1)])
        let renamed = try await home.automations.updateAutomation(.init(automationID: rule.id, name: "Other"))
        expect(renamed.automation?.program, equals: rule.program)
        expect(rule.program?.graph?.serialized().contains(0x9A), equals: true)
        await expect(refused: .failedPrecondition) {
            _ = try await home.automations.executeAutomation(.init(automationID: rule.id))
        }
    }
}
