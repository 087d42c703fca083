internal import HearthBase
internal import HearthEventLoop
internal import HearthStore
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Why and when a running hub ends: a signal asks it to, or it restarts with a restored home.
///
/// Its lock guards the restored store; nothing is called under it.
final class HubEnding: Sendable {
    private let prepared = Mutex<PreparedStore?>(nil)
    private let begun = Latch()
    private let asked = Latch()

    /// The store to restart with; nil if none was restored.
    var restored: PreparedStore? { prepared.withLock { $0 } }

    /// Whether a signal has asked the process to end.
    var isAsked: Bool { asked.isOpen }

    /// Ends the hub, which starts again with a store.
    func restart(with store: PreparedStore) {
        prepared.withLock { $0 = store }
        begun.open()
    }

    /// Ends the hub at the first signal, and the process at the second.
    func follow(_ signals: AsyncStream<EndSignal>) {
        Task {
            for await _ in signals {
                if asked.isOpen { exit(130) }
                asked.open()
                begun.open()
            }
        }
    }

    /// Waits until the hub is to end.
    func wait() async { await begun.wait() }
}
