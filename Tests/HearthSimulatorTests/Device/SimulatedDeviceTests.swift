internal import HearthTraitCore
internal import HearthTraits
internal import Testing
@testable internal import HearthSimulator

/// The behaviour of a simulated product on a hub.
@Suite(.timeLimit(.minutes(2)))
struct SimulatedDeviceTests {
    private let stand: Stand

    init() async throws {
        stand = try await Stand(try Samples.product(Samples.readingLamp))
    }

    @Test func toggleChangesAStandardTraitOnceWithItsCause() async throws {
        try await stand.send("OnOff", "toggle")
        #expect(try stand.value("OnOff", "onOff") == .bool(true))
        #expect(stand.hub.changes.count == 1)
        #expect(stand.hub.changes.first?.cause == .client("tester"))
        #expect(stand.log.lines == ["1 OnOff.toggle()  from tester", "1 OnOff.onOff = true"])
    }

    @Test func timersOfABehaviourRun() async throws {
        try await stand.send("Identify", "identify", [0: .unsigned(3)])
        #expect(try stand.value("Identify", "identifyTime") == .unsigned(3))
        await stand.clock.advance(by: .seconds(4))
        #expect(try stand.value("Identify", "identifyTime") == .unsigned(0))
    }

    @Test func unlistedCommandIsRefusedDespiteItsBehaviour() async throws {
        let error = await #expect(throws: TraitError.self) { try await stand.send("OnOff", "offWithEffect") }
        #expect(error?.status == .unsupportedCommand)
    }

    @Test func aWriteIsKeptAndReported() async throws {
        try await stand.write("ReadingComfort", [3: .unsigned(500), 4: .string("Bo")])
        #expect(try stand.value("ReadingComfort", "wantedDistance") == .unsigned(500))
        #expect(try stand.value("ReadingComfort", "reader") == .string("Bo"))
        #expect(stand.hub.changes.count == 1)
    }

    @Test(arguments: [
        StructureValue([3: .unsigned(505)]), [3: .unsigned(500), 0: .unsigned(2)], [9: .bool(true)],
        [4: .string(String(repeating: "x", count: 33)), 3: .unsigned(500)],
    ])
    func aWriteThatBreaksARuleChangesNothing(_ values: StructureValue) async throws {
        await #expect(throws: TraitError.self) { try await stand.write("ReadingComfort", values) }
        #expect(stand.hub.changes.isEmpty)
        #expect(stand.log.lines.last?.contains("refused: ReadingComfort.") == true)
    }

    /// A command without a behaviour is accepted, changes nothing and is logged; its answer echoes arguments of the
    /// same name.
    @Test func unknownCommand() async throws {
        let answer = try await stand.send("ReadingComfort", "summary", [0: .unsigned(42)])
        #expect(answer == [0: .unsigned(42), 1: .unsigned(1), 2: .unsigned(0)])
        #expect(try await stand.send("ReadingComfort", "forget") == nil)
        #expect(stand.hub.changes.isEmpty)
        #expect(stand.log.lines.contains("ReadingComfort.summary is accepted but has no effect"))
    }

    @Test func itsArgumentsAreChecked() async throws {
        await #expect(throws: TraitError.self) { try await stand.send("ReadingComfort", "summary", [:]) }
        await #expect(throws: TraitError.self) {
            try await stand.send("ReadingComfort", "summary", [0: .unsigned(0)])
        }
    }

    @Test func traitExtensionIsWrittenAndCommandedByItself() async throws {
        try await stand.write("OnOffExtension", [0xFFF1_0001: .unsigned(7)])
        #expect(try stand.value("OnOffExtension", "nightLight") == .unsigned(7))
        try await stand.send("OnOffExtension", "glowOnce")
        await #expect(throws: TraitError.self) {
            try await stand.write("OnOffExtension", [0xFFF1_0001: .unsigned(21)])
        }
    }

    @Test func callbackAttributesComeFromTheBehaviour() throws {
        #expect(try stand.value("BasicInformation", "productName", endpoint: 0) == .string("reading-lamp"))
        #expect(try stand.value("BasicInformation", "vendorID", endpoint: 0) == .unsigned(0xFFF1))
    }

    @Test func unlistedEventsAreNotReported() async throws {
        await stand.clock.advance(by: .seconds(1))
        #expect(stand.hub.changes.isEmpty, "no StartUp")
        let error = await #expect(throws: ConsoleError.self) {
            try await stand.device.run("event 0 BasicInformation.StartUp")
        }
        #expect(error?.message == "BasicInformation has no event StartUp here")
    }

    @Test func persistentAttributesAreRestored() async throws {
        let product = stand.product
        let own = stand.path(try stand.trait("ReadingComfort", 1), 1)
        let onOff = stand.path(Matter.OnOffTrait.descriptor, 1)
        let again = try await Stand(
            product,
            stored: StoredState([
                own: [3: .unsigned(700), 4: .unsigned(1), 6: .signed(4)],
                onOff: [0: .bool(true), 0x4001: .unsigned(9)],
            ]))
        #expect(try again.value("ReadingComfort", "wantedDistance") == .unsigned(700))
        #expect(try again.value("ReadingComfort", "reader") == .string("Ada"), "of another type: not taken")
        #expect(try again.value("ReadingComfort", "tilt") == .signed(-10), "ram")
        #expect(try again.value("OnOff", "onOff") == .bool(true))
        #expect(try again.value("OnOff", "onTime") == .unsigned(0), "ram")
    }
}
