internal import HearthTraitDescriptors

/// The place of a node in the graph.
struct FlowPlace {
    /// The flow that contains a node.
    enum Flow {
        /// None: the node is the outermost one.
        case outermost
        case sequential
        case parallel
        case select
        /// A branch of an if chain.
        case chain
    }

    var flow = Flow.outermost
    /// Whether an enclosing flow is parallel.
    var isInParallel = false
    /// Whether starters are allowed: all enclosing flows are sequential or `select`.
    var mayStart = true
    /// The number of starters that lead to the node: those of the whole graph or, in a `select`, those of its branch.
    var starters: Int

    /// The place of the children of a flow at this place.
    func inside(_ flow: Flow) -> FlowPlace {
        var place = self
        place.flow = flow
        place.isInParallel = isInParallel || flow == .parallel
        place.mayStart = mayStart && (flow == .sequential || flow == .select)
        return place
    }

    private static let parallelHolds = "a parallel flow holds actions, executions, state readers and sequences"

    /// Why a node of this kind can't be here; nil if it can.
    func objection(to kind: AutomationNode.Kind) -> String? {
        switch (flow, kind) {
        case (_, .unknown): return nil
        case (.outermost, .sequential): return nil
        case (.outermost, _): return "the outermost node is a sequence; put this one into a sequence"
        case (_, .starter), (_, .manualStarter):
            if flow == .parallel {
                return Self.parallelHolds + "; move the starter out"
            }
            return mayStart ? nil : "a starter must be in a sequence or a select; move it to the beginning"
        case (_, .ifChain) where isInParallel:
            // A failed condition in it would have to end either its branch or the run, and neither is obvious.
            return "an if can't be inside of a parallel flow; put the parallel flow into the if"
        case (.parallel, .action), (.parallel, .stateReader), (.parallel, .sequential), (.parallel, .execution):
            return nil
        case (.parallel, _): return Self.parallelHolds + "; put this into a sequence"
        case (.select, .sequential): return nil
        case (.select, _): return "a select holds starters and sequences; put this into a sequence with a starter"
        case (.sequential, _), (.chain, _): return nil
        }
    }
}

extension GraphCheck {
    /// Checks a node and its descendants in the order in which a run takes them. Recurses as deep as the graph.
    mutating func walk(_ node: AutomationNode, in place: FlowPlace, _ state: inout FlowState) {
        if let objection = place.objection(to: node.kind) { note(.misplacedNode, at: node.id, objection) }
        switch node.kind {
        case .sequential(let nodes):
            for node in nodes { walk(node, in: place.inside(.sequential), &state) }
        case .parallel(let nodes):
            var branches: [FlowState] = []
            for node in nodes {
                var branch = state.branch(beside: branches.last)
                walk(node, in: place.inside(.parallel), &branch)
                branches.append(branch)
            }
            state.joinAll(of: branches)
        case .select(let nodes): walk(select: nodes, in: place, &state)
        case .ifChain(let chain): walk(chain, of: node.id, in: place, &state)
        case .starter(let starter): check(starter, at: node.id, in: place, &state)
        case .manualStarter: break
        case .stateReader: state.add(.node(node.id))
        case .condition(let condition):
            check(
                condition.hold, of: "a hold", at: node.id,
                unusual: condition.hold == .zero ? nil : .conditionDurationOutOfRange(condition.hold))
            checkCondition(condition.expression, ExpressionPlace(node.id, isLive: condition.hold > .zero), &state)
            state.mayEnd()
        case .action(let action): check(action, at: node.id, state)
        case .delay(let duration):
            check(duration, of: "a delay", at: node.id, unusual: .delayDurationOutOfRange(duration))
        case .suppression(let duration):
            check(duration, of: "a suppression", at: node.id)
            state.mayEnd()
        case .assignment(let variable, let expression):
            let type = type(of: expression, ExpressionPlace(node.id), state)
            assign(variable, type, at: node.id, &state)
        case .wait(let wait):
            check(wait.timeout, of: "a wait", at: node.id)
            check(wait, at: node.id, &state)
            if !wait.result.isEmpty { assign(wait.result, .boolean, at: node.id, &state) }
        case .execution(let automationID): checkExecution(of: automationID, at: node.id)
        case .restoration:
            if !automation.graph.changesSomething(before: node.id), !sources.hasUnknownNodes {
                note(
                    .nothingToRestore, at: node.id,
                    "nothing before this changes a value that could be restored; move it behind the actions")
            }
        case .unknown:
            note(
                .unsupported, at: node.id,
                "node \(node.id) was made by a newer version; update the hub to run the automation")
        }
    }

    private mutating func walk(select nodes: [AutomationNode], in place: FlowPlace, _ state: inout FlowState) {
        let counts = nodes.map(\.starterCount)
        var branches: [FlowState] = []
        for (node, count) in zip(nodes, counts) {
            if count == 0, !sources.hasUnknownNodes {
                note(
                    .neverReached, at: node.id,
                    "this branch of the select has no starter, so it never runs; add one to it")
            }
            var branch = state.branch()
            var inside = place.inside(.select)
            inside.starters = count
            walk(node, in: inside, &branch)
            if count > 0 { branches.append(branch) }
        }
        // A starter outside of this select leads past all branches.
        if counts.reduce(0, +) < place.starters || branches.isEmpty { branches.append(state.branch()) }
        state.joinOne(of: branches)
    }

    private mutating func walk(_ chain: IfChain, of id: UInt32, in place: FlowPlace, _ state: inout FlowState) {
        if chain.branches.isEmpty { note(.emptyChain, at: id, "an if needs a condition with a step; add one") }
        var branches: [FlowState] = []
        for branch in chain.branches {
            var inside = state.branch()
            checkCondition(branch.condition, ExpressionPlace(id), &inside)
            walk(branch.node, in: place.inside(.chain), &inside)
            branches.append(inside)
        }
        var otherwise = state.branch()
        if let node = chain.otherwise { walk(node, in: place.inside(.chain), &otherwise) }
        state.joinOne(of: branches + [otherwise])
    }

    private mutating func assign(
        _ variable: String, _ type: ExpressionType, at nodeID: UInt32, _ state: inout FlowState
    ) {
        if variable.isEmpty {
            note(.invalidParameter(name: "variable", id: 0), at: nodeID, "a variable needs a name; give it one")
        }
        if !state.assign(variable) {
            note(
                .assignedTwice(variable), at: nodeID,
                "the variable \(quotedBeginning(variable)) has a value already; use another name")
        }
        sources.assign(variable, type)
    }
}

extension AutomationNode {
    /// The number of starters in this subtree.
    fileprivate var starterCount: Int { isStarter ? 1 : children.reduce(0) { $0 + $1.starterCount } }
}
