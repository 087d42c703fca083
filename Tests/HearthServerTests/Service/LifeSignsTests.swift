@testable internal import HearthServer
internal import Expectations
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// The signs of life for a service manager.
@Suite(.timeLimit(.minutes(1))) struct LifeSignsTests {
    /// A loop that begins no new work for half of the manager's patience stops them, so that the manager restarts the hub.
    @Test func aStalledLoopStopsTheSigns() async {
        let clock = ManualClock()
        let monitor = LoopMonitor(clock: clock)
        let answers = Mutex<[@Sendable () -> Void]>([])
        let signs = Mutex<[Duration]>([])
        let life = LifeSigns(patience: .seconds(30), stall: { monitor.stall }) {
            signs.withLock { $0.append(clock.now) }
        }
        // The first loop answers at once, the second one is frozen until 20 s.
        monitor.ask(2) { loop, answer in
            if loop == 0 { answer() } else { answers.withLock { $0.append(answer) } }
        }
        for second in 1...25 {
            await clock.advance(by: .seconds(1))
            if second == 20 {
                for answer in answers.withLock(\.self) { answer() }
            }
            if second.isMultiple(of: 5) { life.sendIfAlive() }
        }
        expect(signs.withLock(\.self), equals: [5, 10, 20, 25].map { Duration.seconds($0) })
    }
}
