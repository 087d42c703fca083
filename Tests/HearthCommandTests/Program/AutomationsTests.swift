internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Automations of a whole hub: the output of its commands, and a crash during a run.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct AutomationsTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    private func client(_ hub: HubUnderTest) throws -> RPCClient {
        RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
    }

    /// "By hand: the lamp turns on, and after a time off."
    private func create(_ name: String, delay: Int64, _ client: RPCClient) async throws -> Hearth_V1_Automation {
        let home = try await Hearth_V1_HomeClient(client).list(Hearth_V1_ListRequest())
        let lamp = try require(home.devices.first { $0.name == "Floor Lamp" })
        let trait = Hearth_V1_AutomationTrait(target: .init(deviceID: lamp.id, endpoint: 1), traitID: 6)
        func command(_ id: UInt32, _ command: UInt32) -> Hearth_V1_AutomationNode {
            .init(id: id, kind: .action(.init(trait: trait, commandID: command)))
        }
        let graph = Hearth_V1_AutomationNode(
            id: 1,
            kind: .sequential(
                .init(nodes: [
                    .init(id: 2, kind: .manualStarter(.init())), command(3, 1),
                    .init(id: 4, kind: .delay(.init(seconds: delay))), command(5, 0),
                ])))
        let request = Hearth_V1_CreateAutomationRequest(
            structureID: lamp.structureID, name: name, program: .init(graph: graph))
        return try require(try await Hearth_V1_AutomationClient(client).createAutomation(request).automation)
    }

    private func done(_ words: String..., says output: String) async throws {
        let outcome = try await HearthProgram.run(words + ["--hub", hub.address])
        expect(outcome.status, equals: 0, "\(words): \(outcome.error)")
        expect(outcome.error, equals: "", "\(words): \(outcome.error)")
        expect(outcome.output, equals: output + "\n", "\(words)")
    }

    private func refused(_ words: String..., says message: String) async throws {
        let outcome = try await HearthProgram.run(words + ["--hub", hub.address])
        expect(outcome.status, equals: 1, "\(words)")
        expect(outcome.output, equals: "", "\(words)")
        expect(outcome.error.contains(message), "\(words): \(outcome.error)")
    }

    /// Removes the automations of a new demo home.
    private func removeAll(_ client: RPCClient) async throws {
        let automations = Hearth_V1_AutomationClient(client)
        let structure = try require(try await Hearth_V1_HomeClient(client).list(.init()).structures.first).id
        for automation in try await automations.listAutomations(.init(structureID: structure)).automations {
            _ = try await automations.deleteAutomation(.init(automationID: automation.id))
        }
    }

    /// They are active and have no issues; removed ones do not come back.
    @Test func aNewDemoHomeHasFiveAutomations() async throws {
        let client = try client(hub)
        let structure = try require(try await Hearth_V1_HomeClient(client).list(.init()).structures.first).id
        let all = try await Hearth_V1_AutomationClient(client).listAutomations(.init(structureID: structure))
            .automations
        expect(all.count, equals: 5, "\(all.map(\.issues))")
        expect(all.allSatisfy { $0.isActive && $0.issues.isEmpty }, "\(all.map(\.issues))")
        try await removeAll(client)
        await client.close()
        await hub.stop()
        let second = try await HubUnderTest(store: folder.file("home.db"))
        try await expect(second.run("automations").output, equals: "There are no automations.\n")
        await second.stop()
    }

    @Test func forgottenPresenceNamesItsPerson() async throws {
        let client = try client(hub)
        let structure = try require(try await Hearth_V1_HomeClient(client).list(.init()).structures.first).id
        let people = try await Hearth_V1_PeopleClient(client).listPeople(.init(structureID: structure)).people
        let person = try require(people.first).id
        try await done("presence", "home", says: "You are at home in Home")
        try await done("presence", "forget", "--json", says: "{\"person\":\"\(person)\",\"presence\":\"forget\"}")
        await client.close()
    }

    /// As a person does it: show, export, edit, import, trace.
    @Test func automationsAreEditedAsTextsAndTraced() async throws {
        let client = try client(hub)
        try await removeAll(client)
        _ = try await create("Good Night", delay: 60, client)
        let file = folder.file("home.txt")
        try await done("automations", "export", "--file", file, says: "1 automation is in \(file)")
        var text = try String(contentsOfFile: file, encoding: .utf8)
        expect(text.contains("steps:\n  when started by hand\n  \"Floor Lamp\" OnOff.on\n  wait 1 min\n"))
        let shown = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("# revision 1 of ")
        }
        try await done("automations", "show", "good", says: String(shown.joined(separator: "\n").dropLast()))
        try await done(
            "scenes", "--json",
            says: #"[{"id":"\#(try await id("Good Night", client))","name":"Good Night","#
                + #""structure":"Home","kind":"by hand"}]"#)

        try await refused(
            "automations", "import", file, says: "there is already an automation \"Good Night\"; --replace")
        text = text.replacing("  wait 1 min\n", with: "  wait 20 ms\n")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let replaced = try await hub.run("automations", "import", file, "--replace").output
        expect(replaced.hasPrefix("Good Night is replaced\n"))
        // The file has the new revision, so that it can be imported again.
        text = try String(contentsOfFile: file, encoding: .utf8)
        expect(text.contains("\n# revision 2 of "))
        try await expect(hub.run("automations", "import", file, "--replace").output, equals: replaced)
        try await expect(hub.run("automations", "show", "good").output.contains("  wait 20 ms\n"))

        try text.replacing("\"Good Night\"", with: "\"Other\"").replacing("device ", with: "device not-")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try await refused("automations", "import", file, says: "--map \"Floor Lamp=Floor Lamp\"")
        let mapped = try await hub.run("automations", "import", file, "--map", "Floor Lamp=Floor Lamp").output
        expect(mapped.hasPrefix("Other is added\n"))

        try await refused("automations", "trace", "Good Night", says: "Good Night has not run yet")
        _ = try await hub.run("scenes", "run", "good night")
        var trace = ""
        while !trace.contains("all was done") { trace = try await hub.run("automations", "trace", "Good Night").output }
        expect((trace.hasPrefix("Good Night, run 1, began at "), trace.contains(" wait 20 ms\n")), are: (true, true))
        expect(trace.contains("\"Floor Lamp\" OnOff.off\n│          done\n"))
        try await refused("automations", "trace", "Good Night", "--run", "77", says: "has no run 77; the last are 1")
        await client.close()
    }

    /// An import that reaches the structure's limit, and the same text from the standard input.
    @Test func importFromInputSaysWhatHappened() async throws {
        let client = try client(hub)
        try await removeAll(client)
        let first = try await create("A", delay: 60, client)
        let structure = try require(try await Hearth_V1_HomeClient(client).list(.init()).structures.first).id
        let automations = Hearth_V1_AutomationClient(client)
        func text(_ names: String...) -> String {
            names.map { "automation: \"\($0)\"\nsteps:\n  when started by hand\n  wait 1 min\n" }.joined(
                separator: "\n")
        }
        func imported(_ text: String, _ more: String...) async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(
                ["automations", "import", "/dev/stdin", "--hub", hub.address] + more, input: text)
        }
        let added = try await imported(text("B"))
        expect((added.output, added.error, added.status), are: ("B is added\n", "", 0))
        // The text of an export has its revision, which can't be written back to the standard input.
        let exported = text("A").replacing("steps:", with: "# revision 1 of \(first.id)\nsteps:")
        let replaced = try await imported(exported, "--replace")
        expect((replaced.output.hasPrefix("A is replaced\n"), replaced.status), are: (true, 0))
        let line = "# revision 1 of \(first.id)"
        expect(
            replaced.error,
            equals: "/dev/stdin could not be changed; for the next import, replace its line \"\(line)\" with "
                + "\"\(line.replacing("1 of", with: "2 of"))\"\n")

        let program = Hearth_V1_AutomationProgram(graph: try require(first.program?.graph))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<996 {
                group.addTask {
                    _ = try await automations.createAutomation(
                        .init(structureID: structure, name: "Rule \(number)", program: program))
                }
            }
            try await group.waitForAll()
        }
        let ended = try await imported(text("C", "D", "E", "F"))
        expect(ended.output, equals: "C is added\nD is added\n")
        expect(
            ended.error.hasPrefix("hearth: E: the structure has 1000 automations, the most it may have; delete one; ")
                && ended.error.hasSuffix(#"; imported before: "C", "D"; not imported: "E", "F""# + "\n"),
            "\(ended.error)")
        expect(ended.status, equals: 2)
        let names = try await automations.listAutomations(.init(structureID: structure)).automations.map(\.name)
        expect(names.filter { !$0.hasPrefix("Rule") }, equals: ["A", "B", "C", "D"])
        await client.close()
    }

    private func id(_ name: String, _ client: RPCClient) async throws -> String {
        let home = try await Hearth_V1_HomeClient(client).list(Hearth_V1_ListRequest())
        let structure = try require(home.structures.first).id
        let all = try await Hearth_V1_AutomationClient(client).listAutomations(.init(structureID: structure))
        return try require(all.automations.first { $0.name == name }).id
    }

    /// "On motion: light on, wait, light off", and the hub is killed during the wait. On a busy machine the wait may have
    /// passed when the hub is up again: then the run ends at once.
    @Test func lightTurnsOffOnTimeDespiteAKilledHub() async throws {
        let first = try client(hub)
        let rule = try await create("Stairs", delay: 30, first)
        _ = try await Hearth_V1_AutomationClient(first).executeAutomation(.init(automationID: rule.id))
        var run: Hearth_V1_AutomationRun?
        while (run?.steps.count ?? 0) < 2 {
            run = try await Hearth_V1_AutomationClient(first).listRuns(.init(automationID: rule.id)).runs.first
        }
        // An edit is confirmed once it is stored, with all that changed before it.
        let home = Hearth_V1_HomeClient(first)
        let structure = try require(try await home.list(.init()).structures.first).id
        _ = try await home.createRoom(.init(structureID: structure, name: "Cellar"))
        await first.close()
        await hub.kill()
        expectNil(run?.end)
        let startedAt = run?.startedAt

        let again = try await HubUnderTest(store: folder.file("home.db"))
        let client = try client(again)
        let automations = Hearth_V1_AutomationClient(client)
        run = nil
        while run?.end == nil {
            run = try await automations.listRuns(.init(automationID: rule.id)).runs.first
            try await Task.sleep(for: .milliseconds(100))
        }
        expect((run?.startedAt, run?.end?.reason, run?.steps.last?.nodeID), are: (startedAt, .finished, 5))
        try await expect(automations.listRuns(.init(automationID: rule.id)).runs.count, equals: 1)
        let waited = (run?.end?.at?.secondsSince1970 ?? 0) - (run?.startedAt?.secondsSince1970 ?? 0)
        // Not before its time; how long after depends on the machine.
        expect(waited, isAtLeast: 30)
        print("a light that was to go off after 30 s went off after \(waited) s, with a kill in between")
        await client.close()
        again.program.send(SIGKILL)
    }
}
