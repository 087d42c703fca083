internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore

/// `hearth automations trace`: a run as a tree of the automation's lines, each with its time and result.
struct RunTree {
    private struct Item {
        let head: String
        var details: [String] = []
        var items: [Item] = []
    }

    private let title: [String]
    private let items: [Item]

    /// - Parameters:
    ///   - automation: the current automation. For a run of an earlier revision, only the nodes that still exist are
    ///     shown.
    ///   - lines: the text of each node's line, by node id.
    init(
        _ run: AutomationRun, _ automation: HomeAutomation, _ lines: [UInt32: String], _ words: AutomationWords
    ) {
        var title = ["\(automation.name), run \(run.id), began at \(AutomationWords.clock(run.startedAt))"]
        if let notice = Self.notice(ofEditAfter: run, automation) { title.append(notice) }
        if let trigger = run.trigger {
            title.append("Set off by: \(trigger.starter.flatMap { lines[$0] } ?? words.cause(trigger))")
        }
        self.title = title

        var steps = Dictionary(run.steps.map { ($0.node, [$0]) }, uniquingKeysWith: +)
        func describe(_ node: UInt32) -> (head: String, details: [String])? {
            guard let own = steps.removeValue(forKey: node), let first = own.first else { return nil }
            let head = "\(Self.time(first.at)) \(lines[node] ?? words.node(node))"
            // A successful reading needs no line.
            return (head, own.filter { $0.result != .reading }.map(words.result))
        }
        func items(_ node: any Node) -> [Item] {
            let number = node.number ?? 0
            let own = describe(number)
            let inner = node.children.flatMap(items)
            if let own { return [Item(head: own.head, details: own.details, items: inner)] }
            switch node {
            case is ParallelFlow, is SelectFlow, is IfChain, is IfFlow:
                return inner.isEmpty ? [] : [Item(head: lines[number] ?? words.node(number), items: inner)]
            default: return inner
            }
        }
        var all = automation.automationGraph.map { items($0) } ?? []
        for step in run.steps {
            if let own = describe(step.node) { all.append(Item(head: own.head, details: own.details)) }
        }
        if let end = run.end {
            all.append(Item(head: "\(Self.time(run.endedAt ?? 0)) \(words.reason(end))"))
        } else {
            all.append(Item(head: run.isQueued ? "it waits for the runs before it" : "it is running"))
        }
        self.items = all
    }

    /// A notice that a run's numbers of nodes are those of another graph than the present one; nil if they are not.
    static func notice(ofEditAfter run: AutomationRun, _ automation: HomeAutomation) -> String? {
        guard run.revision != automation.programRevision else { return nil }
        return "It ran before an edit of the automation (revision \(run.revision), now \(automation.programRevision));"
            + " its lines may have changed."
    }

    private static func time(_ time: Double) -> String { String(AutomationWords.clock(time).suffix(8)) }

    // MARK: Lines

    /// The tree, wrapped at a number of columns.
    func lines(columns: Int) -> [String] {
        title.flatMap { Wrapped.lines($0, indent: 0, columns: columns) } + Self.lines(items, "", columns)
    }

    private static func lines(_ items: [Item], _ prefix: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        for (place, item) in items.enumerated() {
            let isLast = place == items.count - 1
            let inner = prefix + (isLast ? "  " : "│ ")
            let stem = inner + (item.items.isEmpty ? "" : "│ ")
            let width = max(20, columns - columnCount(inner))
            for (line, text) in Wrapped.lines(item.head, indent: 0, columns: width).enumerated() {
                lines.append(line == 0 ? prefix + (isLast ? "└ " : "├ ") + text : stem + "    " + text)
            }
            for detail in item.details {
                for text in Wrapped.lines(detail, indent: 0, columns: max(20, columns - columnCount(stem) - 9)) {
                    lines.append(stem + String(repeating: " ", count: 9) + text)
                }
            }
            lines += Self.lines(item.items, inner, columns)
        }
        return lines
    }
}

extension AutomationText {
    /// The text of each node's first line, without its number and child nodes.
    fileprivate var statements: [UInt32: String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return places.compactMapValues { place in
            let index = place.line - 1
            return lines.indices.contains(index) ? String(lines[index].dropFirst(max(0, place.column - 1))) : nil
        }
    }
}

extension RunTree {
    static func show(
        _ automation: HomeAutomation, _ all: [HomeAutomation], _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        let run = try await find(automation, arguments["run"])
        let words = AutomationWords(automation.automationGraph, listing, automations: all)
        let lines = try await listing.text(of: automation).statements
        if arguments.has("json") { return try printLine(json(run, lines, words).text) }
        let tree = RunTree(run, automation, lines, words)
        for line in tree.lines(columns: try Screen(arguments).columns ?? 80) { try printLine(line) }
    }

    private static func find(
        _ automation: HomeAutomation, _ word: String?
    ) async throws(CommandError) -> AutomationRun {
        func runs(_ limit: Int, before: UInt64? = nil) async throws(CommandError) -> [AutomationRun] {
            try await CommandError.ofHome { try await automation.runs(limit: limit, before: before) }
        }
        guard let word else {
            if let run = try await runs(1).first { return run }
            throw CommandError(
                .refused, "\(automation.name) has not run yet; hearth automations why says what stood in its way")
        }
        guard let id = UInt64(word), id < .max else {
            throw CommandError(.usage, "--run takes the number of a run, not \(quoted(word))")
        }
        if let run = try await runs(1, before: id + 1).first, run.id == id { return run }
        let kept = try await runs(50).map { "\($0.id)" }.joined(separator: ", ")
        throw CommandError(
            .refused,
            "\(automation.name) has no run \(id)" + (kept.isEmpty ? "; it has not run yet" : "; the last are \(kept)"))
    }

    private static func json(_ run: AutomationRun, _ lines: [UInt32: String], _ words: AutomationWords) -> JSON {
        .object([
            ("run", .string("\(run.id)")), ("started", .string(AutomationWords.clock(run.startedAt))),
            (
                "steps",
                .array(
                    run.steps.map { step in
                        .object([
                            ("at", .string(AutomationWords.clock(step.at))), ("node", .number(step.node)),
                            ("line", .string(lines[step.node] ?? "")), ("result", .string(words.result(step))),
                        ])
                    })
            ),
            ("end", .string(run.end.map { words.reason($0) } ?? "it is running")),
        ])
    }
}
