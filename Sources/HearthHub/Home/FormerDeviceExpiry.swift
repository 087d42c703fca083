internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// Forgets the devices that were removed more than ``FormerDevices/life`` ago: at the hub's start, and each day. It
/// uses the time of retention, so a machine's clock that is ahead for a while forgets none.
///
/// Its lock guards the next check.
final class FormerDeviceExpiry: Sendable {
    private static let interval: Duration = .seconds(86_400)

    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let directory: HomeDirectory
    private let saver: HomeSaver
    private let edits: EditQueue
    private let next = Mutex<(any ScheduledAction)?>(nil)

    init(_ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, edits: EditQueue) {
        clock = environment.clock
        notice = environment.notice
        self.directory = directory
        self.saver = saver
        self.edits = edits
    }

    /// Forgets what is due now, and each day from now on.
    func begin() async {
        await forgetExpired()
        next.withLock { next in
            guard directory.isRunning else { return }
            next = clock.schedule(after: Self.interval) { [weak self] in await self?.begin() }
        }
    }

    /// Stops the checks, once the hub has ended its run.
    func stop() { next.withLock { $0.take() }?.cancel() }

    private func forgetExpired() async {
        // Read each day, as the time of retention follows a clock only after a while.
        let time = saver.retentionTime
        guard !directory.former.expired(at: time).isEmpty else { return }
        // In the edit queue, as a device may be coming back.
        await edits.run {
            let expired = directory.former.expired(at: time)
            do throws(HubError) {
                try await saver.commit(expired.map { .removeDevice(id: $0) }) { [directory] in
                    directory.former.remove(expired)
                }
            } catch {
                notice("\(expired.count) removed devices are kept longer than 90 days: \(error)")
            }
        }
    }
}
