internal import HearthCombine

/// A scheduler whose time a test advances: nothing runs by itself.
final class TestScheduler: Scheduler {
    typealias SchedulerOptions = Never

    struct SchedulerTimeType: Strideable {
        var nanoseconds: Int

        func distance(to other: SchedulerTimeType) -> Stride { .nanoseconds(other.nanoseconds - nanoseconds) }
        func advanced(by n: Stride) -> SchedulerTimeType { SchedulerTimeType(nanoseconds: nanoseconds + n.magnitude) }

        struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
            var magnitude: Int

            init(integerLiteral value: Int) { magnitude = value * 1_000_000_000 }
            init?<T: BinaryInteger>(exactly source: T) { self = .seconds(Int(source)) }
            init(_ nanoseconds: Int) { magnitude = nanoseconds }

            static func < (left: Stride, right: Stride) -> Bool { left.magnitude < right.magnitude }
            static func + (left: Stride, right: Stride) -> Stride { Stride(left.magnitude + right.magnitude) }
            static func - (left: Stride, right: Stride) -> Stride { Stride(left.magnitude - right.magnitude) }
            static func * (left: Stride, right: Stride) -> Stride { Stride(left.magnitude * right.magnitude) }
            static func *= (left: inout Stride, right: Stride) { left = left * right }
            static func seconds(_ s: Int) -> Stride { Stride(s * 1_000_000_000) }
            static func seconds(_ s: Double) -> Stride { Stride(Int(s * 1_000_000_000)) }
            static func milliseconds(_ ms: Int) -> Stride { Stride(ms * 1_000_000) }
            static func microseconds(_ us: Int) -> Stride { Stride(us * 1_000) }
            static func nanoseconds(_ ns: Int) -> Stride { Stride(ns) }
        }
    }

    private struct Entry {
        let date: SchedulerTimeType
        let number: Int
        let action: () -> Void
    }

    private(set) var now = SchedulerTimeType(nanoseconds: 0)
    private var entries: [Entry] = []
    private var count = 0

    var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }
    /// The number of waiting closures.
    var waiting: Int { entries.count }

    /// Runs the due closures, in order, and then those due by `interval` later.
    func advance(by interval: SchedulerTimeType.Stride = .seconds(0)) {
        let end = now.advanced(by: interval)
        while let next = entries.filter({ $0.date <= end }).min(by: { ($0.date, $0.number) < ($1.date, $1.number) }) {
            entries.removeAll { $0.number == next.number }
            now = max(now, next.date)
            next.action()
        }
        now = end
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        add(now, action)
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        add(date, action)
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        var isCancelled = false
        func turn(_ date: SchedulerTimeType) {
            add(date) {
                guard !isCancelled else { return }
                action()
                turn(date.advanced(by: interval))
            }
        }
        turn(date)
        return AnyCancellable { isCancelled = true }
    }

    private func add(_ date: SchedulerTimeType, _ action: @escaping () -> Void) {
        count += 1
        entries.append(Entry(date: date, number: count, action: action))
    }
}
