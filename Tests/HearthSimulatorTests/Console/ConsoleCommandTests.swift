internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthSimulator

/// Console commands that a person types at a simulated device.
@Suite(.timeLimit(.minutes(5)))
struct ConsoleCommandTests {
    private let stand: Stand

    init() async throws {
        stand = try await Stand(try Samples.product(Samples.readingLamp))
    }

    @Test func setChangesAttributesThatClientsCanNotWrite() async throws {
        try await expect(stand.device.run("set 1 ReadingComfort.posture=lying ReadingComfort.tilt=-300"), equals: "")
        try expect(stand.value("ReadingComfort", "posture"), equals: .unsigned(2))
        try expect(stand.value("ReadingComfort", "tilt"), equals: .signed(-300))
        expect(stand.hub.changes.map(\.cause), equals: [.device])
        expect(stand.log.lines, equals: ["1 ReadingComfort.posture = lying", "1 ReadingComfort.tilt = -300"])
    }

    @Test func standardTraitContinuesFromTheSetValue() async throws {
        _ = try await stand.device.run("set 1 onoff.onoff=on")
        try expect(stand.value("OnOff", "onOff"), equals: .bool(true))
        try await stand.send("OnOff", "toggle")
        try expect(stand.value("OnOff", "onOff"), equals: .bool(false))
    }

    @Test func valuesMayHaveBlanksInQuotesAndBrackets() async throws {
        _ = try await stand.device.run(#"  set  1  ReadingComfort.reader="Ada  L."  "#)
        try expect(stand.value("ReadingComfort", "reader"), equals: .string("Ada  L."))
        _ = try await stand.device.run("set 1 Vendor_FFF1.ReadingComfort.glare=fromPage")
        try expect(stand.value("ReadingComfort", "glare"), equals: .unsigned(2))
        _ = try await stand.device.run("set 1 Descriptor.clientList=[3, 6]")
        try expect(stand.value("Descriptor", "clientList"), equals: .list([.unsigned(3), .unsigned(6)]))
    }

    @Test func eventReportsOneWithWhatIsLeftOutAtRest() async throws {
        _ = try await stand.device.run("event 1 ReadingComfort.pageturned page=12")
        let event = try require(stand.hub.changes.first?.events.first)
        expect(event.eventID, equals: 0)
        expect(event.fields, equals: [0: .unsigned(12), 1: .unsigned(0)])
        expect(stand.log.lines, equals: ["1 ReadingComfort event PageTurned(page: 12, glare: 0)"])
    }

    @Test func showPrintsValuesByNameOfOneEndpointOrOfAll() async throws {
        let one = try await stand.device.run("show 1")
        expect(one.contains("1 ReadingComfort: posture: sitting, paperTemperature: null, glare: fromAbove|fromPage"))
        expect(!one.contains("BasicInformation"))
        try await expect(stand.device.run("show").contains("0 BasicInformation: vendorName: \"Vendor_FFF1\""))
    }

    @Test func aBlankLineIsNothingHelpHelps() async throws {
        try await expect(stand.device.run("   "), equals: "")
        try await expect(stand.device.run("help").contains("set ENDPOINT"))
    }

    @Test(arguments: [
        ("sett 1 OnOff.onOff=true", "did you mean set?"),
        ("set 7 OnOff.onOff=true", "it has 0, 1"),
        ("set 1 OnOf.onOff=true", "did you mean OnOff"),
        ("set 1 OnOff.offOn=true", "OnOff has no \"offOn\" here; "),
        ("set 1 OnOff.onOff=maybe", "must be true or false"),
        ("set 1 OnOff.onOff", "is not TRAIT.ATTRIBUTE=VALUE"),
        ("set 1 OnOff.onOff=true Identify.identifyTime=2", "attributes of one trait"),
        ("set 1", "set ENDPOINT"),
        ("event 1 ReadingComfort.PageTorn", "did you mean PageTurned?"),
        ("event 1 OnOff.Blink", "OnOff has no event \"Blink\""),
        ("event 1 ReadingComfort.PageTurned side=2", "has no \"side\""),
        ("event 1 ReadingComfort.PageTurned page", "is not NAME=VALUE"),
        ("show lamp", "is no endpoint"),
    ])
    func wrongLinesAreReportedWithTheRightForm(_ line: String, _ wanted: String) async {
        let error = await expect(throws: ConsoleError.self) { try await stand.device.run(line) }
        expect(error?.message.contains(wanted), equals: true, "\(error?.message ?? "")")
        expect(stand.hub.changes.isEmpty)
    }
}
