internal import HearthTraitDescriptors

/// The values that a run has read and assigned when it reaches a node.
struct FlowState {
    /// A value that a run has only after it has passed a node.
    enum Value: Hashable {
        /// The values of a state reader, or the fields of a starter's event.
        case node(UInt32)
        case variable(String)
    }

    /// Values that every path to the node sets.
    private(set) var certain: Set<Value> = []
    /// Values that some path to the node sets.
    private(set) var possible: Set<Value> = []
    /// Variables that are already assigned, also in branches that run at the same time.
    private var assigned: Set<String> = []
    /// The ranges that the conditions so far leave for fields.
    private var bounds: [FieldReference: ValueBounds] = [:]
    /// The certain values at the first node that can end a branch of a parallel flow. Values set after it are not
    /// certain once the branches have joined.
    private var certainAtEnd: Set<Value>?

    mutating func add(_ value: Value, isCertain: Bool = true) {
        possible.insert(value)
        if isCertain { certain.insert(value) }
    }

    /// Assigns a variable and returns whether it had no value before.
    mutating func assign(_ variable: String) -> Bool {
        add(.variable(variable))
        return assigned.insert(variable).inserted
    }

    /// Notes a condition or suppression, which may end the run or its branch.
    mutating func mayEnd() { certainAtEnd = certainAtEnd ?? certain }

    /// Narrows the ranges of fields by a condition that holds; the fields keep their values for the whole run.
    ///
    /// - Parameter start: the range of a field by its schema.
    /// - Returns: whether every field still has a possible value.
    mutating func narrow(_ asked: [AskedOfField], start: (FieldReference) -> ValueBounds) -> Bool {
        var isPossible = true
        for one in asked {
            var narrowed = bounds[one.field] ?? start(one.field)
            narrowed.narrow(one.operation, one.number)
            bounds[one.field] = narrowed
            if narrowed.isEmpty { isPossible = false }
        }
        return isPossible
    }

    // MARK: Branches

    /// The state at the beginning of a branch.
    ///
    /// - Parameter sibling: the previous branch if both run at the same time; it has the variables of all branches
    ///   before it.
    func branch(beside sibling: FlowState? = nil) -> FlowState {
        var state = self
        state.certainAtEnd = nil
        if let sibling { state.assigned = sibling.assigned }
        return state
    }

    /// Joins alternative branches; exactly one of them was taken.
    mutating func joinOne(of branches: [FlowState]) {
        guard let first = branches.first else { return }
        if branches.contains(where: { $0.certainAtEnd != nil }) { mayEnd() }
        certain = branches.dropFirst().reduce(first.certain) { $0.intersection($1.certain) }
        join(branches)
    }

    /// Joins branches that ran at the same time.
    mutating func joinAll(of branches: [FlowState]) {
        for branch in branches { certain.formUnion(branch.certainAtEnd ?? branch.certain) }
        join(branches)
    }

    private mutating func join(_ branches: [FlowState]) {
        for branch in branches {
            possible.formUnion(branch.possible)
            assigned.formUnion(branch.assigned)
        }
    }
}
