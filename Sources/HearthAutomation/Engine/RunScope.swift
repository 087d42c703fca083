internal import HearthCalendar
internal import HearthTraitDescriptors

/// The values that a run's expressions see: those it has read or, in holds and waits, the present ones.
struct RunScope: AutomationScope {
    let graph: GraphIndex
    let home: any AutomationHome
    let moment: AutomationMoment
    /// The values that starters and state readers have read.
    var readings: [UInt32: StructureValue] = [:]
    /// Whether to use present values instead. The fields of events always stay as they were.
    var isLive = true
    var variables: [String: TraitValue] = [:]
    /// Time since 1970 since when each operand of ``Operator/heldFor`` is true, by ``GraphIndex/heldIndex(of:)``.
    var heldSince: [Int: Duration] = [:]

    func evaluate(_ reference: FieldReference) -> Evaluated {
        guard let first = reference.path.first, var value = values(of: reference.nodeID)?[first] else {
            return .unknown(.missing(reference))
        }
        for id in reference.path.dropFirst() {
            guard case .structure(let fields) = value, let field = fields[id] else {
                return .unknown(value == .null ? .null(reference) : .missing(reference))
            }
            value = field
        }
        return value == .null ? .unknown(.null(reference)) : .known(value)
    }

    private func values(of nodeID: UInt32) -> StructureValue? {
        guard isLive, !graph.isEventStarter(nodeID) else { return readings[nodeID] }
        return graph.trait(of: nodeID).flatMap(read)
    }

    /// The present values of a trait. The clock is computed for this very moment, not taken from its last report.
    func read(_ trait: TraitReference) -> StructureValue? {
        if trait.traitID == TimeTrait.id, trait.target.deviceID == home.id {
            return TimeTrait.attributes(at: moment.second, home.place)
        }
        return home.attributes(trait.path)
    }

    func result(of expression: AutomationExpression) -> Evaluated {
        var evaluator = Evaluator(self)
        return evaluator.evaluate(expression)
    }

    /// By starter: whether its `becomes` is not true now, so that it can become true.
    func canBecome(_ starters: [GraphIndex.Listener]) -> [Bool] {
        starters.map { $0.starter.becomes.map { result(of: $0).canBecomeTrue } ?? false }
    }

    func value(ofVariable name: String) -> TraitValue? { variables[name] }

    func isOnline(_ nodeID: UInt32) -> Bool? {
        graph.trait(of: nodeID).flatMap { home.isOnline($0.target.deviceID) }
    }

    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated {
        guard let index = graph.heldIndex(of: expression) else { return .unknown(.unsupported) }
        var live = self
        (live.isLive, live.variables) = (true, [:])
        let result = live.result(of: expression)
        guard result.truth == true else { return result }
        // If the beginning is unknown, it has not held.
        guard let since = heldSince[index] else { return .known(.bool(false)) }
        return .known(.bool(since + Duration.seconds(seconds).bounded <= moment.sinceEpoch))
    }

    func sunTime(_ reference: FieldReference) -> SunTime? {
        guard let trait = graph.trait(of: reference.nodeID), trait.traitID == TimeTrait.id,
            trait.target.deviceID == home.id
        else { return nil }
        return TimeTrait.sunTime(reference.path)
    }

    var isSunUp: Bool? { home.place.sun?.isUp(at: Double(moment.second)) }
}
