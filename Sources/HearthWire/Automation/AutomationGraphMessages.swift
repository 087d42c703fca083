package import HearthAutomation
internal import HearthMessage
internal import HearthTraitDescriptors

// Conversion of graphs to messages, the inverse of AutomationGraphs.swift. A node that this version does not know only
// keeps its number, so graphs with such nodes must be changed in their message.

extension Hearth_V1_AutomationNode {
    /// A graph as a message.
    package init(_ graph: AutomationGraph) { self.init(graph.root) }

    /// A node and all nodes in it as a message; an unknown node has no kind.
    package init(_ node: AutomationNode) { self.init(id: node.id, kind: OneOf_Kind(node.kind)) }
}

extension Hearth_V1_AutomationNode.OneOf_Kind {
    fileprivate init?(_ kind: AutomationNode.Kind) {
        switch kind {
        case .sequential(let nodes): self = .sequential(.init(nodes))
        case .parallel(let nodes): self = .parallel(.init(nodes))
        case .select(let nodes): self = .select(.init(nodes))
        case .ifChain(let chain):
            self = .ifChain(
                .init(
                    branches: chain.branches.map { .init(condition: .init($0.condition), node: .init($0.node)) },
                    otherwise: chain.otherwise.map(Hearth_V1_AutomationNode.init)))
        case .starter(let starter): self = .starter(.init(starter))
        case .manualStarter: self = .manualStarter(.init())
        case .stateReader(let trait): self = .stateReader(.init(trait))
        case .condition(let condition):
            self = .condition(
                .init(
                    expression: .init(condition.expression),
                    hold: condition.hold == .zero ? nil : .init(duration: condition.hold), strict: condition.isStrict))
        case .action(let action): self = .action(.init(action))
        case .delay(let duration): self = .delay(.init(duration: duration))
        case .suppression(let duration): self = .suppression(.init(duration: duration))
        case .assignment(let variable, let expression):
            self = .assignment(.init(variable: variable, expression: .init(expression)))
        case .wait(let wait):
            self = .wait(
                .init(
                    expression: wait.expression.map(Hearth_V1_AutomationExpression.init),
                    timeout: .init(duration: wait.timeout), result: wait.result,
                    starters: wait.starters.map(Hearth_V1_AutomationStarter.init)))
        case .execution(let automationID): self = .execution(.init(automationID: automationID))
        case .restoration: self = .restoration(.init())
        case .unknown: return nil
        }
    }
}

extension Hearth_V1_AutomationFlow {
    fileprivate init(_ nodes: [AutomationNode]) { self.init(nodes: nodes.map(Hearth_V1_AutomationNode.init)) }
}

extension Hearth_V1_AutomationTrait {
    fileprivate init(_ trait: TraitReference) {
        self.init(
            target: trait.group == nil ? .init(trait.target) : nil, deviceType: trait.deviceType ?? 0,
            traitID: trait.traitID, group: trait.group.map(Hearth_V1_AutomationGroup.init))
    }
}

extension Hearth_V1_AutomationGroup {
    fileprivate init(_ group: DeviceGroup) {
        switch group {
        case .room(let id): self.init(of: .roomID(id))
        case .zone(let id): self.init(of: .zoneID(id))
        case .serviceGroup(let id): self.init(of: .serviceGroupID(id))
        case .structure(let id): self.init(of: .structureID(id))
        }
    }
}

extension Hearth_V1_AutomationStarter {
    fileprivate init(_ starter: Starter) {
        self.init(
            trait: .init(starter.trait), eventID: starter.eventID,
            parameters: Hearth_V1_FieldValue.fields(starter.parameters),
            becomes: starter.becomes.map(Hearth_V1_AutomationExpression.init),
            causes: CauseKind.allCases.filter(starter.causes.contains).map(\.message))
    }
}

extension Hearth_V1_AutomationAction {
    fileprivate init(_ action: Action) {
        self.init(
            trait: .init(action.trait), commandID: action.commandID,
            arguments: action.fields.sorted { $0.key < $1.key }.map { .init(id: $0, value: .init($1)) })
        switch action.onFailure {
        case .continue: break
        case .stop: stopsOnFailure = true
        case .retry(let times, let delay): (retries, retryDelay) = (times, .init(duration: delay))
        }
    }
}

extension Hearth_V1_AutomationScene {
    /// The purpose of a scene, as in a message.
    package init(_ kind: SceneKind?) { self.init(rawValue: Int32(bitPattern: kind?.rawValue ?? 0)) }
}
