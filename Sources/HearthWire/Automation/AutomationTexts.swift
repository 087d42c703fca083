internal import HearthAutomation
package import HearthAutomationText
internal import HearthMessage
package import HearthTraitDescriptors

// Conversion of automation programs to and from their text form. A node that this version does not fully know is
// written to the text as the encoded message, so that edits of other nodes preserve it.

extension AutomationText {
    /// The text form of an automation.
    package init(name: String, description: String, isActive: Bool, _ program: Hearth_V1_AutomationProgram) {
        var settings = Settings()
        settings.mode = UInt32(bitPattern: program.mode.rawValue)
        settings.maxRuns = program.maxRuns
        settings.maxExecutions = program.maxExecutions
        settings.catchUp = program.catchUp?.duration
        settings.allowsSensitiveActions = program.allowsSensitiveActions
        settings.scene = UInt32(bitPattern: program.scene.rawValue)
        var unknown: [[UInt8]] = []
        let root = program.graph.map { AutomationNode($0, unknown: &unknown) }
        self.init(
            name: name, description: description, isActive: isActive, settings: settings,
            graph: AutomationGraph(root: root ?? AutomationNode(0, .sequential([]))), unknownNodes: unknown,
            unknownFields: program.unknownFields.encoded)
    }

    /// The program of a text.
    ///
    /// - Throws: ``HomeError`` with `invalidArgument` if the bytes after "kept" were changed.
    package func program() throws(HomeError) -> Hearth_V1_AutomationProgram {
        var program: Hearth_V1_AutomationProgram
        do {
            program = try Hearth_V1_AutomationProgram(serialized: unknownFields.span.bytes)
        } catch {
            throw Self.damaged
        }
        var rest = unknownNodes[...]
        program.graph = try Hearth_V1_AutomationNode(graph.root, unknown: &rest)
        program.mode = Hearth_V1_AutomationMode(rawValue: Int32(bitPattern: settings.mode))
        program.maxRuns = settings.maxRuns
        program.maxExecutions = settings.maxExecutions
        program.catchUp = settings.catchUp.map { .init(duration: $0) }
        program.allowsSensitiveActions = settings.allowsSensitiveActions
        program.scene = Hearth_V1_AutomationScene(rawValue: Int32(bitPattern: settings.scene))
        return program
    }

    fileprivate static let damaged = HomeError(
        .invalidArgument, "the text after \"kept\" is from a newer version and was changed; leave it as exported")
}

extension AutomationNode {
    /// The node of a message. Nodes that would not convert back to the same message keep its bytes.
    fileprivate init(_ message: Hearth_V1_AutomationNode, unknown: inout [[UInt8]]) {
        let node = AutomationNode(message)
        if !node.holdsUnknown, Hearth_V1_AutomationNode(node) == message.tidy {
            self = node
        } else if let kind = Kind(flow: message, unknown: &unknown) {
            self.init(message.id, kind)
        } else {
            self.init(message.id, .unknown)
            unknown.append(message.serialized())
        }
    }
}

extension AutomationNode {
    /// Whether it, or a node in it, is unknown and only has bytes, or has no kind.
    private var holdsUnknown: Bool {
        if case .unknown = kind { true } else { children.contains(where: \.holdsUnknown) }
    }
}

extension AutomationNode.Kind {
    /// The flow, if it is known itself, whatever nodes it contains.
    fileprivate init?(flow message: Hearth_V1_AutomationNode, unknown: inout [[UInt8]]) {
        guard message.unknownFields.isEmpty else { return nil }
        func nodes(_ flow: Hearth_V1_AutomationFlow) -> [AutomationNode]? {
            guard flow.unknownFields.isEmpty else { return nil }
            return flow.nodes.map { AutomationNode($0, unknown: &unknown) }
        }
        switch message.kind {
        case .sequential(let flow)?:
            guard let nodes = nodes(flow) else { return nil }
            self = .sequential(nodes)
        case .parallel(let flow)?:
            guard let nodes = nodes(flow) else { return nil }
            self = .parallel(nodes)
        case .select(let flow)?:
            guard let nodes = nodes(flow) else { return nil }
            self = .select(nodes)
        case .ifChain(let chain)?:
            let isKnown = chain.unknownFields.isEmpty && chain.branches.allSatisfy(\.isKnown)
            guard isKnown else { return nil }
            var parts: [IfChain.Branch] = []
            for branch in chain.branches {
                guard let node = branch.node else { return nil }
                parts.append(
                    IfChain.Branch(
                        AutomationExpression(branch.condition), AutomationNode(node, unknown: &unknown)))
            }
            self = .ifChain(
                IfChain(parts, otherwise: chain.otherwise.map { AutomationNode($0, unknown: &unknown) }))
        default: return nil
        }
    }
}

