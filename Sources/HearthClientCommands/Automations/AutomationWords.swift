internal import Hearth
internal import HearthBase
internal import HearthTraitCore
internal import HearthPhrases

/// Describes an automation's nodes, and the results of its runs, in words.
struct AutomationWords {
    private let listing: HomeListing
    private let nodes: [UInt32: any Node]
    private let automations: [HomeAutomation]

    /// - Parameters:
    ///   - graph: the graph with the nodes; nil for an automation without one.
    ///   - automations: the automations that may have stopped a run. Others are named by their IDs.
    init(_ graph: SequentialFlow?, _ listing: HomeListing, automations: [HomeAutomation] = []) {
        self.listing = listing
        self.automations = automations
        nodes = graph?.nodesByNumber ?? [:]
    }

    // MARK: Nodes

    /// "Hall Lamp: on", "wait 5 min".
    func node(_ number: UInt32) -> String {
        switch nodes[number] {
        case let starter as AttributeStarter: "a change of \(name(starter.traitNumber, of: starter.target))"
        case let starter as EventStarter: self.starter(starter)
        case is ManualStarter: "by hand"
        case let reader as StateReader: "read \(name(reader.traitNumber, of: reader.target))"
        case let condition as Condition:
            condition.duration.map { "a condition for \(Self.span($0))" } ?? "a condition"
        case let action as Action: self.action(action)
        case let delay as Delay: "wait \(Self.span(delay.duration))"
        case let suppression as Suppression: "not again within \(Self.span(suppression.duration))"
        case let assignment as Assignment: "set \(assignment.variable)"
        case let wait as Wait: "wait for a condition, at most \(Self.span(wait.timeout))"
        case is Execution: "run another automation"
        case is Restoration: "put back what was changed"
        case is IfChain, is IfFlow: "if"
        case is any Flow: "a flow"
        default: "node \(number)"
        }
    }

    private func starter(_ starter: EventStarter) -> String {
        let event = listing.traits[starter.traitNumber]?.event(starter.eventNumber)
        let word = event.map { Phrase.words(ofName: $0.name) } ?? "event \(starter.eventNumber)"
        return "\(word) of \(name(starter.traitNumber, of: starter.target))"
    }

    private func action(_ action: Action) -> String {
        switch action.behavior {
        case let command as AutomationCommand:
            let known = listing.traits[command.traitNumber]?.command(command.command.id)
            let word = known.map { Phrase.words(ofName: $0.methodName) } ?? "command \(command.command.id)"
            return "\(name(of: action.target)): \(word)"
        case let update as Update: return "set \(name(update.traitNumber, of: action.target))"
        default: return "an action"
        }
    }

    /// "Hall Lamp", "all in Kitchen".
    private func name(of target: AutomationTarget) -> String {
        switch target {
        case .part(let part): name(of: part)
        case .room(let id): group(listing.rooms.first { $0.id == id }?.name)
        case .zone(let id): group(listing.zones.first { $0.id == id }?.name)
        case .serviceGroup(let id): group(listing.serviceGroups.first { $0.id == id }?.name)
        case .structure(let id): group(listing.structures.first { $0.id == id }?.name)
        }
    }

    private func group(_ name: String?) -> String { name.map { "all in \($0)" } ?? "a group that is gone" }

    private func name(of part: TraitTarget) -> String {
        let id = part.deviceID
        let names = listing.devices.map { ($0.id, $0.name) } + listing.structures.map { ($0.id, $0.name) }
        return names.first { $0.0 == id }?.1 ?? "something that is gone (\(id))"
    }

    /// "Hall Lamp's OnOff"
    private func name(_ trait: UInt32, of target: AutomationTarget) -> String {
        "\(name(of: target))'s \(listing.traits[trait]?.name ?? "trait \(trait)")"
    }

    /// What started a run, where no line of its automation says it.
    func cause(_ trigger: AutomationRun.Trigger) -> String {
        switch trigger.kind {
        case .request: "by hand"
        case .time:
            trigger.starter.flatMap(heldTime).map { "something that has held for \(Self.span($0))" } ?? "the clock"
        case .change: "a change"
        case .event: "an event"
        case .automation: "another automation"
        case .unknown: "something unknown to this program"
        }
    }

    /// How long a starter's condition has to hold; nil for a starter without such a condition.
    private func heldTime(_ node: UInt32) -> Duration? {
        guard let becomes = (nodes[node] as? AttributeStarter)?.becomes else { return nil }
        var (open, least): ([any Expression], Duration?) = ([becomes], nil)
        while let expression = open.popLast() {
            switch expression {
            case let expression as any UnaryExpression: open.append(expression.operand)
            case let expression as any BinaryExpression: open += [expression.operand1, expression.operand2]
            case let expression as any TernaryExpression:
                open += [expression.operand1, expression.operand2, expression.operand3]
            default: continue
            }
            if let held = expression as? HeldFor, let seconds = (held.operand2 as? Constant)?.value.traitValue.integer {
                least = min(least ?? .seconds(seconds), .seconds(seconds))
            }
        }
        return least
    }

    // MARK: What happened

    /// "Front Door was locked", "it was running".
    ///
    /// - Parameter end: nil for a run that has not ended.
    func reason(_ end: AutomationRun.End?, _ values: [AutomationRun.UsedValue] = []) -> String {
        let facts = values.map(fact).joined(separator: " and ")
        guard !facts.isEmpty else { return sentence(end) }
        return switch end {
        // The facts explain the reason better than the general sentence.
        case .conditionFalse?, .conditionUnknown?: facts
        case .notHeld?: "\(sentence(end)) (\(facts))"
        default: sentence(end)
        }
    }

