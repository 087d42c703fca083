@testable internal import Hearth
@testable internal import HearthCommand
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@Suite struct WatchPrinterTests {
    private func printer(wanted: Set<String> = [], asJSON: Bool = false) -> WatchPrinter {
        WatchPrinter(house: sampleHouse, wanted: wanted, asJSON: asJSON, ownClientID: "me")
    }

    private func path(_ device: String, _ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id)
    }

    private func change(
        _ device: String, _ trait: TraitDescriptor, _ values: StructureValue, _ cause: ChangeCause? = .device
    ) -> HomeChange {
        .report(
            HomeReport(
                position: StructurePosition(structureID: "home", epoch: 1, sequence: 9), cause: cause, observedAt: 1.5,
                traits: [
                    .init(path: path(device, trait), attributes: trait.encodeAttributes(values), connectivity: nil)
                ]))
    }

    /// Without the time, which depends on where the test runs.
    private func text(_ lines: [String]) -> [String] { lines.map { String($0.dropFirst("00:00:00  ".count)) } }

    @Test func placesStandInOneColumn() {
        var printer = printer()
        let level = Matter.LevelControlTrait.descriptor
        let lines =
            printer.lines(for: change("lamp", level, [0: .unsigned(127), 1: .unsigned(15)], .client("other")))
            + printer.lines(for: change("sensor", Matter.TemperatureMeasurementTrait.descriptor, [0: .signed(2_150)]))
        #expect(
            text(lines) == [
                "Hall · Lamp  LevelControl: currentLevel 127, remainingTime 1.5 s  [other]",
                "Sensor       TemperatureMeasurement: measuredValue 21.50 °C  [device]",
            ])
    }

    @Test(
        arguments: [
            (.client("me"), "this client"), (.client(""), "client"), (.automation("a"), "automation a"),
            (.hub, "hub"), (nil, "?"),
        ] as [(ChangeCause?, String)])
    func theCauseIsNamed(_ cause: ChangeCause?, _ expected: String) {
        var printer = printer()
        let lines = printer.lines(for: change("lamp", Matter.OnOffTrait.descriptor, [0: .bool(true)], cause))
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("  [\(expected)]") == true)
    }

    @Test func aStructuresOwnTraitIsToldByTheStructuresName() {
        var printer = printer()
        let descriptor = Matter.OnOffTrait.descriptor
        let lines = printer.lines(for: change("home", descriptor, [0: .bool(true)]))
        #expect(text(lines).first?.hasPrefix("Home  ") == true)
        var json = self.printer(asJSON: true)
        let line = json.lines(for: change("home", descriptor, [0: .bool(true)])).first
        #expect(line?.contains(#""structure":"home""#) == true && line?.contains(#""device":"#) == false)
    }

    @Test func whatHasNoPlaceAmongTheChangesIsGivenNone() {
        var json = printer(asJSON: true)
        let trait = Matter.OnOffTrait.descriptor
        let missed = HomeReport(
            position: nil, cause: nil, observedAt: 1,
            traits: [
                .init(
                    path: path("lamp", trait), attributes: trait.encodeAttributes([0: .bool(true)]), connectivity: nil)
            ])
        let line = json.lines(for: .report(missed)).first
        #expect(line?.contains("sequence") == false)
    }

    @Test func onlyWantedDevicesAreTold() {
        var printer = printer(wanted: ["sensor"])
        #expect(printer.lines(for: change("lamp", Matter.OnOffTrait.descriptor, [0: .bool(true)])) == [])
        let room = HomeReport(position: nil, cause: .hub, observedAt: 0, objects: [.roomRemoved("hall")])
        #expect(printer.lines(for: .report(room)) == [])
    }

    @Test func eventsLeaveOutWhatIsNull() throws {
        let trait = Matter.DoorLockTrait.descriptor
        let event = try #require(trait.events.first { $0.name == "DoorLockAlarm" })
        let report = HomeReport(
            position: nil, cause: .device, observedAt: 0,
            events: [
                .init(
                    path: path("lamp", trait), eventID: event.id,
                    metadata: EventMetadata(number: 5, timestamp: 0, importance: .critical),
                    payload: trait.encodeEvent(event, [0: .unsigned(0)]))
            ])
        var plain = printer()
        #expect(
            text(plain.lines(for: .report(report)))
                == ["Hall · Lamp  DoorLock! DoorLockAlarm(alarmCode: lockJammed)  [device]"])
        var json = printer(asJSON: true)
        #expect(
            json.lines(for: .report(report)) == [
                #"{"time":0.0,"cause":"device","device":"lamp","endpoint":1,"trait":"DoorLock","#
                    + #""event":"DoorLockAlarm","number":5,"importance":"critical","#
                    + #""fields":{"alarmCode":"lockJammed"}}"#
            ])
    }

    @Test func jsonHasRawValues() {
        var printer = printer(asJSON: true)
        #expect(
            printer.lines(for: change("sensor", Matter.TemperatureMeasurementTrait.descriptor, [0: .null])) == [
                #"{"time":1.5,"sequence":9,"cause":"device","device":"sensor","endpoint":1,"#
                    + #""trait":"TemperatureMeasurement","attributes":{"measuredValue":null}}"#
            ])
    }

    @Test func lossAndReturnAreSaid() {
        var printer = printer()
        #expect(
            printer.lines(for: .connectionLost(HomeError(.unavailable, "Gone.")))
                == ["-- the connection is lost, trying again: Gone. --"])
        #expect(printer.lines(for: .connectionRestored) == ["-- connected again --"])
        #expect(
            printer.lines(for: .resynced(structureID: ""))
                == ["-- the state was read anew; what changed in between is not shown --"])
    }

    @Test func whatCannotBeReadIsLeftOut() {
        var printer = printer()
        let unknown = HomeReport(
            position: nil, cause: .device, observedAt: .infinity,
            traits: [
                .init(
                    path: TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 0xFFF4_FC00), attributes: [1],
                    connectivity: nil),
                .init(path: path("lamp", Matter.OnOffTrait.descriptor), attributes: [0xFF, 0xFF], connectivity: nil),
            ])
        #expect(printer.lines(for: .report(unknown)) == [])
    }
}
