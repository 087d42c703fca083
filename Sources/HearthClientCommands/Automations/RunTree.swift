internal import HearthAutomation
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

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
        _ run: Hearth_V1_AutomationRun, _ automation: Hearth_V1_Automation, _ lines: [UInt32: String],
        _ words: AutomationWords
    ) {
        let started = run.startedAt?.secondsSince1970 ?? 0
        var title = ["\(automation.name), run \(run.id), began at \(AutomationWords.clock(started))"]
        if run.revision != automation.revision {
            title.append(
                "It ran before an edit of the automation (revision \(run.revision), now \(automation.revision));"
                    + " its lines may have changed.")
        }
        if let start = run.start { title.append("Set off by: \(lines[start.nodeID] ?? words.cause(start))") }
        self.title = title

        var steps = Dictionary(run.steps.map { ($0.nodeID, [$0]) }, uniquingKeysWith: +)
        func describe(_ node: UInt32) -> (head: String, details: [String])? {
            guard let own = steps.removeValue(forKey: node), let first = own.first else { return nil }
            let head = "\(Self.time(first.at)) \(lines[node] ?? words.node(node))"
            // A successful reading needs no line.
            return (head, own.filter { $0.what != .reading(true) }.map(words.result))
        }
        func items(_ node: AutomationNode) -> [Item] {
            let own = describe(node.id)
            let inner = node.children.flatMap(items)
            if let own { return [Item(head: own.head, details: own.details, items: inner)] }
            switch node.kind {
            case .parallel, .select, .ifChain:
                return inner.isEmpty ? [] : [Item(head: lines[node.id] ?? words.node(node.id), items: inner)]
            default: return inner
            }
        }
        var all = automation.program?.graph.map { items(AutomationNode($0)) } ?? []
        for step in run.steps {
            if let own = describe(step.nodeID) { all.append(Item(head: own.head, details: own.details)) }
        }
        if let end = run.end {
            all.append(Item(head: "\(Self.time(end.at)) \(words.reason(end))"))
        } else {
            all.append(Item(head: run.isQueued ? "it waits for the runs before it" : "it is running"))
        }
        self.items = all
    }

    private static func time(_ time: Google_Protobuf_Timestamp?) -> String {
        String(AutomationWords.clock(time?.secondsSince1970 ?? 0).suffix(8))
    }

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

extension Hearth_V1_FormatAutomationResponse {
    /// The text of each node's first line, without its number and child nodes.
    fileprivate var statements: [UInt32: String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var statements: [UInt32: String] = [:]
        for node in nodes where node.line > 0 && node.line <= lines.count {
            statements[node.nodeID] = String(lines[Int(node.line) - 1].dropFirst(max(0, Int(node.column) - 1)))
        }
        return statements
    }
}

extension RunTree {
    static func show(
        _ automation: HouseAutomation, _ hub: HubClient, _ house: House, _ arguments: Arguments
    ) async throws(CommandError) {
        let run = try await find(automation, hub, arguments["run"])
        let words = AutomationWords(automation.automation.program, house)
        let lines = try await hub.text(of: automation).statements
        if arguments.has("json") { return try printLine(json(run, lines, words).text) }
        let tree = RunTree(run, automation.automation, lines, words)
        for line in tree.lines(columns: try Screen(arguments).columns ?? 80) { try printLine(line) }
    }

    private static func find(
        _ automation: HouseAutomation, _ hub: HubClient, _ word: String?
    ) async throws(CommandError) -> Hearth_V1_AutomationRun {
        guard let word else {
            if let run = try await hub.runs(of: automation, limit: 1).runs.first { return run }
            throw CommandError(
                .refused, "\(automation.name) has not run yet; hearth automations why says what stood in its way")
        }
        guard let id = UInt64(word), id < .max else {
            throw CommandError(.usage, "--run takes the number of a run, not \(quoted(word))")
        }
        if let run = try await hub.runs(of: automation, limit: 1, before: id + 1).runs.first, run.id == id {
            return run
        }
        let kept = try await hub.runs(of: automation, limit: 50).runs.map { "\($0.id)" }.joined(separator: ", ")
        throw CommandError(
            .refused,
            "\(automation.name) has no run \(id)" + (kept.isEmpty ? "; it has not run yet" : "; the last are \(kept)"))
    }

    private static func json(
        _ run: Hearth_V1_AutomationRun, _ lines: [UInt32: String], _ words: AutomationWords
    ) -> JSON {
        .object([
            ("run", .string("\(run.id)")),
            ("started", .string(AutomationWords.clock(run.startedAt?.secondsSince1970 ?? 0))),
            (
                "steps",
                .array(
                    run.steps.map { step in
                        .object([
                            ("at", .string(AutomationWords.clock(step.at?.secondsSince1970 ?? 0))),
                            ("node", .number(UInt64(step.nodeID))), ("line", .string(lines[step.nodeID] ?? "")),
                            ("result", .string(words.result(step))),
                        ])
                    })
            ),
            ("end", .string(run.end.map { words.reason($0) } ?? "it is running")),
        ])
    }
}
