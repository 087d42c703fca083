internal import Hearth
internal import HearthBase
internal import HearthTraitCore
internal import HearthWire
internal import HearthPhrases

/// Describes an automation's nodes, and the results of its runs, in words.
struct AutomationWords {
    private let house: House
    private var nodes: [UInt32: Hearth_V1_AutomationNode] = [:]

    init(_ program: Hearth_V1_AutomationProgram?, _ house: House) {
        self.house = house
        if let graph = program?.graph { add(graph) }
    }

    private mutating func add(_ node: Hearth_V1_AutomationNode) {
        nodes[node.id] = node
        switch node.kind {
        case .sequential(let flow)?, .parallel(let flow)?, .select(let flow)?: for node in flow.nodes { add(node) }
        case .ifChain(let chain)?:
            for branch in chain.branches { if let node = branch.node { add(node) } }
            if let node = chain.otherwise { add(node) }
        default: break
        }
    }

    // MARK: Nodes

    /// "Hall Lamp: on", "wait 5 min".
    func node(_ id: UInt32) -> String {
        switch nodes[id]?.kind {
        case .starter(let starter)?: self.starter(starter)
        case .manualStarter?: "by hand"
        case .stateReader(let trait)?: "read \(name(trait))"
        case .condition(let condition)?:
            condition.hold.map { "a condition for \(Self.span($0.duration))" } ?? "a condition"
        case .action(let action)?: self.action(action)
        case .delay(let duration)?: "wait \(Self.span(duration.duration))"
        case .suppression(let duration)?: "not again within \(Self.span(duration.duration))"
        case .assignment(let assignment)?: "set \(assignment.variable)"
        case .wait(let wait)?: "wait for a condition, at most \(Self.span(wait.timeout?.duration ?? .zero))"
        case .execution?: "run another automation"
        case .restoration?: "put back what was changed"
        case .ifChain?: "if"
        case .sequential?, .parallel?, .select?: "a flow"
        case nil: "node \(id)"
        }
    }

    private func starter(_ starter: Hearth_V1_AutomationStarter) -> String {
        let descriptor = descriptor(starter.trait)
        guard let event = starter.eventID else { return "a change of \(name(starter.trait))" }
        let word = descriptor?.event(event).map { Phrase.words(ofName: $0.name) } ?? "event \(event)"
        return "\(word) of \(name(starter.trait))"
    }

    private func action(_ action: Hearth_V1_AutomationAction) -> String {
        guard let command = action.commandID else { return "set \(name(action.trait))" }
        let word = descriptor(action.trait)?.command(command).map { Phrase.words(ofName: $0.methodName) }
        return "\(device(action.trait)): \(word ?? "command \(command)")"
    }

    private func device(_ trait: Hearth_V1_AutomationTrait?) -> String {
        if let group = trait?.group { return self.group(group) }
        let id = trait?.target?.deviceID ?? ""
        let names = house.devices.map { ($0.id, $0.name) } + house.structures.map { ($0.id, $0.name) }
        return names.first { $0.0 == id }?.1 ?? "something that is gone (\(id))"
    }

    private func group(_ group: Hearth_V1_AutomationGroup) -> String {
        let name: String? =
            switch group.of {
            case .roomID(let id)?: house.rooms.first { $0.id == id }?.name
            case .zoneID(let id)?: house.zones.first { $0.id == id }?.name
            case .serviceGroupID(let id)?: house.serviceGroups.first { $0.id == id }?.name
            case .structureID(let id)?: house.structures.first { $0.id == id }?.name
            case nil: nil
            }
        return name.map { "all in \($0)" } ?? "a group that is gone"
    }

    private func descriptor(_ trait: Hearth_V1_AutomationTrait?) -> TraitDescriptor? {
        trait.flatMap { house.traits[$0.traitID] }
    }

    private func name(_ trait: Hearth_V1_AutomationTrait?) -> String {
        "\(device(trait))'s \(descriptor(trait)?.name ?? "trait \(trait?.traitID ?? 0)")"
    }

    /// What started a run, where no line of its automation says it.
    func cause(_ start: Hearth_V1_AutomationStart) -> String {
        switch start.occasion {
        case .request?: "by hand"
        case .instant?: heldTime(start.nodeID).map { "something that has held for \(Self.span($0))" } ?? "the clock"
        case .change?: "a change"
        case .eventNumber?: "an event"
        case .parent?: "another automation"
        case nil: "something unknown to this program"
        }
    }

