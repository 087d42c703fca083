internal import Foundation
internal import HearthMessage
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Automations as apps see them, on a hub in this process.
@Suite(.timeLimit(.minutes(5))) struct HomeAutomationTests {
    private struct House {
        let app: AutomationHouse
        let structure: Structure
        let ceiling: HomeDevice
        let lamp: HomeDevice

        static func start() async throws -> House {
            let app = try await AutomationHouse.start()
            return House(
                app: app, structure: app.structure, ceiling: try await app.device("ceiling"),
                lamp: try await app.device("bedroom-lamp"))
        }

        /// The lamp goes off with the ceiling light, or by hand.
        var follower: any DraftAutomation {
            automation(name: "Follower", description: "The lamp goes off as well.") {
                select {
                    sequential {
                        let light = starter(ceiling, OnOffLightDeviceType.self, Matter.OnOffTrait.self)
                        light
                        condition { light.onOff.equals(false) }
                    }
                    manualStarter()
                }
                action(lamp, DimmableLightDeviceType.self) { Matter.OnOffTrait.off() }
            }
        }

        func isOn(_ device: HomeDevice) async -> Bool? {
            await device.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait?.onOff
        }
    }

    @Test func aSavedAutomationIsListedRunByHandAndRemoved() async throws {
        let house = try await House.start()
        let saved = try await house.structure.createAutomation(house.follower)
        expect(
            (saved.name, saved.isActive, saved.isValid, saved.manuallyExecutable, saved.compatibleWithSdk),
            are: ("Follower", true, true, true, true))
        expect((saved.validationIssues.isEmpty, saved.structureID), are: (true, house.structure.id))
        let listed = try await house.structure.listAutomations()
        expect(listed.map(\.id), equals: [saved.id])
        await expect(house.isOn(house.lamp), equals: true)
        try await saved.execute()
        for try await lamp in house.lamp.types.subscribe(DimmableLightDeviceType.self).values
        where lamp.matterTraits.onOffTrait?.onOff == false { break }
        for try await automations in house.structure.automations().batched().values
        where automations.first?.executionCount == 1 { break }
        var runs: [AutomationRun] = []
        while runs.first?.end == nil { runs = try await (saved as? HomeAutomation)?.runs() ?? [] }
        expect((runs.map(\.end), runs.first?.chain), are: ([.finished], [saved.id]))
        try await saved.stop()
        try await house.structure.deleteAutomation(saved)
        try await expect(house.structure.listAutomations().isEmpty)
        await expect(failure { try await saved.execute() }?.code, equals: .notFound)
        await house.app.stop()
    }

    @Test("The cause of an app's edit of an automation has a request ID of its own")
    func editOfAnAutomationNamesItsRequest() async throws {
        let house = try await House.start()
        let changes = Recorder(house.app.home.changes())
        let saved = try await house.structure.createAutomation(house.follower)
        let change = await changes.first { change in
            guard case .report(let report) = change else { return false }
            return report.objectChanges.contains { $0.id == saved.id }
        }
        guard case .report(let report)? = change, case .client(let client, let request)? = report.cause else {
            Issue.record("\(change as Any)")
            return
        }
        expect([client, String(request.prefix(6))], equals: [house.app.home.clientID, "model-"])
        expect(!HomeModel(house.structure.reference.connection).isOwn(.client(client)))
        await house.app.stop()
    }

    @Test func theGraphReadsAsItWasWritten() async throws {
        let house = try await House.start()
        let draft = house.follower
        let saved = try await house.structure.createAutomation(draft)
        let written = try require(draft.automationGraph)
        let read = try require(saved.automationGraph)
        expect(read.isEqual(to: written))
        let select = try require(read.nodes.first as? SelectFlow)
        let way = try require(select.nodes.first as? SequentialFlow)
        let starter = try require(way.nodes.first as? AttributeStarter)
        expect((starter.entity as? HomeDevice)?.name, equals: "Ceiling light")
        expect(String(describing: starter.trait), equals: "OnOffTrait")
        expect(starter.deviceType == OnOffLightDeviceType.self)
        let condition = try require(way.nodes.last as? Condition)
        let equals = try require(condition.expression as? Equals)
        expect("\((equals.operand1 as? FieldSelect)?.selected ?? [])", equals: "[onOff]")
        expect("\(try require(equals.operand2 as? Constant).value)", equals: "false")
        let action = try require(read.nodes.last as? Action)
        expect("\(try require(action.behavior as? AutomationCommand).command)", equals: "Off")
        await house.app.stop()
    }

    @Test func aRenameKeepsWhatThisVersionDoesNotKnow() async throws {
        let house = try await House.start()
        // A newer app has saved it: a node of an unknown kind, and unknown fields in a node and in the program.
        var program = house.follower.program()
        let unknown: [UInt8] = [8, 40, 0xFA, 0x3E, 2, 1, 2]
        let newer = try Hearth_V1_AutomationNode(serialized: unknown.span.bytes)
        guard case .sequential(var flow)? = program.graph?.kind else { return expect(false, "\(program)") }
        flow.nodes.append(newer)
        program.graph?.kind = .sequential(flow)
        var bytes = program.serialized()
        bytes += [0xF8, 0x3E, 7]
        program = try Hearth_V1_AutomationProgram(serialized: bytes.span.bytes)
        let made = try await HomeModel(house.structure.reference.connection).createAutomation(
            in: house.structure.id, name: "Newer", description: "", isActive: true, program: program)
        let saved = try require(try await house.structure.listAutomations().first)
        expect((saved.id, saved.compatibleWithSdk), are: (made.id, false))
        expect(saved.automationGraph?.nodes.last is UnknownNode)

        // As apps change an automation: the nodes go back unchanged, in a flow of their own.
        let draft = automation(
            id: saved.id, structureID: saved.structureID, name: "Renamed", description: "By an older app"
        ) {
            saved.automationGraph?.nodes ?? []
        }
        let changed = try await saved.update {
            $0.name = draft.name
            $0.description = draft.description
            $0.isActive = false
            $0.automationGraph = draft.automationGraph
        }
        expect((changed.name, changed.isActive), are: ("Renamed", false))
        let after = try require((changed as? HomeAutomation)?.program)
        expect(after.unknownFields, equals: program.unknownFields)
        guard case .sequential(let kept)? = after.graph?.kind else { return expect(false, "\(after)") }
        expect(kept.nodes, equals: flow.nodes)
        await house.app.stop()
    }

    @Test func changesOfNameAndActivityLeaveTheProgramAlone() async throws {
        let house = try await House.start()
        let saved = try await house.structure.createAutomation(house.follower)
        let changed = try await saved.update { $0.isActive = false }
        expect((changed as? HomeAutomation)?.programRevision, equals: (saved as? HomeAutomation)?.programRevision)
        let limited = try await changed.update {
            $0.maxExecutionCount = 1
            $0.settings.mode = .queued
        }
        expect((limited.maxExecutionCount, (limited as? HomeAutomation)?.settings.mode), are: (1, .queued))
        expect(limited.automationGraph?.isEqual(to: try require(saved.automationGraph)), equals: true)
        await house.app.stop()
    }

    @Test func anUpdateOfWhatAnotherProgramHasSavedSinceIsRefused() async throws {
        let house = try await House.start()
        _ = try await house.structure.createAutomation(house.follower)
        let other = try await Home.connect(over: house.app.fixture.client)
        let mine = try require(try await house.structure.listAutomations().first)
        let structure = try require(try await other.structures().list().first)
        let theirs = try require(try await structure.listAutomations().first)
        let saved = try await theirs.update { $0.settings.mode = .restart }

        let changes: [(MutableAutomationData) -> Void] = [
            { $0.settings.maxExecutionCount = 3 },
            {
                $0.settings.mode = .queued
                $0.name = "Mine"
            },
        ]
        for change in changes {
            let error = await failure { try await mine.update(change) }
            expect(error?.code, equals: .aborted)
            expect(
                error?.message,
                equals: "\"Follower\" has program revision 2 by now, and the request is based on 1; read the "
                    + "automation again, and repeat the change on it")
        }
        let present = try require(try await structure.listAutomations().first as? HomeAutomation)
        expect(present == saved as? HomeAutomation)

        // As the error's text advises.
        for try await automations in house.structure.automations().batched().values
        where automations.first?.settings.mode == .restart { break }
        let read = try require(try await house.structure.listAutomations().first)
        let changed = try await read.update { $0.settings.maxExecutionCount = 3 }
        expect((changed as? HomeAutomation)?.settings, equals: AutomationSettings(mode: .restart, maxExecutionCount: 3))
        await other.disconnect()
        await house.app.stop()
    }

    /// Switching an automation does not depend on its graph.
    @Test func switchNeedsNoPresentRevision() async throws {
        let house = try await House.start()
        _ = try await house.structure.createAutomation(house.follower)
        let old = try require(try await house.structure.listAutomations().first)
        let saved = try require(try await old.update { $0.settings.mode = .restart } as? HomeAutomation)
        let switched = try require(
            try await old.update {
                $0.isActive = false
                $0.name = "Mine"
            } as? HomeAutomation)
        expect([switched.isActive, switched.name == "Mine"], equals: [false, true])
        expect((switched.programRevision, switched.settings.mode), are: (saved.programRevision, .restart))
        // Nor does a graph depend on a name or a switch that was changed since.
        let limited = try await saved.update { $0.settings.maxExecutionCount = 2 }
        expect((limited.name, limited.isActive), are: ("Mine", false))
        await house.app.stop()
    }

    /// Sequences in a sequence keep their places, and run one after the other.
    @Test func sequencesInSequencesAreNestedAndRunInOrder() async throws {
        let house = try await House.start()
        func level(_ level: UInt8) -> any Node {
            action(house.lamp, DimmableLightDeviceType.self) {
                Matter.LevelControlTrait.moveToLevel(
                    level: level, transitionTime: nil, optionsMask: [], optionsOverride: [])
            }
        }
        let saved = try await house.structure.createAutomation(
            automation(name: "In steps") {
                manualStarter()
                sequential {
                    level(1)
                    sequential {
                        level(2)
                        sequential { level(3) }
                        level(4)
                    }
                    level(5)
                }
                level(6)
            })
        let kept = try require(try await house.structure.listAutomations().first as? HomeAutomation)
        let graph = try require(kept.program.graph)
        expect(outline(graph), equals: "(manual (1 (2 (3) 4) 5) 6)")
        expect(kept.automationGraph?.isEqual(to: try require(saved.automationGraph)), equals: true)

        try await saved.execute()
        let model = HomeModel(house.structure.reference.connection)
        var run: Hearth_V1_AutomationRun?
        while run?.end == nil { run = try await model.runs(of: saved.id).runs.first }
        let sent = (run?.steps ?? []).compactMap { step -> Hearth_V1_Value? in
            guard case .action(let action)? = step.what else { return nil }
            return action.arguments.first { $0.id == 0 }?.value
        }
        expect(sent, equals: (1...6).map { Hearth_V1_Value(value: .unsigned($0)) })
        await house.app.stop()
    }

    /// The sequences of a graph in parentheses, and the levels that are set in them.
    private func outline(_ node: Hearth_V1_AutomationNode) -> String {
        switch node.kind {
        case .sequential(let flow)?: "(\(flow.nodes.map { outline($0) }.joined(separator: " ")))"
        case .manualStarter?: "manual"
        case .action(let action)?:
            if case .constant(let level)? = action.arguments.first(where: { $0.id == 0 })?.value?.kind,
                case .unsigned(let number)? = level.value
            {
                "\(number)"
            } else {
                "?"
            }
        default: "?"
        }
    }

    @Test func brokenGraphIsRefusedAndMissingDeviceIsAnIssue() async throws {
        let house = try await House.start()
        let error = await failure {
            try await house.structure.createAutomation(
                automation(name: "Nothing starts it") {
                    action(house.lamp, DimmableLightDeviceType.self) { Matter.OnOffTrait.off() }
                })
        }
        expect(error?.code, equals: .invalidArgument)
        let saved = try await house.structure.createAutomation(house.follower)
        expect(saved.isValid)
        try await house.app.fixture.removeDevice("bedroom-lamp")
        for try await automations in house.structure.automations().batched().values
        where automations.first?.isValid == false { break }
        let broken = try require(try await house.structure.listAutomations().first)
        expect(broken.validationIssues.map(\.issueType), equals: [.invalidEntity])
        expect(broken.validationIssues.first?.node is Action)
        expect(broken.validationIssues.first?.severity, equals: .error)
        await house.app.stop()
    }
}
