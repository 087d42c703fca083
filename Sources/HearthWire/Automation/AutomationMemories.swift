package import HearthAutomation
internal import HearthTraitDescriptors

// Conversion of the ends of runs, non-starts, and the state of automations beside their runs.

extension Hearth_V1_AutomationEnd {
    package init(_ end: RunEnd) { self.init(end.reason, at: end.nodeID, end.at) }

    fileprivate init(_ reason: EndReason, at nodeID: UInt32?, _ time: Duration) {
        self.init(reason: reason.message, nodeID: nodeID ?? 0, at: .init(sinceEpoch: time))
        switch reason {
        case .notHeld(let time), .late(let time): after = .init(duration: time)
        case .stopped(let name): caller = name
        default: break
        }
    }
}

extension RunEnd {
    package init?(_ message: Hearth_V1_AutomationEnd) {
        guard let reason = EndReason(message) else { return nil }
        self.init(reason, at: message.nodeID == 0 ? nil : message.nodeID, message.at?.sinceEpoch ?? .zero)
    }
}

extension EndReason {
    fileprivate var message: Hearth_V1_AutomationEnd.Reason {
        switch self {
        case .finished: .finished
        case .conditionFalse: .conditionFalse
        case .conditionUnknown: .conditionUnknown
        case .notHeld: .notHeld
        case .suppressed: .suppressed
        case .alreadyRunning: .alreadyRunning
        case .tooManyRuns: .tooManyRuns
        case .loop: .loop
        case .paused: .paused
        case .restarted: .restarted
        case .stopped: .stopped
        case .deleted: .deleted
        case .actionFailed: .actionFailed
        case .late: .late
        case .restored: .restored
        case .invalid: .invalid
        }
    }

    fileprivate init?(_ message: Hearth_V1_AutomationEnd) {
        switch message.reason {
        case .finished: self = .finished
        case .conditionFalse: self = .conditionFalse
        case .conditionUnknown: self = .conditionUnknown
        case .notHeld: self = .notHeld(after: message.after?.duration ?? .zero)
        case .suppressed: self = .suppressed
        case .alreadyRunning: self = .alreadyRunning
        case .tooManyRuns: self = .tooManyRuns
        case .loop: self = .loop
        case .paused: self = .paused
        case .restarted: self = .restarted
        case .stopped: self = .stopped(by: message.caller)
        case .deleted: self = .deleted
        case .actionFailed: self = .actionFailed
        case .late: self = .late(by: message.after?.duration ?? .zero)
        case .restored: self = .restored
        case .invalid: self = .invalid
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension NonStart.Kind {
    /// Reasons that are not counted separately share an unspecified reason.
    fileprivate var message: Hearth_V1_AutomationEnd.Reason {
        switch self {
        case .conditionFalse: .conditionFalse
        case .conditionUnknown: .conditionUnknown
        case .suppressed: .suppressed
        case .alreadyRunning: .alreadyRunning
        case .tooManyRuns: .tooManyRuns
        case .loop: .loop
        case .paused: .paused
        case .late: .late
        case .other: .unspecified
        }
    }

    fileprivate init(_ message: Hearth_V1_AutomationEnd.Reason) {
        self = Self.allCases.first { $0.message == message } ?? .other
    }
}

extension Hearth_V1_AutomationNonStarts {
    package init(_ starterID: UInt32, _ nonStarts: NonStarts) {
        let last = nonStarts.last
        self.init(
            starterID: starterID, last: .init(last.reason, at: last.nodeID, last.at),
            leaves: last.leaves.map(Hearth_V1_AutomationLeaf.init), cause: last.cause.kind.message,
            caller: last.cause.name,
            counts: nonStarts.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                Count(reason: $0.message, count: $1)
            })
    }
}

extension NonStarts {
    fileprivate init?(_ message: Hearth_V1_AutomationNonStarts) {
        guard let end = message.last.flatMap(RunEnd.init), let nodeID = end.nodeID, let kind = CauseKind(message.cause)
        else { return nil }
        self.init(
            last: NonStart(
                reason: end.reason, nodeID: nodeID, at: end.at, cause: AutomationCause(kind, name: message.caller),
                leaves: message.leaves.map(EvaluatedLeaf.init)))
        for count in message.counts { counts[NonStart.Kind(count.reason)] = count.count }
    }
}

extension Hearth_V1_AutomationMemory {
    /// The state in its stored form.
    package init(_ memory: AutomationMemory) {
        self.init(
            executions: memory.executions, lastStart: memory.lastStart.map { .init(sinceEpoch: $0) },
            suppressedUntil: memory.suppressedUntil.sorted { $0.key < $1.key }.map {
                NodeTime(nodeID: $0, time: .init(sinceEpoch: $1))
            },
            lastInstants: memory.lastInstants.sorted { $0.key < $1.key }.map {
                NodeTime(nodeID: $0, time: .init(sinceEpoch: .seconds($1)))
            },
            pausedUntil: memory.pausedUntil.map { .init(sinceEpoch: $0) },
            nonStarts: memory.nonStarts.sorted { $0.key < $1.key }.map(Hearth_V1_AutomationNonStarts.init),
            heldSince: memory.heldSince.sorted { $0.key < $1.key }.map {
                HeldTime(index: UInt32(clamping: $0), since: .init(sinceEpoch: $1))
            })
    }
}

extension AutomationMemory {
    /// The state from its stored form.
    package init(_ message: Hearth_V1_AutomationMemory) {
        self.init()
        executions = message.executions
        lastStart = message.lastStart?.sinceEpoch
        for entry in message.suppressedUntil { suppressedUntil[entry.nodeID] = entry.time?.sinceEpoch }
        for entry in message.lastInstants { lastInstants[entry.nodeID] = entry.time?.sinceEpoch.components.seconds }
        pausedUntil = message.pausedUntil?.sinceEpoch
        for entry in message.nonStarts { nonStarts[entry.starterID] = NonStarts(entry) }
        for entry in message.heldSince { heldSince[Int(entry.index)] = entry.since?.sinceEpoch }
    }
}