    /// How long a starter's condition has to hold; nil for a starter without such a condition.
    private func heldTime(_ node: UInt32) -> Duration? {
        guard case .starter(let starter)? = nodes[node]?.kind, let becomes = starter.becomes else { return nil }
        var (open, least): ([Hearth_V1_AutomationExpression], Duration?) = ([becomes], nil)
        while let expression = open.popLast() {
            guard case .operation(let operation)? = expression.kind else { continue }
            open += operation.operands
            guard operation.operator == .heldFor, case .constant(let seconds)? = operation.operands.last?.kind,
                let seconds = TraitValue(seconds)?.integer
            else { continue }
            least = min(least ?? .seconds(seconds), .seconds(seconds))
        }
        return least
    }

    // MARK: What happened

    /// "Front Door was locked", "it was running".
    func reason(_ end: Hearth_V1_AutomationEnd?, _ leaves: [Hearth_V1_AutomationLeaf] = []) -> String {
        let facts = leaves.map(fact).joined(separator: " and ")
        guard !facts.isEmpty else { return sentence(end) }
        return switch end?.reason {
        // The facts explain the reason better than the general sentence.
        case .conditionFalse?, .conditionUnknown?: facts
        case .notHeld?: "\(sentence(end)) (\(facts))"
        default: sentence(end)
        }
    }

    private func sentence(_ end: Hearth_V1_AutomationEnd?) -> String {
        let after = Self.span(end?.after?.duration ?? .zero)
        return switch end?.reason {
        case .finished?: "all was done"
        case .conditionFalse?: "a condition did not hold"
        case .conditionUnknown?: "the result of a condition was not known"
        case .notHeld?: "a condition held for \(after) only"
        case .suppressed?: "it had run a short while before, and suppresses runs so soon after"
        case .alreadyRunning?: "it was running"
        case .tooManyRuns?: "it had the most runs at a time that it may have"
        case .loop?: "automations started each other in a loop"
        case .paused?: "it started too often, and was paused"
        case .restarted?: "it was started again"
        case .stopped?: "\(end.map { $0.caller.isEmpty ? "somebody" : $0.caller } ?? "somebody") stopped it"
        case .deleted?: "it was deleted"
        case .actionFailed?: "an action was not done"
        case .late?: "it came \(after) late"
        case .restored?: "the home was restored from a backup"
        case .invalid?: "it has errors"
        case .unspecified?, .unrecognized?: "for a reason unknown to this program"
        case nil: "it is running"
        }
    }

    /// "Front Door was locked", "Hall Lamp's on level was 20", "$seen was true".
    private func fact(_ leaf: Hearth_V1_AutomationLeaf) -> String {
        let value = leaf.result?.value.flatMap { TraitValue($0) }
        switch leaf.expression?.kind {
        case .field(let field)?:
            let trait = read(field.nodeID)
            if let value, let words = state(value, field, trait) { return "\(device(trait)) was \(words)" }
            return "\(subject(field, trait)) was \(self.value(value, field, trait))"
        case .variable(let name)?: return "$\(name) was \(plain(value))"
        default: return "it was \(plain(value))"
        }
    }

    /// The trait that a starter or state reader reads.
    private func read(_ node: UInt32) -> Hearth_V1_AutomationTrait? {
        switch nodes[node]?.kind {
        case .starter(let starter)?: starter.trait
        case .stateReader(let trait)?: trait
        default: nil
        }
    }

    private func isEvent(_ node: UInt32) -> Bool {
        if case .starter(let starter)? = nodes[node]?.kind { starter.eventID != nil } else { false }
    }

    /// A value in the words for the device's state, such as "locked" or "21.3 °C"; nil for other values.
    private func state(
        _ value: TraitValue, _ field: Hearth_V1_AutomationField, _ trait: Hearth_V1_AutomationTrait?
    ) -> String? {
        guard field.path.count == 1, let id = field.path.first, !isEvent(field.nodeID), value != .null,
            let descriptor = descriptor(trait), let target = trait?.target,
            let device = house.devices.first(where: { $0.id == target.deviceID })
        else { return nil }
        let types = device.endpoints.first { UInt32($0.id) == target.endpoint }?.deviceTypes.map(\.id) ?? []
        let part = DeviceReading.Part(
            endpoint: 1, deviceTypes: types, traits: [.init(descriptor, StructureValue([id: value]))])
        return DeviceState(DeviceReading([part])).words
    }

