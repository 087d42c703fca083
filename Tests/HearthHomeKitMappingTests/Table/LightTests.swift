internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Lightbulb, Outlet and Switch.
@Suite struct LightTests {
    private func light(
        on: Bool = true, level: TraitValue = .unsigned(127), min: UInt64? = nil, max: UInt64? = nil,
        color: StructureValue? = nil
    ) -> AccessoryView {
        var levelControl: StructureValue = [0: level]
        levelControl[2] = min.map { .unsigned($0) }
        levelControl[3] = max.map { .unsigned($0) }
        var traits: [UInt32: StructureValue] = [0x6: [0: .bool(on)], 0x8: levelControl]
        traits[0x300] = color
        return AccessoryView(device(0x010D, traits))
    }

    @Test func lightHasItsCharacteristics() {
        let view = light(color: [0: .unsigned(127), 1: .unsigned(254), 7: .unsigned(370), features: .unsigned(0x11)])
        let types = view.shown(.lightbulb)?.characteristics.map(\.type)
        expect(types, equals: [.on, .brightness, .hue, .saturation, .colorTemperature, .name])
        expect(view.shown(.lightbulb)?[.on]?.value, equals: .bool(true))
        expect(view.shown(.lightbulb)?[.brightness]?.value, equals: .int(50))
        expect(view.number(.lightbulb, .hue), equals: 180)
        expect(view.number(.lightbulb, .saturation), equals: 100)
        expect(view.number(.lightbulb, .colorTemperature), equals: 370)
    }

    @Test func onAndOffAreCommands() {
        expect(light().sent(.lightbulb, [(.on, .bool(false))]), equals: ["OnOff.Off"])
        expect(light(on: false).sent(.lightbulb, [(.on, .int(1))]), equals: ["OnOff.On"])
        expect(light().sent(.lightbulb, [(.on, .int(2))]), equals: ["On: 43"])
    }

    @Test func aBrightnessSwitchesOn() {
        expect(
            light().sent(.lightbulb, [(.brightness, .int(100))]),
            equals: ["LevelControl.MoveToLevelWithOnOff 254 0 0 0"])
        expect(
            light(on: false).sent(.lightbulb, [(.on, .bool(true)), (.brightness, .int(1))]),
            equals: ["LevelControl.MoveToLevelWithOnOff 3 0 0 0"])
    }

    @Test func brightness0IsOffAndLeavesTheLevelAlone() {
        expect(light().sent(.lightbulb, [(.brightness, .int(0))]), equals: ["OnOff.Off"])
        expect(light(min: 50).sent(.lightbulb, [(.brightness, .float(0))]), equals: ["OnOff.Off"])
        expect(light().sent(.lightbulb, [(.on, .bool(true)), (.brightness, .int(0))]), equals: ["OnOff.Off"])
    }

    @Test func aLightThatGoesOffTakesItsBrightnessInTheDark() {
        expect(
            light().sent(.lightbulb, [(.brightness, .int(10)), (.on, .bool(false))]),
            equals: ["OnOff.Off", "LevelControl.MoveToLevel 25 0 1 1"])
    }

    @Test func aBrightnessThatItShowsAlreadyIsNoNewLevel() {
        for level in UInt64(126)...128 {
            expect(light(level: .unsigned(level)).sent(.lightbulb, [(.brightness, .int(50))]), equals: [], "\(level)")
        }
        expect(light(on: false).sent(.lightbulb, [(.brightness, .int(50))]), equals: ["OnOff.On"])
        expect(light(level: .unsigned(129)).sent(.lightbulb, [(.brightness, .int(50))]), differsFrom: [])
    }

    @Test func aLevelOfNullIsNoValue() {
        let brightness = light(level: .null).shown(.lightbulb)?[.brightness]
        expect(brightness != nil)
        expectNil(brightness?.value)
        expect(light(level: .null).sent(.lightbulb, [(.brightness, .int(50))]).count, equals: 1)
    }

    @Test func levelsOfTheDeviceAreTheLimits() {
        let brightness = light(level: .unsigned(60), min: 50, max: 200).shown(.lightbulb)?[.brightness]
        expect(brightness?.metadata.minimum, equals: 20)
        expect(brightness?.metadata.maximum, equals: 79)
        expect(light(min: 50, max: 200).sent(.lightbulb, [(.brightness, .int(80))]), equals: ["Brightness: 45"])
        expect(light(min: 50, max: 200).sent(.lightbulb, [(.brightness, .int(19))]), equals: ["Brightness: 44"])
        expect(light(min: 1, max: 254).shown(.lightbulb)?[.brightness]?.metadata.minimum, equals: 0)
    }

