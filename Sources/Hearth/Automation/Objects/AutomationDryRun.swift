internal import HearthRPC
public import HearthTraitCore
internal import HearthWire

/// The summary of a dry run: what an automation would have done in a past time, computed by the hub from its records.
public struct AutomationDryRun: Sendable {
    /// When the dry run begins, in seconds since 1970-01-01 UTC: later than requested if the records begin later. 0 if
    /// the hub has not sent it.
    public let began: Double
    /// When it ends, in seconds since 1970-01-01 UTC: earlier than requested if it reached its limit. 0 if the hub has
    /// not sent it.
    public let reached: Double
    /// The number of runs.
    public let runs: Int
    /// For each starter whose triggers led to no run: why, and how often.
    public let missedStarts: [MissedStarts]
    /// The gaps in the records, oldest first.
    public let gaps: [RecordGap]
    /// The number of further gaps.
    public let moreGaps: Int
    /// The automation's present errors and warnings.
    public let issues: [AutomationValidationIssue]

    /// A time for which records are missing.
    public struct RecordGap: Hashable, Sendable {
        /// The kinds of gaps.
        public enum Kind: Hashable, Sendable {
            /// Nothing is recorded before ``RecordGap/until``.
            case beginning
            /// Changes between ``RecordGap/from`` and ``RecordGap/until`` are missing.
            case missing
            /// The hub was restarted in between.
            case restart
            /// The value of an attribute of this trait before ``RecordGap/until`` is not recorded.
            case value(TraitPath, attribute: UInt32)
            /// The records after ``RecordGap/from`` were not used, because the dry run reached its limit.
            case end
            /// A kind that this version doesn't know.
            case unknown
        }

        /// The kind of gap.
        public let kind: Kind
        /// When it begins, in seconds since 1970-01-01 UTC. 0 if the hub has not sent it.
        public let from: Double
        /// When it ends, in seconds since 1970-01-01 UTC. 0 if the hub has not sent it.
        public let until: Double
    }

    /// A part of a dry run's result.
    public enum Part: Sendable {
        /// A run. Runs that have not ended come last.
        case run(AutomationRun)
        /// The summary, which comes after all runs.
        case summary(AutomationDryRun)
    }
}

extension Structure {
    /// Computes what an automation would have done in a past time, from the changes and events that the hub has
    /// recorded. No action is carried out, and the effects that actions would have had are not simulated.
    ///
    /// - Parameters:
    ///   - automation: a saved automation, which is run as if it were active, or a draft.
    ///   - from: when to begin, in seconds since 1970-01-01 UTC; nil for a week before `until`.
    ///   - until: when to end, in seconds since 1970-01-01 UTC; nil for now.
    /// - Returns: the runs, each as soon as the hub has computed it, and then a summary. A read throws `HomeError`:
    ///   `.permissionDenied` if this client may not manage the structure, `.notFound` if the structure or the
    ///   automation has been removed, `.invalidArgument` for a malformed draft, `.resourceExhausted` while another dry
    ///   run is in progress, `.unavailable` if the hub can't be reached.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid time, or if the home was disconnected.
    public func dryRunAutomation(
        _ automation: any DraftAutomation, from: Double? = nil, until: Double? = nil
    ) throws -> AsyncThrowingStream<AutomationDryRun.Part, any Error> {
        let connection = reference.connection
        try connection.checkOpen()
        let saved = automation as? HomeAutomation
        let request = Hearth_V1_DryRunAutomationRequest(
            structureID: id, program: saved == nil ? automation.program() : nil, automationID: saved?.id ?? "",
            from: try HomeConnection.stamp(from, "from"), until: try HomeConnection.stamp(until, "until"))
        let parts = DryRunParts(
            Hearth_V1_AutomationClient(connection.calls), request,
            nodes: automation.automationGraph?.nodesByNumber ?? [:])
        return AsyncThrowingStream { try await parts.next() }
    }
}

/// The parts of a dry run, one by one. The next one is requested when the previous one was read.
private actor DryRunParts {
    private let client: Hearth_V1_AutomationClient
    private let request: Hearth_V1_DryRunAutomationRequest
    private let nodes: [UInt32: any Node]
    private var reader: RPCReader<Hearth_V1_DryRunAutomationResponse>?

    init(
        _ client: Hearth_V1_AutomationClient, _ request: Hearth_V1_DryRunAutomationRequest, nodes: [UInt32: any Node]
    ) {
        self.client = client
        self.request = request
        self.nodes = nodes
    }

    func next() async throws(HomeError) -> AutomationDryRun.Part? {
        do throws(RPCError) {
            if reader == nil { reader = try await client.dryRunAutomation(request) }
            while let response = try await reader?.next() {
                switch response.what {
                case .run(let run)?: return .run(AutomationRun(run))
                case .summary(let summary)?: return .summary(AutomationDryRun(summary, nodes))
                // A part of a newer version.
                case nil: continue
                }
            }
            return nil
        } catch {
            throw HomeError(error)
        }
    }
}
