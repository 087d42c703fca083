import Hearth
import HearthTraits
import Testing

/// The tiles of the app with the virtual home: their contents, and the actions of their buttons.
@MainActor @Suite(.timeLimit(.minutes(5))) struct TileTests {
    @Test func everyDeviceHasTheTileOfItsKind() async throws {
        let house = try await AppHouse.start()
        let kinds: [(String, Tile.Type)] = [
            ("Ceiling Light", LightTile<ExtendedColorLightDeviceType>.self),
            ("Worktop Light", LightTile<ColorTemperatureLightDeviceType>.self),
            ("Floor Lamp", LightTile<DimmableLightDeviceType>.self),
            ("Mirror Light", LightTile<OnOffLightDeviceType>.self),
            ("Glow Speaker", SpeakerTile.self),
            ("Front Door", LockTile.self),
            ("Bedroom Fan", FanTile.self),
            ("South Blind", BlindTile.self),
            ("Thermostat", ThermostatTile.self),
            ("Coffee Maker", PlugTile.self),
            ("Television", TelevisionTile.self),
            ("Hallway Motion", OccupancyTile.self),
            ("Office Window", ContactTile.self),
            ("Bathroom Climate", TemperatureTile.self),
            ("Display Stand", OtherTile.self),
        ]
        for (name, kind) in kinds {
            let tile = try TileMaker.make(device: try await house.device(name))
            #expect(type(of: tile) == kind, "\(name)")
        }
        await house.stop()
    }

    @Test func aLightToggles() async throws {
        let house = try await AppHouse.start()
        let tile = try LightTile<OnOffLightDeviceType>(device: try await house.device("Mirror Light"))
        await tile.$isOn.becomes(false)
        #expect(tile.level == nil)
        tile.toggle()
        await tile.$status.becomes("On")
        await tile.$isBusy.becomes(false)
        #expect(tile.failure == nil)
        await house.stop()
    }

    @Test func aSliderMovesALight() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Floor Lamp")
        let tile = try LightTile<DimmableLightDeviceType>(device: device)
        await tile.$isOn.becomes(false)
        tile.level = 1
        await tile.$isOn.becomes(true)
        await tile.$isBusy.becomes(false)
        #expect(tile.failure == nil)
        await house.stop()
    }

    @Test func aLockWantsItsPIN() async throws {
        let house = try await AppHouse.start()
        let tile = try LockTile(device: try await house.device("Front Door"))
        await tile.$status.becomes("Locked")
        tile.setPIN("9999")
        tile.toggle()
        await tile.$isBusy.becomes(false)
        if tile.needsPIN { #expect(tile.failure != nil) }
        tile.failure = nil
        tile.setPIN("1234")
        tile.toggle()
        await tile.$status.becomes("Unlocked")
        #expect(tile.failure == nil)
        await house.stop()
    }

    @Test func aFanTakesModesAndSpeeds() async throws {
        let house = try await AppHouse.start()
        let tile = try FanTile(device: try await house.device("Bedroom Fan"))
        await tile.$choice.becomes("Off")
        tile.choose("High")
        await tile.$choice.becomes("High")
        tile.slide(to: 0.2)
        await tile.$choice.becomes("Low")
        tile.toggle()
        await tile.$isOn.becomes(false)
        #expect(tile.failure == nil)
        await house.stop()
    }

    @Test func aBlindGoesUpAndDown() async throws {
        let house = try await AppHouse.start()
        let tile = try BlindTile(device: try await house.device("South Blind"))
        await tile.$isBusy.becomes(false)
        while tile.level == nil { await Task.yield() }
        let wasOpen = tile.status == "Open"
        tile.toggle()
        await tile.$status.becomes(wasOpen ? "Closed" : "Open")
        #expect(tile.failure == nil)
        await house.stop()
    }

    @Test func aThermostatHeats() async throws {
        let house = try await AppHouse.start()
        let tile = try ThermostatTile(device: try await house.device("Thermostat"))
        while tile.heatingPoint == nil { await Task.yield() }
        tile.set(.heat)
        await tile.$systemMode.becomes(.heat)
        #expect(tile.heats)
        tile.heat(to: 2150)
        await tile.$heatingPoint.becomes(2150)
        tile.raise(by: 10)
        await tile.$heatingPoint.becomes(2250)
        #expect(tile.failure == nil)
        tile.heat(to: 9000)
        while tile.failure == nil { await Task.yield() }
        #expect(tile.failure?.hasPrefix("outOfRange") == true)
        await house.stop()
    }

    @Test func sensorsShowWhatTheyMeasure() async throws {
        let house = try await AppHouse.start()
        let climate = try TemperatureTile(device: try await house.device("Bathroom Climate"))
        await climate.$status.becomes("22.4 °C")
        let motion = try OccupancyTile(device: try await house.device("Hallway Motion"))
        await motion.$status.becomes("Nobody")
        let window = try ContactTile(device: try await house.device("Office Window"))
        await window.$status.becomes("Closed")
        await house.stop()
    }

    @Test func aTileGoesWithItsOwner() async throws {
        let house = try await AppHouse.start()
        var tile: Tile? = try PlugTile(device: try await house.device("Coffee Maker"))
        weak let kept = tile
        await tile?.$isOn.becomes(false)
        tile = nil
        #expect(kept == nil)
        await house.stop()
    }

    @Test func aTileOfTheWrongKindIsRefused() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Coffee Maker")
        #expect(throws: TileError.self) { try FanTile(device: device) }
        #expect {
            try LockTile(device: device)
        } throws: { error in
            (error as? HomeError)?.code == .notFound
        }
        await house.stop()
    }
}
