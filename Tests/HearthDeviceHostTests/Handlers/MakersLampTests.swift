internal import HearthBase
internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import HearthDeviceHost

/// The behaviour of a maker's lamp whose only own code is `apply(level:)`.
@Suite(.timeLimit(.minutes(5)))
struct MakersLampTests {
    typealias Level = Matter.LevelControlTrait
    typealias OnOff = Matter.OnOffTrait

    private let clock = ManualClock()

    private func lamp(
        _ bulb: Bulb, isOn: Bool = true, level: UInt8 = 100, fade: UInt16? = nil,
        values: [UInt32: StructureValue] = [:], before: (HandlerProvider) async throws -> Void = { _ in }
    ) async throws -> MakersDevice {
        try await MakersDevice(
            clock, DimmableLightDeviceType.self,
            [
                IdentifyBehavior(), OnOffBehavior(.lighting, isOn: isOn),
                LevelControlBehavior([.onOff, .lighting], level: level, onOffTransitionTime: fade, actuator: bulb),
            ], values: values, before: before)
    }

    private func moveTo(_ level: UInt8, _ time: UInt16?, options: Level.OptionsBitmap = [])
        -> Level.Commands.MoveToLevel
    {
        var command = Level.Commands.MoveToLevel()
        command.level = level
        command.transitionTime = time
        command.optionsMask = options
        command.optionsOverride = options
        return command
    }

    private func moveToWithOnOff(_ level: UInt8, _ time: UInt16?) -> Level.Commands.MoveToLevelWithOnOff {
        var command = Level.Commands.MoveToLevelWithOnOff()
        command.level = level
        command.transitionTime = time
        return command
    }

    // MARK: Ramps

