internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import Testing

private func light(_ modes: [UInt32], effects: [String] = []) throws -> KnownEntities {
    try KnownEntities([
        ListEntitiesLightResponse(
            head: oneHead, minimumMireds: 153, maximumMireds: 500, effects: effects, modes: modes)
    ])
}

private func kind(
    _ hasBrightness: Bool, _ mireds: ClosedRange<Double>? = nil, _ color: EntityKind.Light.Color = .none,
    effects: [String] = []
) -> EntityKind {
    .light(
        EntityKind.Light(
            hasBrightness: hasBrightness, mireds: mireds, color: color, effects: effects, hasTransition: hasBrightness))
}

struct LightTests {
    @Test func modesSayWhatALightCan() throws {
        let cases: [([UInt32], EntityKind)] = [
            ([1], kind(false)), ([3], kind(true)), ([7], kind(true)), ([11], kind(true, 153...500)),
            ([19], kind(true, 153...500)), ([35], kind(true, nil, .hueSaturation)),
            ([35, 11], kind(true, 153...500, .hueSaturation)), ([47], kind(true, 153...500, .hueSaturation)),
            ([51], kind(true, 153...500, .hueSaturation)), ([], kind(false)),
            // An unknown mode counts by its bits.
            ([99], kind(true, nil, .hueSaturation)),
        ]
        for (modes, kind) in cases { expect(try light(modes).kinds, equals: [kind], "\(modes)") }
        expect(try light([3], effects: ["Fire", "Fire", ""]).kinds, equals: [kind(true, effects: ["None", "Fire"])])
        // A white channel beside the colours is a number.
        let both = try light([39])
        expect(both.keys, equals: ["light.one", "light.one.white"])
        expect(both.kinds[1], equals: .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: ""))
    }

    @Test func temperaturesNeedARange() throws {
        for (low, high) in [(Float(0), Float(0)), (500, 153), (.nan, 500), (0, 500), (153, .infinity)] {
            let listing = ListEntitiesLightResponse(head: oneHead, minimumMireds: low, maximumMireds: high, modes: [11])
            expect(try KnownEntities([listing]).kinds, equals: [kind(true)], "\(low) to \(high)")
        }
    }

    @Test func oldLightsHaveFlagsInsteadOfModes() throws {
        let listing = ListEntitiesLightResponse(head: oneHead, legacyBrightness: true, legacyRGB: true)
        expect(try KnownEntities([listing], minor: 5).kinds, equals: [kind(true, nil, .hueSaturation)])
    }

    @Test func statesAreRead() throws {
        typealias Values = [EntityProperty: EntityValue]
        let cases: [([UInt32], LightStateResponse, Values)] = [
            ([1], LightStateResponse(isOn: true, mode: 1), [.on: .bool(true)]),
            (
                [3], LightStateResponse(isOn: true, brightness: 0.5, mode: 3),
                [.on: .bool(true), .brightness: .number(0.5)]
            ),
            // On with brightness 0 stays on at the least level.
            ([3], LightStateResponse(isOn: true, mode: 3), [.on: .bool(true), .brightness: .number(1.0 / 254)]),
            ([3], LightStateResponse(brightness: 0, mode: 3), [.on: .bool(false), .brightness: .number(0)]),
            (
                [3], LightStateResponse(isOn: true, brightness: .nan, mode: 3),
                [.on: .bool(true), .brightness: .number(1.0 / 254)]
            ),
            (
                [11], LightStateResponse(isOn: true, brightness: 1, mireds: 250, mode: 11),
                [.on: .bool(true), .brightness: .number(1), .colorTemperature: .number(250)]
            ),
            (
                [11], LightStateResponse(isOn: true, brightness: 1, mireds: 900, mode: 11),
                [.on: .bool(true), .brightness: .number(1), .colorTemperature: .number(500)]
            ),
            (
                [35], LightStateResponse(isOn: true, brightness: 0.5, green: 1, colorBrightness: 0.5, mode: 35),
                [.on: .bool(true), .brightness: .number(0.25), .hue: .number(120), .saturation: .number(100)]
            ),
            (
                [35, 11], LightStateResponse(isOn: true, brightness: 1, mireds: 300, mode: 11),
                [.on: .bool(true), .brightness: .number(1), .colorTemperature: .number(300)]
            ),
            (
                [19], LightStateResponse(isOn: true, brightness: 0.5, mode: 19, coldWhite: 1, warmWhite: 1),
                [.on: .bool(true), .brightness: .number(0.5), .colorTemperature: .number(326.5)]
            ),
            (
                // The light of half a channel is 0.5 to the power of 2.8.
                [19], LightStateResponse(isOn: true, brightness: 1, mode: 19, coldWhite: 1, warmWhite: 0.5),
                [.on: .bool(true), .brightness: .number(1), .colorTemperature: .number(196.56886)]
            ),
            (
                [19], LightStateResponse(isOn: true, brightness: 1, mode: 19, coldWhite: 0, warmWhite: 0.5),
                [.on: .bool(true), .brightness: .number(0.5), .colorTemperature: .number(500)]
            ),
            (
                [51],
                LightStateResponse(
                    isOn: true, brightness: 1, red: 1, green: 0.5, blue: 0.5, colorBrightness: 1, mode: 51),
                [.on: .bool(true), .brightness: .number(1), .hue: .number(0), .saturation: .number(50)]
            ),
        ]
        for (modes, state, values) in cases {
            var (light, state) = (try light(modes), state)
            state.address = oneAddress
            expect(try light.firstValues(state), equals: values, "\(state)")
        }
        var withEffects = try light([1], effects: ["Fire"])
        let state = LightStateResponse(address: oneAddress, effect: "Fire", mode: 1)
        expect(try withEffects.firstValues(state), equals: [.on: .bool(false), .effect: .text("Fire")])
    }

    private func command(_ mode: UInt32?) -> LightCommandRequest {
        LightCommandRequest(address: oneAddress, mode: mode)
    }

    @Test func commandsNameTheMode() throws {
        let dimmable = try light([3])
        var wanted = command(3)
        wanted.isOn = true
        expect(dimmable, .set, [.on: .bool(true)], sends: wanted)
        expect(dimmable, .toggle, sends: wanted)
        (wanted.brightness, wanted.transition) = (0.5, 1_500)
        expect(
            dimmable, .set, [.on: .bool(true), .brightness: .number(0.5)], transition: .milliseconds(1_500),
            sends: wanted)
        (wanted.isOn, wanted.transition, wanted.brightness) = (nil, nil, Float(1.0 / 254))
        expect(dimmable, .set, [.brightness: .number(0)], sends: wanted)
        // Off needs none.
        wanted = command(nil)
        wanted.isOn = false
        expect(dimmable, .set, [.on: .bool(false)], sends: wanted)
        wanted.transition = .max
        expect(dimmable, .set, [.on: .bool(false)], transition: .seconds(1 << 40), sends: wanted)
        expectRefusal(dimmable, .set, [.hue: .number(1)])
        expectRefusal(dimmable, .set, [.colorTemperature: .number(200)])
        expectRefusal(dimmable, .set, [.on: .number(1)])
        expectRefusal(dimmable, .set, [.effect: .text("Fire")])
        expectRefusal(dimmable, .press)
        expectRefusal(try light([1]), .set, [.brightness: .number(1)])
    }

    @Test func effectsSwitchOn() throws {
        let light = try light([3], effects: ["Fire"])
        var wanted = command(3)
        (wanted.isOn, wanted.effect) = (true, "Fire")
        expect(light, .set, [.effect: .text("Fire")], sends: wanted)
        wanted = command(nil)
        wanted.effect = "None"
        expect(light, .set, [.effect: .text("None")], sends: wanted)
    }

    @Test func colorsUseTheSmallestMode() throws {
        var wanted = command(35)
        (wanted.red, wanted.green, wanted.blue, wanted.colorBrightness) = (0, 0, 1, 1)
        expect(try light([51, 11, 35]), .set, [.hue: .number(240), .saturation: .number(100)], sends: wanted)
        (wanted.mode, wanted.red, wanted.green) = (51, 0.5, 0.5)
        (wanted.coldWhite, wanted.warmWhite) = (0, 0)
        expect(try light([51, 11]), .set, [.hue: .number(240), .saturation: .number(50)], sends: wanted)
        // The present mode is kept if it can show a colour, with its white channel.
        var present = try light([35, 39])
        _ = try present.values(LightStateResponse(address: oneAddress, isOn: true, white: 0.25, mode: 39))
        wanted = command(39)
        (wanted.red, wanted.green, wanted.blue, wanted.colorBrightness, wanted.white) = (1, 0, 0, 1, 0.25)
        expect(present, .set, [.hue: .number(0), .saturation: .number(100)], sends: wanted)
    }

    @Test func coldAndWarmWhiteAreSentForTemperatures() throws {
        var wanted = command(19)
        (wanted.coldWhite, wanted.warmWhite) = (1, 1)
        expect(try light([19]), .set, [.colorTemperature: .number(326.5)], sends: wanted)
        (wanted.coldWhite, wanted.warmWhite) = (1, 0)
        expect(try light([19]), .set, [.colorTemperature: .number(1)], sends: wanted)
        // 250 parts of cold light, and 97 of warm light to the power of 1 / 2.8.
        (wanted.coldWhite, wanted.warmWhite) = (1, 0.713_106_16)
        expect(try light([19]), .set, [.colorTemperature: .number(250)], sends: wanted)
        wanted = command(11)
        wanted.mireds = 200
        expect(try light([35, 11]), .set, [.colorTemperature: .number(200)], sends: wanted)
        wanted = command(47)
        (wanted.mireds, wanted.colorBrightness, wanted.white) = (200, 0, 1)
        expect(try light([47]), .set, [.colorTemperature: .number(200)], sends: wanted)
    }

    @Test func brightnessIsTheWholeLevel() throws {
        var present = try light([35])
        _ = try present.values(
            LightStateResponse(address: oneAddress, isOn: true, brightness: 1, red: 1, colorBrightness: 0.5, mode: 35))
        var wanted = command(35)
        (wanted.brightness, wanted.colorBrightness) = (0.75, 1)
        expect(present, .set, [.brightness: .number(0.75)], sends: wanted)
    }

    @Test func colorsKeepTheLevel() throws {
        var present = try light([35, 11])
        var state = LightStateResponse(
            address: oneAddress, isOn: true, brightness: 0.5, red: 1, colorBrightness: 0.5, mode: 35)
        _ = try present.values(state)
        var wanted = command(35)
        (wanted.brightness, wanted.blue, wanted.colorBrightness) = (0.25, 1, 1)
        (wanted.red, wanted.green) = (0, 0)
        expect(present, .set, [.hue: .number(240), .saturation: .number(100)], sends: wanted)
        wanted.brightness = 0.75
        expect(
            present, .set, [.hue: .number(240), .saturation: .number(100), .brightness: .number(0.75)], sends: wanted)
        wanted = command(11)
        (wanted.brightness, wanted.mireds) = (0.25, 200)
        expect(present, .set, [.colorTemperature: .number(200)], sends: wanted)
        // A white channel beside the colours stays as bright as it is.
        present = try light([39])
        (state.white, state.colorBrightness, state.mode) = (0.5, 0.25, 39)
        _ = try present.values(state)
        wanted = command(39)
        (wanted.brightness, wanted.colorBrightness, wanted.white) = (0.25, 1, 1)
        (wanted.red, wanted.green, wanted.blue) = (0, 0, 1)
        expect(present, .set, [.hue: .number(240), .saturation: .number(100)], sends: wanted)
    }

    @Test func whiteChannelIsSetInPercent() throws {
        var wanted = command(39)
        wanted.white = 0.5
        expect(try light([35, 39]), .set, [.value: .number(50)], part: 1, sends: wanted)
        var present = try light([39])
        let state = LightStateResponse(address: oneAddress, isOn: true, white: 0.5, mode: 39)
        expect(try present.values(state)["light.one.white"], equals: [.value: .number(50)])
    }

    @Test func colorsSurviveTheirChannels() {
        for hue in stride(from: 0.0, to: 360, by: 7.5) {
            for saturation in [20.0, 50, 100] {
                var channels = LightChannels()
                channels.setColor(hue: hue, saturation: saturation)
                expect(max(channels.red, channels.green, channels.blue), equals: 1)
                let back = channels.hueAndSaturation
                expect((back.hue - hue).magnitude, isBelow: 1e-9, "\(hue)")
                expect((back.saturation - saturation).magnitude, isBelow: 1e-9, "\(saturation)")
            }
        }
    }
}
