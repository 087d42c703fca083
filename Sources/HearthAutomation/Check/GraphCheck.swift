internal import HearthCalendar
internal import HearthTraitDescriptors

/// Validates an automation, node by node. It changes nothing and visits each node once.
///
/// Its cost is bounded by ``AutomationLimits``: if a graph exceeds one of them, only that is reported.
package struct GraphCheck {
    /// A starter or a state reader.
    struct Source {
        let trait: TraitReference
        /// The event of a starter; nil for attributes.
        let eventID: UInt32?
        let isStarter: Bool
        let found: CheckedTrait
    }

    let automation: Automation
    let home: any CheckedHome
    let limits: AutomationLimits
    /// Automations that are known not to run this one, neither directly nor through others.
    var leadingElsewhere: Set<String> = []
    let moment: AutomationMoment
    var issues: IssueList
    /// The positions of the nodes in written order, by id.
    private var places: [UInt32: Int] = [:]
    /// The starters and state readers, by node id.
    var sources: [UInt32: Source] = [:]
    /// The starters, in written order.
    var starters: [(nodeID: UInt32, starter: Starter)] = []
    /// Starters for attributes that come before the present node. All of them are read when a run begins, whichever
    /// starter fired.
    var passedStarters: Set<UInt32> = []
    var variables: [String: ExpressionType] = [:]
    /// Whether the graph has a node of a newer version, which may contain nodes or assignments that seem to be missing.
    var hasUnknownNodes = false

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
    }

    /// - Parameter message: the error text. Only names from a provider's schema can make it long.
    mutating func note(_ kind: AutomationIssue.Kind, at nodeID: UInt32?, _ message: String) {
        issues.add(AutomationIssue(kind, at: nodeID, message.cut(toBytes: Self.mostBytes)))
    }

    private static let mostBytes = 1_024

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
                "the automation's author may not see \(found.name(trait.traitID)) of \(found.place) now; have it saved by "
                    + "someone who may")
        }
        // If two nodes have the same id, the engine uses the last one.
        sources[nodeID] = Source(trait: trait, eventID: eventID, isStarter: isStarter, found: found)
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

extension String {
    /// The text, or the characters that fit into this many bytes and an ellipsis.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var (bytes, end) = (0, startIndex)
        while end < endIndex {
            bytes += self[end].utf8.count
            guard bytes <= most else { break }
            formIndex(after: &end)
        }
        return String(self[..<end]) + "…"
    }
}
