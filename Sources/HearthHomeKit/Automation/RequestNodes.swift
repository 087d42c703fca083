internal import HearthHomeKitMapping
internal import HearthMessage
internal import HearthTraitDescriptors
internal import HearthWire

// Converts requests to traits into actions of graphs.

extension Hearth_V1_AutomationTrait {
    init(_ deviceID: String, endpoint: UInt16, trait: UInt32) {
        self.init(
            target: Hearth_V1_Target(deviceID: deviceID, endpoint: UInt32(endpoint)), traitID: trait)
    }
}

extension Hearth_V1_AutomationAction {
    /// Creates the action of a request to a device.
    init(_ request: TraitRequest, to deviceID: String) {
        let (command, values): (UInt32?, StructureValue) =
            switch request.content {
            case .command(let id, let arguments): (id, arguments)
            case .update(let values): (nil, values)
            }
        self.init(
            trait: Hearth_V1_AutomationTrait(deviceID, endpoint: request.endpoint, trait: request.trait),
            commandID: command,
            arguments: values.fields.sorted { $0.key < $1.key }.map { id, value in
                Hearth_V1_AutomationArgument(
                    id: id, value: Hearth_V1_AutomationExpression(kind: .constant(Hearth_V1_Value(value))))
            })
    }

    /// The device and the request, if all arguments are constants; nil for other actions.
    var request: (deviceID: String, TraitRequest)? {
        guard unknownFields.isEmpty, let trait, trait.unknownFields.isEmpty, trait.group == nil,
            let target = trait.target.flatMap({ TraitTarget($0) })
        else { return nil }
        var values: StructureValue = [:]
        for argument in arguments {
            guard case .constant(let constant)? = argument.value?.kind, let value = TraitValue(constant) else {
                return nil
            }
            values[argument.id] = value
        }
        let content: TraitRequest.Content = commandID.map { .command($0, values) } ?? .update(values)
        return (target.deviceID, TraitRequest(endpoint: target.endpoint, trait: trait.traitID, content: content))
    }
}

/// Numbers the nodes of a graph.
struct NodeNumbers {
    private var last: UInt32

    /// - Parameter last: the highest number that is already in the graph.
    init(after last: UInt32 = 0) { self.last = last }

    mutating func next() -> UInt32 {
        last &+= 1
        return last
    }

    mutating func node(_ kind: Hearth_V1_AutomationNode.OneOf_Kind) -> Hearth_V1_AutomationNode {
        Hearth_V1_AutomationNode(id: next(), kind: kind)
    }
}

extension Hearth_V1_AutomationNode {
    /// The nodes of a flow; nil for other nodes.
    var flow: [Hearth_V1_AutomationNode]? {
        switch kind {
        case .sequential(let flow)?, .parallel(let flow)?, .select(let flow)?: flow.nodes
        default: nil
        }
    }

    /// The highest node number in this subtree. The recursion is safe, as hubs limit the depth of graphs.
    var highest: UInt32 { (flow ?? []).reduce(id) { max($0, $1.highest) } }
}
