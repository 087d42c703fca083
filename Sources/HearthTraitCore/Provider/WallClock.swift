#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Time since 1970 by the machine's clock.
func wallClockSinceEpoch() -> Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .zero }
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}
