internal import Dispatch
internal import Foundation
internal import HearthRPC

extension HomeConnection {
    /// Runs `work` once the caller has returned: on the main queue in its next turn, otherwise on the thread of the
    /// connection.
    ///
    /// Only on the main queue does that say how far the caller's caller has come, which is where apps subscribe.
    @Sendable func later(_ work: @escaping @Sendable () -> Void) {
        if MainQueue.isCurrent {
            DispatchQueue.main.async(execute: work)
        } else {
            Task(executorPreference: calls.executor) { work() }
        }
    }
}

/// Tells the main queue, on which the main actor runs: on Linux not always by the process's first thread.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil || Thread.isMainThread }
}
