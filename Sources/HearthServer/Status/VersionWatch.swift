internal import HearthTraitCore
internal import Synchronization

/// Looks into the machine's package lists for a newer version, at the start and every six hours.
///
/// Its lock guards the last result; nothing is called under it.
final class VersionWatch: Sendable {
    private static let interval = Duration.seconds(6 * 3_600)

    private let read: @Sendable () async -> PackageLists?
    private let notice: @Sendable (String) -> Void
    private let state = Mutex<PackageLists?>(nil)

    /// - Parameter read: reads the lists.
    init(
        read: @escaping @Sendable () async -> PackageLists? = { await PackageLists.read() },
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.read = read
        self.notice = notice
    }

    /// The newer version; nil if none is offered.
    var found: PackageLists? { state.withLock { $0 } }

    func look() async {
        let found = await read()
        let former = state.withLock { state in
            defer { state = found }
            return state
        }
        guard let found, found != former else { return }
        notice("version \(found.available) is available, \(found.installed) is installed: \(PackageLists.command)")
    }

    /// Looks until the task is cancelled.
    func run(_ clock: any HomeClock = SystemClock()) async {
        while !Task.isCancelled {
            await look()
            await clock.sleep(for: Self.interval)
        }
    }
}
