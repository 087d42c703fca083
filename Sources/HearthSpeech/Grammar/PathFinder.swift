/// Finds the cheapest ways to cover a sentence with parts, each word by exactly one.
struct PathFinder {
    /// A way from the first word to some word.
    private struct Step {
        let cost: Int
        let edge: Edge?
        /// The index of the way before.
        let before: Int
    }

    /// The ways that are kept for each word.
    static let width = 64

    /// The cheapest ways, in the order of their costs.
    static func paths(_ edges: [[Edge]]) -> [(cost: Int, path: [Edge])] {
        var steps = [Step(cost: 0, edge: nil, before: -1)]
        var ends = [[Int]](repeating: [], count: edges.count + 1)
        ends[0] = [0]
        for start in edges.indices where !ends[start].isEmpty {
            let kept = ends[start].sorted { steps[$0].cost < steps[$1].cost }.prefix(width)
            for edge in edges[start] {
                for before in kept {
                    steps.append(Step(cost: steps[before].cost + edge.cost, edge: edge, before: before))
                    ends[edge.range.upperBound].append(steps.count - 1)
                }
            }
        }
        return ends[edges.count].sorted { steps[$0].cost < steps[$1].cost }.prefix(width).map { last in
            var path: [Edge] = []
            var index = last
            while index >= 0, let edge = steps[index].edge {
                path.append(edge)
                index = steps[index].before
            }
            return (steps[last].cost, path.reversed())
        }
    }
}
