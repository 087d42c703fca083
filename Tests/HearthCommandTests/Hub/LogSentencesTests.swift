internal import Foundation
@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthCalendar
internal import HearthTraitCore
internal import HearthTraits
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct LogSentencesTests {
    private let anna = ChangeActor.person(id: "p", name: "Anna")

    private func report(
        _ traits: [(TraitDescriptor, StructureValue)] = [], of device: String = "lamp", _ cause: ChangeCause = .device,
        by actor: ChangeActor? = nil, objects: [HomeReport.ObjectRecord] = []
    ) -> HomeReport {
        HomeReport(
            position: nil, cause: cause, actor: actor, observedAt: 1,
            traits: traits.map { trait, values in
                .init(
                    path: TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id),
                    attributes: trait.encodeAttributes(values), connectivity: nil)
            }, objects: objects)
    }

    private func said(_ reports: [HomeReport], wanted: WatchedDevices? = nil) -> [String] {
        var log = LogSentences(sampleHouse, wanted: wanted, before: reports)
        log.learn(names: [("a", "Hallway light")])
        return reports.flatMap { log.entries(of: $0) }.map { "\($0.kind): \($0.text)" }
    }

    @Test func eachChangeIsASentenceWithItsAuthor() {
        let onOff = Matter.OnOffTrait.descriptor
        expect(
            said([
                report([(onOff, [0: .bool(false)])], .client("hearth-3781893705"), by: anna),
                report([(onOff, [0: .bool(true)])], by: anna),
                report([(onOff, [0: .bool(false)])], .automation("a", run: 3)),
                report([(onOff, [0: .bool(true)])], .client("2D8E4E4C-7B6A-4A8C-9B1B-0C4F0B3A7E11")),
                report([(onOff, [0: .bool(false)])]),
                report([(onOff, [0: .bool(true)])], .client("the simulated family")),
                // A device also reports the effect of a program's command by itself.
                report([(onOff, [0: .bool(false)])], .client("x"), by: .program(name: "Assistant at home")),
                report([(onOff, [0: .bool(true)])], by: .program(name: "Assistant at home")),
                // Values that are obvious are left out.
                report([(onOff, [0x4001: .unsigned(3)])], by: anna),
            ]),
            equals: [
                "lights: Anna switched off the lamp", "lights: Anna switched on the lamp, 47 %",
                "lights: The lamp was switched off by Hallway light", "lights: An app switched on the lamp, 47 %",
                "lights: The lamp was switched off", "lights: The simulated family switched on the lamp, 47 %",
                "lights: Assistant at home switched off the lamp",
                "lights: Assistant at home switched on the lamp, 47 %",
            ])
    }

    /// The first value of a sensor is left out, as are tiny changes.
    @Test func noiseIsHeldBack() {
        let trait = Matter.TemperatureMeasurementTrait.descriptor
        let reports = [2_000, 2_010, 2_020, 2_060, 2_070].map {
            report([(trait, [0: .signed($0)])], of: "sensor")
        }
        expect(
            (said(reports), said(reports, wanted: WatchedDevices(["lamp"]))),
            are: (["climate: It is 20.6 °C at the sensor"], []))
    }

    @Test func aPartHasItsChangesOnly() throws {
        let onOff = Matter.OnOffTrait.descriptor
        let reports = [false, true].map { report([(onOff, [0: .bool($0)])], by: anna) }
        let lamp = try require(sampleHouse.devices.first { $0.id == "lamp" })
        func lines(of endpoint: UInt16) -> [String] {
            var wanted = WatchedDevices()
            wanted.insert(.part(.init(device: lamp, endpoint: endpoint, label: "Left")), of: sampleHouse)
            return said(reports, wanted: wanted)
        }
        expect((lines(of: 1), lines(of: 2)), are: (said(reports), []))
        expect(said(reports).count, equals: 2)
    }

    /// The measured values of a whole home are read only for their kinds of sentences.
    @Test func measurementsAreReadWhereTheyAreSaid() {
        let (temperature, illuminance, energy, thermostat): (UInt32, UInt32, UInt32, UInt32) = (
            0x0402, 0x0400, 0x0091, 0x0201
        )
        func read(_ wanted: Set<ChangeKind>?) -> [[UInt32]?] {
            let attributes = LogMeasurements.attributes(for: wanted)
            return [temperature, illuminance, energy, thermostat].map { attributes[$0] }
        }
        let settings: [UInt32] = [0x0011, 0x0012, 0x001C]
        expect(read([]), equals: [[], [], [], settings])
        expect(read([.climate, .lights]), equals: [nil, [], [], nil])
        expect(read([.motion]), equals: [[], nil, [], settings])
        expect(read(nil), equals: [nil, nil, [], nil])
    }

    /// Notices of alarms are listed with their devices.
    @Test func aNoticeIsSaidWithItsSender() throws {
        let trait = HearthProject.NoticesTrait.descriptor
        let event = try require(trait.event(0))
        func raised(
            _ title: String, _ text: String, kind: UInt64 = 0, _ cause: ChangeCause, by actor: ChangeActor? = nil
        )
            -> HomeReport
        {
            let notice: StructureValue = [
                0: .unsigned(1), 1: .unsigned(1), 2: .string(title), 3: .string(text), 4: .unsigned(0),
                5: .unsigned(kind), 6: .list([]),
            ]
            return HomeReport(
                position: nil, cause: cause, actor: actor, observedAt: 1,
                events: [
                    .init(
                        path: TraitPath(TraitTarget(deviceID: "home", endpoint: 0), trait.id), eventID: event.id,
                        metadata: EventMetadata(number: 1, timestamp: 0, importance: .info),
                        payload: trait.encodeEvent(event, [0: .structure(notice)]))
                ])
        }
        expect(
            said([
                raised("Laundry", "It is done", .client("phone"), by: anna),
                raised("Windows", "", .automation("a", run: 1)), raised("Hello", "", .hub),
                raised("Smoke", "The hall detects smoke", kind: 1, .hub),
                raised("Clock", "It is wrong", kind: 11, .hub),
            ]),
            equals: [
                "people: Anna sent a notice: Laundry: It is done", "people: Hallway light sent a notice: Windows",
                "people: Notice: Hello", "people: Notice: Clock: It is wrong",
            ])
    }

    /// A start is not an outage.
    @Test func shortOutagesAreHeldBack() {
        func connection(_ state: ConnectivityState, at time: Double) -> HomeReport {
            HomeReport(
                position: nil, cause: .hub, observedAt: time,
                traits: [
                    .init(
                        path: TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6), attributes: nil,
                        connectivity: SourceConnectivity(connectivityState: state, dataSourceLocality: .direct))
                ])
        }
        let reports = [
            connection(.online, at: 0), connection(.offline, at: 10), connection(.online, at: 20),
            connection(.offline, at: 100), connection(.online, at: 200), connection(.offline, at: 300),
        ]
        expect(
            said(reports),
            equals: [
                "connections: The lamp can't be reached", "connections: The lamp can be reached again",
                "connections: The lamp can't be reached",
            ])
    }

    @Test func editsNameTheirAuthorsAndHubReportsNone() {
        let room = HomeReport.ObjectRecord.room(.init(id: "hall", structureID: "home", name: "Foyer"))
        expect(
            said([
                report([], .client("x"), by: anna, objects: [room]), report([], .hub, objects: [room]),
                report([], .client("x"), by: anna, objects: [.roomRemoved("hall")]),
            ]), equals: ["home: Anna edited the room \"Foyer\"", "home: Anna removed the room \"Foyer\""])
    }

    @Test func daysAreWholeDays() throws {
        let berlin = try require(PosixZone("CET-1CEST,M3.5.0,M10.5.0/3"))
        let zone = ZoneRules { berlin.secondsEastOfUTC($0) }
        // Saturday, 28 March 2026, 15:00 in Berlin: the clocks go forward in the night.
        let now = 1_774_706_400.0
        func day(_ word: String) throws -> [Double] {
            let day = try LogFilter.day(word, now: now, zone)
            return [day.since, day.until]
        }
        let midnight = 1_774_652_400.0
        try expect((day("today"), day("sat")), are: ([midnight, midnight + 86_400], day("today")))
        try expect((day("yesterday"), day("Friday")), are: ([midnight - 86_400, midnight], day("yesterday")))
        try expect(day("sunday"), equals: [midnight - 6 * 86_400, midnight - 5 * 86_400])
        expect(throws: CommandError.self) { _ = try day("someday") }
    }
}
