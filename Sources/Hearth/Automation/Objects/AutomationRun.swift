public import HearthTraitCore

/// A run of an automation, as the hub stores it or as a dry run computes it.
public struct AutomationRun: Hashable, Sendable, Identifiable {
    /// Unique in the structure, ascending.
    public let id: UInt64
    /// The ``HomeAutomation/programRevision`` of the graph that it runs. The node numbers of its steps are
    /// those of this graph.
    public let revision: UInt64
    /// When it began, in seconds since 1970-01-01 UTC.
    public let startedAt: Double
    /// What triggered it; nil if the hub doesn't know.
    public let trigger: Trigger?
    /// When it ended, in seconds since 1970-01-01 UTC; nil while it is live.
    public let endedAt: Double?
    /// Why it ended; nil while it is live.
    public let end: End?
    /// Whether it waits for earlier runs to end.
    public let isQueued: Bool
    /// The results of its nodes, oldest first.
    public let steps: [Step]
    /// IDs of the automations that triggered one another up to this run, its own last.
    public let chain: [String]

    /// What triggered a run.
    public struct Trigger: Hashable, Sendable {
        /// The kinds of triggers.
        public enum Kind: Hashable, Sendable {
            /// A change of attributes.
            case change
            /// An event.
            case event
            /// A time of the clock, or the end of the time for which a condition had to stay true.
            case time
            /// ``Automation/execute()``.
            case request
            /// A run of another automation, with its ID.
            case automation(runID: UInt64)
            /// A kind that this version doesn't know.
            case unknown
        }

        /// The number of the starter; nil if there was none. ``Node/nodesByNumber`` finds it.
        public let starter: UInt32?
        /// The kind of trigger.
        public let kind: Kind
        /// The cause of the change or event; nil for one that this version doesn't know.
        public let cause: StarterCause?
    }

    /// Why a run ended, or why a trigger led to no run.
    public enum End: Hashable, Sendable {
        /// All nodes have ended.
        case finished
        /// A condition was not true.
        case conditionFalse
        /// A condition was unknown, such as for an attribute that is missing.
        case conditionUnknown
        /// A condition was true, but not for its whole duration: only for this long.
        case notHeld(for: Duration)
        /// An earlier run had recently passed a suppression.
        case suppressed
        /// A run was live; see ``AutomationSettings/Mode/single``.
        case alreadyRunning
        /// ``AutomationSettings/maxRuns`` runs were live.
        case tooManyRuns
        /// Automations triggered one another in a loop.
        case loop
        /// It was triggered too often, and was paused.
        case paused
        /// A newer start replaced it.
        case restarted
        /// A person, a program or another automation stopped it, such as the one that ran it and ended first.
        ///
        /// `by` is the name of the person or program, or the ID of the automation; nil if the hub doesn't know it.
        case stopped(by: String?)
        /// The automation was removed.
        case deleted
        /// An action with ``Action/FailureResponse/stop`` failed.
        case actionFailed
        /// The start was this much too late; see ``AutomationSettings/catchUp``.
        case late(by: Duration)
        /// The home was restored from a backup.
        case restored
        /// The automation has errors; see ``Automation/validationIssues``.
        case invalid
        /// Another reason.
        case other
    }

    /// The result of a node in a run.
    public struct Step: Hashable, Sendable {
        /// The number of the node; ``Node/nodesByNumber`` finds it.
        public let node: UInt32
        /// When, in seconds since 1970-01-01 UTC.
        public let at: Double
        /// The result.
        public let result: Result

