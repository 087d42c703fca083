import Foundation
import Hearth
import HearthVirtualHome
import HearthHub
import HearthRPC
import HearthStore
import HearthTraits
import Testing

/// An app that shows, writes and runs automations, on a hub with the virtual home.
@MainActor @Suite(.timeLimit(.minutes(5))) struct RoutineTests {
    private struct House {
        let hub: Hub
        let home: Home
        let structure: Structure

        static func start() async throws -> House {
            let hub = Hub(
                store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
                information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
            try await hub.start()
            try await hub.attach(VirtualHome(isLively: false))
            var router = RPCRouter()
            hub.register(in: &router)
            var configuration = HomeClientConfiguration()
            configuration.referencedAutomationTypes = ReferencedAutomationTypes(
                deviceTypes: [DimmableLightDeviceType.self, OnOffLightDeviceType.self],
                traits: [Matter.OnOffTrait.self, Matter.LevelControlTrait.self])
            let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
            let home = try await Home.connect(over: client, configuration: configuration)
            let structure = try #require(try await home.structures().list().first)
            return House(hub: hub, home: home, structure: structure)
        }

        func lights() async throws -> [HomeDevice] {
            try await home.devices().list().filter { $0.types.contains(DimmableLightDeviceType.self) }
                .sorted { $0.name < $1.name }
        }

        func stop() async {
            await home.disconnect()
            try? await hub.shutdown()
        }
    }

    @Test func routinesAreOfferedForTheDevicesThatThereAre() async throws {
        let house = try await House.start()
        let drafts = try await Routines(home: house.home, structure: house.structure).all()
        #expect(drafts.map(\.name).contains("Lights together"))
        #expect(drafts.map(\.name).contains("Coming home"))
        let lights = try await house.lights()
        let together = try #require(drafts.first { $0.name == "Lights together" })
        let outline = Outline(together)
        #expect(outline.starters == ["\(lights[0].name) OnOffTrait"])
        #expect(outline.conditions == ["onOff of \(lights[0].name) OnOffTrait == true"])
        #expect(outline.actions == ["\(lights[1].name) On"])
        await house.stop()
    }

    @Test func aRoutineIsAddedRenamedRunAndRemoved() async throws {
        let house = try await House.start()
        let list = RoutineList(structure: house.structure)
        let lights = try await house.lights()
        let editor = RoutineEditor(
            name: "Edited",
            starters: [
                Choice(
                    device: lights[0], deviceType: DimmableLightDeviceType.self,
                    traitType: Matter.LevelControlTrait.self, comparison: .above, level: 100)
            ],
            actions: [
                Choice(
                    device: lights[1], deviceType: DimmableLightDeviceType.self, traitType: Matter.OnOffTrait.self,
                    isOn: true)
            ])
        await list.add(editor.draft)
        #expect(list.problem == nil)
        let (added, outline) = try #require(list.routines.first)
        #expect(outline == Outline(editor.draft))
        #expect(outline.conditions == ["currentLevel of \(lights[0].name) LevelControlTrait > 100"])

        let renamed = try await list.rename(added, to: "By another name")
        #expect(renamed.name == "By another name")
        #expect(list.routines.first?.1.name == "By another name")
        #expect(list.routines.first?.1.actions == outline.actions)

        try await list.run(renamed)
        for try await light in lights[1].types.subscribe(DimmableLightDeviceType.self).values
        where light.matterTraits.onOffTrait?.onOff == true { break }

        try await list.remove(renamed)
        #expect(list.routines.isEmpty)
        try await list.refresh()
        #expect(list.routines.isEmpty)
        await house.stop()
    }

    @Test func theListFollowsTheHub() async throws {
        let house = try await House.start()
        let list = RoutineList(structure: house.structure)
        list.follow()
        let lights = try await house.lights()
        let added = try await house.structure.createAutomation(
            automation(name: "From elsewhere") {
                manualStarter()
                action(lights[0], DimmableLightDeviceType.self) { Matter.OnOffTrait.toggle() }
            })
        while list.routines.map(\.1.name) != ["From elsewhere"] { await Task.yield() }
        try await house.structure.deleteAutomation(id: added.id)
        while !list.routines.isEmpty { await Task.yield() }
        await house.stop()
    }

    @Test func theEditorOffersWhatDevicesCanDo() async throws {
        let house = try await House.start()
        let palette = Palette(home: house.home, structure: house.structure)
        while !palette.hasLoaded { await Task.yield() }
        #expect(palette.shelves == palette.shelves.sorted())
        let item = try #require(
            palette.shelves.flatMap(\.devices).first { $0.deviceType == DimmableLightDeviceType.self })
        #expect(item.entries.allSatisfy { $0.isSupported })
        let on = try #require(
            item.entries.first { ($0.node as? CommandCandidate)?.commandType.name == "On" })
        #expect(on.range == .none)
        await house.stop()
    }
}