    @Test func theLowestLevelIsOnAsWell() {
        expect(
            light(on: false, min: 52).sent(.lightbulb, [(.brightness, .int(20))]),
            equals: ["OnOff.On", "LevelControl.MoveToLevel 52 0 0 0"])
    }

    /// With any levels of a device: a written brightness is the one shown afterwards.
    @Test func everyBrightnessInTheLimitsGoesBackToItself() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<60 {
            let ends = [dice.below(254) + 1, dice.below(254) + 1].sorted()
            let view = light(level: .null, min: UInt64(ends[0]), max: UInt64(ends[1]))
            let metadata = try require(view.shown(.lightbulb)?[.brightness]?.metadata)
            let low = max(Int(metadata.minimum ?? 0), 1), high = Int(metadata.maximum ?? 100)
            for percent in low...high {
                let key = CharacteristicKey(ServiceKey(endpoint: 1, type: .lightbulb), .brightness)
                let plan = view.plan(for: [CharacteristicWrite(key, .int(Int64(percent)))])
                guard case .command(_, let arguments) = plan.requests.last?.content, let level = arguments[0] else {
                    Issue.record("seed \(seed): nothing is sent for \(percent) in \(ends)")
                    return
                }
                expect((ends[0]...ends[1]).contains(Int(level.integer ?? 0)), "seed \(seed): \(percent) in \(ends)")
                let after = light(level: level, min: UInt64(ends[0]), max: UInt64(ends[1]))
                expect(
                    after.number(.lightbulb, .brightness), equals: Double(percent),
                    "seed \(seed): \(percent) in \(ends)")
            }
        }
    }

    @Test func hueAndSaturationAreOneCommand() {
        let view = light(color: [0: .unsigned(10), 1: .unsigned(100), features: .unsigned(1)])
        let both = view.sent(.lightbulb, [(.hue, .float(180)), (.saturation, .float(100))])
        expect(both, equals: ["ColorControl.MoveToHueAndSaturation 127 254 0 1 1"])
        expect(
            view.sent(.lightbulb, [(.hue, .float(360))]), equals: ["ColorControl.MoveToHueAndSaturation 0 100 0 1 1"])
        expect(
            view.sent(.lightbulb, [(.saturation, .int(0))]), equals: ["ColorControl.MoveToHueAndSaturation 10 0 0 1 1"])
    }

    @Test func anEnhancedHueIsPreferred() {
        let view = light(color: [0: .unsigned(10), 1: .unsigned(100), 0x4000: .unsigned(32768), features: .unsigned(3)])
        expect(view.number(.lightbulb, .hue), equals: 180)
        expect(
            view.sent(.lightbulb, [(.hue, .float(90))]),
            equals: [
                "ColorControl.EnhancedMoveToHueAndSaturation 16384 100 0 1 1"
            ])
    }

    @Test func miredsOfTheDeviceAreTheLimits() {
        let color: StructureValue = [7: .unsigned(370), 0x400B: .unsigned(153), 0x400C: .unsigned(454)]
        let view = light(color: color)
        expect(view.shown(.lightbulb)?[.colorTemperature]?.metadata.minimum, equals: 153)
        expect(view.shown(.lightbulb)?[.colorTemperature]?.metadata.maximum, equals: 454)
        expect(
            view.sent(.lightbulb, [(.colorTemperature, .int(200))]),
            equals: ["ColorControl.MoveToColorTemperature 200 0 1 1"])
        expect(view.sent(.lightbulb, [(.colorTemperature, .int(140))]), equals: ["ColorTemperature: 44"])
        expectNil(view.shown(.lightbulb)?[.hue])
    }

    @Test func anOutletIsInUseByWhatItDraws() {
        func outlet(_ power: TraitValue?) -> AccessoryView {
            var traits: [UInt32: StructureValue] = [0x6: [0: .bool(true)]]
            if let power { traits[0x90] = [8: power] }
            return AccessoryView(device(0x010A, traits))
        }
        expect(outlet(.signed(40_000)).number(.outlet, .outletInUse), equals: 1)
        expect(outlet(.signed(300)).number(.outlet, .outletInUse), equals: 0)
        expect(outlet(.null).number(.outlet, .outletInUse), equals: 1)
        expect(outlet(nil).number(.outlet, .outletInUse), equals: 1)
        expect(outlet(nil).serviceNames, equals: ["Outlet"])
    }

    @Test func switchableDeviceIsASwitch() {
        expect(AccessoryView(device(0x010F, [0x6: [0: .bool(true)]])).serviceNames, equals: ["Switch"])
        expect(AccessoryView(device(0x0303, [0x6: [0: .bool(true)]])).serviceNames, equals: ["Switch"])
        expect(
            AccessoryView(device(0x010B, [0x6: [0: .bool(true)], 0x8: [0: .unsigned(9)]])).serviceNames,
            equals: ["Lightbulb"])
    }
}
