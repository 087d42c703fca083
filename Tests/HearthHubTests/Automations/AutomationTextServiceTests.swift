internal import Foundation
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The hub writes and reads the text form of automations for its clients.
@Suite(.timeLimit(.minutes(5)))
struct AutomationTextServiceTests {
    /// Each kind of line in the hub's form.
    private static let seed = """
        automation: "Evening"
        description: "Lights \\"on\\""
        active: no
        mode: queued
        runs at once: 3
        runs in all: 9
        catch up: 1 min
        may unlock and open: yes
        scene: sleep

        uses:
          "Den" = room room-den
          "Door" = device lock
          "Lamp 1" = device lamp-1

        steps:
          any of:
            @7 when "Lamp 1" LevelControl changes caused by client, hub so that its currentLevel between 2 % and 250
            when "Door" DoorLock changes
            every time of "0 0 12 ? * MON"
            every sunday, monday at 7:05
            every monday, friday 30 min before sunset
            when started by hand
          @12 read "Lamp 1" LevelControl
          read home Time
          only if home Time.currentTime between 16:00 and 2:05 stays strictly true for 5 min
          only if (@7.currentLevel + 1 %) * 2 < 17 - -4 or not (@12.currentLevel = null and $x) stays true for 5 min
          not again within 1 h 30 min
          let $x = isOnline(@12.currentLevel)
          at the same time:
            "Lamp 1" OnOff.on or retry 3 times after 10 s
            all in room "Den" as OnOffLight OnOff.off or stop
            all in home as DimmableLight OnOff.off
          set "Lamp 1" LevelControl (onLevel: 8 %)
          if "Door" DoorLock.lockState != locked:
            nothing
          else if $x > 0.5:
            let $seen = wait at most 5 min until $x or:
              when "Door" DoorLock changes
            put back
          else: @40
            wait 1 min 30 s
            kept 082aa20603010203

        """

    private func seed(_ home: PeopleHome) -> String {
        Self.seed.replacing("room-den", with: home.den)
    }

    private func client(_ home: PeopleHome, _ principal: Principal = .owner) -> Hearth_V1_AutomationClient {
        Hearth_V1_AutomationClient(home.test.client(principal))
    }

    private func parse(
        _ text: String, _ home: PeopleHome, _ mappings: [Hearth_V1_AutomationTextMapping] = []
    ) async throws -> Hearth_V1_ParseAutomationsResponse {
        try await client(home).parseAutomations(.init(structureID: home.home, text: text, mappings: mappings))
    }

    private func format(
        _ automation: Hearth_V1_ParsedAutomation, _ home: PeopleHome
    ) async throws -> Hearth_V1_FormatAutomationResponse {
        try await client(home).formatAutomation(
            .init(
                structureID: home.home, name: automation.name, description: automation.description,
                isActive: automation.isActive, program: automation.program))
    }

    @Test func textRoundTripKeepsItsForm() async throws {
        let home = try await PeopleHome()
        let text = seed(home)
        let read = try await parse(text + "\n" + text, home)
        expect(read.issues, equals: [])
        expect(read.automations.count, equals: 2)
        for automation in read.automations {
            let written = try await format(automation, home).text
            expect(written, equals: text)
        }
    }

    @Test func nodesHaveTheirPlacesInTheText() async throws {
        let home = try await PeopleHome()
        let automation = try require(try await parse(seed(home), home).automations.first)
        let written = try await format(automation, home)
        let lines = written.text.split(separator: "\n", omittingEmptySubsequences: false)
        func said(_ id: UInt32) throws -> [String] {
            let node = try require(written.nodes.first { $0.nodeID == id })
            let own = lines[(Int(node.line) - 1)..<Int(node.lastLine)].map(String.init)
            return [String(own[0].dropFirst(Int(node.column) - 1))] + own.dropFirst()
        }
        try expect(said(12), equals: ["read \"Lamp 1\" LevelControl"])
        let chain = try require(
            written.nodes.first { lines[Int($0.line) - 1].hasPrefix("  if ") }, "no line of the if")
        try expect(said(chain.nodeID).first, equals: "if \"Door\" DoorLock.lockState != locked:")
        try expect(said(chain.nodeID).last, equals: "    kept 082aa20603010203")
        // A text that was read has the same lines, and those of implicit nodes as well.
        for node in written.nodes {
            expect(automation.nodes.contains { $0.nodeID == node.nodeID && $0.line == node.line }, "\(node)")
        }
    }

