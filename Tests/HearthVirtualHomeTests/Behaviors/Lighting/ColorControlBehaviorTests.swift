internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of ColorControl, one by one.
@Suite struct ColorControlBehaviorTests {
    typealias T = Matter.ColorControlTrait

    private func light(isOn: Bool = true) -> Bench {
        Bench([
            OnOffBehavior(.lighting, isOn: isOn), LevelControlBehavior([.onOff, .lighting], level: 254),
            ColorControlBehavior([.hueAndSaturation, .enhancedHue, .xy, .colorTemperature], mireds: 150...500),
        ])
    }

    private func color(_ bench: Bench) throws -> T.Attributes { try bench.attributes(ColorControlBehavior.self) }

    private func toHue(_ hue: UInt8, _ direction: T.DirectionEnum, _ time: UInt16) -> T.Commands.MoveToHue {
        var command = T.Commands.MoveToHue()
        command.hue = hue
        command.direction = direction
        command.transitionTime = time
        return command
    }

    private func toTemperature(_ mireds: UInt16, _ time: UInt16 = 0) -> T.Commands.MoveToColorTemperature {
        var command = T.Commands.MoveToColorTemperature()
        command.colorTemperatureMireds = mireds
        command.transitionTime = time
        return command
    }

    @Test func colorValuesOverTheirLimitsAreRefused() {
        var bench = light()
        expect(status { try bench.send(T.self, 0, toHue(255, .up, 0)) }, equals: .constraintError)
        expect(status { try bench.send(T.self, 0, toHue(1, .up, 65535)) }, equals: .constraintError)
        var saturation = T.Commands.MoveToSaturation()
        saturation.saturation = 255
        expect(status { try bench.send(T.self, 3, saturation) }, equals: .constraintError)
        var xy = T.Commands.MoveToColor()
        xy.colorX = 65280
        expect(status { try bench.send(T.self, 7, xy) }, equals: .constraintError)
        expect(bench.reports.isEmpty)
    }

    @Test func zeroRateOrStepAndUnknownModesAreRefused() {
        var bench = light()
        var move = T.Commands.MoveHue()
        move.moveMode = .up
        expect(status { try bench.send(T.self, 1, move) }, equals: .invalidCommand)
        move.moveMode = .init(rawValue: 2)
        move.rate = 5
        expect(status { try bench.send(T.self, 1, move) }, equals: .invalidCommand)
        var step = T.Commands.StepSaturation()
        step.stepMode = .up
        expect(status { try bench.send(T.self, 5, step) }, equals: .invalidCommand)
        expect(status { try bench.send(T.self, 0, toHue(1, .init(rawValue: 9), 0)) }, equals: .invalidCommand)
        expect(status { try bench.send(T.self, 9, T.Commands.StepColor()) }, equals: .invalidCommand)
    }

    @Test func commandsSetTheModeAndEnhancedHueTheHue() throws {
        var bench = light()
        try bench.send(T.self, 0, toHue(10, .shortest, 0))
        try expect(color(bench).colorMode, equals: .currentHueAndCurrentSaturation)
        try expect(color(bench).enhancedColorMode, equals: .currentHueAndCurrentSaturation)
        var xy = T.Commands.MoveToColor()
        xy.colorX = 20000
        xy.colorY = 30000
        try bench.send(T.self, 7, xy)
        try expect(color(bench).colorMode, equals: .currentXAndCurrentY)
        try expect(color(bench).currentX, equals: 20000)
        try bench.send(T.self, 0xA, toTemperature(300))
        try expect(color(bench).colorMode, equals: .colorTemperatureMireds)
        var enhanced = T.Commands.EnhancedMoveToHue()
        enhanced.enhancedHue = 0x8040
        try bench.send(T.self, 0x40, enhanced)
        try expect(color(bench).colorMode, equals: .currentHueAndCurrentSaturation)
        try expect(color(bench).enhancedColorMode, equals: .enhancedCurrentHueAndCurrentSaturation)
        try expect(color(bench).enhancedCurrentHue, equals: 0x8040)
        try expect(color(bench).currentHue, equals: 0x80)
    }

    @Test func temperatureIsClampedToTheLampsRangeWithoutError() throws {
        var bench = light()
        try bench.send(T.self, 0xA, toTemperature(10))
        try expect(color(bench).colorTemperatureMireds, equals: 150)
        try bench.send(T.self, 0xA, toTemperature(5000))
        try expect(color(bench).colorTemperatureMireds, equals: 500)
    }

    @Test(arguments: [
        (T.DirectionEnum.shortest, UInt8(0)), (.longest, 128), (.up, 128), (.down, 0),
    ])
    func hueGoesRoundTheShortestTheLongestUpOrDown(_ direction: T.DirectionEnum, _ half: UInt8) throws {
        var bench = light()
        try bench.send(T.self, 0, toHue(16, .shortest, 0))
        try bench.send(T.self, 0, toHue(240, direction, 20))
        bench.pass(.seconds(1))
        try expect(color(bench).currentHue, equals: half)
        bench.pass(.seconds(1))
        try expect(color(bench).currentHue, equals: 240)
    }

