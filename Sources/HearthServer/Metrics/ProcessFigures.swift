internal import HearthMetrics

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What this process uses of its machine, under the names that Prometheus' client libraries use for it.
struct ProcessFigures: Sendable {
    /// When the process started, in seconds since 1970.
    let startedAt: Double

    var metrics: [MetricFamily] {
        var families = [
            MetricFamily(.gauge, "process_start_time_seconds", "When the hub started, since 1970.", startedAt)
        ]
        var usage = rusage()
        if getrusage(Self.own, &usage) == 0 {
            let seconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
            families.append(MetricFamily(.counter, "process_cpu_seconds", "Processor time of the hub.", seconds))
        }
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        func bytes(_ index: Int) -> Int? {
            guard pages.indices.contains(index), let count = Int(pages[index]) else { return nil }
            return count.multipliedReportingOverflow(by: pageSize).partialValue
        }
        if let bytes = bytes(1) {
            families.append(
                MetricFamily(.gauge, "process_resident_memory_bytes", "Memory of the hub that is in use.", bytes))
        }
        if let bytes = bytes(0) {
            families.append(MetricFamily(.gauge, "process_virtual_memory_bytes", "Address space of the hub.", bytes))
        }
        // One descriptor is that of the listing itself.
        if let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            families.append(MetricFamily(.gauge, "process_open_fds", "Open file descriptors.", names.count - 1))
        }
        var limit = rlimit()
        if getrlimit(Self.descriptors, &limit) == 0 {
            families.append(
                MetricFamily(.gauge, "process_max_fds", "File descriptors that may be open.", limit.rlim_cur))
        }
        return families
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

    #if canImport(Darwin)
        private static let own = RUSAGE_SELF
        private static let descriptors = RLIMIT_NOFILE
    #else
        private static let own = __rusage_who_t(RUSAGE_SELF.rawValue)
        private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
