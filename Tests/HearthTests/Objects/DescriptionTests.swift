internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import Hearth

/// The printed form of objects: one short line with their names, without their internals.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct DescriptionTests {
    /// Prints an object in every possible way.
    private func lines(_ object: any Sendable) -> Set<String> {
        var printed = ""
        print(object, terminator: "", to: &printed)
        var debugged = ""
        debugPrint(object, terminator: "", to: &debugged)
        return [printed, debugged, "\(object)", String(describing: object), String(reflecting: object)]
    }

    @Test func objectsOfAHomePrintThemselvesInALine() async throws {
        let fixture = try await HubFixture.start(TestHouse.all + [TestHouse.powerStrip])
        let home = fixture.home
        let structure = try require(try await home.structures().list().first)
        let room = try require(try await home.rooms().list().first { $0.name == "Bedroom" })
        let lamp = try await fixture.device("bedroom-lamp")
        let light = try require(await lamp.types.get(DimmableLightDeviceType.self))
        let onOff = try require(light.matterTraits.onOffTrait)
        let level = try require(light.matterTraits.levelControlTrait)
        let strip = try await fixture.device("strip").setName("Desk \"lamp\"", ofPart: 2)
        let outlets = try await strip.types.getAll(of: OnOffPluginUnitDeviceType.self)
        let expected: [(any Sendable, String)] = [
            (home, "Home(hub \(home.hubID), 1 structure, 6 devices)"),
            (structure, "Structure(\"Home\", \(structure.id))"),
            (room, "Room(\"Bedroom\", \(room.id))"),
            (lamp, "HomeDevice(\"Bedroom Lamp\", bedroom-lamp, online)"),
            (lamp.types, "DeviceTypeController(bedroom-lamp: type 0x0016, type 0x0101)"),
            (try await lamp.types.getAll(), "DeviceTypeCollection(type 0x0016, type 0x0101)"),
            (outlets[1].metadata, "DeviceTypeMetadata(\"Desk \\\"lamp\\\"\", online)"),
            (onOff, "OnOff(onOff: true, startUpOnOff: null)"),
            (level, "LevelControl(currentLevel: 254, options: 0)"),
            (light.traits, "TraitCollection(bedroom-lamp/1, 2 traits)"),
            (onOff.interaction, "TraitInteraction(bedroom-lamp/1)"),
            (onOff.toggleBatchable(), "BatchableCommand(OnOff.toggle, bedroom-lamp/1)"),
            (light.events, "EventController(bedroom-lamp/1)"),
            (structure.traits, "TraitController(\(structure.id))"),
            (structure.history, "HistoryController(\(structure.id))"),
            (try await structure.history.query(), "HistoryQuery(\(structure.id))"),
            (
                try await structure.history.query().execute(pageSize: 1),
                "PagedHistoryStream(\(structure.id))"
            ),
            (structure.userStructure, "UserStructure(\(structure.id))"),
            (try await lamp.customAppData, "CustomAppData(bedroom-lamp)"),
            (home.devices(), "Query<HomeDevice>"),
        ]
        for (object, line) in expected { expect(lines(object), equals: [line]) }
        expect(light.debugDescription, equals: "DimmableLight(bedroom-lamp/1, online)")
        expect(outlets[1].debugDescription, equals: "OnOffPluginUnit(strip/2, \"Desk \\\"lamp\\\"\", online)")
        expect(onOff.debugDescription, equals: onOff.description)
        // Its type precedes it inside of other values.
        expect(
            "\(light)",
            equals: "DimmableLightDeviceType(traits: TraitCollection(bedroom-lamp/1, 2 traits), "
                + "metadata: DeviceTypeMetadata(online))")
    }

    /// What holds much of a home names its kind and how much it holds.
    @Test func valuesThatHoldMuchPrintThemselvesInALine() async throws {
        let fixture = try await HubFixture.start(TestHouse.all + [TestHouse.powerStrip])
        var configuration = HomeClientConfiguration(clientID: "app")
        configuration.referencedAutomationTypes = ReferencedAutomationTypes(
            deviceTypes: [DimmableLightDeviceType.self], traits: [Matter.OnOffTrait.self])
        let home = try await Home.connect(over: fixture.client, configuration: configuration)
        let structure = try require(try await home.structures().list().first)
        let zone = try await structure.createZone(name: "Upstairs")
        let group = try await structure.createServiceGroup(name: "Reading")
        let lamp = try await fixture.device("bedroom-lamp")
        let snapshot = try home.snapshot()
        let trait = try require(
            snapshot.traits(of: lamp, try await home.schemas(of: snapshot.traitIDs)).first { $0.target.endpoint == 1 })
        let draft = automation(name: "Follower", description: "The lamp follows.") { manualStarter() }
        let text = try await structure.formatAutomation(draft)
        let report = HomeReport(
            position: nil, cause: nil, observedAt: 0,
            traits: [
                HomeReport.TraitChange(
                    path: TraitPath(TraitTarget(deviceID: "bedroom-lamp", endpoint: 1), 6),
                    attributes: [UInt8](repeating: 7, count: 1_000), connectivity: nil)
            ])
        let expected: [(any Sendable, String)] = [
            (snapshot, "HomeSnapshot(1 structure, 6 devices)"),
            (zone, "Zone(\"Upstairs\", \(zone.id), 0 rooms)"),
            (group, "ServiceGroup(\"Reading\", \(group.id), 0 services)"),
            (trait, "OnOff(onOff: true, startUpOnOff: null)"),
            (trait.attributes, "Attributes(\(trait.attributes.values.fields.count) attributes)"),
            (lamp.endpoints[1], "DeviceEndpoint(1, 1 device type, 2 traits)"),
            (text, "AutomationText(\(text.text.split(separator: "\n", omittingEmptySubsequences: false).count) lines)"),
            (
                try await structure.parseAutomations(text.text), "ParsedAutomations(1 automation, 0 issues)"
            ),
            (report, "HomeReport(1 trait, 0 events, 0 objects)"),
            (report.traits[0], "TraitChange(bedroom-lamp/1, trait 0x0006)"),
            (configuration, "HomeClientConfiguration(\"app\")"),
            (
                configuration.referencedAutomationTypes,
                "ReferencedAutomationTypes(1 device type, 1 trait)"
            ),
        ]
        for (object, line) in expected { expect(lines(object), equals: [line]) }
        let onOff = try require(await lamp.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait)
        var values: [any Sendable] = [try await onOff.history(of: \.onOff)]
        for try await part in try structure.dryRunAutomation(draft) { values.append(part) }
        let candidates = try await structure.candidates().list().map { $0 as any Sendable }
        expect(candidates.count, isAbove: 2)
        values += candidates
        for value in values {
            for line in lines(value) {
                expect((line.count <= 250, line.contains("\n")), are: (true, false), "\(line.prefix(300))")
            }
        }
    }

    /// Names are cut, as people may give long ones.
    @Test func longNamesAreCut() async throws {
        let fixture = try await HubFixture.start()
        let structure = try require(try await fixture.home.structures().list().first)
        let name = String(repeating: "Lantern ", count: 15) + "end"
        let room = try await structure.createRoom(name: name)
        for line in lines(room) { expect((line.count <= 250, line.contains("…")), are: (true, true), "\(line)") }
    }

    @Test func aTraitOfMuchPrintsTheBeginning() {
        let fields = (UInt32(0)..<40).map { AttributeDescriptor(FieldDescriptor($0, "number\($0)", .unsigned(32))) }
        let trait = TraitDescriptor(
            id: 0xFFF1_FC99, name: "Meter", vendor: "Acme", package: "acme", revision: 1, attributes: fields)
        let all = StructureValue(Dictionary(uniqueKeysWithValues: fields.map { ($0.id, .unsigned(7)) }))
        let line = trait.line(all)
        expect((line.hasPrefix("Meter(number0: 7, number1: 7, "), line.hasSuffix(": 7, …)")), are: (true, true))
        expect(line.count, isBelow: 220)
    }

    @Test func automationsAndTheirNodesPrintThemselvesInALine() async throws {
        let house = try await AutomationHouse.start()
        let (ceiling, lamp) = (try await house.device("ceiling"), try await house.device("bedroom-lamp"))
        let draft = automation(name: "Follower", description: "The lamp follows.") {
            let light = starter(ceiling, OnOffLightDeviceType.self, Matter.OnOffTrait.self)
            light
            condition { light.onOff.equals(true) }
            action(lamp, DimmableLightDeviceType.self) {
                Matter.LevelControlTrait.moveToLevel(
                    level: 12, transitionTime: nil, optionsMask: [], optionsOverride: [])
            }
        }
        expect(lines(draft), equals: ["Automation(\"Follower\", 3 nodes)"])
        let saved = try require(try await house.structure.createAutomation(draft) as? HomeAutomation)
        let id = saved.id
        expect(lines(saved), equals: ["HomeAutomation(\"Follower\", \(id), active)"])
        let graph = try require(saved.automationGraph)
        let nodes = ([graph] + graph.nodes).map { "\($0)" }
        expect(
            nodes,
            equals: [
                "SequentialFlow(\(graph.id), 3 nodes)",
                "AttributeStarter(\(graph.nodes[0].id), \"Ceiling light\": OnOffTrait)",
                "Condition(\(graph.nodes[1].id))",
                "Action(\(graph.nodes[2].id), \"Bedroom Lamp\": LevelControlTrait.moveToLevel(level: 12, "
                    + "transitionTime: null, optionsMask: 0, optionsOverride: 0))",
            ])
    }
}
