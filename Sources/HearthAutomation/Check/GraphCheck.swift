internal import HearthCalendar
internal import HearthTraitModel

/// Says what is wrong with an automation, by node (AU-04). It changes nothing, and looks at each node once.
///
/// What it costs is bounded by ``AutomationLimits``: a graph that has more of anything is told only that.
package struct GraphCheck {
    /// A starter or a state reader.
    struct Source {
        let trait: TraitReference
        /// nil for attributes.
        let eventID: UInt32?
        let isStarter: Bool
        let found: CheckedTrait
    }

    let automation: Automation
    let home: any CheckedHome
    let limits: AutomationLimits
    /// Automations that were found not to run this one, neither themselves nor by others.
    var leadingElsewhere: Set<String> = []
    let moment: AutomationMoment
    var issues: IssueList
    /// Where nodes stand in the graph, by their ids.
    private var places: [UInt32: Int] = [:]
    /// By the ids of their nodes.
    var sources: [UInt32: Source] = [:]
    /// What starters wait for, in the order in which they are written.
    var starters: [(nodeID: UInt32, starter: Starter)] = []
    /// Starters of attributes that stand before the node that is looked at: all of these are read when a run begins, whoever
    /// set it off (AU-50).
    var passedStarters: Set<UInt32> = []
    var variables: [String: ExpressionType] = [:]
    /// Whether a node is of a newer version: it may be what is missing elsewhere.
    var hasUnknownNodes = false

    /// Checks an automation as it is to be saved, or as it was saved.
    ///
    /// - Parameters:
    ///   - home: the structure as it is now.
    ///   - moment: now; times that have all passed by then are told of.
    package static func verdict(
        on automation: Automation, in home: any CheckedHome, at moment: AutomationMoment,
        limits: AutomationLimits = AutomationLimits()
    ) -> AutomationVerdict {
        var check = GraphCheck(automation, home, limits, moment)
        check.checkSettings()
        if let excess = GraphSize(automation.graph, limits).excess {
            // Nothing else is looked at: it may be deeper than a stack.
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
    }

    /// - Parameter message: as errors are written. What is long in it are names out of a maker's schema.
    mutating func note(_ kind: AutomationIssue.Kind, at nodeID: UInt32?, _ message: String) {
        let isLong = message.utf8.count > Self.mostBytes
        let short = isLong ? String(decoding: message.utf8.prefix(Self.mostBytes), as: UTF8.self) + "…" : message
        issues.add(AutomationIssue(kind, at: nodeID, short))
    }

    private static let mostBytes = 1_024

    /// The issues in the order of the nodes, as somebody reads them; of one node in the order in which they were found.
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
            if case .unknown = node.kind { hasUnknownNodes = true }
        }
        var hasManualStarter = false
        for node in nodes {
            switch node.kind {
            case .starter(let starter):
                add(starter.trait, eventID: starter.eventID, isStarter: true, node.id)
                starters.append((node.id, starter))
            case .stateReader(let trait): add(trait, eventID: nil, isStarter: false, node.id)
            case .manualStarter: hasManualStarter = true
            default: continue
            }
        }
        if starters.isEmpty, !hasManualStarter, !hasUnknownNodes {
            note(
                .noStarter, at: automation.graph.root.id,
                "nothing starts the automation; add a starter, or a manual starter for a person to run it")
        }
        checkDuplicates(nodes)
        var state = FlowState()
        walk(automation.graph.root, in: FlowPlace(starters: nodes.filter(\.isStarter).count), &state)
        checkLoops(nodes)
    }

    private mutating func add(_ trait: TraitReference, eventID: UInt32?, isStarter: Bool, _ nodeID: UInt32) {
        let found = look(for: trait, at: nodeID)
        if found.isThere, !home.allowsReading(trait.path, event: eventID, by: automation.savedBy) {
            note(
                .missingRight, at: nodeID,
                "whoever saved the automation may not see \(found.name(trait.traitID)) of \(found.place) now; let somebody "
                    + "save it who may")
        }
        // Of two nodes with one id the engine has the last.
        sources[nodeID] = Source(trait: trait, eventID: eventID, isStarter: isStarter, found: found)
    }
}

extension AutomationNode {
    /// Whether it is what can set an automation off.
    var isStarter: Bool {
        switch kind {
        case .starter, .manualStarter: true
        default: false
        }
    }
}