    private func subject(_ field: Hearth_V1_AutomationField, _ trait: Hearth_V1_AutomationTrait?) -> String {
        let attribute =
            isEvent(field.nodeID) ? nil : field.path.first.flatMap { descriptor(trait)?.attribute($0)?.name }
        let path = field.path.map(String.init).joined(separator: ".")
        return attribute.map { "\(device(trait))'s \(Phrase.words(ofName: $0))" } ?? "\(name(trait)).\(path)"
    }

    private func value(
        _ value: TraitValue?, _ field: Hearth_V1_AutomationField, _ trait: Hearth_V1_AutomationTrait?
    ) -> String {
        guard let value, field.path.count == 1, !isEvent(field.nodeID), let descriptor = descriptor(trait),
            let attribute = field.path.first.flatMap({ descriptor.attribute($0)?.field }), !attribute.isList
        else { return plain(value) }
        if case .structure = value { return plain(value) }
        return Quantity.text(value, attribute) ?? descriptor.text(value, attribute)
    }

    private func plain(_ value: TraitValue?) -> String {
        switch value {
        case .bool(let value)?: "\(value)"
        case .unsigned(let value)?: "\(value)"
        case .signed(let value)?: "\(value)"
        case .float(let value)?: "\(value)"
        case .double(let value)?: "\(value)"
        case .string(let value)?: quoted(value)
        // Conditions compare no structures other than times of day.
        case .structure(let fields)? where fields.fields.count == 2:
            switch (fields[0], fields[1]) {
            case (.unsigned(let hours)?, .unsigned(let minutes)?): "\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
            default: "something"
            }
        case .octets?, .list?, .structure?: "something"
        case .null?, nil: "not known"
        }
    }

    /// A line of a run's trace.
    func step(_ step: Hearth_V1_AutomationStep) -> String { "\(node(step.nodeID)): \(result(step))" }

    /// The result of a node: "done", "took branch 1".
    func result(_ step: Hearth_V1_AutomationStep) -> String {
        switch step.what {
        case .condition(let condition)?:
            (condition.result?.value?.value == .boolean(true) ? "it held" : "it did not hold")
                + values(condition.leaves)
        case .branch(let branch)?: branch.index.map { "took branch \($0 + 1)" } ?? "took no branch"
        case .waitingUntil(let time)?: "until \(Self.clock(time.secondsSince1970))"
        case .waited(let held)?: held ? "it is over" : "the time was over"
        case .action(let action)?:
            (action.target.map { "\(device(.init(target: $0))): " } ?? "") + outcome(action.outcome)
        case .assignment(let assignment)?: plain(assignment.result?.value.flatMap { TraitValue($0) })
        case .reading?: "read"
        case .suppressingUntil(let time)?: "until \(Self.clock(time.secondsSince1970))"
        case .execution(let execution)?:
            execution.end.map { $0.reason == .finished ? "it ran" : "it did not end well: \(reason($0))" }
                ?? "it begins"
        case .restoration(let restoration)?:
            "\(restoration.restored) put back, \(restoration.kept) changed meanwhile"
        case .unobserved(let span)?: "not seen for \(Self.span(span.duration))"
        case .conflict?: "another automation set it to something else at the same time"
        case nil: "something unknown to this program"
        }
    }

    private func values(_ leaves: [Hearth_V1_AutomationLeaf]) -> String {
        let facts = leaves.map(fact).joined(separator: ", ")
        return facts.isEmpty ? "" : " (\(facts))"
    }

    private func outcome(_ outcome: Hearth_V1_AutomationOutcome?) -> String {
        let message = outcome.map { $0.message.isEmpty ? "" : ": \($0.message)" } ?? ""
        return switch outcome?.kind {
        case .done?: "done"
        case .refused?: "refused\(message)"
        case .unreachable?: "not reached\(message)"
        case .notAllowed?: "not allowed\(message)"
        case .unknown?, .unspecified?, .unrecognized?, nil: "it is not known whether it was done"
        }
    }

    // MARK: Times

    /// "5 min", "2 h 30 min", "45 s".
    static func span(_ duration: Duration) -> String {
        let seconds = duration.wholeSeconds
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
        return text.isEmpty ? "0 s" : text
    }

    /// "11-25 18:04:07", in local time.
    static func clock(_ seconds: Double) -> String {
        String(LocalTime.dateAndTime(seconds).dropFirst(5).prefix(14))
    }
}
