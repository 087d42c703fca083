internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@testable internal import HearthDevices

/// The rules of OnOff, one by one.
@Suite("OnOff")
struct OnOffBehaviorTests {
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

    @Test("On turns on, Off turns off, Toggle does the one that applies")
    func onOffToggle() throws {
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

    @Test("Off sets OnTime to 0")
    func offClearsOnTime() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onTime == 0)
        #expect(attributes.offWaitTime == 50)
    }

    @Test("On clears OffWaitTime when OnTime is 0")
    func onClearsOffWaitTime() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 50))
        try bench.send(T.self, 0)
        try bench.send(T.self, 1)
        #expect(try bench.attributes(OnOffBehavior.self).offWaitTime == 0)
    }

    @Test("OffWithEffect takes the global scene once; On and recall give it back")
    func globalScene() throws {
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

    @Test("An effect that does not exist is refused with CONSTRAINT_ERROR")
    func unknownEffect() {
        var bench = light(isOn: true)
        var effect = T.Commands.OffWithEffect()
        effect.effectIdentifier = .init(rawValue: 9)
        #expect(status { try bench.send(T.self, 0x40, effect) } == .constraintError)
    }

    @Test("OnWithRecallGlobalScene does nothing while GlobalSceneControl is true")
    func recallIgnored() throws {
        var bench = light()
        try bench.send(T.self, 0x41)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
    }

    @Test("OnWithTimedOff: 0xFFFF is CONSTRAINT_ERROR for either time")
    func timedOffLimits() {
        var bench = light()
        #expect(status { try bench.send(T.self, 0x42, timedOff(0xFFFF, 0)) } == .constraintError)
        #expect(status { try bench.send(T.self, 0x42, timedOff(0, 0xFFFF)) } == .constraintError)
    }

    @Test("OnWithTimedOff that is accepted only when on does nothing while off")
    func acceptOnlyWhenOn() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(10, 10, .acceptOnlyWhenOn))
        #expect(bench.reports.isEmpty)
    }

    @Test("OnWithTimedOff counts down each 0.1 s and turns off by itself; then there is no guard time")
    func timedOffCountsDown() throws {
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

    @Test("An Off that cuts a timed on short starts the guard time, in which OnWithTimedOff does not turn on")
    func guardTime() throws {
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

    @Test("OnWithTimedOff while on keeps the longer OnTime when counting, and takes the new OffWaitTime")
    func timedOffWhileOn() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        try bench.send(T.self, 0x42, timedOff(30, 5))
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onTime == 100)
        #expect(attributes.offWaitTime == 5)
    }

    @Test("Writing OnTime while on restarts the countdown; 0xFFFF does not count")
    func writtenOnTime() throws {
        var bench = light(isOn: true)
        try bench.write(T.self) { $0.onTime = 3 }
        bench.pass(.milliseconds(300))
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
        try bench.send(T.self, 1)
        try bench.write(T.self) { $0.onTime = 0xFFFF }
        #expect(bench.device.deadline == nil)
    }

    @Test("OFFONLY: On and Toggle are UNSUPPORTED_COMMAND and not on the list")
    func offOnly() throws {
        var bench = Bench([OnOffBehavior(.offOnly, isOn: true)])
        #expect(try bench.attributes(OnOffBehavior.self).acceptedCommandList == [0])
        #expect(status { try bench.send(T.self, 1) } == .unsupportedCommand)
        #expect(status { try bench.send(T.self, 2) } == .unsupportedCommand)
        try bench.send(T.self, 0)
        #expect(try bench.attributes(OnOffBehavior.self).onOff == false)
    }

    @Test(
        "StartUpOnOff decides after a power cut; null leaves things as before",
        arguments: [
            (T.StartUpOnOffEnum?.none, true), (.off, false), (.on, true), (.toggle, false),
        ])
    func startUp(_ startUp: T.StartUpOnOffEnum?, _ expected: Bool) throws {
        var bench = light(isOn: true)
        try bench.write(T.self) { $0.startUpOnOff = startUp }
        bench = bench.restarted([OnOffBehavior(.lighting)])
        #expect(try bench.attributes(OnOffBehavior.self).onOff == expected)
        #expect(try bench.attributes(OnOffBehavior.self).startUpOnOff == startUp)
    }

    @Test("A countdown does not go on after a restart")
    func countdownEndsWithPower() throws {
        var bench = light()
        try bench.send(T.self, 0x42, timedOff(100, 20))
        bench = bench.restarted([OnOffBehavior(.lighting)])
        let attributes = try bench.attributes(OnOffBehavior.self)
        #expect(attributes.onOff == true)
        #expect(attributes.onTime == 0)
    }

    @Test("A start-up value that does not exist is refused and nothing is written")
    func unknownStartUp() throws {
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
