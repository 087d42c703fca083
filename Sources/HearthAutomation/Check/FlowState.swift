internal import HearthTraitModel

/// What a run has read and assigned when it comes to a node.
struct FlowState {
    /// Something that a run has only once it has been somewhere.
    enum Value: Hashable {
        /// What a state reader has read, or a starter of an event was told.
        case node(UInt32)
        case variable(String)
    }

    /// What is there on every way to the node.
    private(set) var certain: Set<Value> = []
    /// What is there on some way to it.
    private(set) var possible: Set<Value> = []
    /// Variables that have a value already, also in branches that go on at the same time.
    private var assigned: Set<String> = []
    /// What conditions have let pass.
    private var bounds: [FieldReference: ValueBounds] = [:]
    /// What was certain at the first node that can end a branch of a parallel flow: nothing after it is, once the branches
    /// have joined.
    private var certainAtEnd: Set<Value>?

    mutating func add(_ value: Value, isCertain: Bool = true) {
        possible.insert(value)
        if isCertain { certain.insert(value) }
    }

    /// Whether a variable had no value before.
    mutating func assign(_ variable: String) -> Bool {
        add(.variable(variable))
        return assigned.insert(variable).inserted
    }

    /// A condition or suppression is here, which may end the run or its branch (AU-40).
    mutating func mayEnd() { certainAtEnd = certainAtEnd ?? certain }

    /// Takes what a condition asks for; what it reads stays the same for the whole run (AU-49).
    ///
    /// - Parameter start: what a field can be by its schema.
    /// - Returns: whether anything can still be so.
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

    /// What a branch begins with.
    ///
    /// - Parameter sibling: the branch before it, when both are under way at the same time; it has the variables of all
    ///   those before it.
    func branch(beside sibling: FlowState? = nil) -> FlowState {
        var state = self
        state.certainAtEnd = nil
        if let sibling { state.assigned = sibling.assigned }
        return state
    }

    /// One of the branches was taken.
    mutating func joinOne(of branches: [FlowState]) {
        guard let first = branches.first else { return }
        if branches.contains(where: { $0.certainAtEnd != nil }) { mayEnd() }
        certain = branches.dropFirst().reduce(first.certain) { $0.intersection($1.certain) }
        join(branches)
    }

    /// All of the branches were taken at the same time.
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
