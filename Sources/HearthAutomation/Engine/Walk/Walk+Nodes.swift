internal import HearthTraitDescriptors

// Flows, and nodes that read, set and run other automations.
extension Walk {
    mutating func sequence(_ nodes: [AutomationNode], of id: UInt32) -> Result {
        var place = 0
        if case .at(let index)? = run.progress[id] { place = index }
        while nodes.indices.contains(place) {
            let result = visit(nodes[place])
            guard case .done = result else { return result }
            place += 1
            run.progress[id] = .at(place)
        }
        return .done
    }

    /// Runs the branches of a parallel flow. A branch that ends early does not end the others, except after a failed
    /// action.
    mutating func parallel(_ nodes: [AutomationNode]) -> Result {
        var isPending = false
        for node in nodes {
            if case .finished? = run.progress[node.id] { continue }
            switch visit(node) {
            case .pending: isPending = true
            case .done: run.progress[node.id] = .finished
            case .ended(.actionFailed, let nodeID): return .ended(.actionFailed, nodeID)
            case .ended: run.progress[node.id] = .finished
            }
        }
        return isPending ? .pending : .done
    }

    /// Runs the node whose starter fired.
    mutating func select(_ nodes: [AutomationNode]) -> Result {
        guard let started = run.start.nodeID, let chosen = nodes.first(where: { $0.contains(started) }) else {
            return .done
        }
        return visit(chosen)
    }

    mutating func branch(_ chain: IfChain, of id: UInt32) -> Result {
        let chosen: Int
        if case .at(let index)? = run.progress[id] {
            chosen = index
        } else {
            var found: Int?
            for (index, branch) in chain.branches.enumerated() where found == nil {
                let (result, leaves) = evaluate(branch.condition)
                note(id, .condition(result, leaves))
                if result.truth == true { found = index }
            }
            chosen = found ?? chain.branches.count
            note(id, .branch(found ?? (chain.otherwise == nil ? nil : chosen)))
            run.progress[id] = .at(chosen)
        }
        if chain.branches.indices.contains(chosen) { return visit(chain.branches[chosen].node) }
        return chain.otherwise.map { visit($0) } ?? .done
    }

    mutating func suppress(for duration: Duration, at id: UInt32) -> Result {
        guard run.progress[id] == nil else { return .done }
        let (now, until) = (moment.sinceEpoch, moment.sinceEpoch + duration.bounded)
        if let before = suppressedUntil[id], before > now, before <= until || isStandingStill {
            return .ended(.suppressed, id)
        }
        suppressedUntil[id] = until
        run.progress[id] = .finished
        note(id, .suppressing(until: until))
        return .done
    }

    /// Reads a trait and keeps its values, unless the run has read it before.
    @discardableResult
    mutating func read(_ trait: TraitReference, at id: UInt32) -> Result {
        guard run.readings[id] == nil else { return .done }
        run.readings[id] = scope().read(trait) ?? [:]
        note(id, .reading)
        return .done
    }

    /// Reads the attribute starters that did not fire, as if they were state readers at the start.
    mutating func readOtherStarters() {
        for listener in graph.attributeStarters(otherThan: run.start.nodeID) {
            read(listener.starter.trait, at: listener.nodeID)
        }
    }

    mutating func assign(_ expression: AutomationExpression, to variable: String, at id: UInt32) -> Result {
        let result = scope().result(of: expression)
        run.variables[variable] = result.value
        note(id, .assignment(variable: variable, result))
        return .done
    }

    /// Runs another automation as a child, or waits for its run.
    mutating func awaitExecution(of automationID: String, at id: UInt32) -> Result {
        switch run.progress[id] {
        case .finished?: return .done
        case .executing(let childID)?:
            guard let end = endedChildren[childID] else { return .pending }
            note(id, .execution(runID: childID, end: end))
            run.progress[id] = .finished
            return .done
        default:
            run.progress[id] = .executing(runID: 0)
            executions.append((id, automationID))
            return .pending
        }
    }
}
