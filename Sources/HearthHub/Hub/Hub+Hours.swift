internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

// Guests' hours begin and end while watches run.
extension Hub {
    private static let minute = Duration.seconds(60)

    /// Schedules the next check of guests' hours: at the next full minute, or when a grant ends, if that is earlier.
    /// Nothing is scheduled unless a watch or an automation's author has a grant with hours or an end. The wait is at
    /// most a minute because the clock may be set.
    func followHours() {
        hours.withLock { hours in
            hours?.cancel()
            hours = nil
            // Checked under the lock: a watch that begins meanwhile finds that nothing is scheduled, and calls this
            // again.
            let isWatched = catalog.withLock { $0.subscriptions.values.contains { $0.viewer != nil } }
            let isOfUse = isWatched || cells.contains { $0.automations { $0.hasTimedAuthors($1) } ?? false }
            guard isOfUse, catalog.withLock({ $0.phase == .running }) else { return }
            let ends = cells.flatMap { cell in
                cell.read { state in state.hasTimedGrants ? state.people.compactMap(\.grant) : [] }
            }
            guard ends.contains(where: \.isTimed) else { return }
            let now = clock.sinceEpoch
            let untilMinute = Self.minute - .seconds(now.wholeSeconds % 60) - .subsecond(of: now)
            let untilEnd = ends.compactMap(\.until).filter { $0 > now }.map { $0 - now }.min()
            let delay = max(.milliseconds(1), min(untilMinute, untilEnd ?? untilMinute))
            hours = clock.schedule(after: delay) { [weak self] in self?.hoursPassed() }
        }
    }

    private func hoursPassed() {
        for cell in cells where cell.read({ $0.hasTimedGrants }) {
            cell.regrant()
            cell.automations { $0.hoursPassed($1) }
        }
        endBlindWatches()
        followHours()
    }
}

extension Duration {
    fileprivate static func subsecond(of time: Duration) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: time.wholeAndRest.attoseconds)
    }
}
