internal import ProcessTestSupport

/// One simulation from its seed to its end.
struct SimulationRun {
    /// The violations found so far.
    private(set) var wrong: [String] = []
    /// A digest of all events, in order.
    private(set) var trace: UInt64 = 0
    private(set) var jobs = 0
    private(set) var counts = Simulation.Counts()

    /// - Parameters:
    ///   - seed: Determines everything.
    ///   - isTold: Whether each step is printed.
    init(seed: UInt64, steps: Int = 60, isTold: Bool = false) {
        let scheduler = Scheduler(seed: seed)
        scheduler.withJobs {
            do {
                try play(Simulation(seed: seed, on: scheduler, isTold: isTold), steps)
            } catch {
                wrong.append("\(error)")
            }
        }
        trace = scheduler.trace
        jobs = scheduler.jobs
    }

    private mutating func play(_ simulation: Simulation, _ steps: Int) throws {
        let scheduler = simulation.scheduler
        var dice = Dice(seed: ~simulation.seed)
        simulation.assumeIsolated { $0.build() }
        scheduler.run()
        for _ in 0..<steps {
            if simulation.assumeIsolated({ $0.act() }) { try kill(simulation, &dice) }
            scheduler.run(atMost: dice.below(3) == 0 ? .max : dice.below(40))
        }
        simulation.assumeIsolated { $0.heal() }
        settle(simulation, "at the end", providing: true)
        let remembered = simulation.assumeIsolated { $0.remembered() }
        simulation.assumeIsolated { $0.end() }
        scheduler.run()
        simulation.assumeIsolated { $0.start(providing: false) }
        scheduler.run()
        simulation.assumeIsolated { $0.compare(remembered, "after a clean end") }
        settle(simulation, "after a clean end", providing: false)
        simulation.assumeIsolated { $0.checkOrders() }
        Task { await simulation.finish() }
        scheduler.run()
        (wrong, counts) = simulation.assumeIsolated { ($0.wrong, $0.counts) }
    }

    /// Kills the hub in the middle of a job. Only the job's writes remain.
    private func kill(_ simulation: Simulation, _ dice: inout Dice) throws {
        let scheduler = simulation.scheduler
        var before = simulation.assumeIsolated { $0.disk.operations }
        for _ in 0..<dice.below(60) {
            before = simulation.assumeIsolated { $0.disk.operations }
            if !scheduler.runOne() { break }
        }
        let after = simulation.assumeIsolated { $0.disk.operations }
        let cut = before + dice.below(after - before + 1)
        let chance = dice.below(2) == 0 ? dice.next() : nil
        try simulation.assumeIsolated { try $0.kill(after: cut, losingPower: chance) }
    }

    private func settle(_ simulation: Simulation, _ moment: String, providing: Bool) {
        var wanted: [String] = []
        for _ in 0..<60 {
            simulation.scheduler.run(atMost: 100_000)
            wanted = simulation.assumeIsolated { $0.wanted(providing: providing) }
            if wanted.isEmpty { return simulation.assumeIsolated { $0.checkRest(moment) } }
            simulation.assumeIsolated { $0.help(providing: providing) }
        }
        simulation.assumeIsolated { $0.fail("\(moment): never comes to \(wanted)") }
    }
}
