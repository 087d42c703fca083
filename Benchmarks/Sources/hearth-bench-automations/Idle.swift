internal import Foundation

/// The cost of automations for a change that none of them listens to.
enum Idle {
    static func run(_ file: String, automations: Int, changes: Int) async throws {
        let house = try await House(file, lights: 3)
        for number in 0..<automations {
            try await house.add("Rule \(number)", [Nodes.change(2, of: 0), Nodes.action(3, on: 1)])
        }
        for _ in 0..<1_000 { house.lights.press(2) }
        let before = processorTime()
        for _ in 0..<changes { house.lights.press(2) }
        let spent = processorTime() - before
        try await house.hub.shutdown()
        Main.say(["change": spent / Double(changes)])
    }

    /// The CPU time of this thread: other threads save the changes meanwhile.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
