internal import HearthAutomation
internal import HearthAutomationText
internal import HearthMessage
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthWire

/// Programs as texts, with their parts of a newer version.
struct AutomationTextsTests {
    private let names = AutomationNames(
        structureID: "home", objects: [(.init(.device, "lamp"), "Lamp")], traits: [])
    private let action = Hearth_V1_AutomationNode(
        id: 3,
        kind: .action(.init(trait: .init(target: .init(deviceID: "lamp", endpoint: 1), traitID: 6), commandID: 1)))

    /// Field 99 with the text "new".
    private let newer: [UInt8] = [0x9A, 0x06, 3, 0x6E, 0x65, 0x77]

    private func sequence(_ nodes: [Hearth_V1_AutomationNode]) -> Hearth_V1_AutomationNode {
        .init(id: 1, kind: .sequential(.init(nodes: nodes)))
    }

    /// A program after its text was edited and read.
    private func through(
        _ program: Hearth_V1_AutomationProgram, _ edit: (String) -> String = { $0 }
    ) throws -> Hearth_V1_AutomationProgram {
        let text = edit(AutomationText(name: "x", description: "", isActive: true, program).text(names))
        return try require(try ReadAutomation.all(in: text, names).first).text.program()
    }

    @Test func aProgramComesBackWhole() throws {
        let program = Hearth_V1_AutomationProgram(
            graph: sequence([.init(id: 2, kind: .manualStarter(.init())), action]), mode: .queued, maxRuns: 3,
            maxExecutions: 9, catchUp: .init(seconds: 60), allowsSensitiveActions: true, scene: .sleep)
        try expect(through(program), equals: program)
        try expect(through(.init()).graph, equals: .init(kind: .sequential(.init())))
    }

    @Test func aNodeOfNoKindStaysOneBesideOthersThatAreNewer() throws {
        let unheard = [8, 4] + newer
        let newNode = try Hearth_V1_AutomationNode(serialized: unheard.span.bytes)
        let nodes = [.init(id: 2), newNode, sequence([.init(id: 5)]), action]
        let program = Hearth_V1_AutomationProgram(graph: sequence(nodes))
        let back = try through(program)
        guard case .sequential(let flow)? = back.graph?.kind, case .sequential(let inner)? = flow.nodes[2].kind else {
            Issue.record("no sequence: \(back)")
            return
        }
        expect(flow.nodes[0].kind == nil && flow.nodes[0].unknownFields.isEmpty)
        expect(flow.nodes[1].unknownFields, equals: newNode.unknownFields)
        expect(inner.nodes.map(\.kind) == [nil] && flow.nodes[3].kind == action.kind)
    }

    @Test func newerPartsAreKeptEverywhere() throws {
        let longer = action.serialized() + newer
        var known = try Hearth_V1_AutomationNode(serialized: longer.span.bytes)
        expect(!known.unknownFields.isEmpty)
        let unheard = [8, 4] + newer
        let newNode = try Hearth_V1_AutomationNode(serialized: unheard.span.bytes)
        var trait = try Hearth_V1_AutomationTrait(serialized: newer.span.bytes)
        trait.target = .init(deviceID: "lamp", endpoint: 1)
        let inside = Hearth_V1_AutomationNode(id: 5, kind: .stateReader(trait))
        known.id = 6
        var program = try Hearth_V1_AutomationProgram(serialized: newer.span.bytes)
        program.graph = sequence([newNode, action, inside, sequence([known])])
        let text = AutomationText(name: "x", description: "", isActive: true, program).text(names)
        expect(text.split(separator: "\n").count { $0.contains("kept") }, equals: 4)
        try expect(through(program), equals: program)
        // An edit beside it does not change it.
        let edited = try through(program) { $0.replacing("6.1", with: "6.0") }
        guard case .sequential(let flow)? = edited.graph?.kind, case .action(let action)? = flow.nodes[1].kind else {
            Issue.record("no sequence of actions: \(edited)")
            return
        }
        expect(action.commandID, equals: 0)
        expect(flow.nodes[0] == newNode && flow.nodes[2] == inside && edited.unknownFields == program.unknownFields)
    }

    /// Different encodings of equal messages need not be kept as bytes.
    @Test func equivalentEncodingsCanBeEdited() throws {
        var action = Hearth_V1_AutomationAction(
            trait: .init(target: .init(deviceID: "lamp", endpoint: 1), traitID: 8), commandID: 0,
            arguments: [
                .init(id: 1, value: .init(kind: .variable("b"))), .init(id: 0, value: .init(kind: .variable("a"))),
            ])
        action.retryDelay = .init(seconds: 5)
        let nodes: [Hearth_V1_AutomationNode] = [
            .init(id: 2, kind: .action(action)),
            .init(id: 3, kind: .condition(.init(expression: .init(kind: .variable("a")), hold: .init()))),
            .init(id: 4, kind: .wait(.init(expression: .init(kind: .variable("a"))))),
        ]
        let program = Hearth_V1_AutomationProgram(graph: sequence(nodes))
        let text = AutomationText(name: "x", description: "", isActive: true, program).text(names)
        expect(!text.contains("kept"), "\(text)")
        let again = try through(program)
        expect(AutomationGraph(again.graph), equals: AutomationGraph(program.graph))
    }

    @Test func damagedBytesAreRefused() throws {
        let text = "automation: \"x\"\nsteps:\n  kept ff\n"
        let read = try require(try ReadAutomation.all(in: text, names).first)
        expect(throws: HomeError.self) { try read.text.program() }
    }
}
