internal import HearthCalendar
internal import HearthTraitDescriptors

/// Validates an automation, node by node. It changes nothing and visits each node once.
///
/// Its cost is bounded by ``AutomationLimits``: if a graph exceeds one of them, only that is reported.
package struct GraphCheck {
    let automation: Automation
    let home: any CheckedHome
    let limits: AutomationLimits
    let moment: AutomationMoment
    var issues: IssueList
    /// The positions of the nodes in written order, by id.
    private var places: [UInt32: Int] = [:]
    var sources: GraphSources
    var reach: ExecutionReach

    /// Checks an automation before it is saved, or one that was saved.
    ///
    /// - Parameters:
    ///   - home: the structure as it is now.
    ///   - moment: the present time, to find schedules that have passed.
    package static func verdict(
        on automation: Automation, in home: any CheckedHome, at moment: AutomationMoment,
        limits: AutomationLimits = AutomationLimits()
    ) -> AutomationVerdict {
        var check = GraphCheck(automation, home, limits, moment)
        check.checkSettings()
        if let excess = GraphSize(automation.graph, limits).excess {
            // Check nothing else: the recursion could overflow the stack.
            let limit = limits.limit(of: excess.size)
            check.note(
                .automationTooLarge(excess.size, limit: limit), at: excess.nodeID,
                GraphSize.message(excess.size, limits))
        } else {
            check.checkGraph()
        }
        return AutomationVerdict(check.sorted)
    }

    private init(
        _ automation: Automation, _ home: any CheckedHome, _ limits: AutomationLimits, _ moment: AutomationMoment
    ) {
        self.automation = automation
        self.home = home
        self.limits = limits
        self.moment = moment
        issues = IssueList(most: limits.issues)
        sources = GraphSources(hasUnknownNodes: automation.graph.hasUnknownNodes)
        reach = ExecutionReach(to: automation.id)
    }

    mutating func note(_ kind: AutomationIssue.Kind, at nodeID: UInt32?, _ message: String) {
        issues.add(AutomationIssue(kind, at: nodeID, message))
    }

    /// The issues in the order of their nodes; those of one node in the order in which they were found.
    private var sorted: [AutomationIssue] {
        issues.issues.enumerated().sorted { left, right in
            let (one, other) = (place(of: left.element), place(of: right.element))
            return (one, left.offset) < (other, right.offset)
        }.map(\.element)
    }

    private func place(of issue: AutomationIssue) -> Int { issue.nodeID.flatMap { places[$0] } ?? -1 }

    private mutating func checkGraph() {
        let nodes = automation.graph.nodes
        for (place, node) in nodes.enumerated() {
            if places[node.id] == nil {
                places[node.id] = place
            } else {
                note(.duplicateNode, at: node.id, "two nodes have the id \(node.id); give each its own")
            }
        }
        var hasManualStarter = false
        for node in nodes {
            switch node.kind {
            case .starter(let starter):
                sources.add(starter, read(starter.trait, eventID: starter.eventID, at: node.id), at: node.id)
            case .stateReader(let trait): sources.add(trait, read(trait, eventID: nil, at: node.id), at: node.id)
            case .manualStarter: hasManualStarter = true
            default: continue
            }
        }
        if sources.starters.isEmpty, !hasManualStarter, !sources.hasUnknownNodes {
            note(
                .noStarter, at: automation.graph.root.id,
                "nothing starts the automation; add a starter, or a manual starter for a person to run it")
        }
        checkDuplicates(nodes)
        var state = FlowState()
        walk(automation.graph.root, in: FlowPlace(starters: nodes.filter(\.isStarter).count), &state)
        checkLoops(nodes)
    }

    /// Finds a trait that a node reads, and notes whether the author may read it.
    private mutating func read(_ trait: TraitReference, eventID: UInt32?, at nodeID: UInt32) -> CheckedTrait {
        let found = look(for: trait, at: nodeID)
        if found.isThere, !home.allowsReading(trait.path, event: eventID, by: automation.savedBy) {
            note(
                .missingRight, at: nodeID,
                "the automation's author may not see \(found.name(trait.traitID)) of \(found.place) now; have it saved by "
                    + "someone who may")
        }
        return found
    }

    /// Finds a trait, and notes why it is missing.
    mutating func look(for trait: TraitReference, at nodeID: UInt32) -> CheckedTrait {
        keep(TraitLookup(home: home).find(trait), at: nodeID)
    }

    /// Finds the devices of a group that have a trait, and notes if no device has it.
    mutating func look(for trait: TraitReference, in group: DeviceGroup, at nodeID: UInt32) -> CheckedTrait {
        keep(TraitLookup(home: home).find(trait, in: group), at: nodeID)
    }

    private mutating func keep(_ found: (trait: CheckedTrait, objection: Objection?), at nodeID: UInt32) -> CheckedTrait
    {
        if let objection = found.objection { note(objection.kind, at: nodeID, objection.message) }
        return found.trait
    }

    // MARK: Expressions

    /// The type of an expression's value, with notes on what is wrong with it.
    mutating func type(
        of expression: AutomationExpression, _ place: ExpressionPlace, _ state: FlowState
    ) -> ExpressionType {
        var check = ExpressionCheck(sources, home, limits, place, state)
        let type = check.type(of: expression)
        for issue in check.issues { issues.add(issue) }
        return type
    }

    /// Checks an expression that must be Boolean, and warns if it is always true or never true.
    mutating func checkCondition(
        _ expression: AutomationExpression, _ place: ExpressionPlace, _ state: inout FlowState
    ) {
        var check = ExpressionCheck(sources, home, limits, place, state)
        check.checkCondition(expression)
        state = check.state
        for issue in check.issues { issues.add(issue) }
    }
}

extension AutomationGraph {
    /// Whether it has a node of a newer version.
    fileprivate var hasUnknownNodes: Bool {
        nodes.contains { if case .unknown = $0.kind { true } else { false } }
    }
}

extension AutomationNode {
    /// Whether it can start an automation.
    var isStarter: Bool {
        switch kind {
        case .starter, .manualStarter: true
        default: false
        }
    }
}
