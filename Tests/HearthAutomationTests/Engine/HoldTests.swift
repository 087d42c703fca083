internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Holds that must stay true for a time, and waits.
@Suite struct HoldTests {
    private let hold = sequence(
        1, starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: .seconds(60)), turnOn(4))

    private func stage(_ root: AutomationNode, at value: Int64 = 10) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(value)]
        stage.add(graph: root)
        return stage
    }

    /// The condition becomes true and stays so.
    @Test func heldConditionContinuesTheRun() {
        var stage = stage(hold)
        stage.report(25)
        stage.pass(.seconds(30))
        stage.report(26)
        stage.pass(.seconds(60))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.3 waits until 1:00
            1:00 1.3 waited
            1:00 1 lamp on
            1:00 1.4 action done
            1:00 1 ended: finished
            """)
    }

    /// A record that makes it false ends the run, and the trace says after how long.
    @Test func brokenHoldEndsTheRun() {
        var stage = stage(hold)
        stage.report(25)
        stage.pass(.seconds(32))
        stage.report(15)
        stage.pass(.seconds(60))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.3 waits until 1:00
            0:32 1.3 condition false [2.0 = 15]
            0:32 1 ended at 3: not held, after 0:32
            """)
        expect(stage.machine.watched.isEmpty)
    }

    /// It has held when its time is over, also if the timer fires after the record that ends it.
    @Test func breakAfterTheHoldIsIgnored() {
        var stage = stage(hold)
        stage.report(25)
        stage.now += .milliseconds(60_100)
        stage.report(15)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.3 waits until 1:00
            1:00.100 1.3 waited
            1:00.100 1 lamp on
            1:00.100 1.4 action done
            1:00.100 1 ended: finished
            """)
    }

    /// An unreachable device does not break a hold; an unknown value does.
    @Test func anOfflineDeviceBreaksNoHold() {
        var stage = stage(hold)
        stage.report(25)
        stage.home.offline = ["sensor"]
        stage.change([.init(TestTrait.path("sensor"), [:])], by: AutomationCause(.hub))
        stage.pass(.seconds(61))
        expect(stage.sent.count, equals: 1)
        stage.report(10)
        stage.report(25)
        stage.report(value: .null)
        stage.pass(.seconds(61))
        expect(stage.sent.count, equals: 1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.3 waits until 1:00
            1:00 1.3 not seen for 1:00
            1:00 1.3 waited
            1:00 1 lamp on
            1:00 1.4 action done
            1:00 1 ended: finished
            1:01 2 begins at 2
            1:01 2.3 condition true [2.0 = 25]
            1:01 2.3 waits until 2:01
            1:01 2.3 condition unknown (null) [2.0 = unknown (null)]
            1:01 2 ended at 3: not held, after 0:00
            """)
    }

    /// A hold reads the present attributes, and event fields as the event had them.
    @Test func aHoldKnowsWhatItsEventBrought() {
        let said = AutomationExpression.operation(.equals, [read(2, 7), number(1)])
        var stage = stage(
            sequence(
                1, pressed(2), reader(5), condition(3, all(said, above(5, 20)), for: .seconds(5)), turnOn(4)))
        stage.report(25)
        stage.press(1, fields: [7: .signed(1)])
        stage.pass(.seconds(2))
        stage.report(26)
        stage.pass(.seconds(4))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.5 read
            0:00 1.3 condition true [2.7 = 1, 5.0 = 25]
            0:00 1.3 waits until 0:05
            0:05 1.3 waited
            0:05 1 lamp on
            0:05 1.4 action done
            0:05 1 ended: finished
            """)
    }

    /// A condition that is false at the node ends the run, also after a delay.
    @Test func falseConditionEndsTheRunAtTheHold() {
        var stage = stage(
            sequence(1, starter(2), delay(5, .seconds(1)), condition(3, above(2, 20), for: .seconds(60)), turnOn(4)))
        stage.report(25)
        stage.report(15)
        stage.pass(.seconds(2))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:01
            0:00 a: not started at 2: alreadyRunning
            0:01 1.5 waited
            0:01 1.3 condition false [2.0 = 15]
            0:01 1 ended at 3: conditionFalse
            """)
    }

    /// Until the condition is true or the timeout; the result is a variable.
    @Test func aWaitEndsWithWhatItWaitsFor() {
        let root = sequence(
            1, pressed(2), reader(3), wait(4, for: above(3, 20), .seconds(30), result: "came"),
            choose(5, (.variable("came"), turnOn(6)), otherwise: turnOff(7)))
        var stage = stage(root)
        stage.press(1)
        stage.pass(.seconds(5))
        stage.report(25)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1.4 waits until 0:30
            0:05 1.4 waited
            0:05 1.5 condition true [came = true]
            0:05 1.5 branch 0
            0:05 1 lamp on
            0:05 1.6 action done
            0:05 1 ended: finished
            """)
        stage.report(15)
        stage.press(2)
        stage.pass(.seconds(31))
        expectTrace(
            stage.happened(),
            """
            0:05 2 begins at 2
            0:05 2.3 read
            0:05 2.4 waits until 0:35
            0:35 2.4 waited in vain
            0:35 2.5 condition false [came = false]
            0:35 2.5 branch 1
            0:35 2 lamp off
            0:35 2.7 action done
            0:35 2 ended: finished
            """)
    }

    /// The clock sends no reports, so it is checked each minute.
    @Test func aWaitForATimeOfDayEndsThen() {
        let late = AutomationExpression.operation(
            .greaterThanOrEquals, [read(3), .constant(.structure([0: .unsigned(12), 1: .unsigned(5)]))])
        var stage = stage(
            sequence(
                1, pressed(2), AutomationNode(3, .stateReader(timeTrait)), wait(4, for: late, .seconds(3_600)),
                turnOn(6)))
        stage.pass(.seconds(30))
        stage.press(1)
        stage.pass(.seconds(600))
        expectTrace(
            stage.happened(),
            """
            0:30 1 begins at 2
            0:30 1.3 read
            0:30 1.4 waits until 1:00:30
            5:00 1.4 waited
            5:00 1 lamp on
            5:00 1.6 action done
            5:00 1 ended: finished
            """)
        expect(stage.machine.watched.isEmpty)
    }

    /// 24 h are 24 h of elapsed time, whatever happens to the clock.
    @Test func holdsAndDelaysDoNotFollowTheClock() {
        var stage = stage(hold)
        stage.report(25)
        stage.pass(.seconds(30))
        stage.setClock(by: .seconds(7_200))
        stage.pass(.seconds(29))
        stage.setClock(by: .seconds(-365 * 86_400))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
    }
}