    @Test func namesThatAreNotClearAreAskedAbout() async throws {
        let home = try await PeopleHome()
        let text =
            "automation: \"x\"\nuses:\n  \"Lamp 3\" = device d9\nsteps:\n  \"Lamp 3\" OnOff.on\n  run \"Nigth\"\n"
        let read = try await parse(text, home)
        expect(read.issues.map(\.line) == [3, 6] && read.issues.map(\.column) == [3, 7])
        expect(read.issues.map(\.openName?.name), equals: ["Lamp 3", "Nigth"])
        expect(read.issues.map(\.openName?.objectID), equals: ["d9", ""])
        expect(read.issues.first?.openName?.choices.contains("Lamp 3"), equals: true)
        expect(read.issues.last?.message, equals: "there is no automation \"Nigth\"")
        guard case .sequential(let flow)? = read.automations.first?.program?.graph?.kind,
            case .action(let action)? = flow.nodes.first?.kind, case .execution(let execution)? = flow.nodes.last?.kind
        else {
            Issue.record("no action and no execution: \(read.automations)")
            return
        }
        expect(action.trait?.target?.deviceID, equals: "d9")
        expect(execution.automationID, equals: "")

        let made = try await client(home).createAutomation(
            .init(
                structureID: home.home, name: "Night",
                program: .init(graph: AutomationHome.sequence([AutomationHome.manual(2)]))))
        let clear = try await parse(
            text, home, [.init(name: "d9", meaning: "lamp-3"), .init(name: "Nigth", meaning: "night")])
        expect(clear.issues, equals: [])
        let written = try await format(try require(clear.automations.first), home).text
        expect(written.contains("\"Lamp 3\" = device lamp-3\n  \"Night\" = automation \(made.automation?.id ?? "?")"))
    }

    @Test(arguments: [
        ("", 1, 1, "the text is empty"),
        ("automation: \"x\"\nsteps:\n  \"Lamp 1\" OnOff.jump", 3, 22, "OnOff has no command \"jump\""),
        ("automation: \"x\"\nsteps:\n  wait 5", 3, 9, "unit"),
        ("automation: \"x\"\nsteps:\n\twait 5 min", 3, 2, "not with tabs"),
        ("automation: \"x\"\nsteps:\n  kept ffff", 1, 1, "was changed"),
        ("automation: \"é\u{301}\" x", 1, 17, ""),
    ])
    func mistakesHaveAPlace(text: String, line: UInt32, column: UInt32, words: String) async throws {
        let read = try await parse(text, try await PeopleHome())
        expect(read.automations, equals: [])
        expect(read.issues.count, equals: 1)
        let issue = try require(read.issues.first)
        expect(issue.line, equals: line, "\(issue)")
        expect(issue.column, equals: column, "\(issue)")
        expectNil(issue.openName, "\(issue)")
        expect(words.isEmpty ? !issue.message.isEmpty : issue.message.contains(words), "\(issue.message)")
    }

