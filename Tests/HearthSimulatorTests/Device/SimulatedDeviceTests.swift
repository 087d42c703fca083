internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthSimulator

/// The behaviour of a simulated product on a hub.
@Suite(.timeLimit(.minutes(5)))
struct SimulatedDeviceTests {
    private let stand: Stand

    init() async throws {
        stand = try await Stand(try Samples.product(Samples.readingLamp))
    }

    @Test func toggleChangesAStandardTraitOnceWithItsCause() async throws {
        try await stand.send("OnOff", "toggle")
        try expect(stand.value("OnOff", "onOff"), equals: .bool(true))
        expect(stand.hub.changes.count, equals: 1)
        expect(stand.hub.changes.first?.cause, equals: .client("tester"))
        expect(stand.log.lines, equals: ["1 OnOff.toggle()  from tester", "1 OnOff.onOff = true"])
    }

    @Test func timersOfABehaviourRun() async throws {
        try await stand.send("Identify", "identify", [0: .unsigned(3)])
        try expect(stand.value("Identify", "identifyTime"), equals: .unsigned(3))
        await stand.clock.advance(by: .seconds(4))
        try expect(stand.value("Identify", "identifyTime"), equals: .unsigned(0))
    }

    @Test func unlistedCommandIsRefusedDespiteItsBehaviour() async throws {
        let error = await expect(throws: TraitError.self) { try await stand.send("OnOff", "offWithEffect") }
        expect(error?.status, equals: .unsupportedCommand)
    }

    @Test func aWriteIsKeptAndReported() async throws {
        try await stand.write("ReadingComfort", [3: .unsigned(500), 4: .string("Bo")])
        try expect(stand.value("ReadingComfort", "wantedDistance"), equals: .unsigned(500))
        try expect(stand.value("ReadingComfort", "reader"), equals: .string("Bo"))
        expect(stand.hub.changes.count, equals: 1)
    }

    @Test(arguments: [
        StructureValue([3: .unsigned(505)]), [3: .unsigned(500), 0: .unsigned(2)], [9: .bool(true)],
        [4: .string(String(repeating: "x", count: 33)), 3: .unsigned(500)],
    ])
    func aWriteThatBreaksARuleChangesNothing(_ values: StructureValue) async throws {
        await expect(throws: TraitError.self) { try await stand.write("ReadingComfort", values) }
        expect(stand.hub.changes.isEmpty)
        expect(stand.log.lines.last?.contains("refused: ReadingComfort."), equals: true)
    }

    /// A command without a behaviour is accepted, changes nothing and is logged; its answer echoes arguments of the
    /// same name.
    @Test func unknownCommand() async throws {
        let answer = try await stand.send("ReadingComfort", "summary", [0: .unsigned(42)])
        expect(answer, equals: [0: .unsigned(42), 1: .unsigned(1), 2: .unsigned(0)])
        try await expectNil(stand.send("ReadingComfort", "forget"))
        expect(stand.hub.changes.isEmpty)
        expect(stand.log.lines.contains("ReadingComfort.summary is accepted but has no effect"))
    }

    @Test func itsArgumentsAreChecked() async throws {
        await expect(throws: TraitError.self) { try await stand.send("ReadingComfort", "summary", [:]) }
        await expect(throws: TraitError.self) {
            try await stand.send("ReadingComfort", "summary", [0: .unsigned(0)])
        }
    }

    @Test func traitExtensionIsWrittenAndCommandedByItself() async throws {
        try await stand.write("OnOffExtension", [0xFFF1_0001: .unsigned(7)])
        try expect(stand.value("OnOffExtension", "nightLight"), equals: .unsigned(7))
        try await stand.send("OnOffExtension", "glowOnce")
        await expect(throws: TraitError.self) {
            try await stand.write("OnOffExtension", [0xFFF1_0001: .unsigned(21)])
        }
    }

    @Test func callbackAttributesComeFromTheBehaviour() throws {
        try expect(stand.value("BasicInformation", "productName", endpoint: 0), equals: .string("reading-lamp"))
        try expect(stand.value("BasicInformation", "vendorID", endpoint: 0), equals: .unsigned(0xFFF1))
    }

    @Test func unlistedEventsAreNotReported() async throws {
        await stand.clock.advance(by: .seconds(1))
        expect(stand.hub.changes.isEmpty, "no StartUp")
        let error = await expect(throws: ConsoleError.self) {
            try await stand.device.run("event 0 BasicInformation.StartUp")
        }
        expect(error?.message, equals: "BasicInformation has no event StartUp here")
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
        try expect(again.value("ReadingComfort", "wantedDistance"), equals: .unsigned(700))
        try expect(again.value("ReadingComfort", "reader"), equals: .string("Ada"), "of another type: not taken")
        try expect(again.value("ReadingComfort", "tilt"), equals: .signed(-10), "ram")
        try expect(again.value("OnOff", "onOff"), equals: .bool(true))
        try expect(again.value("OnOff", "onTime"), equals: .unsigned(0), "ram")
    }
}
