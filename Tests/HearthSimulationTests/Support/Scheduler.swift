internal import COneThread
internal import ProcessTestSupport
internal import Synchronization

/// Runs all jobs that a simulation makes ready on its one thread, in an order that the seed draws.
final class Scheduler: Sendable {
    fileprivate enum Entry {
        case job(UnownedJob)
        case executor(SimulatedExecutor)
    }

    private struct State {
        var ready: [Entry] = []
        var dice: Dice
        var jobs = 0
        var trace: UInt64 = 0xCBF2_9CE4_8422_2325
    }

    private let state: Mutex<State>
    /// The executor of jobs without an actor.
    let tasks = Tasks()

    init(seed: UInt64) {
        state = Mutex(State(dice: Dice(seed: seed)))
        tasks.belong(to: self)
    }

    /// The number of jobs that have run.
    var jobs: Int { state.withLock { $0.jobs } }

    /// A digest of all events, in order.
    var trace: UInt64 { state.withLock { $0.trace } }

    /// Adds to the digest.
    func note(_ text: String) {
        state.withLock { state in
            for byte in text.utf8 { state.trace = (state.trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    func note(_ bytes: [UInt8]) {
        state.withLock { state in
            for byte in bytes { state.trace = (state.trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// Captures the jobs that `body` makes ready, on this thread, while it runs.
    func withJobs<R>(_ body: () throws -> R) rethrows -> R {
        one_thread_take_jobs(
            { context, job in
                guard let context, let job else { return }
                Unmanaged<Scheduler>.fromOpaque(context).takeUnretainedValue()
                    .add(.job(unsafeBitCast(job, to: UnownedJob.self)))
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { one_thread_take_jobs(nil, nil) }
        return try body()
    }

    fileprivate func add(_ entry: Entry) {
        state.withLock { $0.ready.append(entry) }
    }

    /// Runs one of the ready jobs. Returns false if no job is ready.
    func runOne() -> Bool {
        let entry = state.withLock { state -> Entry? in
            guard !state.ready.isEmpty else { return nil }
            let index = state.dice.below(state.ready.count)
            state.jobs += 1
            state.trace = (state.trace ^ UInt64(index << 16 | state.ready.count)) &* 0x100_0000_01B3
            state.ready.swapAt(index, state.ready.count - 1)
            return state.ready.removeLast()
        }
        switch entry {
        case .job(let job): job.runSynchronously(on: tasks.asUnownedTaskExecutor())
        case .executor(let executor): executor.runFirst()
        case nil: return false
        }
        return true
    }

    /// Runs jobs until none is ready, or this many.
    func run(atMost count: Int = .max) {
        var left = count
        while left > 0, runOne() { left -= 1 }
    }

    /// The simulation's executor for tasks.
    final class Tasks: TaskExecutor {
        private struct Place: Sendable {
            weak var scheduler: Scheduler?
        }

        private let place = Mutex(Place())

        fileprivate func belong(to scheduler: Scheduler) { place.withLock { $0.scheduler = scheduler } }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            place.withLock { $0.scheduler }?.add(.job(job))
        }
    }
}

/// The executor of an actor in the simulation: its jobs run one after the other, in order.
final class SimulatedExecutor: SerialExecutor {
    private let scheduler: Scheduler
    private let waiting = Mutex<[UnownedJob]>([])

    init(_ scheduler: Scheduler) { self.scheduler = scheduler }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        scheduler.add(.executor(self))
    }

    fileprivate func runFirst() {
        let job = waiting.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedSerialExecutor())
    }

    /// Between two jobs the simulation's thread may do what any actor may.
    func checkIsolated() {}
}