        /// The results of nodes.
        public enum Result: Hashable, Sendable {
            /// A condition was evaluated: whether it is true, or nil if that is unknown, with the values that it used.
            case condition(isTrue: Bool?, values: [UsedValue])
            /// The branch that was taken, from 0; the number of branches for the last one without a condition; nil for
            /// none.
            case branch(Int?)
            /// The node waits until this time, in seconds since 1970-01-01 UTC.
            case waiting(until: Double)
            /// A wait ended: because its condition was true, or else because its time was over.
            case waited(isTrue: Bool)
            /// An action ended.
            case action(ActionResult)
            /// A variable was given this value; nil if it is unknown.
            case assignment(TraitValue?)
            /// A trait was read.
            case reading
            /// Further runs end at this node until this time, in seconds since 1970-01-01 UTC.
            case suppressing(until: Double)
            /// Another automation was run: its run, or nil if none began, and why that ended, or nil when it begins.
            case execution(runID: UInt64?, end: End?)
            /// This many attributes were restored, and this many not, because another cause had changed them.
            case restoration(restored: Int, kept: Int)
            /// For this long the condition that the node waits for could not be observed.
            case unobserved(Duration)
            /// A run of another automation set an attribute to a different value at nearly the same time.
            case conflict(Conflict)
            /// A result that this version doesn't know.
            case unknown
        }
    }

    /// The result of an action.
    public struct ActionResult: Hashable, Sendable {
        /// Its outcome.
        public let outcome: Outcome
        /// The trait, with its device and endpoint, for an action on a group and for a restoration; nil if the node
        /// names them.
        public let trait: TraitPath?
        /// Matter's ID of the command in ``trait``; nil if attributes were written, and where ``trait`` is nil.
        public let commandNumber: UInt32?
        /// How long the action took.
        public let took: Duration
    }

    /// A run of another automation that set an attribute to a different value at nearly the same time.
    public struct Conflict: Hashable, Sendable {
        /// The ID of the other automation.
        public let automationID: String
        /// The ID of its run.
        public let runID: UInt64
        /// The trait with the attribute; nil for one that this version can't address.
        public let trait: TraitPath?
        /// Matter's ID of the attribute in ``trait``.
        public let attributeNumber: UInt32
    }

    /// The outcome of an action.
    public enum Outcome: Hashable, Sendable {
        /// It was carried out.
        case done
        /// The device refused it, with a reason for people.
        case refused(String)
        /// The device or the trait doesn't exist, or doesn't answer, with a reason for people.
        case unreachable(String)
        /// The person who saved the automation lacks the right, with a reason for people.
        case notAllowed(String)
        /// It may have been carried out or not.
        case unknown
    }

    /// The value of a field or a variable when a condition used it.
    public struct UsedValue: Hashable, Sendable {
        /// The source of the value.
        public enum Source: Hashable, Sendable {
            /// An attribute, a field of an event, or a field in one: the number of the starter or state reader that
            /// read it, and the IDs of the fields, outermost first.
            case field(node: UInt32, path: [UInt32])
            /// A variable, by its name.
            case variable(String)
            /// A source that this version doesn't know.
            case unknown
        }

        /// The source of the value.
        public let source: Source
        /// The value; nil if it is unknown.
        public let value: TraitValue?
    }
}

/// Why the triggers of a starter led to no run.
public struct MissedStarts: Hashable, Sendable {
    /// The number of the starter; ``Node/nodesByNumber`` finds it.
    public let starter: UInt32
    /// Why its newest trigger led to no run.
    public let reason: AutomationRun.End
    /// When that was, in seconds since 1970-01-01 UTC. 0 if the hub sent neither a reason nor its time; ``reason`` is
    /// then ``AutomationRun/End/other``.
    public let at: Double
    /// The values that led to it.
    public let values: [AutomationRun.UsedValue]
    /// How many of its triggers led to no run since the automation was saved, or in a dry run.
    public let count: Int
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

    /// For each starter whose triggers led to no run: why, and how often.
    ///
    /// - Throws: `HomeError` with code `.notFound` if the automation has been removed.
    public func missedStarts() async throws -> [MissedStarts] {
        try await HomeModel(reference.connection).runs(of: id, limit: 1).nonStarts.map { MissedStarts($0) }
    }

    /// The newest run and the missed starts, at one moment.
    ///
    /// - Throws: `HomeError` with code `.notFound` if the automation has been removed.
    package func newestRun() async throws -> (run: AutomationRun?, missed: [MissedStarts]) {
        let answer = try await HomeModel(reference.connection).runs(of: id, limit: 1)
        return (answer.runs.first.map { AutomationRun($0) }, answer.nonStarts.map { MissedStarts($0) })
    }
}