    /// However a text is damaged, the answer is readable and its places are in the text.
    @Test func damagedTextsHaveAnAnswer() async throws {
        let seed =
            ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
        print("damaged texts for a hub, HEARTH_SEED=\(seed)")
        var random = Dice(state: seed)
        let home = try await PeopleHome()
        let good = Array(self.seed(home).utf8)
        for round in 0..<300 {
            var bytes = good
            for _ in 0...random.below(3) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(200))], at: place)
                default: bytes.swapAt(place, random.below(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let read = try await parse(text, home)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
            expect(!read.automations.isEmpty || read.issues.count == 1, "round \(round), HEARTH_SEED=\(seed)")
            for issue in read.issues {
                expect((1...max(1, lines)).contains(Int(issue.line)), "round \(round), HEARTH_SEED=\(seed)")
                expect(issue.column, isAbove: 0, "round \(round), HEARTH_SEED=\(seed)")
                expect(!issue.message.isEmpty, "round \(round), HEARTH_SEED=\(seed)")
            }
            for automation in read.automations { _ = try await format(automation, home) }
        }
    }

    @Test func aTextHasItsLimits() async throws {
        let home = try await PeopleHome()
        let head = "automation: \"x\"\nsteps:\n"
        let most = head + String(repeating: "#", count: (1 << 20) - head.utf8.count)
        try await expect(parse(most, home).automations.count, equals: 1)
        await expect(refused: .invalidArgument, saying: "1048577 bytes") { try await parse(most + "#", home) }

        let many = try await parse(head + String(repeating: "  put back\n", count: 512), home)
        expect(many.issues.first?.line == 514 && many.automations == [])
        expect(many.issues.first?.message.contains("at most 512"), equals: true)
        func deep(_ levels: Int) -> String {
            head + (1...levels).map { String(repeating: " ", count: $0) + "in order:\n" }.joined()
        }
        try await expect(parse(deep(15), home).automations.count, equals: 1)
        try await expect(parse(deep(16), home).issues.first?.message.contains("inside of each other"), equals: true)
        try await expect(parse(deep(63), home).issues.first?.message.contains("inside of each other"), equals: true)
        // Within the limits of graphs, but deeper than a message may be.
        let brackets = (1...23).reduce("1") { text, _ in "not (\(text))" }
        let both = (1...14).map { String(repeating: " ", count: $0) + "in order:\n" }.joined()
        let deepest = try await parse(head + both + String(repeating: " ", count: 15) + "only if \(brackets)", home)
        expect(deepest.automations, equals: [])
        expect(deepest.issues.count, equals: 1)
    }

    @Test func writtenTextsAreLimited() async throws {
        let home = try await PeopleHome()
        func verdict(_ nodes: [Hearth_V1_AutomationNode]) async -> RPCError? {
            await refusal {
                _ = try await format(
                    .init(name: "x", program: .init(graph: AutomationHome.sequence(nodes))), home)
            }
        }
        let long = String(repeating: "i", count: 300)
        await expect(
            verdict([.init(id: 2, kind: .execution(.init(automationID: long)))])?.code, equals: .invalidArgument)
        let much = String(repeating: "x", count: 70_000)
        let constant = Hearth_V1_AutomationExpression(kind: .constant(.init(value: .text(much))))
        await expect(
            verdict([.init(id: 2, kind: .condition(.init(expression: constant)))])?.code, equals: .invalidArgument)
        await expect(refused: .invalidArgument) { try await format(.init(name: "x"), home) }
    }

    /// Texts contain the names of a home.
    @Test func guestsAreRefused() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("guest", .guest, Grant(hasEverything: true))
        let anna = try await home.join("anna", .administrator)
        let program = Hearth_V1_AutomationProgram(graph: AutomationHome.sequence([AutomationHome.manual(2)]))
        let calls: [(Hearth_V1_AutomationClient) async throws -> Void] = [
            { _ = try await $0.formatAutomation(.init(structureID: home.home, name: "x", program: program)) },
            { _ = try await $0.parseAutomations(.init(structureID: home.home, text: "automation: \"x\"")) },
        ]
        for call in calls {
            await expect(refused: .permissionDenied) { try await call(client(home, guest)) }
            try await call(client(home, anna))
        }
    }

    /// Reading 64 KiB takes longer than other calls on a connection's thread should wait.
    @Test func theWorkIsDoneAside() async throws {
        let home = try await PeopleHome()
        let executor = CountingExecutor()
        home.test.hub.background.use(executor)
        let read = try await parse(seed(home), home)
        let before = executor.count
        expect(before, isAbove: 0)
        _ = try await format(try require(read.automations.first), home)
        expect(executor.count, isAbove: before)
    }
}

/// Counts the jobs that run on it.
private final class CountingExecutor: TaskExecutor {
    private let jobs = Mutex(0)

    var count: Int { jobs.withLock(\.self) }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.withLock { $0 += 1 }
        globalConcurrentExecutor.enqueue(job)
    }
}

private struct Dice {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, bound)))
    }
}
