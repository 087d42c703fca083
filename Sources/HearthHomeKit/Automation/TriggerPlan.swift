internal import Foundation
internal import HearthAutomation
internal import HearthBase
internal import HearthTraitDescriptors
internal import HearthWire

/// The content of a trigger: its occasion and conditions, and the scenes it runs.
///
/// As an automation it is a `select` of starters (any one suffices), then conditions, then executions of its scenes'
/// automations. End events are a wait, followed by a restoration of the changed values. It runs once at a time.
struct TriggerPlan: Hashable, Sendable {
    /// The kind of trigger.
    enum Occasion: Hashable, Sendable {
        case timer(TimerPlan)
        case events(EventPlan)
    }

    var occasion: Occasion
    /// The automations of its scenes, in the order in which they were added.
    var scenes: [String] = []
}

/// The events that set off an event trigger, those that end its effect, and its conditions.
struct EventPlan: Hashable, Sendable {
    var events: [TriggerEvent]
    var endEvents: [TriggerEvent] = []
    /// The days on which it may run, from 1 for Sunday; empty for all.
    var weekdays: Set<Int> = []
    /// The conditions. All have to hold.
    var conditions: [TriggerCondition] = []
}

extension TriggerPlan {
    /// A program with this plan, otherwise unchanged.
    ///
    /// - Throws: ``HMError`` for events and conditions that hubs do not support.
    func program(
        from program: Hearth_V1_AutomationProgram = .init(), in home: MappedHome
    ) throws(HMError) -> Hearth_V1_AutomationProgram {
        var numbers = NodeNumbers(), readers = StateReaders()
        let root = numbers.next()
        let (starters, conditions, ends) = try occasion.nodes(in: home, &readers, &numbers)
        let select = numbers.node(.select(.init(nodes: starters)))
        let executions = scenes.map { numbers.node(.execution(.init(automationID: $0))) }
        var nodes = [select] + readers.nodes + conditions
        if executions.count > 1 {
            nodes.append(numbers.node(.parallel(.init(nodes: executions))))
        } else {
            nodes += executions
        }
        var program = program
        program.graph = Hearth_V1_AutomationNode(id: root, kind: .sequential(.init(nodes: nodes + ends)))
        program.mode = .single
        return program
    }

    /// Reads the plan of a program; nil for a program of another form, which is not shown as a trigger. Events and
    /// conditions that HomeKit can't express, or whose accessory was removed, are left out.
    init?(_ program: Hearth_V1_AutomationProgram, in home: MappedHome) {
        guard program.scene == .unspecified, let graph = program.graph, case .sequential(let flow)? = graph.kind,
            let parts = TriggerParts(flow.nodes)
        else { return nil }
        scenes = parts.scenes
        if parts.starters.count == 1, parts.ends.isEmpty, case .starter(let starter)? = parts.starters[0].kind,
            let timer = TimerPlan(starter, parts.conditions, in: home)
        {
            occasion = .timer(timer)
        } else {
            occasion = .events(EventPlan(parts, in: home))
        }
    }
}

extension TriggerPlan.Occasion {
    fileprivate typealias Nodes = (
        starters: [Hearth_V1_AutomationNode], conditions: [Hearth_V1_AutomationNode], ends: [Hearth_V1_AutomationNode]
    )

    fileprivate func nodes(
        in home: MappedHome, _ readers: inout StateReaders, _ numbers: inout NodeNumbers
    ) throws(HMError) -> Nodes {
        switch self {
        case .timer(let plan):
            let (starter, conditions) = try plan.nodes(in: home, &readers, &numbers)
            return ([starter], conditions, [])
        case .events(let plan):
            var starters: [Hearth_V1_AutomationNode] = []
            var none: StateReaders?
            for event in plan.events { starters += try event.starters(in: home, &numbers, &none) }
            let conditions = try plan.conditionNodes(in: home, &readers, &numbers)
            return (starters, conditions, try plan.endNodes(in: home, &readers, &numbers))
        }
    }
}

extension EventPlan {
    fileprivate func conditionNodes(
        in home: MappedHome, _ readers: inout StateReaders, _ numbers: inout NodeNumbers
    ) throws(HMError) -> [Hearth_V1_AutomationNode] {
        var nodes: [Hearth_V1_AutomationNode] = []
        if !weekdays.isEmpty {
            let node = readers.reader(of: home.structureID, endpoint: 0, trait: TimeTrait.id, &numbers)
            let days = AttributeTest.anyOf(weekdays.sorted().map { .unsigned(UInt64(clamping: $0)) })
                .expression(of: FieldReference(node, TimeTrait.Attribute.dayOfWeek))
            nodes.append(numbers.node(.condition(.init(expression: .init(days)))))
        }
        var expressions: [AutomationExpression] = []
        for condition in conditions { expressions.append(try condition.expression(in: home, &readers, &numbers)) }
        if let first = expressions.first {
            let whole = expressions.count == 1 ? first : .operation(.and, expressions)
            nodes.append(numbers.node(.condition(.init(expression: .init(whole)))))
        }
        return nodes
    }

