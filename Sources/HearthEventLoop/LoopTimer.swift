internal import CUV

/// A scheduled callback that can be cancelled. On its loop's thread only.
public final class LoopTimer {
    let deadline: UInt64
    /// Its index in the heap; -1 if it isn't scheduled.
    fileprivate(set) var index = -1
    fileprivate var body: (() -> Void)?
    private unowned let loop: EventLoop

    init(loop: EventLoop, deadline: UInt64, body: @escaping () -> Void) {
        self.loop = loop
        self.deadline = deadline
        self.body = body
    }

    /// Cancels the callback. Does nothing if it has already run.
    public func cancel() {
        body = nil
        loop.timers.remove(self)
    }
}

extension EventLoop {
    /// Calls `body` on the loop's thread after `delay`, with a resolution of 1 ms. On the loop's thread only.
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> LoopTimer {
        uv_update_time(uv)
        let (seconds, attoseconds) = delay.components
        let milliseconds =
            seconds < 0
            ? 0
            : min(UInt64(clamping: seconds), 1 << 40) * 1000 + UInt64(clamping: attoseconds) / 1_000_000_000_000_000 + 1
        let timer = LoopTimer(loop: self, deadline: uv_now(uv) + milliseconds, body: body)
        timers.insert(timer)
        return timer
    }

    /// Sets libuv's only timer to the earliest deadline.
    func armTimer() {
        guard let first = timers.first else {
            if uv_is_active(timer.asHandle) != 0 { uv_timer_stop(timer) }
            timers.armed = nil
            return
        }
        guard timers.armed != first.deadline else { return }
        timers.armed = first.deadline
        let now = uv_now(uv)
        uv_timer_start(
            timer, { handle in EventLoop.of(handle?.pointee.loop)?.timersAreDue() },
            first.deadline > now ? first.deadline - now : 0, 0)
    }

    /// Runs due timers; call it after a poll.
    func runTimers() {
        let now = uv_now(uv)
        while let first = timers.first, first.deadline <= now {
            timers.remove(first)
            let body = first.body
            first.body = nil
            body?()
        }
    }
}

/// A binary heap whose elements know their index, so that cancelling takes logarithmic time.
struct TimerHeap {
    private var timers: [LoopTimer] = []
    /// The deadline that libuv's timer is set to; nil if it isn't running.
    var armed: UInt64?

    var first: LoopTimer? { timers.first }

    mutating func insert(_ timer: LoopTimer) {
        timer.index = timers.count
        timers.append(timer)
        moveUp(timers.count - 1)
    }

    mutating func remove(_ timer: LoopTimer) {
        let index = timer.index
        guard index >= 0, index < timers.count, timers[index] === timer else { return }
        timer.index = -1
        let last = timers.removeLast()
        guard last !== timer else { return }
        timers[index] = last
        last.index = index
        moveUp(index)
        moveDown(last.index)
    }

    private mutating func swapPlaces(_ left: Int, _ right: Int) {
        timers.swapAt(left, right)
        timers[left].index = left
        timers[right].index = right
    }

    private mutating func moveUp(_ start: Int) {
        var index = start
        while index > 0, timers[index].deadline < timers[(index - 1) / 2].deadline {
            swapPlaces(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func moveDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [index * 2 + 1, index * 2 + 2] where child < timers.count {
                if timers[child].deadline < timers[least].deadline { least = child }
            }
            guard least != index else { return }
            swapPlaces(index, least)
            index = least
        }
    }
}

extension UnsafeMutablePointer {
    /// Every libuv handle starts with the fields of `uv_handle_t`.
    var asHandle: UnsafeMutablePointer<uv_handle_t> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_handle_t.self)
    }
}
