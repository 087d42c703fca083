internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// A light in both directions.
struct LightTests {
    private typealias T = StandardTraits

    private static let full = EntityKind.Light(
        hasBrightness: true, mireds: 153...500, color: .xy, effects: ["rainbow"], hasTransition: true)

    private func light(_ light: EntityKind.Light = full) throws -> TestMachine {
        try TestDevice([Entity(key: "l", name: "", kind: .light(light))]).machine()
    }

    @Test(
        arguments: [
            (0.0, 1), (0.001, 1), (0.5, 127), (0.498, 126), (1.0, 254), (2.0, 254), (1.0 / 254, 1),
        ] as [(Double, UInt64)])
    func brightnessIsALevelOfAtLeastOne(_ brightness: Double, _ level: UInt64) throws {
        var machine = try light()
        machine.take(["l": [.on: .bool(true), .brightness: .number(brightness)]])
        expect(try machine.value(of: T.matterLevelControl, "currentLevel"), equals: .unsigned(level))
    }

    @Test func lightThatIsOffKeepsItsLevel() throws {
        var machine = try light()
        machine.take(["l": [.on: .bool(true), .brightness: .number(0.5)]])
        machine.take(["l": [.on: .bool(false), .brightness: .number(0)]])
        expect(try machine.value(of: T.matterLevelControl, "currentLevel"), equals: .unsigned(127))
        expect(try machine.value(of: T.matterOnOff, "onOff"), equals: .bool(false))
    }

    @Test func colorIsTheLastOneReported() throws {
        var machine = try light()
        machine.take(["l": [.colorTemperature: .number(250.4)]])
        expect(try machine.value(of: T.matterColorControl, "colorTemperatureMireds"), equals: .unsigned(250))
        expect(try machine.value(of: T.matterColorControl, "colorMode"), equals: .unsigned(2))
        machine.take(["l": [.x: .number(0.3), .y: .number(2)]])
        expect(try machine.value(of: T.matterColorControl, "currentX"), equals: .unsigned(19_661))
        expect(try machine.value(of: T.matterColorControl, "currentY"), equals: .unsigned(65_279))
        expect(try machine.value(of: T.matterColorControl, "colorMode"), equals: .unsigned(1))
        machine.take(["l": [.colorTemperature: .number(1e9)]])
        expect(try machine.value(of: T.matterColorControl, "colorTemperatureMireds"), equals: .unsigned(500))
        expect(try machine.value(of: T.matterColorControl, "colorMode"), equals: .unsigned(2))
    }

    @Test func hueAndSaturation() throws {
        var machine = try light(EntityKind.Light(hasBrightness: true, color: .hueSaturation))
        machine.take(["l": [.on: .bool(true), .hue: .number(180), .saturation: .number(100)]])
        expect(try machine.value(of: T.matterColorControl, "currentHue"), equals: .unsigned(127))
        expect(try machine.value(of: T.matterColorControl, "currentSaturation"), equals: .unsigned(254))
        let commands = try machine.invoke(
            T.matterColorControl, "MoveToHueAndSaturation", ["hue": 127, "saturation": 127, "transitionTime": 10])
        // It takes no transition.
        expect(
            commands,
            equals: [EntityCommand(entity: "l", values: [.hue: .number(180), .saturation: .number(50)])])
    }