    /// The wait for the end events, and the restoration.
    fileprivate func endNodes(
        in home: MappedHome, _ readers: inout StateReaders, _ numbers: inout NodeNumbers
    ) throws(HMError) -> [Hearth_V1_AutomationNode] {
        guard !endEvents.isEmpty else { return [] }
        var starters: [Hearth_V1_AutomationStarter] = [], longest: Double?
        for event in endEvents {
            if case .duration(let seconds) = event {
                guard seconds > 0, seconds <= Self.longest else {
                    throw HMError(
                        .invalidParameter, "a duration event is from 1 s to 31 days; choose another duration")
                }
                longest = min(longest ?? seconds, seconds)
                continue
            }
            var shared: StateReaders? = readers
            let nodes = try event.starters(in: home, &numbers, &shared)
            readers = shared ?? readers
            for case .starter(let starter)? in nodes.map(\.kind) { starters.append(starter) }
        }
        let timeout = longest.map { Google_Protobuf_Duration(duration: .bounded(seconds: $0)) }
        let wait =
            starters.isEmpty
            ? timeout.map { numbers.node(.delay($0)) }
            : numbers.node(
                .wait(
                    .init(
                        timeout: timeout ?? Google_Protobuf_Duration(duration: .seconds(Self.longest)),
                        starters: starters)))
        return [wait, numbers.node(.restoration(.init()))].compactMap { $0 }
    }

    /// The longest wait that hubs allow: 31 days, in seconds.
    private static let longest: Double = 31 * 86_400

    // MARK: The way back

    fileprivate init(_ parts: TriggerParts, in home: MappedHome) {
        events = parts.starters.compactMap { TriggerEvent($0, in: home) }
        let read = ReadTraits(parts.readers)
        for node in parts.conditions {
            guard case .condition(let condition)? = node.kind else { continue }
            let expression = AutomationExpression(condition.expression)
            if let days = Self.weekdays(of: expression, in: home, read) {
                weekdays = days
            } else {
                conditions += TriggerCondition.all(of: expression, in: home, read) ?? []
            }
        }
        for node in parts.ends {
            switch node.kind {
            case .delay(let duration)?: endEvents.append(.duration(duration.duration.inSeconds))
            case .wait(let wait)?:
                endEvents += wait.starters.compactMap { starter in
                    TriggerEvent(Hearth_V1_AutomationNode(id: starter.nodeID, kind: .starter(starter)), in: home)
                }
                if let seconds = wait.timeout?.duration.inSeconds, seconds < Self.longest {
                    endEvents.append(.duration(seconds))
                }
            default: continue
            }
        }
    }

    private static func weekdays(
        of expression: AutomationExpression, in home: MappedHome, _ read: ReadTraits
    ) -> Set<Int>? {
        guard let (field, test) = AttributeTest.of(expression), field.path == [TimeTrait.Attribute.dayOfWeek],
            let (target, trait) = read[field.nodeID], target.deviceID == home.structureID, trait == TimeTrait.id,
            case .anyOf(let values) = test
        else { return nil }
        return Set(values.compactMap { $0.integer.flatMap { Int(exactly: $0) } })
    }
}

extension Hearth_V1_AutomationStarter {
    /// The node that the starter's condition reads; 0 if it has none.
    fileprivate var nodeID: UInt32 {
        becomes.flatMap { AutomationExpression($0).references.first?.nodeID } ?? 0
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(wholeAndRest.seconds) + Double(wholeAndRest.attoseconds) / 1e18
    }
}

/// The parts of a graph in the form of a trigger.
private struct TriggerParts {
    var starters: [Hearth_V1_AutomationNode] = []
    var readers: [Hearth_V1_AutomationNode] = []
    /// The conditions, and the assignments of their variables.
    var conditions: [Hearth_V1_AutomationNode] = []
    var scenes: [String] = []
    var ends: [Hearth_V1_AutomationNode] = []

    /// nil for a graph of another form.
    init?(_ nodes: [Hearth_V1_AutomationNode]) {
        for node in nodes {
            let isLate = !scenes.isEmpty || !ends.isEmpty
            switch node.kind {
            case .starter? where !isLate: starters.append(node)
            case .select(let flow)? where !isLate:
                let all = flow.nodes.allSatisfy { if case .starter? = $0.kind { true } else { false } }
                guard all else { return nil }
                starters += flow.nodes
            case .stateReader? where !isLate: readers.append(node)
            case .condition?, .assignment?:
                guard !isLate else { return nil }
                conditions.append(node)
            case .execution(let execution)? where ends.isEmpty: scenes.append(execution.automationID)
            case .parallel(let flow)? where ends.isEmpty:
                for branch in flow.nodes {
                    guard case .execution(let execution)? = (branch.flow?.first ?? branch).kind,
                        branch.flow?.count ?? 1 == 1
                    else { return nil }
                    scenes.append(execution.automationID)
                }
            case .delay?, .wait?, .restoration?: ends.append(node)
            default: return nil
            }
        }
        guard !starters.isEmpty || !readers.isEmpty || nodes.contains(where: { $0.flow != nil }) else { return nil }
        // End events always close with a restoration.
        if let last = ends.last {
            guard case .restoration? = last.kind else { return nil }
        }
    }
}
