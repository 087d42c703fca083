@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthTraitCore
internal import HearthTraits
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct WatchPrinterTests {
    private func printer(
        wanted: Set<String> = [], rooms: Set<String> = [], _ form: WatchPrinter.Form = .attributes, columns: Int? = nil
    ) -> WatchPrinter {
        WatchPrinter(
            listing: sampleHouse, wanted: WatchedDevices(wanted), rooms: rooms, form: form,
            screen: Screen(columns: columns, isColored: false), ownClientID: "me")
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
        expect(
            text(lines),
            equals: [
                "Hall · Lamp  LevelControl: currentLevel 50 % (raw 127), remainingTime 1.5 s (raw 15)  [an app]",
                "Sensor       TemperatureMeasurement: measuredValue 21.50 °C (raw 2150)  [device]",
            ])
    }

    @Test(
        arguments: [
            (.client("me"), "this client"), (.client(""), "an app"), (.automation("a"), "an automation"),
            (.client("hearth-3781893705"), "an app"),
            (.client("the simulated family"), "the simulated family"),
            (.hub, "hub"), (nil, "?"),
        ] as [(ChangeCause?, String)])
    func theCauseIsNamed(_ cause: ChangeCause?, _ expected: String) {
        var printer = printer()
        let lines = printer.lines(for: change("lamp", Matter.OnOffTrait.descriptor, [0: .bool(true)], cause))
        expect((lines.count, lines.first?.hasSuffix("  [\(expected)]")), are: (1, true))
    }

    @Test func structureTraitHasTheStructuresName() {
        var printer = printer()
        let descriptor = Matter.OnOffTrait.descriptor
        let lines = printer.lines(for: change("home", descriptor, [0: .bool(true)]))
        expect(text(lines).first?.hasPrefix("Home  "), equals: true)
        var json = self.printer(.json)
        let line = json.lines(for: change("home", descriptor, [0: .bool(true)])).first
        expect((line?.contains(#""structure":"home""#), line?.contains(#""device":"#)), are: (true, false))
    }

    @Test func missedEventsHaveNoPosition() {
        var json = printer(.json)
        let trait = Matter.OnOffTrait.descriptor
        let missed = HomeReport(
            position: nil, cause: nil, observedAt: 1,
            traits: [
                .init(
                    path: path("lamp", trait), attributes: trait.encodeAttributes([0: .bool(true)]), connectivity: nil)
            ])
        let line = json.lines(for: .report(missed)).first
        expect(line?.contains("sequence"), equals: false)
    }

    @Test func onlyWantedDevicesArePrinted() {
        var printer = printer(wanted: ["sensor"])
        expect(printer.lines(for: change("lamp", Matter.OnOffTrait.descriptor, [0: .bool(true)])), equals: [])
        let room = HomeReport(position: nil, cause: .hub, observedAt: 0, objects: [.roomRemoved("hall")])
        expect(printer.lines(for: .report(room)), equals: [])
    }

    @Test func zonesGroupsAndPeopleArePrintedLikeRooms() {
        var printer = printer()
        let report = HomeReport(
            position: nil, cause: .hub, observedAt: 0,
            objects: [
                .zone(.init(id: "z", structureID: "s", name: "Upstairs", roomIDs: [])),
                .serviceGroup(.init(id: "g", structureID: "s", name: "Lamps", services: [])),
                .person(.init(id: "p", structureID: "s", name: "Bob", role: .guest)),
                .zoneRemoved("z"), .serviceGroupRemoved("g"), .personRemoved("p"),
            ])
        let lines = text(printer.lines(for: .report(report)))
        let expected = [
            #"zone "Upstairs" (z)"#, #"group "Lamps" (g)"#, #"person "Bob" (p), guest"#, "zone z is removed",
            "group g is removed", "person p is removed",
        ]
        expect(lines.count, equals: expected.count)
        for (line, words) in zip(lines, expected) { expect(line.hasPrefix(words), "\(line)") }
    }

    @Test func eventsLeaveOutWhatIsNull() throws {
        let trait = Matter.DoorLockTrait.descriptor
        let event = try require(trait.events.first { $0.name == "DoorLockAlarm" })
        let report = HomeReport(
            position: nil, cause: .device, observedAt: 0,
            events: [
                .init(
                    path: path("lamp", trait), eventID: event.id,
                    metadata: EventMetadata(number: 5, timestamp: 0, importance: .critical),
                    payload: trait.encodeEvent(event, [0: .unsigned(0)]))
            ])
        var plain = printer()
        expect(
            text(plain.lines(for: .report(report))),
            equals: ["Hall · Lamp  DoorLock! DoorLockAlarm(alarmCode: lockJammed)  [device]"])
        var json = printer(.json)
        expect(
            json.lines(for: .report(report)),
            equals: [
                #"{"time":0.0,"cause":"device","device":"lamp","endpoint":1,"trait":"DoorLock","#
                    + #""event":"DoorLockAlarm","number":5,"importance":"critical","#
                    + #""fields":{"alarmCode":"lockJammed"}}"#
            ])
    }

    @Test func jsonHasRawValues() {
        var printer = printer(.json)
        expect(
            printer.lines(for: change("sensor", Matter.TemperatureMeasurementTrait.descriptor, [0: .null])),
            equals: [
                #"{"time":1.5,"sequence":9,"cause":"device","device":"sensor","endpoint":1,"#
                    + #""trait":"TemperatureMeasurement","attributes":{"measuredValue":null}}"#
            ])
    }

    @Test func lossAndReturnAreSaid() {
        var printer = printer()
        expect(
            printer.lines(for: .connectionLost(HomeError(.unavailable, "Gone."))),
            equals: ["-- the connection is lost, trying again: Gone. --"])
        expect(
            printer.lines(for: .connectionLost(HomeError(.unavailable, "Gone.")), .stale(since: 0)),
            equals: [
                "-- the connection is lost, trying again: Gone.; the state shown is of \(LocalTime.timeOfDay(0)) --"
            ])
        expect(printer.lines(for: .connectionRestored), equals: ["-- connected again --"])
        expect(
            printer.lines(for: .resynced(structureID: "")),
            equals: ["-- the state was read again; changes in between are not shown --"])
    }

    @Test func lostEventsAreSaid() {
        var printer = printer()
        expect(
            printer.lines(for: .eventsLost(structureID: "elsewhere", count: 1)),
            equals: ["-- up to 1 event lost; the hub no longer has them --"])
    }

    @Test func unreadableChangesAreLeftOut() {
        var printer = printer()
        let unknown = HomeReport(
            position: nil, cause: .device, observedAt: .infinity,
            traits: [
                .init(
                    path: TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 0xFFF4_FC00), attributes: [1],
                    connectivity: nil),
                .init(path: path("lamp", Matter.OnOffTrait.descriptor), attributes: [0xFF, 0xFF], connectivity: nil),
            ])
        expect(printer.lines(for: .report(unknown)), equals: [])
    }

    // MARK: Sentences

    private func said(_ printer: inout WatchPrinter, _ change: HomeChange) -> [String] {
        text(printer.lines(for: change))
    }

    @Test func changesAreSaidInWords() {
        var printer = printer(.words)
        let (power, level) = (Matter.OnOffTrait.descriptor, Matter.LevelControlTrait.descriptor)
        expect(said(&printer, change("lamp", power, [0: .bool(false)])), equals: ["Hall · Lamp  off"])
        // The level of a lamp that is off is not visible.
        expect(said(&printer, change("lamp", level, [0: .unsigned(127)])), equals: [])
        expect(
            said(&printer, change("lamp", power, [0: .bool(true)], .client("app-7"))),
            equals: [
                "Hall · Lamp  on, 50 %  [an app]"
            ])
        // Unchanged values are left out.
        expect(said(&printer, change("lamp", power, [0: .bool(true)])), equals: [])
    }

    @Test func sensorsAreHeardWhenOneWouldFeelIt() {
        var printer = printer(.words)
        let sensor = Matter.TemperatureMeasurementTrait.descriptor
        expect(said(&printer, change("sensor", sensor, [0: .signed(2_000)])), equals: ["Sensor       20.0 °C"])
        expect(said(&printer, change("sensor", sensor, [0: .signed(2_030)])), equals: [])
        expect(said(&printer, change("sensor", sensor, [0: .signed(2_050)])), equals: ["Sensor       20.5 °C"])
    }

    @Test func anOutageIsOneLine() {
        var printer = printer(.words)
        let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .direct)
        let trait = Matter.OnOffTrait.descriptor
        func outage(_ devices: [String]) -> HomeChange {
            .report(
                HomeReport(
                    position: nil, cause: .hub, observedAt: 1,
                    traits: devices.map { .init(path: path($0, trait), attributes: nil, connectivity: offline) }))
        }
        expect(said(&printer, outage(["lamp"])), equals: ["Hall · Lamp  offline  [hub]"])
        expect(said(&printer, outage(["lamp", "sensor", "x"])), equals: ["3 devices are offline: Lamp, Sensor, x"])
    }

    @Test func aRoomIsWatchedWithWhatComesIntoIt() {
        var printer = printer(rooms: ["hall"], .words)
        let trait = Matter.OnOffTrait.descriptor
        expect(said(&printer, change("lamp", trait, [0: .bool(false)])).count, equals: 1)
        expect(
            said(&printer, change("sensor", Matter.TemperatureMeasurementTrait.descriptor, [0: .signed(1)])), equals: []
        )
    }

    @Test func linesFitTheScreen() {
        var printer = printer(.attributes, columns: 40)
        let values: StructureValue = [0: .unsigned(127), 1: .unsigned(15), 16: .unsigned(3)]
        for line in printer.lines(for: change("lamp", Matter.LevelControlTrait.descriptor, values)) {
            expect(columnCount(line), isAtMost: 40)
            expect(line.hasSuffix("…  [device]"))
        }
    }
}
