internal import HearthTraitDescriptors

/// One pass of a run through its graph: from the nodes where it is until all of them wait or the run ends.
///
/// A walk owns its run and changes nothing else. What concerns the rest of the machine is in its results, which the
/// machine handles after the walk (`AutomationMachine+Runs`).
struct Walk {
    let graph: GraphIndex
    let automation: Automation
    let home: any AutomationHome
    let moment: AutomationMoment
    let limits: AutomationMachine.Limits
    /// Whether it only tells whether the run would start. It then stops at the first action or wait.
    let isJudging: Bool
    var run: AutomationRun

    // MARK: What the machine knows

    /// Whether the clock may be wrong (``Standstill``).
    var isStandingStill = false
    /// By suppression: until when it ends further runs. Empty for a former revision, whose suppressions do not apply.
    var suppressedUntil: [UInt32: Duration] = [:]
    /// Since when the operands of ``Operator/heldFor`` are true. Empty for a former revision, for which it is not
    /// recorded.
    var heldSince: [Int: Duration] = [:]
    /// Whether its requests may be sensitive ones.
    var allowsSensitiveActions = false
    /// The values that are kept by the runs that may restore what this run changes, itself included.
    var restorers: [UInt64: [TraitAttribute: OriginalValue]] = [:]
    /// The ends of children that the run waits for.
    var endedChildren: [UInt64: RunEnd] = [:]
    /// The answer that this walk handles.
    var answer: Answer?
    /// The change that this walk handles, for holds and for starters that end waits.
    var change: HomeChange?

    // MARK: Results

    /// Requests to send, in the order of the graph.
    var requests: [Request] = []
    /// Waits that begin.
    var waits: [(nodeID: UInt32, due: Duration)] = []
    /// Times at which waits must be evaluated before they are due.
    var looks: [(nodeID: UInt32, due: Duration)] = []
    /// Original values for ``restorers`` to keep.
    var remembered: [(attribute: TraitAttribute, original: OriginalValue)] = []
    /// Automations to run as children.
    var executions: [(nodeID: UInt32, automationID: String)] = []

    /// The outcome of an action, with its node and the number of the device.
    struct Answer {
        let nodeID: UInt32
        let part: Int
        let outcome: ActionOutcome
    }

    /// A request to a device.
    struct Request {
        let request: ActionRequest
        /// Whether it must be sent after the next commit, because it must not happen twice or its effect is restored.
        let needsCommit: Bool
    }

    /// The result of a node.
    enum Result {
        /// It has ended; the next node may begin.
        case done
        /// It waits or is in flight.
        case pending
        /// It ends the run, or its branch of a parallel flow.
        case ended(EndReason, UInt32)
    }

    /// Takes the run as far as possible.
    ///
    /// - Returns: the result of the whole graph.
    mutating func proceed() -> Result { visit(graph.root) }

    mutating func visit(_ node: AutomationNode) -> Result {
        if isJudging, node.kind.needsRun { return .pending }
        switch node.kind {
        case .sequential(let nodes): return sequence(nodes, of: node.id)
        case .parallel(let nodes): return parallel(nodes)
        case .select(let nodes): return select(nodes)
        case .ifChain(let chain): return branch(chain, of: node.id)
        case .starter, .manualStarter, .unknown: return .done
        case .stateReader(let trait): return read(trait, at: node.id)
        case .condition(let condition): return pass(condition, of: node.id)
        case .action(let action): return act(action, of: node.id)
        case .delay(let duration): return wait(duration, of: node.id)
        case .suppression(let duration): return suppress(for: duration, at: node.id)
        case .assignment(let variable, let expression): return assign(expression, to: variable, at: node.id)
        case .wait(let wait): return waitFor(wait, of: node.id)
        case .execution(let automationID): return awaitExecution(of: automationID, at: node.id)
        case .restoration: return restore(at: node.id)
        }
    }

    // MARK: Expressions and traces

    /// The values that the run's expressions see.
    ///
    /// - Parameter isLive: whether they are the present ones, not those that the run has read.
    func scope(isLive: Bool = false) -> RunScope {
        RunScope(
            graph: graph, home: home, moment: moment, readings: run.readings, isLive: isLive,
            variables: run.variables, heldSince: heldSince)
    }

    func evaluate(_ expression: AutomationExpression, isLive: Bool = false) -> (Evaluated, [EvaluatedLeaf]) {
        var evaluator = Evaluator(scope(isLive: isLive))
        let result = evaluator.evaluate(expression)
        return (result, evaluator.leaves)
    }

    /// Adds a step to the run's trace.
    mutating func note(_ nodeID: UInt32, _ what: TraceStep.What) {
        run.note(TraceStep(nodeID, at: moment.sinceEpoch, what), within: limits)
    }
}

extension AutomationNode.Kind {
    /// Whether a walk reaches it only in a run that has begun: it acts or may wait.
    fileprivate var needsRun: Bool {
        switch self {
        case .parallel, .action, .delay, .wait, .execution, .restoration: true
        case .sequential, .select, .ifChain, .starter, .manualStarter, .stateReader, .condition, .suppression,
            .assignment, .unknown:
            false
        }
    }
}
