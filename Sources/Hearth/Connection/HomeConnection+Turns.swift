internal import Dispatch
internal import HearthRPC
internal import HearthSystem

extension HomeConnection {
    /// Runs `work` once the caller has returned: if the caller is on the main queue, in the queue's next turn;
    /// otherwise on the connection's thread.
    ///
    /// Only on the main queue does this also wait for the caller's caller. Apps subscribe there.
    @Sendable func later(_ work: @escaping @Sendable () -> Void) {
        if MainQueue.isCurrent {
            DispatchQueue.main.async(execute: work)
        } else {
            Task(executorPreference: calls.executor) { work() }
        }
    }
}

/// Detects the main queue, which runs the main actor. On Linux this is not always the process's first thread.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil || SystemThread.isFirst }
}
