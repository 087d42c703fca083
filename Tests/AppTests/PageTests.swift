import Foundation
import Hearth
import HearthTraits
import Testing

/// The app's pages of the home as a whole, and of devices too complex for a tile.
@MainActor @Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func feedShowsChangesOfTheHome() async throws {
        let house = try await AppHouse.start()
        let devices = try await house.home.devices().list()
        let feed = HomeFeed(home: house.home)
        await feed.$total.becomes(devices.count)
        while feed.rooms["Kitchen"] == nil { await Task.yield() }
        let lamp = try await house.device("Floor Lamp")
        #expect(feed.rooms["Living Room"] == devices.filter { $0.roomID == lamp.roomID }.count)
        #expect(feed.offline == 0 && feed.lines.isEmpty)

        _ = try await lamp.setName("Reading Lamp")
        await feed.$lines.becomes(["Floor Lamp is now Reading Lamp"])
        _ = try await house.device("Coffee Maker").decommission()
        await feed.$lines.becomes(["Floor Lamp is now Reading Lamp", "Coffee Maker was removed"])
        await feed.$total.becomes(devices.count - 1)
        await house.stop()
    }

    @Test func aCodeForAGuest() async throws {
        let house = try await AppHouse.start()
        let codes = try await LockCodes(device: try await house.device("Front Door"))
        let code = Data("824713".utf8)
        let user = try await codes.add("Guest", code: code)
        #expect(try await codes.name(of: user) == "Guest")
        try await codes.open(with: code)
        let locks = try await house.device("Front Door").types.subscribe(DoorLockDeviceType.self)
        for try await lock in locks.values where lock.matterTraits.doorLockTrait?.lockState == .unlocked { break }
        do {
            _ = try await codes.add("Copy", code: code)
            Issue.record("two users have one code")
        } catch let error as HomeError {
            #expect(error.message == "The lock refused the code")
        }
        await house.stop()
    }

    @Test func inspectorListsTypesAndTraits() async throws {
        let house = try await AppHouse.start()
        let inspector = Inspector(
            types: [RootNodeDeviceType.self, DimmableLightDeviceType.self, FanDeviceType.self],
            traits: [Matter.OnOffTrait.self, Matter.LevelControlTrait.self, Matter.DoorLockTrait.self])
        let lines = try await inspector.lines(of: try await house.device("Floor Lamp"))
        #expect(
            lines.prefix(4) == [
                "home.matter.0000.types.0016, utility",
                "home.matter.0000.types.0101",
                "  home.matter.0000.clusters.0006: onOff, 6 commands, 0 events",
                "  home.matter.0000.clusters.0008: currentLevel, 9 commands, 0 events",
            ])
        let players = try await Inspector.devices(having: Matter.MediaPlaybackTrait.self, in: house.home)
        #expect(players.map(\.name) == ["Television"])
        await house.stop()
    }

    @Test func aLampThatSaysWhatIsSo() async throws {
        let house = try await AppHouse.start()
        let lamp = try await house.device("Floor Lamp")
        let page = LampPage(home: house.home, device: lamp)
        let type = try #require(await lamp.types.get(DimmableLightDeviceType.self))
        let before = try #require(type.matterTraits.onOffTrait?.onOff as Bool?)
        await page.$isOn.becomes(before)
        await page.toggle()
        #expect(page.tap == "done")
        await page.$isOn.becomes(!before)
        #expect(page.note.isEmpty)
        let hour = try await page.lastHour()
        #expect(!hour.levels.isEmpty)
        #expect(hour.on >= .zero)
        await house.stop()
    }

    @Test func aFridgesCompartments() async throws {
        let house = try await AppHouse.start()
        let fridge = FridgeModel(home: house.home, deviceID: try await house.device("Refrigerator").id)
        await fridge.$compartments.becomes([.init(name: "Top", setpoint: 4), .init(name: "Bottom", setpoint: -18)])
        try await fridge.cool("Top", to: 6)
        await fridge.$compartments.becomes([.init(name: "Top", setpoint: 6), .init(name: "Bottom", setpoint: -18)])
        await #expect(throws: HomeError.self) { try await fridge.cool("Top", to: 20) }
        await #expect(throws: HomeError.self) { try await fridge.cool("Drawer", to: 5) }
        await house.stop()
    }

    @Test func aPlayersButtons() async throws {
        let house = try await AppHouse.start()
        let player = PlayerModel(device: try await house.device("Television"))
        while player.buttons.isEmpty { await Task.yield() }
        #expect(player.buttons.contains("Play") && player.buttons.contains("Pause"))
        await player.press("Play")
        await player.$isPlaying.becomes(true)
        await player.press("Pause")
        await player.$isPlaying.becomes(false)
        #expect(player.failure == nil)
        await player.press("Rewind")
        #expect(player.failure == "invalidArgument")
        await house.stop()
    }
}
