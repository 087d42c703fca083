internal import HearthWire

/// A run of an automation, as the hub keeps it.
public struct AutomationRun: Hashable, Sendable, Identifiable {
    /// Unique in the structure, rising.
    public let id: UInt64
    /// When it began, in seconds since 1970-01-01 UTC.
    public let startedAt: Double
    /// When it ended, in seconds since 1970-01-01 UTC; nil while it lives.
    public let endedAt: Double?
    /// Why it ended; nil while it lives.
    public let end: End?
    /// IDs of the automations that set each other off until this run, its own as the last one.
    public let chain: [String]

    /// Why a run ended.
    public enum End: Hashable, Sendable, CaseIterable {
        /// All was done.
        case finished
        /// A condition was not true.
        case conditionFalse
        /// A condition could not be known, such as of an attribute that is missing.
        case conditionUnknown
        /// A condition was true, but not for so long.
        case notHeld
        /// An earlier run had passed a suppression a short while ago.
        case suppressed
        /// A newer start took its place.
        case restarted
        /// Somebody ended it.
        case stopped
        /// The automation was removed.
        case deleted
        /// An action could not be done, and the automation says to end then.
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
    /// The runs that the hub keeps, newest first.
    ///
    /// - Parameters:
    ///   - limit: at most so many.
    ///   - before: only runs before the one with this ID; nil for the newest.
    /// - Throws: `HomeError` with code `.notFound` if the automation has been removed.
    public func runs(limit: Int = 50, before: UInt64? = nil) async throws -> [AutomationRun] {
        try await HomeModel(reference.connection).runs(of: id, limit: limit, before: before).runs.map {
            AutomationRun($0)
        }
    }
}