    @Test func hardwareFollowsARampInSteps() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        expect(bulb.levels, equals: [.init(time: .zero, value: 100)])
        bulb.forget()
        try await lamp.send(Level.self, 0, moveTo(120, 20))
        await clock.advance(by: .seconds(5))
        expect(bulb.levels.map(\.value), equals: Array(101...120))
        let pauses = zip(bulb.levels.dropFirst(), bulb.levels).map { $0.time - $1.time }
        expect(pauses.allSatisfy { $0 >= .milliseconds(50) && $0 <= .milliseconds(151) })
        expect(bulb.levels.last.map { $0.time <= .seconds(2) }, equals: true)
    }

    @Test func fastRampSkipsLevelsBetweenSteps() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb, level: 1)
        bulb.forget()
        try await lamp.send(Level.self, 0, moveTo(254, 5))
        await clock.advance(by: .seconds(1))
        expect((9...11).contains(bulb.levels.count))
        expect(bulb.level, equals: 254)
    }

    @Test func rampIsReportedEachSecondWithTheCommandsCause() async throws {
        let lamp = try await lamp(Bulb(clock))
        try await lamp.send(Level.self, 0, moveTo(200, 25), cause: .client("phone"))
        await clock.advance(by: .seconds(5))
        let key = DeviceChange.TraitKey(endpoint: 1, traitID: Level.descriptor.id)
        let levels = lamp.changes.compactMap { $0.attributes[key]?[0]?.integer }
        expect(levels, equals: [140, 180, 200])
        expect(lamp.changes.allSatisfy { $0.cause == .client("phone") })
    }

    @Test func stopHoldsTheLevelOfTheMoment() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        try await lamp.send(Level.self, 0, moveTo(200, 100))
        await clock.advance(by: .milliseconds(4500))
        try await lamp.send(Level.self, 3, Level.Commands.Stop())
        await clock.advance(by: .seconds(10))
        expect(bulb.level, equals: 145)
        try expect(lamp.values(of: Level.self).currentLevel, equals: 145)
    }

    // MARK: Coupling with OnOff

    @Test func offIsLevelZeroForHardwareAndOnTheOldLevel() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        try await lamp.send(OnOff.self, 0)
        expect(bulb.level, equals: 0)
        try expect(lamp.values(of: Level.self).currentLevel, equals: 100)
        try await lamp.send(OnOff.self, 1)
        expect(bulb.level, equals: 100)
    }

    @Test func offFadesToZeroAndOnFadesBack() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb, level: 101, fade: 20)
        bulb.forget()
        try await lamp.send(OnOff.self, 0)
        await clock.advance(by: .seconds(1))
        expect(bulb.level, equals: 51)
        await clock.advance(by: .seconds(2))
        expect(bulb.level, equals: 0)
        expect(bulb.levels.map(\.value), equals: bulb.levels.map(\.value).sorted(by: >))
        try expect(lamp.values(of: Level.self).currentLevel, equals: 101)
        try await lamp.send(OnOff.self, 1)
        await clock.advance(by: .seconds(2))
        expect(bulb.level, equals: 101)
    }

    @Test func levelWithOnOffTurnsOnInOneReport() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb, isOn: false)
        expect(bulb.level, equals: 0)
        try await lamp.send(Level.self, 4, moveToWithOnOff(200, 0))
        expect(bulb.level, equals: 200)
        expect(lamp.changes.count, equals: 1)
        try expect(lamp.values(of: OnOff.self).onOff, equals: true)
        try await lamp.send(Level.self, 4, moveToWithOnOff(1, 10))
        await clock.advance(by: .seconds(1))
        try expect(lamp.values(of: OnOff.self).onOff, equals: false)
        expect(bulb.level, equals: 0)
    }

    @Test func timedOnTurnsHardwareOff() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb, isOn: false)
        var command = OnOff.Commands.OnWithTimedOff()
        command.onTime = 30
        try await lamp.send(OnOff.self, 0x42, command)
        expect(bulb.level, equals: 100)
        await clock.advance(by: .seconds(3))
        expect(bulb.level, equals: 0)
    }

    @Test func buttonAtTheLampToggles() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        try await lamp.provider.sense(.toggle, deviceID: "lamp", endpoint: nil)
        expect(bulb.level, equals: 0)
        expect(lamp.changes.map(\.cause), equals: [.device])
        await expect(throws: HomeError.self) {
            try await lamp.provider.sense(.toggle, deviceID: "other", endpoint: nil)
        }
    }

    // MARK: Options

    @Test func commandWhileOffIsIgnoredUnlessOptionsSayOtherwise() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb, isOn: false)
        try await lamp.send(Level.self, 0, moveTo(30, 0))
        try expect(lamp.values(of: Level.self).currentLevel, equals: 100)
        try await lamp.send(Level.self, 0, moveTo(30, 0, options: .executeIfOff))
        try expect(lamp.values(of: Level.self).currentLevel, equals: 30)
        expect(bulb.level, equals: 0)
        try await lamp.write(Level.self) { $0.options = .executeIfOff }
        try await lamp.send(Level.self, 0, moveTo(40, 0))
        try await lamp.send(OnOff.self, 1)
        expect(bulb.level, equals: 40)
    }

    @Test func refusedArgumentsReachNoHardware() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        bulb.forget()
        await expect(throws: TraitError.self) { try await lamp.send(Level.self, 0, moveTo(255, 0)) }
        await expect(throws: TraitError.self) { try await lamp.send(Level.self, 2, Level.Commands.Step()) }
        await clock.advance(by: .seconds(1))
        expect(bulb.levels.isEmpty)
        expect(lamp.changes.isEmpty)
    }

    // MARK: Start and end

    @Test func storedStateComesBackAtTheStart() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(
            bulb, isOn: false,
            values: [
                OnOff.descriptor.id: [0: .bool(true)], Level.descriptor.id: [0: .unsigned(33), 0xF: .unsigned(1)],
            ])
        expect(bulb.level, equals: 33)
        try expect(lamp.values(of: Level.self).options, equals: .executeIfOff)
        expect(lamp.changes.isEmpty)
    }

    @Test("The button works before the first contact, and the hub's stored state does not undo it")
    func buttonBeforeTheFirstContactCounts() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(
            bulb, isOn: false,
            values: [
                OnOff.descriptor.id: [0: .bool(false), 0x4003: .unsigned(0)], Level.descriptor.id: [0: .unsigned(33)],
            ],
            before: { try await $0.sense(.toggle, deviceID: "lamp", endpoint: nil) })
        expect(bulb.levels.map(\.value), equals: [100, 33])
        let values = try lamp.values(of: OnOff.self)
        expect(values.onOff, equals: true)
        expect(values.startUpOnOff, equals: .off)
        try expect(lamp.values(of: Level.self).currentLevel, equals: 33)
    }

    @Test func removedLampHasNoTimer() async throws {
        let bulb = Bulb(clock)
        let lamp = try await lamp(bulb)
        try await lamp.send(Level.self, 0, moveTo(200, 100))
        lamp.provider.remove("lamp")
        let reports = lamp.changes.count
        bulb.forget()
        await clock.advance(by: .seconds(20))
        expect(bulb.levels.isEmpty)
        expect(lamp.changes.count, equals: reports)
    }

    @Test func slowHardwareSkipsLevels() async throws {
        let slow = SlowBulb()
        let lamp = try await MakersDevice(
            clock, DimmableLightDeviceType.self,
            [OnOffBehavior(isOn: true), LevelControlBehavior(.onOff, level: 10, actuator: slow)])
        slow.isSlow.store(true, ordering: .relaxed)
        let sending = Task { try await lamp.send(Level.self, 0, moveTo(20, 0)) }
        await slow.began.wait()
        try await lamp.send(Level.self, 0, moveTo(30, 0))
        try await lamp.send(Level.self, 0, moveTo(40, 0))
        slow.mayEnd.open()
        _ = try await sending.value
        expect(slow.levels.withLock { $0 }, equals: [10, 20, 40])
    }

    @Test("A command is answered after its own step, so that Stop reaches slow hardware during a fade")
    func commandDoesNotWaitForItsFade() async throws {
        let slow = SteppingBulb(clock)
        let lamp = try await MakersDevice(
            clock, DimmableLightDeviceType.self,
            [OnOffBehavior(), LevelControlBehavior(.onOff, level: 100, actuator: slow)])
        slow.isSlow.store(true, ordering: .relaxed)
        try await lamp.send(Level.self, 4, moveToWithOnOff(200, 20))
        expect(slow.levels.withLock { $0 }, equals: [0, 100])
        try await lamp.send(Level.self, 3, Level.Commands.Stop())
        try expect(lamp.values(of: Level.self).currentLevel, equals: 110)
        slow.mayEnd.open()
        await slow.ended.wait()
        await clock.advance(by: .seconds(5))
        expect(slow.levels.withLock { $0 }, equals: [0, 100, 110])
    }

    // MARK: Other behaviours

    @Test func lampFadesWhenAThirdTraitSwitchesIt() async throws {
        let bulb = Bulb(clock)
        let lamp = try await MakersDevice(
            clock, DimmableLightDeviceType.self,
            [
                Neighbor(), OnOffBehavior(.lighting, isOn: true),
                LevelControlBehavior([.onOff, .lighting], level: 101, onOffTransitionTime: 20, actuator: bulb),
            ])
        // LevelControl itself requests this one, which changes nothing.
        try await lamp.send(Level.self, 4, moveToWithOnOff(101, 0))
        try await lamp.provider.sense(.contact(isClosed: false), deviceID: "lamp", endpoint: nil)
        await clock.advance(by: .seconds(1))
        expect(bulb.level, equals: 51)
        await clock.advance(by: .seconds(2))
        expect(bulb.level, equals: 0)
        try expect(lamp.values(of: Level.self).currentLevel, equals: 101)
    }

    @Test func refusedWriteHasNoEffect() async throws {
        let bulb = Bulb(clock)
        let lamp = try await MakersDevice(
            clock, OnOffLightDeviceType.self, [Neighbor(), OnOffBehavior(.lighting, actuator: bulb)])
        await expect(throws: TraitError.self) {
            try await lamp.write(Matter.IdentifyTrait.self) { $0.identifyTime = 5 }
        }
        expect(bulb.states, equals: [false])
        expect(lamp.changes.isEmpty)
    }

    @Test(
        arguments: [
            (.hueAndSaturation, 153...500, .hueAndSaturation(hue: 0, saturation: 0)),
            ([.hueAndSaturation, .enhancedHue], 153...500, .hueAndSaturation(hue: 0, saturation: 0)),
            (.xy, 153...500, .xy(x: 24_939, y: 24_701)),
            ([.hueAndSaturation, .xy], 153...500, .xy(x: 24_939, y: 24_701)),
            (.colorTemperature, 153...500, .temperature(mireds: 250)),
            (.colorTemperature, 300...500, .temperature(mireds: 300)),
            (.colorTemperature, 100...200, .temperature(mireds: 200)),
            ([.hueAndSaturation, .xy, .colorTemperature], 370...370, .temperature(mireds: 370)),
        ] as [(Matter.ColorControlTrait.Feature, ClosedRange<UInt16>, LightColor)])
    func colorBeginsWithOneThatTheLampHas(
        _ features: Matter.ColorControlTrait.Feature, _ mireds: ClosedRange<UInt16>, _ color: LightColor
    ) async throws {
        let bulb = Bulb(clock)
        let lamp = try await MakersDevice(
            clock, ExtendedColorLightDeviceType.self,
            [
                IdentifyBehavior(), OnOffBehavior(.lighting),
                ColorControlBehavior(features, mireds: mireds, actuator: bulb),
            ])
        expect(bulb.colors, equals: [color])
        let values = try lamp.values(of: Matter.ColorControlTrait.self)
        if case .temperature(let mireds) = color { expect(values.colorTemperatureMireds, equals: mireds) }
    }

    @Test func switchFollowsOnOff() async throws {
        let bulb = Bulb(clock)
        let plug = try await MakersDevice(
            clock, OnOffPluginUnitDeviceType.self, [IdentifyBehavior(), OnOffBehavior(actuator: bulb)])
        try await plug.send(OnOff.self, 1)
        try await plug.send(OnOff.self, 1)
        try await plug.send(OnOff.self, 2)
        expect(bulb.states, equals: [false, true, false])
    }

    @Test func colorFollowsATransition() async throws {
        let bulb = Bulb(clock)
        let lamp = try await MakersDevice(
            clock, ColorTemperatureLightDeviceType.self,
            [
                IdentifyBehavior(), OnOffBehavior(.lighting, isOn: true),
                LevelControlBehavior([.onOff, .lighting], level: 100, actuator: bulb),
                ColorControlBehavior(.colorTemperature, actuator: bulb),
            ])
        expect(bulb.colors, equals: [.temperature(mireds: 250)])
        var command = Matter.ColorControlTrait.Commands.MoveToColorTemperature()
        command.colorTemperatureMireds = 350
        command.transitionTime = 10
        try await lamp.send(Matter.ColorControlTrait.self, 0x0A, command)
        await clock.advance(by: .seconds(2))
        expect(bulb.colors.count, equals: 21)
        expect(bulb.colors.last, equals: .temperature(mireds: 350))
        try expect(lamp.values(of: Matter.ColorControlTrait.self).colorTemperatureMireds, equals: 350)
    }

    @Test func implementationWithoutFunctionsIsRefused() throws {
        struct Bare: TraitImplementation {
            typealias HandledTrait = Matter.OnOffTrait
            let initialAttributes = HandledTrait.Attributes()
        }
        let device = HostedDevice(id: "b", name: "B", type: OnOffLightDeviceType.self, handlers: [Bare()])
        let error = expect(throws: HomeError.self) { try HandlerProvider([device]) }
        expect(error?.message.contains("is neither a TraitHandler nor a TraitBehavior"), equals: true)
    }
}

