internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of OnOff, one by one.
@Suite struct OnOffBehaviorTests {
    typealias T = Matter.OnOffTrait

    private func light(isOn: Bool = false) -> Bench { Bench([OnOffBehavior(.lighting, isOn: isOn)]) }

    private func timedOff(
        _ onTime: UInt16, _ offWaitTime: UInt16, _ control: T.OnOffControlBitmap = []
    ) -> T.Commands.OnWithTimedOff {
        var command = T.Commands.OnWithTimedOff()
        command.onOffControl = control
        command.onTime = onTime
        command.offWaitTime = offWaitTime
        return command
    }

    @Test func onTurnsOnOffTurnsOffToggleDoesTheOneThatApplies() throws {
        var bench = light()
        try bench.send(T.self, 1)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: true)
        try bench.send(T.self, 0)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: false)
        try bench.send(T.self, 2)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: true)
        try bench.send(T.self, 2)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: false)
        expect(bench.reports(of: T.self, 0, since: .zero).count, equals: 4)
    }

    @Test func offSetsOnTimeTo0() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        let attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onTime, equals: 0)
        expect(attributes.offWaitTime, equals: 50)
    }

    @Test func onClearsOffWaitTimeWhenOnTimeIs0() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        try bench.send(T.self, 1)
        try expect(bench.attributes(OnOffBehavior.self).offWaitTime, equals: 0)
    }

    @Test func offWithEffectStoresTheGlobalSceneOnce() throws {
        var bench = light(isOn: true)
        var effect = T.Commands.OffWithEffect()
        effect.effectVariant = 77
        try bench.send(T.self, 0x40, effect)
        var attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onOff, equals: false)
        expect(attributes.globalSceneControl, equals: false)
        try bench.send(T.self, 0x41)
        attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onOff, equals: true)
        expect(attributes.globalSceneControl, equals: true)
    }

    @Test func unknownEffectIsConstraintError() {
        var bench = light(isOn: true)
        var effect = T.Commands.OffWithEffect()
        effect.effectIdentifier = .init(rawValue: 9)
        expect(status { try bench.send(T.self, 0x40, effect) }, equals: .constraintError)
    }

    @Test func recallDoesNothingWhileSceneControlIsTrue() throws {
        var bench = light()
        try bench.send(T.self, 0x41)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: false)
    }

    @Test func onWithTimedOff0xFFFFIsCONSTRAINTERRORForEitherTime() {
        var bench = light()
        expect(status { try bench.send(T.self, 0x42, timedOff(0xFFFF, 0)) }, equals: .constraintError)
        expect(status { try bench.send(T.self, 0x42, timedOff(0, 0xFFFF)) }, equals: .constraintError)
    }

    @Test func acceptOnlyWhenOnIgnoresTimedOffWhileOff() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(10, 10, .acceptOnlyWhenOn))
        expect(bench.reports.isEmpty)
    }

    @Test func timedOffCountsDownAndTurnsOffByItself() throws {
        var bench = light()
        let start = bench.now
        try bench.send(T.self, 0x42, timedOff(5, 30))
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: true)
        bench.pass(.milliseconds(499))
        try expect(bench.attributes(OnOffBehavior.self).onTime, equals: 1)
        bench.pass(.milliseconds(1))
        let attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onOff, equals: false)
        expect(attributes.onTime, equals: 0)
        expect(attributes.offWaitTime, equals: 0)
        expect(bench.reports(of: T.self, 0x4001, since: start).map(\.value), equals: [5, 4, 3, 2, 1, 0])
        expectNil(bench.device.deadline)
    }

    /// An Off that ends a timed on early starts the guard time, in which OnWithTimedOff does not turn on.
    @Test func guardTime() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        bench.pass(.seconds(1))
        try bench.send(T.self, 0)
        bench.pass(.seconds(1))
        try expect(bench.attributes(OnOffBehavior.self).offWaitTime, equals: 10)
        try bench.send(T.self, 0x42, timedOff(100, 50))
        var attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onOff, equals: false)
        expect(attributes.offWaitTime, equals: 10)
        try bench.send(T.self, 0x42, timedOff(100, 4))
        try expect(bench.attributes(OnOffBehavior.self).offWaitTime, equals: 4)
        bench.pass(.seconds(1))
        attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.offWaitTime, equals: 0)
        try bench.send(T.self, 0x42, timedOff(7, 3))
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: true)
    }

    /// OnWithTimedOff while on keeps the longer OnTime when counting, and takes the new OffWaitTime.
    @Test func timedOffWhileOn() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        try bench.send(T.self, 0x42, timedOff(30, 5))
        let attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onTime, equals: 100)
        expect(attributes.offWaitTime, equals: 5)
    }

    @Test func writingOnTimeRestartsTheCountdown() throws {
        var bench = light(isOn: true)
        try bench.write(T.self) { $0.onTime = 3 }
        bench.pass(.milliseconds(300))
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: false)
        try bench.send(T.self, 1)
        try bench.write(T.self) { $0.onTime = 0xFFFF }
        expectNil(bench.device.deadline)
    }

    @Test func offOnlyDeviceLacksOnAndToggle() throws {
        var bench = Bench([OnOffBehavior(.offOnly, isOn: true)])
        try expect(bench.attributes(OnOffBehavior.self).acceptedCommandList, equals: [0])
        expect(status { try bench.send(T.self, 1) }, equals: .unsupportedCommand)
        expect(status { try bench.send(T.self, 2) }, equals: .unsupportedCommand)
        try bench.send(T.self, 0)
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: false)
    }

    @Test(arguments: [
        (T.StartUpOnOffEnum?.none, true), (.off, false), (.on, true), (.toggle, false),
    ])
    func startUpOnOffAppliesAfterAPowerCut(_ startUp: T.StartUpOnOffEnum?, _ expected: Bool)
        throws
    {
        var bench = light(isOn: true)
        try bench.write(T.self) { $0.startUpOnOff = startUp }
        bench = bench.restarted([OnOffBehavior(.lighting)])
        try expect(bench.attributes(OnOffBehavior.self).onOff, equals: expected)
        try expect(bench.attributes(OnOffBehavior.self).startUpOnOff, equals: startUp)
    }

    @Test func restartEndsACountdown() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        bench = bench.restarted([OnOffBehavior(.lighting)])
        let attributes = try bench.attributes(OnOffBehavior.self)
        expect(attributes.onOff, equals: true)
        expect(attributes.onTime, equals: 0)
    }

    @Test func unknownStartUpValueIsRefused() throws {
        var bench = light()
        expect(
            status {
                try bench.write(T.self) {
                    $0.onTime = 9
                    $0.startUpOnOff = .init(rawValue: 7)
                }
            }, equals: .constraintError)
        try expect(bench.attributes(OnOffBehavior.self).onTime, equals: 0)
    }
}
