internal import HearthBase
internal import ProtoSchema

/// Finds messages that contain themselves through singular fields. A Swift struct can't, so such a field is boxed.
struct MessageCycles {
    private var component: [String: Int] = [:]

    /// Tarjan's strongly connected components over the single message fields.
    init(_ pool: DescriptorPool) {
        var order: [String: Int] = [:]
        var low: [String: Int] = [:]
        var stack: [String] = []
        var open: Set<String> = []
        var components = 0
        for root in pool.messages.keys.ordered() where order[root] == nil {
            var path: [(name: String, targets: ArraySlice<String>)] = [(root, Self.targets(root, pool)[...])]
            while let top = path.last {
                let name = top.name
                if order[name] == nil {
                    order[name] = order.count
                    low[name] = order[name]
                    stack.append(name)
                    open.insert(name)
                }
                if let target = path[path.count - 1].targets.popFirst() {
                    if order[target] == nil {
                        path.append((target, Self.targets(target, pool)[...]))
                    } else if open.contains(target) {
                        low[name] = min(low[name, default: 0], order[target, default: 0])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.name { low[parent] = min(low[parent, default: 0], low[name, default: 0]) }
                guard low[name] == order[name] else { continue }
                while let member = stack.popLast() {
                    open.remove(member)
                    component[member] = components
                    if member == name { break }
                }
                components += 1
            }
        }
    }

    /// Whether a singular field of type `target` in `owner` leads back to `owner`.
    func contains(_ owner: String, _ target: String) -> Bool {
        component[owner] != nil && component[owner] == component[target]
    }

    private static func targets(_ name: String, _ pool: DescriptorPool) -> [String] {
        (pool.messages[name]?.fields ?? []).compactMap { field in
            switch (field.label, field.type) {
            case (.implicit, .message(let target)), (.optional, .message(let target)): target
            default: nil
            }
        }
    }
}
