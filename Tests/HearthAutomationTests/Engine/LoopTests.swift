internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Automations that set each other off.
@Suite struct LoopTests {
    /// Two automations that switch what the other listens to: the causes show it, and the eighth start is refused.
    @Test func aRingEndsByItsCause() {
        var stage = Stage()
        stage.add("a", graph: sequence(1, starter(2, "x"), write(3, .operation(.plus, [read(2), number(1)]), to: "y")))
        stage.add("b", graph: sequence(1, starter(2, "y"), write(3, .operation(.plus, [read(2), number(1)]), to: "x")))
        stage.report(0, from: "x")
        var done = 0
        while done < stage.sent.count {
            let request = stage.sent[done]
            done += 1
            let cause = AutomationCause(.automation, run: request.origin)
            stage.report(
                value: request.fields[0] ?? .null, from: request.path.target.deviceID, by: cause)
        }
        expect(stage.sent.count, equals: 8)
        expect(stage.machine.memory(of: "a")?.nonStarts[2]?.counts, equals: [.loop: 1])
        expect(stage.sent.last?.origin.chain, equals: ["a", "b", "a", "b", "a", "b", "a", "b"])
    }

    private func chatty() -> Stage {
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), turnOn(3)))
        return stage
    }

    /// More than twenty starts in a minute without a person: the automation rests for a minute, then for five, then for
    /// thirty.
    @Test func tooManyStartsAreFollowedByARest() {
        var stage = chatty()
        var rests: [Duration] = []
        for round in 1...4 {
            for value in 0..<21 { stage.report(Int64(value)) }
            expect(stage.sent.count, equals: 20 * round)
            let until = stage.machine.memory(of: "a")?.pausedUntil ?? .zero
            rests.append(until - stage.moment.sinceEpoch)
            stage.pass(until - stage.moment.sinceEpoch - .seconds(1))
            stage.report(1)
            expect(stage.sent.count, equals: 20 * round)
            stage.pass(.seconds(1))
        }
        expect(rests, equals: [60, 300, 1_800, 1_800].map { .seconds($0) })
    }

    /// After half an hour of normal behaviour the next rest is short again.
    @Test func restsAreForgotten() {
        var stage = chatty()
        for _ in 1...2 {
            for value in 0..<21 { stage.report(Int64(value)) }
            expect(stage.machine.memory(of: "a")?.pausedUntil, equals: stage.moment.sinceEpoch + .seconds(60))
            stage.pass(.seconds(3_600))
        }
    }

    /// Twenty starts a minute are allowed for any time.
    @Test func twentyInAMinuteAreNotTooMany() {
        var stage = chatty()
        for value in 0..<200 {
            stage.report(Int64(value))
            stage.pass(.seconds(3))
        }
        expect(stage.sent.count, equals: 200)
    }

    /// A person's switch always works and never counts.
    @Test func aPersonAlwaysWorks() {
        var stage = chatty()
        for value in 0..<50 { stage.report(Int64(value), by: .client) }
        expect(stage.sent.count, equals: 50)
        for value in 0..<21 { stage.report(Int64(value)) }
        expect(stage.sent.count, equals: 70)
        stage.report(1, by: .client)
        expect(stage.sent.count, equals: 71)
        stage.report(2, by: .automation)
        expect(stage.sent.count, equals: 71)
    }

    /// A rest lasts its elapsed time, whatever happens to the clock, and starts that led to no run do not count.
    @Test func restsDoNotFollowTheClock() {
        var stage = chatty()
        for value in 0..<21 { stage.report(Int64(value)) }
        stage.setClock(by: .seconds(-365 * 86_400))
        stage.pass(.seconds(59))
        stage.report(1)
        expect(stage.sent.count, equals: 20)
        stage.pass(.seconds(1))
        stage.report(2)
        expect(stage.sent.count, equals: 21)
        var busy = Stage()
        busy.add(graph: sequence(1, starter(2), delay(3, .seconds(50)), turnOn(4)))
        for value in 0..<100 { busy.report(Int64(value)) }
        expectNil(busy.machine.memory(of: "a")?.pausedUntil)
    }

    /// A rest until a time by a clock that was a year ahead does not last a year.
    @Test(arguments: [true, false]) func restsOfAWrongClockEnd(_ isSuppressed: Bool) {
        let nodes = isSuppressed ? [starter(2), suppress(3, .seconds(60)), turnOn(4)] : [starter(2), turnOn(4)]
        let graph = AutomationGraph(root: AutomationNode(1, .sequential(nodes)))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        let right = kept.stage.moment.sinceEpoch
        kept.stage.setClock(by: .seconds(365 * 86_400))
        for value in 0..<21 { kept.stage.report(Int64(value)) }
        kept.stage.save()
        kept.kill(clock: right)
        kept.stage.report(100)
        expect(kept.stage.sent.isEmpty, equals: isSuppressed)
        kept.stage.pass(.seconds(600))
        kept.stage.report(101)
        expect(!kept.stage.sent.isEmpty)
    }
}