/// A bulb that waits for the test once it is slow.
private final class SlowBulb: LevelActuator {
    let isSlow = Atomic(false)
    let began = Latch()
    let mayEnd = Latch()
    let levels = Mutex<[UInt8]>([])

    func apply(level: UInt8) async {
        levels.withLock { $0.append(level) }
        guard isSlow.load(ordering: .relaxed) else { return }
        began.open()
        await mayEnd.wait()
    }
}

/// A dimmer whose first call takes 200 ms once it is slow, and whose second one waits for the test.
private final class SteppingBulb: LevelActuator {
    let isSlow = Atomic(false)
    let mayEnd = Latch()
    let ended = Latch()
    let levels = Mutex<[UInt8]>([])
    private let clock: ManualClock
    private let calls = Atomic(0)

    init(_ clock: ManualClock) { self.clock = clock }

    func apply(level: UInt8) async {
        guard isSlow.load(ordering: .relaxed) else { return levels.withLock { $0.append(level) } }
        guard calls.add(1, ordering: .relaxed).newValue > 1 else {
            levels.withLock { $0.append(level) }
            return await clock.advance(by: .milliseconds(200))
        }
        await mayEnd.wait()
        levels.withLock { $0.append(level) }
        ended.open()
    }
}

/// A trait that switches the endpoint's OnOff, and refuses writes after it has asked for that.
private struct Neighbor: TraitBehavior {
    typealias HandledTrait = Matter.IdentifyTrait

    var attributes: T.Attributes = {
        var attributes = T.Attributes()
        attributes.identifyTime = 0
        attributes.identifyType = .visibleIndicator
        return attributes
    }()

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        if case .contact(let isClosed) = input { context.send(.turn(on: isClosed)) }
    }

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        context.send(.turn(on: true))
        throw TraitError(.constraintError, "it keeps its time")
    }
}
