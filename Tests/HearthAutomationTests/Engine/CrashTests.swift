internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Whenever the power is lost, non-idempotent actions happen at most once and others at least once; each start happens
/// exactly once.
@Suite struct CrashTests {
    private static var limits: AutomationMachine.Limits {
        var limits = AutomationMachine.Limits()
        limits.starts = .max
        return limits
    }

    private static func automation(
        _ id: String, mode: RunMode = .parallel, maxExecutions: UInt32? = nil, _ root: AutomationNode
    ) -> Automation {
        Automation(
            id: id, name: id, graph: AutomationGraph(root: root), mode: mode, maxRuns: 100,
            maxExecutions: maxExecutions)
    }

    private static let automations = [
        automation(
            "hold",
            sequence(
                1, starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: .seconds(30)), toggle(4, "a"),
                turnOn(5, "b"))),
        automation(
            "button", maxExecutions: 3,
            sequence(1, pressed(2), suppress(3, .seconds(60)), turnOn(4, "c"), delay(5, .seconds(20)), toggle(6, "d"))),
        automation(
            "queue", mode: .queued,
            sequence(1, starter(2, "other"), toggle(3, "e"), delay(4, .seconds(10)), write(5, read(2), to: "f"))),
        automation(
            "clock",
            sequence(1, cron(2, "0 * * ? * *"), parallel(3, turnOn(4, "g"), toggle(5, "h")), turnOff(6, "g"))),
    ]

    /// Six and a half minutes of a home.
    private func play(isLost: @escaping (Int) -> Bool) -> CrashWorld {
        var world = CrashWorld(Self.automations, values: ["sensor": 10, "other": 0], limits: Self.limits)
        world.isLost = isLost
        world.press("button")
        world.pass(.seconds(10))
        world.report(25, from: "sensor")
        world.pass(.seconds(20))
        world.press("button")
        world.report(1, from: "other")
        world.report(2, from: "other")
        world.pass(.seconds(70))
        world.press("button")
        world.report(3, from: "other")
        world.pass(.seconds(100))
        world.press("button")
        world.pass(.seconds(90))
        world.press("button")
        world.report(15, from: "sensor")
        world.pass(.seconds(100))
        return world
    }

    private func check(_ world: CrashWorld, _ words: Comment) {
        expect(world.wrong, equals: [], words)
        // Each start happens exactly once.
        var starts = world.rows.runs.values.map { "\($0.automationID) \(CrashWorld.name($0))" }.sorted()
        let end = Int64(world.time.components.seconds)
        let minutes = stride(from: 1_795_608_060, through: end, by: 60).map { "clock time \($0)" }
        expect(starts.filter { $0.hasPrefix("clock") }, equals: minutes, words)
        starts.removeAll { $0.hasPrefix("clock") }
        expect(
            starts,
            equals: [
                "button event 1", "button event 3", "button event 4", "hold value 25", "queue value 1", "queue value 2",
                "queue value 3",
            ], words)
        expect(world.rows.memories["button"]?.executions, equals: 3, words)
        expect(world.rows.activity["button"], equals: false, words)
        for run in world.rows.runs.values {
            expect(run.end?.reason, equals: .finished, words)
            for action in Self.actions[run.automationID] ?? [] {
                let deed = CrashWorld.Deed(
                    automationID: run.automationID, occasion: CrashWorld.name(run), nodeID: action)
                let found = world.deeds[deed]
                expect(found != nil || Self.once.contains("\(run.automationID) \(action)"), words)
            }
        }
        expect(world.deeds.values.allSatisfy { !$0.isOnce || $0.count == 1 }, words)
    }

    private static let actions: [String: [UInt32]] = [
        "hold": [4, 5], "button": [4, 6], "queue": [3, 5], "clock": [4, 5, 6],
    ]
    private static let once: Set<String> = ["hold 4", "button 6", "queue 3", "clock 5"]

    /// Without a crash everything happens once.
    @Test func nothingIsLostWithoutACrash() {
        let world = play { _ in false }
        check(world, "no kill")
        expect(world.deeds.values.allSatisfy { $0.count == 1 })
        expect(
            world.deeds.count,
            equals: world.rows.runs.values.reduce(0) { $0 + (Self.actions[$1.automationID]?.count ?? 0) })
    }

    /// A crash at every point, one at a time.
    @Test func crashAtAnyPointKeepsTheRules() {
        let points = play { _ in false }.points
        expect(points, isAbove: 100)
        for point in 1...points {
            let world = play { $0 == point }
            expect(world.kills, equals: 1)
            check(world, "kill at point \(point)")
            checkTimes(world, "kill at point \(point)")
        }
    }

    /// A delay ends at its time by UTC; the hub's outage may postpone it by at most two seconds.
    private func checkTimes(_ world: CrashWorld, _ words: Comment) {
        for run in world.rows.runs.values where run.automationID == "button" {
            func first(_ node: UInt32) -> Duration? {
                world.deeds[.init(automationID: "button", occasion: CrashWorld.name(run), nodeID: node)]?.first
            }
            guard let on = first(4), let toggle = first(6) else { continue }
            expect((.seconds(20) ... .seconds(22)).contains(toggle - on), words)
        }
    }

    /// Many random crashes.
    @Test func manyCrashesKeepTheRules() {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        for round in 0..<FaultRounds.count(500) {
            var lost: Set<Int> = []
            for point in 1...600 where dice.below(40) == 0 { lost.insert(point) }
            // Not too many in one place: a larger shift would be another scenario.
            let points = lost.sorted()
            let chosen = Set(points.enumerated().filter { $0.offset % 4 == 0 }.map(\.element))
            let world = play { chosen.contains($0) }
            check(world, "HEARTH_SEED=\(seed), round \(round), kills at \(chosen.sorted())")
        }
    }
}
