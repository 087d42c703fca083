internal import CUV
internal import Synchronization

/// A libuv loop on its own thread. Its sockets, timers and signals may be used on that thread only. Tasks can use it as
/// their preferred executor; they then run there between polls for I/O.
///
/// All output of one loop iteration is sent with one system call for each connection; see ``atEndOfTurn(_:)``.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
    // Unchecked, because everything but `inbox` is used on the loop's thread only: libuv calls back there, and every
    // other entry point checks `isCurrent` or goes through `inbox`. `thread` is written before `start` returns. For the
    // same reason exclusivity is unchecked where every job and iteration accesses it.

    let uv: UnsafeMutablePointer<uv_loop_t>
    private let wake: UnsafeMutablePointer<uv_poll_t>
    private let pipe: WakePipe
    private let prepare: UnsafeMutablePointer<uv_prepare_t>
    private let check: UnsafeMutablePointer<uv_check_t>
    private let idle: UnsafeMutablePointer<uv_idle_t>
    @exclusivity(unchecked) private var thread: uv_thread_t
    /// Cleared when the thread ends, since the system reuses thread identities.
    private let isRunning = Atomic<Bool>(true)
    private var handle: uv_thread_t

    @exclusivity(unchecked) private var jobs: [UnownedJob] = []
    @exclusivity(unchecked) private var runningJobs: [UnownedJob] = []
    @exclusivity(unchecked) private var dirty: [any EndOfTurn] = []
    @exclusivity(unchecked) private var flushing: [any EndOfTurn] = []
    private var isIdling = false
    /// Whether due timers wait for the next poll: a timeout for missing input must first see input that has already
    /// arrived, also when the loop was busy for longer than the timer.
    private var areTimersDue = false
    @exclusivity(unchecked) private var cachedNow: ContinuousClock.Instant?
    private var unownedSelf: UnownedTaskExecutor?
    var timers = TimerHeap()
    let timer: UnsafeMutablePointer<uv_timer_t>
    /// The buffer for reading, shared by all sockets of the loop. One read returns at most its size.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ReadShares.most, alignment: 16)
    @exclusivity(unchecked) var reads = ReadShares()

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var posts: [@Sendable () -> Void] = []
        var isSignalled = false
        var isStopped = false
        var afterStop: [@Sendable () -> Void] = []
    }

    private let inbox = Mutex(Inbox())

    private init() throws(LoopError) {
        pipe = try WakePipe()
        uv = .allocate(capacity: 1)
        wake = .allocate(capacity: 1)
        prepare = .allocate(capacity: 1)
        check = .allocate(capacity: 1)
        idle = .allocate(capacity: 1)
        timer = .allocate(capacity: 1)
        thread = uv_thread_self()
        handle = thread
    }

    deinit {
        readBuffer.deallocate()
        uv.deallocate()
        wake.deallocate()
        pipe.close()
        prepare.deallocate()
        check.deallocate()
        idle.deallocate()
        timer.deallocate()
    }

    /// A shared loop for clients without one of their own. It is never stopped.
    public static let shared: Result<EventLoop, LoopError> = Result { () throws(LoopError) in try start() }

    /// Starts a loop on a new thread.
    public static func start() throws(LoopError) -> EventLoop {
        let loop = try EventLoop()
        try loop.setUp()
        let started = UnsafeMutablePointer<uv_sem_t>.allocate(capacity: 1)
        defer { started.deallocate() }
        try LoopError.check(uv_sem_init(started, 0), "a loop's semaphore cannot be made")
        defer { uv_sem_destroy(started) }
        // The new thread owns a reference to the loop until it ends.
        let argument = Unmanaged.passRetained(Launch(loop: loop, started: started)).toOpaque()
        let status = uv_thread_create(
            &loop.handle,
            { argument in
                guard let argument else { return }
                let launch = Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue()
                let loop = launch.loop
                detachThread()
                loop.thread = uv_thread_self()
                uv_sem_post(launch.started)
                loop.runUntilStopped()
            }, argument)
        guard status == 0 else {
            Unmanaged<Launch>.fromOpaque(argument).release()
            throw LoopError(status, "a loop's thread cannot be started")
        }
        uv_sem_wait(started)
        return loop
    }

    private final class Launch {
        let loop: EventLoop
        let started: UnsafeMutablePointer<uv_sem_t>

        init(loop: EventLoop, started: UnsafeMutablePointer<uv_sem_t>) {
            self.loop = loop
            self.started = started
        }
    }

    private func setUp() throws(LoopError) {
        try LoopError.check(uv_loop_init(uv), "a loop cannot be made")
        let own = Unmanaged.passUnretained(self).toOpaque()
        uv.pointee.data = own
        ignoreBrokenPipes()
        try pipe.start(uv, wake) { handle, _, _ in EventLoop.of(handle?.pointee.loop)?.takeInbox() }
        uv_prepare_init(uv, prepare)
        uv_prepare_start(prepare) { handle in EventLoop.of(handle?.pointee.loop)?.turn() }
        uv_check_init(uv, check)
        uv_check_start(check) { handle in
            let loop = EventLoop.of(handle?.pointee.loop)
            loop?.takeDueTimers()
            loop?.turn()
        }
        uv_idle_init(uv, idle)
        uv_timer_init(uv, timer)
    }

    static func of(_ uv: UnsafeMutablePointer<uv_loop_t>?) -> EventLoop? {
        guard let data = uv?.pointee.data else { return nil }
        return Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue()
    }

    // MARK: The thread

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool {
        var current = uv_thread_self()
        return uv_thread_equal(&current, &thread) != 0 && isRunning.load(ordering: .relaxed)
    }

    private func runUntilStopped() {
        uv_run(uv, UV_RUN_DEFAULT)
        // No turn followed the closing of the last handles.
        endTurn()
        isRunning.store(false, ordering: .relaxed)
        let rest = inbox.withLock { inbox in
            inbox.isStopped = true
            defer {
                inbox.jobs = []
                inbox.posts = []
                inbox.afterStop = []
            }
            return (inbox.jobs + jobs, inbox.posts, inbox.afterStop)
        }
        jobs = []
        uv_loop_close(uv)
        for post in rest.1 { post() }
        for job in rest.0 { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        for body in rest.2 { body() }
    }

    /// Closes all of the loop's sockets, timers and signals, and ends its thread. Tasks that prefer the loop continue
    /// on the global executor.
    public func stop() async {
        await withCheckedContinuation { continuation in
            let isStopped = inbox.withLock { inbox in
                if !inbox.isStopped { inbox.afterStop.append { continuation.resume() } }
                return inbox.isStopped
            }
            if isStopped { return continuation.resume() }
            post { self.closeEverything() }
        }
    }

    private func closeEverything() {
        work(for: .seconds(1))
        turn()
        uv_walk(
            uv,
            { handle, _ in
                guard let handle, uv_is_closing(handle) == 0 else { return }
                let owned = [UV_TCP, UV_NAMED_PIPE, UV_POLL, UV_UDP].contains(handle.pointee.type)
                if owned, let data = handle.pointee.data {
                    Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue().loopIsStopping()
                } else {
                    uv_close(handle, nil)
                }
            }, nil)
    }

    // MARK: Jobs

    /// Schedules a task's job on the loop's thread. Called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        if isCurrent {
            jobs.append(UnownedJob(job))
            return
        }
        let job = UnownedJob(job)
        let (isStopped, mustWake) = inbox.withLock { inbox in
            if inbox.isStopped { return (true, false) }
            inbox.jobs.append(job)
            defer { inbox.isSignalled = true }
            return (false, !inbox.isSignalled)
        }
        // A job must run somewhere, or its task would never finish.
        if isStopped { return globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        if mustWake { pipe.signal() }
    }

    /// Runs `work` on the loop's thread, in order. Thread-safe. After the loop has stopped, `work` runs immediately.
    public func post(_ work: @escaping @Sendable () -> Void) {
        let (isStopped, mustWake) = inbox.withLock { inbox in
            if inbox.isStopped { return (true, false) }
            inbox.posts.append(work)
            defer { inbox.isSignalled = true }
            return (false, !inbox.isSignalled)
        }
        if isStopped { return work() }
        if mustWake { pipe.signal() }
    }

    private func takeInbox() {
        pipe.clear()
        let (newJobs, posts) = inbox.withLock { inbox in
            inbox.isSignalled = false
            defer {
                inbox.jobs = []
                inbox.posts = []
            }
            return (inbox.jobs, inbox.posts)
        }
        for post in posts { post() }
        jobs.append(contentsOf: newJobs)
    }

    /// Called when libuv's timer fires.
    func timersAreDue() {
        timers.armed = nil
        areTimersDue = true
    }

    /// How long due timers wait for input that the loop had no time to read, in milliseconds.
    private static let readFirst: UInt64 = 1_000

    private func takeDueTimers() {
        reads.endIteration()
        guard areTimersDue else { return }
        if reads.isCrowded, let first = timers.first, uv_now(uv) < first.deadline &+ Self.readFirst { return }
        areTimersDue = false
        runTimers()
    }

    /// Runs jobs until a time; the remaining ones wait until I/O was polled.
    private func runJobs(until end: ContinuousClock.Instant) {
        let executor = unownedSelf ?? asUnownedTaskExecutor()
        unownedSelf = executor
        var rounds = 0
        while !jobs.isEmpty, rounds < 16 {
            rounds += 1
            swap(&jobs, &runningJobs)
            var done = 0
            for job in runningJobs {
                job.runSynchronously(on: executor)
                done += 1
                if ContinuousClock.now >= end { break }
            }
            if done < runningJobs.count {
                jobs.insert(contentsOf: runningJobs[done...], at: 0)
                rounds = .max
            }
            runningJobs.removeAll(keepingCapacity: true)
            if rounds > 1, ContinuousClock.now >= end { return }
        }
    }

    /// Schedules a call to ``EndOfTurn/endOfTurn()`` after all jobs that are ready have run. On the loop's thread only.
    public func atEndOfTurn(_ object: any EndOfTurn) {
        dirty.append(object)
    }

    private func endTurn(until end: ContinuousClock.Instant? = nil) {
        swap(&dirty, &flushing)
        var done = 0
        for object in flushing {
            object.endOfTurn()
            done += 1
            if let end, done.isMultiple(of: Self.together), ContinuousClock.now >= end { break }
        }
        if done < flushing.count { dirty.insert(contentsOf: flushing[done...], at: 0) }
        flushing.removeAll(keepingCapacity: true)
    }

    /// How long a turn may take while there is more to do, before I/O is polled.
    private static let turnTime: Duration = .milliseconds(2)

    /// The number of connections that send in a turn, however long it takes: with polls in between each would send less
    /// at a time.
    private static let together = 4

    private func turn() {
        if !jobs.isEmpty || !dirty.isEmpty { work() }
        cachedNow = nil
        armTimer()
        // Poll for I/O between the batches, but without blocking.
        let mustGoOn = !jobs.isEmpty || !dirty.isEmpty || areTimersDue
        guard mustGoOn != isIdling else { return }
        isIdling = mustGoOn
        if mustGoOn { uv_idle_start(idle) { _ in } } else { uv_idle_stop(idle) }
    }

    /// Jobs and senders have separate time slices, so that neither waits for the end of the other.
    private func work(for time: Duration = turnTime) {
        let end = ContinuousClock.now + time
        var rounds = 0
        repeat {
            rounds += 1
            runJobs(until: end)
            if !dirty.isEmpty { endTurn(until: ContinuousClock.now + time) }
        } while (!jobs.isEmpty || !dirty.isEmpty) && rounds < 8 && ContinuousClock.now < end
    }

    /// Whether this iteration has taken so long that new work should wait for the next one, after polling for I/O. On
    /// the loop's thread only.
    public var isTurnLong: Bool { ContinuousClock.now - now >= Self.turnTime }

    /// The current time, cached for each loop iteration. On the loop's thread only.
    public var now: ContinuousClock.Instant {
        if let cachedNow { return cachedNow }
        let now = ContinuousClock.now
        cachedNow = now
        return now
    }
}

/// Work to do once at the end of a loop iteration instead of many times during it, such as sending.
public protocol EndOfTurn: AnyObject {
    /// Called on the loop's thread at the end of the iteration.
    func endOfTurn()
}