    @Test func levelsAreBrightness() throws {
        var machine = try light()
        machine.take(["l": [.on: .bool(true), .brightness: .number(1)]])
        func set(_ level: Double, _ tenths: Int = 0) -> [EntityCommand] {
            [
                EntityCommand(
                    entity: "l", values: [.on: .bool(true), .brightness: .number(level / 254)],
                    transition: .milliseconds(tenths * 100))
            ]
        }
        let level = T.matterLevelControl
        expect(
            try machine.invoke(level, "MoveToLevelWithOnOff", ["level": 127, "transitionTime": 15]),
            equals: set(127, 15))
        expect(try machine.invoke(level, "MoveToLevel", ["level": 0, "transitionTime": 0]), equals: set(1))
        expect(
            try machine.invoke(level, "MoveToLevelWithOnOff", ["level": 1, "transitionTime": 0]),
            equals: [EntityCommand(entity: "l", values: [.on: .bool(false)], transition: .zero)])
        expect(
            try machine.invoke(level, "Step", ["stepMode": 1, "stepSize": 54, "transitionTime": 0]), equals: set(200))
        expect(
            try machine.invoke(level, "Move", ["moveMode": 1, "rate": 50]),
            equals: [
                EntityCommand(
                    entity: "l", values: [.on: .bool(true), .brightness: .number(1 / 254)],
                    transition: .seconds(253) / 50)
            ])
        machine.take(["l": [.on: .bool(false)]])
        // What doesn't switch a light on has no effect while it is off.
        expect(try machine.invoke(level, "MoveToLevel", ["level": 9, "transitionTime": 0]), equals: [])
        expect(
            try machine.invoke(
                T.matterColorControl, "MoveToColorTemperature", ["colorTemperatureMireds": 300, "transitionTime": 0]),
            equals: [])
    }

    @Test func colorCommands() throws {
        var machine = try light()
        machine.take(["l": [.on: .bool(true), .x: .number(0.5), .y: .number(0.5)]])
        expect(
            try machine.invoke(
                T.matterColorControl, "MoveToColor", ["colorX": 16_384, "colorY": 32_768, "transitionTime": 3]),
            equals: [
                EntityCommand(
                    entity: "l", values: [.x: .number(0.25), .y: .number(0.5)], transition: .milliseconds(300))
            ])
        expect(
            try machine.invoke(
                T.matterColorControl, "MoveToColorTemperature", ["colorTemperatureMireds": 1, "transitionTime": 0]),
            equals: [EntityCommand(entity: "l", values: [.colorTemperature: .number(153)], transition: .zero)])
        expect(
            try machine.invoke(
                T.matterColorControl, "StepColor", ["stepX": 6554, "stepY": -32_768, "transitionTime": 0]),
            equals: [
                EntityCommand(
                    entity: "l", values: [.x: .number(39_322.0 / 65_536), .y: .number(0)], transition: .zero)
            ])
    }

    @Test("A colour that a light can't show is the nearest that it can")
    func colorsAreWithinTheGamut() throws {
        let gamut = ColorGamut(
            red: ColorGamut.Point(x: 0.75, y: 0.25), green: ColorGamut.Point(x: 0.25, y: 0.75),
            blue: ColorGamut.Point(x: 0.25, y: 0.25))
        var machine = try light(EntityKind.Light(color: .xy, gamut: gamut))
        for (wanted, shown) in [
            ((0.375, 0.375), (0.375, 0.375)), ((0.75, 0.75), (0.5, 0.5)), ((0.5, 0.125), (0.5, 0.25)),
            ((0.125, 0.125), (0.25, 0.25)), ((0.125, 0.5), (0.25, 0.5)), ((0.875, 0.125), (0.75, 0.25)),
        ] {
            expect(
                try machine.invoke(
                    T.matterColorControl, "MoveToColor",
                    [
                        "colorX": .integer(Int64(wanted.0 * 65_536)), "colorY": .integer(Int64(wanted.1 * 65_536)),
                        "transitionTime": 0,
                    ]),
                equals: [EntityCommand(entity: "l", values: [.x: .number(shown.0), .y: .number(shown.1)])],
                "\(wanted)")
        }
    }

    @Test func effectsAreModes() throws {
        var machine = try light()
        expect(
            try machine.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 1]),
            equals: [EntityCommand(entity: "l", values: [.effect: .text("rainbow")])])
        machine.take(["l": [.effect: .text("rainbow")]])
        expect(try machine.value(of: T.matterModeSelect, "currentMode"), equals: .unsigned(1))
        let error = expect(throws: TraitError.self) {
            try machine.invoke(T.matterModeSelect, "ChangeToMode", ["newMode": 9])
        }
        expect(error?.status, equals: .constraintError)
    }
}
