internal import HearthWire

/// A run of an automation, as stored by the hub.
public struct AutomationRun: Hashable, Sendable, Identifiable {
    /// Unique in the structure, ascending.
    public let id: UInt64
    /// When it began, in seconds since 1970-01-01 UTC.
    public let startedAt: Double
    /// When it ended, in seconds since 1970-01-01 UTC; nil while it is live.
    public let endedAt: Double?
    /// Why it ended; nil while it is live.
    public let end: End?
    /// IDs of the automations that triggered one another up to this run, its own last.
    public let chain: [String]

    /// Why a run ended.
    public enum End: Hashable, Sendable, CaseIterable {
        /// All nodes have ended.
        case finished
        /// A condition was not true.
        case conditionFalse
        /// A condition was unknown, such as for an attribute that is missing.
        case conditionUnknown
        /// A condition was true, but not for its whole duration.
        case notHeld
        /// An earlier run had recently passed a suppression.
        case suppressed
        /// A newer start replaced it.
        case restarted
        /// A person or a program stopped it.
        case stopped
        /// The automation was removed.
        case deleted
        /// An action with ``Action/FailureResponse/stop`` failed.
        case actionFailed
        /// The home was restored from a backup.
        case restored
        /// Another reason.
        case other
    }
}

extension AutomationRun {
    init(_ message: Hearth_V1_AutomationRun) {
        id = message.id
        startedAt = message.startedAt?.secondsSince1970 ?? 0
        endedAt = message.end?.at?.secondsSince1970
        end = message.end.map { End($0.reason) }
        chain = message.chain
    }
}

extension AutomationRun.End {
    fileprivate init(_ reason: Hearth_V1_AutomationEnd.Reason) {
        switch reason {
        case .finished: self = .finished
        case .conditionFalse: self = .conditionFalse
        case .conditionUnknown: self = .conditionUnknown
        case .notHeld: self = .notHeld
        case .suppressed: self = .suppressed
        case .restarted: self = .restarted
        case .stopped: self = .stopped
        case .deleted: self = .deleted
        case .actionFailed: self = .actionFailed
        case .restored: self = .restored
        default: self = .other
        }
    }
}

extension HomeAutomation {
    /// The stored runs, newest first.
    ///
    /// - Parameters:
    ///   - limit: the most runs to return.
    ///   - before: only runs before the one with this ID; nil for the newest.
    /// - Throws: `HomeError` with code `.notFound` if the automation has been removed.
    public func runs(limit: Int = 50, before: UInt64? = nil) async throws -> [AutomationRun] {
        try await HomeModel(reference.connection).runs(of: id, limit: limit, before: before).runs.map {
            AutomationRun($0)
        }
    }
}