    @Test func hueMovesAroundTheCircleUntilStopped() throws {
        var bench = light()
        var move = T.Commands.MoveHue()
        move.moveMode = .up
        move.rate = 100
        try bench.send(T.self, 1, move)
        bench.pass(.seconds(4))
        try expect(color(bench).currentHue, equals: UInt8(400 - 256))
        try bench.send(T.self, 0x47, T.Commands.StopMoveStep())
        let hue = try color(bench).currentHue
        bench.pass(.seconds(4))
        try expect(color(bench).currentHue, equals: hue)
        expectNil(bench.device.deadline)
    }

    @Test func stepsGoByTheirSizeInTheirTimeAndStopAtTheLimits() throws {
        var bench = light()
        var saturation = T.Commands.StepSaturation()
        saturation.stepMode = .up
        saturation.stepSize = 200
        saturation.transitionTime = 10
        try bench.send(T.self, 5, saturation)
        bench.pass(.seconds(1))
        try bench.send(T.self, 5, saturation)
        bench.pass(.seconds(1))
        try expect(color(bench).currentSaturation, equals: 254)
        var temperature = T.Commands.StepColorTemperature()
        temperature.stepMode = .down
        temperature.stepSize = 90
        temperature.colorTemperatureMinimumMireds = 200
        try bench.send(T.self, 0x4C, temperature)
        try expect(color(bench).colorTemperatureMireds, equals: 200)
    }

    @Test func moveColorTemperatureRunsToItsOwnLimitAtItsRate() throws {
        var bench = light()
        var move = T.Commands.MoveColorTemperature()
        move.moveMode = .up
        move.rate = 50
        move.colorTemperatureMaximumMireds = 400
        try bench.send(T.self, 0x4B, move)
        bench.pass(.seconds(2))
        try expect(color(bench).colorTemperatureMireds, equals: 350)
        bench.pass(.seconds(5))
        try expect(color(bench).colorTemperatureMireds, equals: 400)
    }

    @Test func moveColorMovesEachCoordinateAtItsRate() throws {
        var bench = light()
        var move = T.Commands.MoveColor()
        move.rateX = -1000
        try bench.send(T.self, 8, move)
        bench.pass(.seconds(3))
        try expect(color(bench).currentX, equals: 21939)
        try expect(color(bench).currentY, equals: 24701)
    }

    @Test func offLightIgnoresColorUnlessExecuteIfOff() throws {
        var bench = light(isOn: false)
        try bench.send(T.self, 0xA, toTemperature(300))
        try expect(color(bench).colorTemperatureMireds, equals: 250)
        try bench.write(T.self) { $0.options = .executeIfOff }
        try bench.send(T.self, 0xA, toTemperature(300))
        try expect(color(bench).colorTemperatureMireds, equals: 300)
    }

    @Test func coupleColorTempToLevelTheLevelDrivesTheTemperature() throws {
        var bench = light()
        try bench.write(Matter.LevelControlTrait.self) { $0.options = .coupleColorTempToLevel }
        var move = Matter.LevelControlTrait.Commands.MoveToLevel()
        move.level = 1
        move.transitionTime = 0
        try bench.send(Matter.LevelControlTrait.self, 0, move)
        try expect(color(bench).colorTemperatureMireds, equals: 500)
        move.level = 254
        try bench.send(Matter.LevelControlTrait.self, 0, move)
        try expect(color(bench).colorTemperatureMireds, equals: 150)
        try bench.send(T.self, 0, toHue(10, .up, 0))
        move.level = 1
        try bench.send(Matter.LevelControlTrait.self, 0, move)
        try expect(color(bench).colorTemperatureMireds, equals: 150)
    }

    @Test func startUpMiredsApplyAfterAPowerCut() throws {
        var bench = light()
        try bench.send(T.self, 0, toHue(99, .up, 0))
        let behaviors: [any HostedBehavior] = [
            OnOffBehavior(.lighting, isOn: true), LevelControlBehavior([.onOff, .lighting], level: 254),
            ColorControlBehavior([.hueAndSaturation, .enhancedHue, .xy, .colorTemperature], mireds: 150...500),
        ]
        bench = bench.restarted(behaviors)
        try expect(color(bench).currentHue, equals: 99)
        try expect(color(bench).colorMode, equals: .currentHueAndCurrentSaturation)
        try bench.write(T.self) { $0.startUpColorTemperatureMireds = 321 }
        bench = bench.restarted(behaviors)
        try expect(color(bench).colorTemperatureMireds, equals: 321)
        try expect(color(bench).colorMode, equals: .colorTemperatureMireds)
    }

    @Test func theColourIsReportedOnceASecondAndAtTheEnd() throws {
        var bench = light()
        let start = bench.now
        try bench.send(T.self, 0xA, toTemperature(500, 25))
        bench.pass(.seconds(10))
        expect(bench.reports(of: T.self, 7, since: start).map(\.value), equals: [350, 450, 500])
        expect(bench.reports(of: T.self, 2, since: start).map(\.value), equals: [25, 0])
    }
}
