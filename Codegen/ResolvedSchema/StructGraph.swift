/// The containment relation of structs, to find those that contain themselves.
struct StructGraph {
    /// For each node, the nodes that it contains.
    private let edges: [[Int]]
    private var order: [Int]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var path: [Int] = []
    private var counter = 0
    private var cyclic: [Bool]

    /// For each node, whether it is on a cycle.
    ///
    /// Tarjan's algorithm with its own stack, because schemas may be nested to any depth.
    static func nodesOnCycles(_ edges: [[Int]]) -> [Bool] {
        var graph = StructGraph(edges)
        for node in edges.indices where graph.order[node] < 0 { graph.visit(node) }
        return graph.cyclic
    }

    private init(_ edges: [[Int]]) {
        self.edges = edges
        order = Array(repeating: -1, count: edges.count)
        lowest = order
        isOpen = Array(repeating: false, count: edges.count)
        cyclic = isOpen
    }

    private mutating func open(_ node: Int) {
        order[node] = counter
        lowest[node] = counter
        counter += 1
        path.append(node)
        isOpen[node] = true
    }

    private mutating func visit(_ root: Int) {
        var work: [(node: Int, edge: Int)] = [(root, 0)]
        open(root)
        while let (node, edge) = work.last {
            if edge < edges[node].count {
                work[work.count - 1].edge += 1
                let target = edges[node][edge]
                if target == node { cyclic[node] = true }
                if order[target] < 0 {
                    open(target)
                    work.append((target, 0))
                } else if isOpen[target] {
                    lowest[node] = min(lowest[node], order[target])
                }
            } else {
                work.removeLast()
                if let parent = work.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
                if lowest[node] == order[node] { close(node) }
            }
        }
    }

    /// The nodes of the path from `node` on are one component. More than one node in it is a cycle.
    private mutating func close(_ node: Int) {
        let isCycle = path.last != node
        while let last = path.popLast() {
            isOpen[last] = false
            if isCycle { cyclic[last] = true }
            if last == node { return }
        }
    }
}
