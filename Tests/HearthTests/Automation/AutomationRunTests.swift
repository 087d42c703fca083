internal import HearthMessage
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Texts, runs and dry runs of automations, as apps see them on a hub in this process.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct AutomationRunTests {
    private static let text = """
        automation: "By Hand"

        steps:
          when started by hand
          "Bedroom lamp" OnOff.off

        """

    private func parsed(_ text: String, in structure: Structure) async throws -> ParsedAutomation {
        let read = try await structure.parseAutomations(text)
        expect(read.issues, equals: [])
        return try require(read.automations.first)
    }

    /// A house, its lamp, and the text as a draft for it.
    private func byHand() async throws -> (AutomationHouse, lamp: HomeDevice, text: String, draft: ParsedAutomation) {
        let house = try await AutomationHouse.start()
        let lamp = try await house.device("bedroom-lamp")
        let text = Self.text.replacing("Bedroom lamp", with: lamp.name)
        return (house, lamp, text, try await parsed(text, in: house.structure))
    }

    @Test func textBecomesAnAutomationAndTextAgain() async throws {
        let (house, lamp, _, draft) = try await byHand()
        let action = try require(draft.automationGraph?.nodes.last as? Action)
        let number = try require(action.number)
        expect((draft.lines[number], action.target), are: (5, .part(TraitTarget(deviceID: lamp.id, endpoint: 1))))
        try await expect(house.structure.validateAutomation(draft).isEmpty)
        let saved = try require(try await house.structure.createAutomation(draft) as? HomeAutomation)
        expect(saved.objectIDs, equals: [lamp.id])
        let written = try await house.structure.formatAutomation(saved)
        let again = try await parsed(written.text, in: house.structure)
        try expect(require(again.automationGraph).isEqual(to: try require(saved.automationGraph)))
        let lines = written.text.split(separator: "\n", omittingEmptySubsequences: false)
        expect(written.places[number].map { lines.dropFirst($0.line - 1).first?.hasSuffix("OnOff.off") }, equals: true)
    }

    /// The texts number their nodes alike, and both name the lamp.
    @Test func draftMayHaveNodesOfSeveralTexts() async throws {
        let (house, lamp, text, off) = try await byHand()
        let condition = "  read \"\(lamp.name)\" OnOff\n  only if \"\(lamp.name)\" OnOff.onOff = true\n"
        let on = try await parsed(
            text.replacing("  \"\(lamp.name)\" OnOff.off", with: condition + "  \"\(lamp.name)\" OnOff.on"),
            in: house.structure)
        expect(off.debugDescription, equals: "ParsedAutomation(\"By Hand\")")

        let first = try require(off.automationGraph)
        let second = try require(on.automationGraph)
        expect(off.automationGraph?.nodes.map(\.id), equals: first.nodes.map(\.id))
        expect(Set((first.nodes + second.nodes).map(\.id)).count, equals: first.nodes.count + second.nodes.count)
        let both = automation(name: "Both") {
            for node in first.nodes { node }
            for node in second.nodes where !(node is ManualStarter) { node }
        }
        let saved = try await house.structure.createAutomation(both)
        expect(saved.isValid)
        let nodes = try require(saved.automationGraph).nodes
        expect(nodes.count, equals: first.nodes.count + second.nodes.count - 1)
        expect(Set(nodes.map(\.number)).count, equals: nodes.count)
        // The nodes of the first text keep their numbers.
        expect(nodes.prefix(first.nodes.count).map(\.number), equals: first.nodes.map(\.number))
        let commands = nodes.compactMap { (($0 as? Action)?.behavior as? AutomationCommand)?.command.id }
        expect(commands, equals: [0, 1])
    }

    @Test("Equal unknown nodes of two texts get different numbers and keep their fields")
    func unknownNodesOfSeveralTextsGetOwnNumbers() throws {
        // Number 40, and a field of a newer version.
        let bytes: [UInt8] = [8, 40, 0xFA, 0x3E, 2, 1, 2]
        let message = try Hearth_V1_AutomationNode(serialized: bytes.span.bytes)
        let nodes = ["first", "second"].map { UnknownNode(NodeIdentity(message, of: $0)) }
        guard case .sequential(let flow)? = ProgramWriter.graph(SequentialFlow(nodes)).kind else {
            Issue.record("the graph is no sequence")
            return
        }
        expect((flow.nodes.count, flow.nodes.first), are: (2, message))
        let second = try require(flow.nodes.last)
        expect((second.id != 40, second.unknownFields), are: (true, message.unknownFields))
        expect(nodes[0].isEqual(to: nodes[1]))
    }

    @Test func unknownNameIsAnIssueUntilItIsMapped() async throws {
        let house = try await AutomationHouse.start()
        let lamp = try await house.device("bedroom-lamp")
        let text = Self.text.replacing("Bedroom lamp", with: "Nightlight")
        let issue = try require(try await house.structure.parseAutomations(text).issues.first)
        expect([issue.line, issue.column], equals: [5, 3])
        expect(issue.openName?.name, equals: "Nightlight")
        expectNil(issue.openName?.objectID)
        let mapped = try await house.structure.parseAutomations(
            text, mappings: [AutomationTextMapping(name: "Nightlight", meaning: lamp.name)])
        expect(mapped.issues, equals: [])
    }

    @Test func draftReplacesAnAutomationAsAWhole() async throws {
        let (house, _, text, draft) = try await byHand()
        let saved = try require(try await house.structure.createAutomation(draft) as? HomeAutomation)
        let other = try await parsed(
            text.replacing("By Hand\"", with: "Sleep\"\nscene: sleep"), in: house.structure)
        let replaced = try await saved.replace(with: other)
        expect([replaced.name, replaced.id], equals: ["Sleep", saved.id])
        expect(replaced.settings, equals: AutomationSettings(scene: .sleep))
        // The same program again is saved again, with the rights of the person who saves it.
        try await expect(replaced.replace(with: other).revision, equals: replaced.revision + 1)
    }

    @Test func runNamesItsTriggerAndTheResultsOfItsNodes() async throws {
        let (house, _, _, draft) = try await byHand()
        let saved = try require(try await house.structure.createAutomation(draft) as? HomeAutomation)
        let id = try await saved.execute()
        var run: AutomationRun?
        while run?.end == nil { run = try await saved.runs().first }
        let nodes = try require(saved.automationGraph?.nodesByNumber)
        expect((run?.id, run?.revision), are: (id, saved.revision))
        expect((run?.trigger?.kind, run?.trigger?.starter.map { nodes[$0] is ManualStarter }), are: (.request, true))
        let step = try require(run?.steps.last)
        expect(nodes[step.node] is Action)
        guard case .action(let result) = step.result else { return expect(false, "\(step)") }
        expect(result.outcome, equals: .done)
        expectNil(result.trait)
        try await expect((saved.missedStarts(), saved.stop()), are: ([], 0))
    }

    @Test func dryRunEndsWithASummary() async throws {
        let (house, _, _, draft) = try await byHand()
        let saved = try await house.structure.createAutomation(draft)
        for automation in [draft, saved] as [any DraftAutomation] {
            var summaries: [Int] = []
            for try await part in try house.structure.dryRunAutomation(automation) {
                if case .summary(let summary) = part { summaries.append(summary.runs) }
            }
            expect(summaries, equals: [0])
        }
    }
}
