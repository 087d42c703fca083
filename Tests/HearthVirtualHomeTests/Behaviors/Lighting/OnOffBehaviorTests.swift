internal import HearthTraitCore
internal import HearthTraits
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
        #expect(try bench.attributes(OnOffBehavior.self).onOff == true)
        try bench.send(T.self, 0)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
        try bench.send(T.self, 2)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == true)
        try bench.send(T.self, 2)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
        #expect(bench.reports(of: T.self, 0, since: .zero).count == 4)
    }

    @Test func offSetsOnTimeTo0() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onTime == 0)
        #expect(attributes.offWaitTime == 50)
    }

    @Test func onClearsOffWaitTimeWhenOnTimeIs0() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        try bench.send(T.self, 1)
        #expect(try bench.attributes(OnOffBehavior.self).offWaitTime == 0)
    }

    @Test func offWithEffectStoresTheGlobalSceneOnce() throws {
        var bench = light(isOn: true)
        var effect = T.Commands.OffWithEffect()
        effect.effectVariant = 77
        try bench.send(T.self, 0x40, effect)
        var attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == false)
        #expect(attributes.globalSceneControl == false)
        try bench.send(T.self, 0x41)
        attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == true)
        #expect(attributes.globalSceneControl == true)
    }

    @Test func unknownEffectIsConstraintError() {
        var bench = light(isOn: true)
        var effect = T.Commands.OffWithEffect()
        effect.effectIdentifier = .init(rawValue: 9)
        #expect(status { try bench.send(T.self, 0x40, effect) } == .constraintError)
    }

    @Test func recallDoesNothingWhileSceneControlIsTrue() throws {
        var bench = light()
        try bench.send(T.self, 0x41)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
    }

    @Test func onWithTimedOff0xFFFFIsCONSTRAINTERRORForEitherTime() {
        var bench = light()
        #expect(status { try bench.send(T.self, 0x42, timedOff(0xFFFF, 0)) } == .constraintError)
        #expect(status { try bench.send(T.self, 0x42, timedOff(0, 0xFFFF)) } == .constraintError)
    }

    @Test func acceptOnlyWhenOnIgnoresTimedOffWhileOff() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(10, 10, .acceptOnlyWhenOn))
        #expect(bench.reports.isEmpty)
    }

    @Test func timedOffCountsDownAndTurnsOffByItself() throws {
        var bench = light()
        let start = bench.now
        try bench.send(T.self, 0x42, timedOff(5, 30))
        #expect(try bench.attributes(OnOffBehavior.self).onOff == true)
        bench.pass(.milliseconds(499))
        #expect(try bench.attributes(OnOffBehavior.self).onTime == 1)
        bench.pass(.milliseconds(1))
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == false)
        #expect(attributes.onTime == 0)
        #expect(attributes.offWaitTime == 0)
        #expect(bench.reports(of: T.self, 0x4001, since: start).map(\.value) == [5, 4, 3, 2, 1, 0])
        #expect(bench.device.deadline == nil)
    }

    /// An Off that ends a timed on early starts the guard time, in which OnWithTimedOff does not turn on.
    @Test func guardTime() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        bench.pass(.seconds(1))
        try bench.send(T.self, 0)
        bench.pass(.seconds(1))
        #expect(try bench.attributes(OnOffBehavior.self).offWaitTime == 10)
        try bench.send(T.self, 0x42, timedOff(100, 50))
        var attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == false)
        #expect(attributes.offWaitTime == 10)
        try bench.send(T.self, 0x42, timedOff(100, 4))
        #expect(try bench.attributes(OnOffBehavior.self).offWaitTime == 4)
        bench.pass(.seconds(1))
        attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.offWaitTime == 0)
        try bench.send(T.self, 0x42, timedOff(7, 3))
        #expect(try bench.attributes(OnOffBehavior.self).onOff == true)
    }

    /// OnWithTimedOff while on keeps the longer OnTime when counting, and takes the new OffWaitTime.
    @Test func timedOffWhileOn() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        try bench.send(T.self, 0x42, timedOff(30, 5))
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onTime == 100)
        #expect(attributes.offWaitTime == 5)
    }

    @Test func writingOnTimeRestartsTheCountdown() throws {
        var bench = light(isOn: true)
        try bench.write(T.self) { $0.onTime = 3 }
        bench.pass(.milliseconds(300))
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
        try bench.send(T.self, 1)
        try bench.write(T.self) { $0.onTime = 0xFFFF }
        #expect(bench.device.deadline == nil)
    }

    @Test func offOnlyDeviceLacksOnAndToggle() throws {
        var bench = Bench([OnOffBehavior(.offOnly, isOn: true)])
        #expect(try bench.attributes(OnOffBehavior.self).acceptedCommandList == [0])
        #expect(status { try bench.send(T.self, 1) } == .unsupportedCommand)
        #expect(status { try bench.send(T.self, 2) } == .unsupportedCommand)
        try bench.send(T.self, 0)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
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
        #expect(try bench.attributes(OnOffBehavior.self).onOff == expected)
        #expect(try bench.attributes(OnOffBehavior.self).startUpOnOff == startUp)
    }

    @Test func restartEndsACountdown() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        bench = bench.restarted([OnOffBehavior(.lighting)])
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == true)
        #expect(attributes.onTime == 0)
    }

    @Test func unknownStartUpValueIsRefused() throws {
        var bench = light()
        #expect(
            status {
                try bench.write(T.self) {
                    $0.onTime = 9
                    $0.startUpOnOff = .init(rawValue: 7)
                }
            } == .constraintError)
        #expect(try bench.attributes(OnOffBehavior.self).onTime == 0)
    }
}
