internal import HearthHomeKitMapping
internal import HearthMessage
internal import HearthTraitDescriptors
internal import HearthWire

/// The content of a scene: the values that it writes, and the branches that another program has added.
///
/// As an automation it is a manual starter and parallel branches, one for each service that it writes to. HomeKit does
/// not define the order of actions, but writes to one service belong together, as hue and saturation do.
struct ScenePlan: Hashable, Sendable {
    /// The written values; `order` has the order in which they were added.
    var writes: [CharacteristicReference: CharacteristicValue] = [:]
    var order: [CharacteristicReference] = []
    /// Branches that no characteristic corresponds to. They are kept unchanged.
    var others: [Hearth_V1_AutomationNode] = []
    /// Whether the program writes to removed accessories. The next edit drops those writes.
    private(set) var hasLost = false

    /// Sets the value written to a characteristic; nil to remove the write.
    mutating func set(_ value: CharacteristicValue?, of characteristic: CharacteristicReference) {
        if value != nil, writes[characteristic] == nil { order.append(characteristic) }
        if value == nil { order.removeAll { $0 == characteristic } }
        writes[characteristic] = value
    }

    var isEmpty: Bool { writes.isEmpty && others.isEmpty }

    // MARK: As an automation

    /// The program of a new, empty scene.
    static func program(_ scene: Hearth_V1_AutomationScene) -> Hearth_V1_AutomationProgram {
        var numbers = NodeNumbers()
        let root = numbers.next()
        let nodes = [numbers.node(.manualStarter(.init())), numbers.node(.parallel(.init()))]
        return Hearth_V1_AutomationProgram(
            graph: Hearth_V1_AutomationNode(id: root, kind: .sequential(.init(nodes: nodes))), mode: .single,
            scene: scene)
    }

    /// The program with its branches replaced by those of this plan.
    ///
    /// - Throws: ``HMError``: `notFound` for a removed accessory or characteristic; `invalidParameter`,
    ///   `readOnlyCharacteristic`, `invalidValueType`, `valueLowerThanMinimum`, `valueHigherThanMaximum`,
    ///   `stringLongerThanMaximum`, `operationNotSupported` or `stringShorterThanMinimum` for an invalid write;
    ///   `operationNotSupported` for a program of another form.
    func program(
        from program: Hearth_V1_AutomationProgram, in home: MappedHome
    ) throws(HMError) -> Hearth_V1_AutomationProgram {
        guard case .sequential(var flow)? = program.graph?.kind, let index = flow.nodes.firstIndex(where: \.isParallel)
        else {
            throw HMError(
                .operationNotSupported,
                "another program made this scene in a form that HomeKit does not have; "
                    + "edit it there")
        }
        flow.nodes[index].kind = .parallel(.init(nodes: others))
        // Numbering continues after the kept nodes, so that equal branches always get equal numbers.
        var numbers = NodeNumbers(after: flow.nodes.reduce(program.graph?.id ?? 0) { max($0, $1.highest) })
        var branches: [Hearth_V1_AutomationNode] = []
        for (deviceID, writes) in services {
            let device = try home.found(deviceID)
            let requests: [TraitRequest]
            do {
                requests = try writes.requests(to: device)
            } catch {
                throw HMError(error)
            }
            let actions = requests.map { numbers.node(.action(.init($0, to: deviceID))) }
            branches.append(
                actions.count == 1 ? actions[0] : numbers.node(.sequential(.init(nodes: actions))))
        }
        flow.nodes[index].kind = .parallel(.init(nodes: branches + others))
        var program = program
        program.graph?.kind = .sequential(flow)
        return program
    }

    /// The writes, grouped by service in the order of the first write to each.
    private var services: [(deviceID: String, ServiceWrites)] {
        var found: [(deviceID: String, service: ServiceKey, values: [CharacteristicType: CharacteristicValue])] = []
        for characteristic in order {
            guard let value = writes[characteristic] else { continue }
            let (deviceID, key) = (characteristic.deviceID, characteristic.key)
            if let index = found.firstIndex(where: { $0.deviceID == deviceID && $0.service == key.service }) {
                found[index].values[key.type] = value
            } else {
                found.append((deviceID, key.service, [key.type: value]))
            }
        }
        return found.map { ($0.deviceID, ServiceWrites(service: $0.service, values: $0.values)) }
    }

    init() {}

    /// Reads the writes of a program that HomeKit can express; other branches are kept in ``others``.
    init(_ program: Hearth_V1_AutomationProgram, in home: MappedHome) {
        let branches = program.graph?.flow?.first(where: \.isParallel)?.flow ?? []
        for branch in branches {
            guard let (deviceID, requests) = Self.requests(of: branch) else {
                others.append(branch)
                continue
            }
            guard let device = home.device(deviceID) else {
                hasLost = true
                continue
            }
            guard let writes = ServiceWrites(requests, to: device) else {
                others.append(branch)
                continue
            }
            for (type, value) in writes.values.sorted(by: { $0.key < $1.key }) {
                set(value, of: CharacteristicReference(deviceID, CharacteristicKey(writes.service, type)))
            }
        }
    }

    /// The requests of a branch, if all go to one device.
    private static func requests(of branch: Hearth_V1_AutomationNode) -> (String, [TraitRequest])? {
        guard branch.unknownFields.isEmpty else { return nil }
        let nodes: [Hearth_V1_AutomationNode]
        switch branch.kind {
        case .action?: nodes = [branch]
        case .sequential(let flow)?: nodes = flow.nodes
        default: return nil
        }
        let requests = nodes.compactMap { node -> (deviceID: String, TraitRequest)? in
            guard case .action(let action)? = node.kind, node.unknownFields.isEmpty else { return nil }
            return action.request
        }
        guard requests.count == nodes.count, let deviceID = requests.first?.deviceID,
            requests.allSatisfy({ $0.deviceID == deviceID })
        else { return nil }
        return (deviceID, requests.map(\.1))
    }

    /// The device that each action node writes to, for the messages of failures.
    static func targets(of program: Hearth_V1_AutomationProgram) -> [UInt32: String] {
        var targets: [UInt32: String] = [:]
        for branch in program.graph?.flow?.first(where: \.isParallel)?.flow ?? [] {
            for node in branch.flow ?? [branch] {
                guard case .action(let action)? = node.kind else { continue }
                targets[node.id] = action.trait?.target?.deviceID
            }
        }
        return targets
    }
}

extension Hearth_V1_AutomationNode {
    fileprivate var isParallel: Bool {
        if case .parallel? = kind { true } else { false }
    }
}
