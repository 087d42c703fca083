internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

// Guests' hours begin and end while watches run.
extension Hub {
    private static let minute = Duration.seconds(60)

    /// Looks at each minute of the clock on the wall, and where a grant ends, which watches have to follow; not where
    /// nobody watches whose view is that of a grant with hours or an end. As somebody may set that clock, it is looked at
    /// each minute, and not only when hours are to begin or end.
    func followHours() {
        hours.withLock { hours in
            hours?.cancel()
            hours = nil
            guard catalog.withLock({ $0.phase == .running && $0.subscriptions.values.contains { $0.viewer != nil } })
            else { return }
            let ends = cells.flatMap { cell in
                cell.read { state in state.hasTimedGrants ? state.people.compactMap(\.grant) : [] }
            }
            guard ends.contains(where: \.isTimed) else { return }
            let now = clock.sinceEpoch
            let untilMinute = Self.minute - .seconds(now.components.seconds % 60) - .subsecond(of: now)
            let untilEnd = ends.compactMap(\.until).filter { $0 > now }.map { $0 - now }.min()
            let delay = max(.milliseconds(1), min(untilMinute, untilEnd ?? untilMinute))
            hours = clock.schedule(after: delay) { [weak self] in self?.hoursPassed() }
        }
    }

    private func hoursPassed() {
        for cell in cells where cell.read({ $0.hasTimedGrants }) { cell.regrant() }
        endBlindWatches()
        followHours()
    }
}

extension Duration {
    fileprivate static func subsecond(of time: Duration) -> Duration {
        Duration(secondsComponent: 0, attosecondsComponent: time.components.attoseconds)
    }
}
