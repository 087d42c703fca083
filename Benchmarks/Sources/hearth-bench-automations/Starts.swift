internal import Foundation
internal import Synchronization

/// Times from a sensor's change to the command at the provider of another device.
enum Starts {
    /// The number of automations, each with a sensor and a light: one may start only about twenty times a minute.
    private static let automations = 500
    private static let startsEach = 18

    /// Adds ten kinds of automations, the same number of each.
    private static func rules(_ house: House, once: Bool) async throws {
        for number in 0..<automations {
            let (sensor, light) = (2 * number, 2 * number + 1)
            let first = Nodes.change(2, of: sensor)
            let action = Nodes.action(9, on: light, once: once)
            // From one starter and one action to a condition of ten terms; the action comes last.
            let kind = number % 10
            let middle = kind == 0 ? [] : [Nodes.isOn(3, 2, more: kind)]
            try await house.add("Rule \(number)", mode: .parallel, [first] + middle + [action])
        }
    }

    /// Measures one start at a time, for repeatable actions and for those that are stored first.
    static func delays(_ file: String, starts: Int) async throws {
        var figures: [(String, [Double])] = []
        for once in [false, true] {
            let house = try await House(file + (once ? "-once" : ""), lights: 2 * automations)
            try await rules(house, once: once)
            let clock = ContinuousClock()
            var delays: [Double] = []
            let most = min(starts, automations * startsEach / 2)
            for number in 0..<most {
                let sensor = 2 * (number % automations)
                let (told, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
                house.lights.whenTold { if $0 == sensor + 1 { continuation.yield(clock.now) } }
                let start = clock.now
                house.lights.press(sensor)
                for await instant in told {
                    delays.append(start.duration(to: instant).inSeconds)
                    break
                }
                house.lights.whenTold(nil)
                // Off again, so that the condition does not hold.
                house.lights.press(sensor)
                if number % automations % 10 == 0 { try await Task.sleep(for: .milliseconds(2)) }
            }
            try await house.hub.shutdown()
            figures.append((once ? "once" : "repeatable", delays.sorted()))
        }
        func part(_ name: String, _ share: Double) -> Double {
            guard let all = figures.first(where: { $0.0 == name })?.1, !all.isEmpty else { return .nan }
            return all[min(all.count - 1, Int(Double(all.count) * share))]
        }
        Main.say([
            "repeatable_p50": part("repeatable", 0.5), "repeatable_p99": part("repeatable", 0.99),
            "once_p50": part("once", 0.5), "once_p99": part("once", 0.99),
        ])
    }

    /// Starts all automations at once, round after round.
    static func rate(_ file: String, starts: Int) async throws {
        let house = try await House(file, lights: 2 * automations)
        try await rules(house, once: false)
        let rounds = max(1, min(starts / automations, startsEach / 2))
        let count = Mutex(0)
        let clock = ContinuousClock()
        var spent = 0.0
        for _ in 0..<rounds {
            let (done, continuation) = AsyncStream<Void>.makeStream()
            count.withLock { $0 = 0 }
            house.lights.whenTold { light in
                guard light % 2 == 1 else { return }
                let isLast = count.withLock { count in
                    count += 1
                    return count == automations
                }
                if isLast { continuation.yield() }
            }
            let start = clock.now
            for number in 0..<automations { house.lights.press(2 * number) }
            for await _ in done { break }
            spent += start.duration(to: clock.now).inSeconds
            house.lights.whenTold(nil)
            for number in 0..<automations { house.lights.press(2 * number) }
            try await Task.sleep(for: .milliseconds(200))
        }
        try await house.hub.shutdown()
        Main.say(["starts_per_second": Double(rounds * automations) / spent])
    }
}