extension Hearth_V1_AutomationIfChain.Branch {
    /// Whether everything except its node is known.
    fileprivate var isKnown: Bool {
        guard unknownFields.isEmpty, node != nil, let condition else { return false }
        return Hearth_V1_AutomationExpression(AutomationExpression(condition)) == condition
    }
}

extension Hearth_V1_AutomationNode {
    /// The message in canonical form: fields with default values are omitted, and arguments are in order of their
    /// numbers.
    fileprivate var tidy: Hearth_V1_AutomationNode {
        var node = self
        switch kind {
        case .condition(var condition)? where condition.hold?.duration == .zero:
            condition.hold = nil
            node.kind = .condition(condition)
        case .action(var action)?:
            action.arguments.sort { $0.id < $1.id }
            if action.retries == 0 {
                action.retryDelay = nil
            } else if action.retryDelay == nil {
                action.retryDelay = .init()
            }
            node.kind = .action(action)
        case .wait(var wait)? where wait.timeout == nil:
            wait.timeout = .init()
            node.kind = .wait(wait)
        case .starter(var starter)?:
            starter.parameters.sort { $0.id < $1.id }
            node.kind = .starter(starter)
        case .sequential(let flow)?: node.kind = .sequential(flow.tidy)
        case .parallel(let flow)?: node.kind = .parallel(flow.tidy)
        case .select(let flow)?: node.kind = .select(flow.tidy)
        case .ifChain(var chain)?:
            for place in chain.branches.indices { chain.branches[place].node = chain.branches[place].node?.tidy }
            chain.otherwise = chain.otherwise?.tidy
            node.kind = .ifChain(chain)
        default: break
        }
        return node
    }

    /// A node and all nodes in it as a message, with the bytes of unknown nodes.
    fileprivate init(_ node: AutomationNode, unknown: inout ArraySlice<[UInt8]>) throws(HomeError) {
        switch node.kind {
        case .sequential(let nodes):
            self.init(id: node.id, kind: .sequential(.init(nodes: try Self.nodes(nodes, &unknown))))
        case .parallel(let nodes):
            self.init(id: node.id, kind: .parallel(.init(nodes: try Self.nodes(nodes, &unknown))))
        case .select(let nodes):
            self.init(id: node.id, kind: .select(.init(nodes: try Self.nodes(nodes, &unknown))))
        case .ifChain(let chain):
            var message = Hearth_V1_AutomationIfChain()
            for branch in chain.branches {
                message.branches.append(
                    .init(
                        condition: .init(branch.condition),
                        node: try Hearth_V1_AutomationNode(branch.node, unknown: &unknown)))
            }
            if let otherwise = chain.otherwise {
                message.otherwise = try Hearth_V1_AutomationNode(otherwise, unknown: &unknown)
            }
            self.init(id: node.id, kind: .ifChain(message))
        case .unknown:
            let bytes = unknown.popFirst() ?? []
            do {
                self = try Self(serialized: bytes.span.bytes)
            } catch {
                throw AutomationText.damaged
            }
            id = node.id
        default: self.init(node)
        }
    }

    private static func nodes(
        _ nodes: [AutomationNode], _ unknown: inout ArraySlice<[UInt8]>
    ) throws(HomeError) -> [Hearth_V1_AutomationNode] {
        var messages: [Hearth_V1_AutomationNode] = []
        for node in nodes { messages.append(try Hearth_V1_AutomationNode(node, unknown: &unknown)) }
        return messages
    }
}

extension Hearth_V1_AutomationFlow {
    fileprivate var tidy: Hearth_V1_AutomationFlow {
        var flow = self
        flow.nodes = nodes.map(\.tidy)
        return flow
    }
}
