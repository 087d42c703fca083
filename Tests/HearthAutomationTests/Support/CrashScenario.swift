internal import HearthTraitDescriptors
internal import Testing

@testable internal import HearthAutomation

/// A short scenario of a home, to be replayed with the power lost at each of its points.
struct CrashScenario: Sendable, CustomTestStringConvertible {
    let name: String
    private(set) var automations: [Automation]
    /// The devices' values at the beginning.
    let values: [String: Int64]
    /// The expected starts, each once.
    let starts: [String]
    let play: @Sendable (inout CrashWorld) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ graph: AutomationNode, mode: RunMode = .parallel, maxExecutions: UInt32? = nil,
        children: [String: AutomationNode] = [:], values: [String: Int64] = [:], starts: [String],
        play: @escaping @Sendable (inout CrashWorld) -> Void
    ) {
        self.name = name
        automations = [
            Automation(
                id: "a", name: "a", graph: AutomationGraph(root: graph), mode: mode, maxRuns: 100,
                maxExecutions: maxExecutions)
        ]
        automations += children.sorted { $0.key < $1.key }.map { id, root in
            Automation(id: id, name: id, graph: AutomationGraph(root: root))
        }
        self.values = values
        self.starts = starts
        self.play = play
    }

    /// The scenario with the power lost at one point, or at none.
    func world(lost point: Int? = nil) -> CrashWorld {
        var limits = AutomationMachine.Limits()
        limits.starts = .max
        var world = CrashWorld(automations, values: values, limits: limits)
        world.isLost = { $0 == point }
        play(&world)
        return world
    }

    static let all: [CrashScenario] = [
        CrashScenario(
            "motion light with a wait",
            sequence(
                1, starter(2, becomes: above(2, 0)), turnOn(3),
                wait(4, for: .operation(.not, [above(2, 0)]), minutes(9)),
                delay(5, .seconds(60)), turnOff(6)),
            mode: .single, values: ["sensor": 0], starts: ["value 1", "value 2", "value 3"]
        ) { world in
            for motion: Int64 in 1...3 {
                world.report(motion, from: "sensor")
                world.pass(.seconds(40))
                world.report(0, from: "sensor")
                world.pass(.seconds(100))
            }
        },
        CrashScenario(
            "an action that must not happen twice",
            sequence(
                1, pressed(2), toggle(3, "door"), turnOn(4), delay(5, .seconds(5)), toggle(6, "door"),
                toggle(7, "bell")),
            maxExecutions: 3, starts: ["event 1", "event 2", "event 3"]
        ) { world in
            for _ in 0..<4 {
                world.press("button")
                world.pass(.seconds(30))
            }
        },
        CrashScenario(
            "runs that wait for each other",
            sequence(1, pressed(2), toggle(3), delay(4, .seconds(20)), write(5, number(1)), toggle(6)),
            mode: .queued, starts: ["event 1", "event 2", "event 3", "event 4"]
        ) { world in
            for _ in 0..<4 {
                world.press("button")
                world.pass(.seconds(7))
            }
            world.pass(.seconds(100))
        },
        CrashScenario(
            "a condition that has to hold",
            sequence(
                1, starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: .seconds(30)), turnOn(4, "fan"),
                toggle(5, "bell")),
            values: ["sensor": 10], starts: ["value 25", "value 26", "value 27"]
        ) { world in
            for value: Int64 in [25, 10, 26, 10, 27] {
                world.report(value, from: "sensor")
                world.pass(.seconds(value == 26 ? 15 : 50))
            }
        },
        CrashScenario(
            "a run that runs another one",
            sequence(1, pressed(2), turnOn(3), execution(4, of: "scene"), delay(5, .seconds(5)), toggle(6, "bell")),
            children: [
                "scene": sequence(1, manual(2), toggle(3, "door"), delay(4, .seconds(10)), turnOff(5, "fan"))
            ],
            starts: ["event 1", "event 2", "run 1", "run 3"]
        ) { world in
            for _ in 0..<2 {
                world.press("button")
                world.pass(.seconds(40))
            }
        },
        CrashScenario(
            "branches side by side",
            sequence(
                1, cron(2, "0 * * ? * *"),
                parallel(
                    3, turnOn(4), sequence(5, delay(6, .seconds(10)), toggle(7, "bell")),
                    sequence(8, toggle(9, "door"), delay(10, .seconds(20)), turnOff(11, "fan"))),
                turnOff(12)),
            starts: ["time 1795608060", "time 1795608120", "time 1795608180"]
        ) { world in
            world.pass(.seconds(235))
        },
    ]

    private static func minutes(_ count: Int64) -> Duration { .seconds(60 * count) }
}