    private func sentence(_ end: AutomationRun.End?) -> String {
        switch end {
        case .finished?: "all was done"
        case .conditionFalse?: "a condition did not hold"
        case .conditionUnknown?: "the result of a condition was not known"
        case .notHeld(let time)?: "a condition held for \(Self.span(time)) only"
        case .suppressed?: "it had run a short while before, and suppresses runs so soon after"
        case .alreadyRunning?: "it was running"
        case .tooManyRuns?: "it had the most runs at a time that it may have"
        case .loop?: "automations started each other in a loop"
        case .paused?: "it started too often, and was paused"
        case .restarted?: "it was started again"
        case .stopped(let caller)?: "\(caller.map(name(ofCaller:)) ?? "somebody") stopped it"
        case .deleted?: "it was deleted"
        case .actionFailed?: "an action was not done"
        case .late(let time)?: "it came \(Self.span(time)) late"
        case .restored?: "the home was restored from a backup"
        case .invalid?: "it has errors"
        case .other?: "for a reason unknown to this program"
        case nil: "it is running"
        }
    }

    /// The name of a caller. The hub names a person or a program, but an automation by its ID.
    private func name(ofCaller caller: String) -> String { automations.first { $0.id == caller }?.name ?? caller }

    /// "Front Door was locked", "Hall Lamp's on level was 20", "$seen was true".
    private func fact(_ used: AutomationRun.UsedValue) -> String {
        switch used.source {
        case .field(let node, let path):
            let field = UsedField(path, of: nodes[node])
            if let value = used.value, let words = state(value, field) {
                return "\(name(of: field.target)) was \(words)"
            }
            return "\(subject(field)) was \(value(used.value, field))"
        case .variable(let name): return "$\(name) was \(plain(used.value))"
        case .unknown: return "it was \(plain(used.value))"
        }
    }

    /// An attribute, or a field of an event, that a starter or state reader has read.
    private struct UsedField {
        let path: [UInt32]
        /// Without a device if the node has been removed.
        private(set) var target = AutomationTarget.part(TraitTarget(deviceID: "", endpoint: 0))
        private(set) var trait: UInt32 = 0
        private(set) var isOfEvent = false

        init(_ path: [UInt32], of node: (any Node)?) {
            self.path = path
            switch node {
            case let node as AttributeStarter: (target, trait) = (node.target, node.traitNumber)
            case let node as EventStarter: (target, trait, isOfEvent) = (node.target, node.traitNumber, true)
            case let node as StateReader: (target, trait) = (node.target, node.traitNumber)
            default: break
            }
        }
    }

    /// A value in the words for the device's state, such as "locked" or "21.3 °C"; nil for other values.
    private func state(_ value: TraitValue, _ field: UsedField) -> String? {
        guard field.path.count == 1, let id = field.path.first, !field.isOfEvent, value != .null,
            let descriptor = listing.traits[field.trait], case .part(let part) = field.target,
            let device = listing.devices.first(where: { $0.id == part.deviceID })
        else { return nil }
        let types = device.endpoints.first { $0.id == part.endpoint }?.deviceTypes.map(\.id) ?? []
        let reading = DeviceReading.Part(
            endpoint: 1, deviceTypes: types, traits: [.init(descriptor, StructureValue([id: value]))])
        return DeviceState(DeviceReading([reading])).words
    }

    private func subject(_ field: UsedField) -> String {
        let descriptor = listing.traits[field.trait]
        let attribute = field.isOfEvent ? nil : field.path.first.flatMap { descriptor?.attribute($0)?.name }
        let path = field.path.map(String.init).joined(separator: ".")
        return attribute.map { "\(name(of: field.target))'s \(Phrase.words(ofName: $0))" }
            ?? "\(name(field.trait, of: field.target)).\(path)"
    }

    private func value(_ value: TraitValue?, _ field: UsedField) -> String {
        guard let value, field.path.count == 1, !field.isOfEvent, let descriptor = listing.traits[field.trait],
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
    func step(_ step: AutomationRun.Step) -> String { "\(node(step.node)): \(result(step))" }

    /// The result of a node: "done", "took branch 1".
    func result(_ step: AutomationRun.Step) -> String {
        switch step.result {
        case .condition(let isTrue, let values): (isTrue == true ? "it held" : "it did not hold") + facts(values)
        case .branch(let index): index.map { "took branch \($0 + 1)" } ?? "took no branch"
        case .waiting(let time), .suppressing(let time): "until \(Self.clock(time))"
        case .waited(let isTrue): isTrue ? "it is over" : "the time was over"
        case .action(let action):
            (action.trait.map { "\(name(of: $0.target)): " } ?? "") + outcome(action.outcome)
        case .assignment(let value): plain(value)
        case .reading: "read"
        case .execution(_, let end):
            end.map { $0 == .finished ? "it ran" : "it did not end well: \(reason($0))" } ?? "it begins"
        case .restoration(let restored, let kept): "\(restored) put back, \(kept) changed meanwhile"
        case .unobserved(let span): "not seen for \(Self.span(span))"
        case .conflict: "another automation set it to something else at the same time"
        case .unknown: "something unknown to this program"
        }
    }

    private func facts(_ values: [AutomationRun.UsedValue]) -> String {
        let facts = values.map(fact).joined(separator: ", ")
        return facts.isEmpty ? "" : " (\(facts))"
    }

    private func outcome(_ outcome: AutomationRun.Outcome) -> String {
        func with(_ reason: String) -> String { reason.isEmpty ? "" : ": \(reason)" }
        return switch outcome {
        case .done: "done"
        case .refused(let reason): "refused\(with(reason))"
        case .unreachable(let reason): "not reached\(with(reason))"
        case .notAllowed(let reason): "not allowed\(with(reason))"
        case .unknown: "it is not known whether it was done"
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
