internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthAutomation

/// A stage that plays the inputs of a transcript. Effects are the lines of ``Stage``, with their time if it is later
/// than the input's; those of one time are one line, separated by semicolons.
///
///     A delay ends at its time
///       automation: sequence(1, pressed(2), delay(3, 60), turnOn(4))
///       press 1 | 1 begins at 2; 1.3 waits until 1:00
///       pass 60
///         1:00 1.3 waited; 1 lamp on; 1.4 action done; 1 ended: finished
///
/// Inputs of the home: `home sensor=10` values that are there; `report sensor=25 by=client`, with several values one
/// after the other; `record` several in one record; `press 1 button 7=1` an event with its number, device and fields;
/// `offline`, `online`, `unreachable` (in a record), `removed` with devices; `group one two` the room's devices; `zone`
/// with seconds; `forbid` takes the right to run automations.
/// Inputs of automations: `automation id mode key=value: graph`; `delete`, `lose` (in the store), `invalid`, `valid`,
/// `execute`, `stop` with an id. Answers of devices: `outcome lamp refused busy`, `silent lamp`, `answer`. Time: `pass`
/// seconds; `late` seconds that pass before the machine is asked again; `clock` is set; `begin` a new home. The store:
/// `by-hand`, `save`, `crash` with the seconds without power or `at` seconds since the beginning, `settling`. `state`
/// shows what the machine keeps.
struct EngineStage {
    private var kept = Kept(automations: [])
    /// The wall clock at the beginning.
    private let beginning = Stage().epoch

    private typealias Mistake = GraphTerm.Mistake

    /// The input with its effects.
    mutating func play(_ input: String) -> String {
        let now = kept.stage.now
        _ = kept.stage.happened()
        var effects: [String] = []
        do { effects = try act(input) } catch { effects = ["\(error)"] }
        let groups = groups(effects + kept.stage.happened().split(separator: "\n").map(String.init), since: now)
        let short = input + (groups.first.map { " | \($0)" } ?? "")
        if groups.count == 0 || groups.count == 1 && !groups[0].hasPrefix(Self.mark) && short.count <= 116 {
            return short
        }
        return ([input] + groups.flatMap(Self.wrapped)).joined(separator: "\n")
    }

    // MARK: Effects

    private static let mark = "@"

    /// The effects by their times; a time other than that of the input is written, after the mark.
    private func groups(_ lines: [String], since now: Duration) -> [String] {
        var groups: [(time: String, effects: [String])] = []
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let hasTime = words[0].contains(":") && words[0].first?.isNumber == true && words.count > 1
            let time = hasTime && words[0] != TraceText.time(now) ? words[0] : ""
            let effect = hasTime ? words[1] : line
            if groups.last?.time == time {
                groups[groups.count - 1].effects.append(effect)
            } else {
                groups.append((time, [effect]))
            }
        }
        return groups.map { ($0.time.isEmpty ? "" : "\(Self.mark)\($0.time) ") + $0.effects.joined(separator: "; ") }
    }

    private static func wrapped(_ group: String) -> [String] {
        var lines: [String] = []
        for effect in group.dropFirst(group.hasPrefix(mark) ? mark.count : 0).split(separator: "; ") {
            if let last = lines.last, last.count + effect.count < 110 {
                lines[lines.count - 1] = "\(last); \(effect)"
            } else {
                lines.append(lines.isEmpty ? String(effect) : "  \(effect)")
            }
        }
        return lines
    }

    // MARK: Inputs

    private mutating func act(_ input: String) throws -> [String] {
        if input.hasPrefix("automation") { return try add(input) }
        let words = Transcript.words(input)
        let rest = Array(words.dropFirst())
        let id = rest.first ?? "a"
        switch words[0] {
        case "press": try press(rest)
        case "execute": kept.stage.execute(id)
        case "stop": kept.stage.stop(id)
        case "delete":
            kept.automations.removeAll { $0.id == id }
            kept.stage.delete(id)
        case "valid", "invalid": kept.stage.tell(kept.stage.machine.judged(id, isValid: words[0] == "valid"))
        case "silent": kept.stage.silent = Set(rest)
        case "outcome": kept.stage.outcomes[id] = try outcome(rest)
        case "answer": kept.stage.answer()
        case "by-hand": kept.stage.savesByHand = true
        case "save": kept.stage.save()
        case "pass": kept.stage.pass(try seconds(rest.first))
        case "late": kept.stage.now += try seconds(rest.first)
        case "begin":
            kept.stage.epoch += try seconds(rest.first)
            kept.stage.machine.begin(at: kept.stage.moment)
        case "lose": if id == "revisions" { kept.graphs = [] } else { kept.automations.removeAll { $0.id == id } }
        case "at-once": kept.stage.savesByHand = false
        case "clock": kept.stage.setClock(by: try seconds(rest.first))
        case "settling": kept.settling = try seconds(rest.first)
        case "crash": try crash(rest)
        case "state": return state()
        default: try changeHome(words[0], rest)
        }
        return []
    }

    private mutating func changeHome(_ name: String, _ words: [String]) throws {
        let pairs = words.map(Transcript.pair)
        switch name {
        case "home":
            for (device, text) in pairs { kept.stage.home.traits[TestTrait.path(device)] = [0: value(text)] }
        case "report":
            let cause = cause(pairs.first { $0.name == "by" }?.value ?? "device")
            for (device, text) in pairs where device != "by" {
                kept.stage.report(value: value(text), from: device, by: cause)
            }
        case "record":
            for (device, text) in pairs { kept.stage.home.traits[TestTrait.path(device)] = [0: value(text)] }
            kept.stage.change(
                pairs.map { .init(TestTrait.path($0.name), [0: value($0.value)]) }, by: AutomationCause(.device))
        case "unreachable":
            kept.stage.home.offline = Set(words)
            kept.stage.change(words.map { .init(TestTrait.path($0), [:]) }, by: AutomationCause(.hub))
        case "offline", "online":
            kept.stage.home.offline = name == "offline" ? Set(words) : []
            let change = HomeChange(
                epoch: 1, sequence: 1_000, cause: AutomationCause(.hub), connectivity: Set(words))
            kept.stage.tell(kept.stage.machine.changed(change, home: kept.stage.home, at: kept.stage.moment))
        case "removed": kept.stage.home.removed = Set(words)
        case "group": kept.stage.home.groups = words.isEmpty ? [:] : [.room("hall"): words.filter { $0 != "-" }]
        case "forbid": kept.stage.home.forbidden = Set(words)
        case "zone":
            kept.stage.home.place = SchedulePlaces.east(minutes: Int64(words.first ?? "").map { $0 / 60 } ?? 0)
            kept.stage.tell(kept.stage.machine.moved(home: kept.stage.home, at: kept.stage.moment))
        default: throw Mistake(description: "no input is called \(name)")
        }
    }

    /// `automation id mode key=value: graph`
    private mutating func add(_ input: String) throws -> [String] {
        let parts = input.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { throw Mistake(description: "no graph") }
        let words = parts[0].split(separator: " ").dropFirst().map { Transcript.pair(String($0)) }
        let mode = words.compactMap { word in RunMode.allCases.first { "\($0)" == word.name } }.first
        let id =
            words.first { $0.value.isEmpty && $0.name != "\(mode ?? .single)" && $0.name != "inactive" }?.name ?? "a"
        func setting(_ name: String) -> String? { words.first { $0.name == name }?.value }
        let automation = Automation(
            id: id, revision: setting("revision").flatMap { UInt64($0) } ?? 1, name: id,
            isActive: setting("inactive") == nil, graph: AutomationGraph(root: try GraphTerm(String(parts[1])).node()),
            mode: mode ?? .single, maxRuns: setting("maxRuns").flatMap { Int($0) } ?? 10,
            maxExecutions: setting("maxExecutions").flatMap { UInt32($0) },
            catchUp: try seconds(setting("catchUp") ?? "900"), savedBy: setting("by") ?? "owner")
        if let former = kept.automations.firstIndex(where: { $0.id == automation.id }) {
            let old = kept.automations.remove(at: former)
            if old.revision != automation.revision { kept.graphs.append((old.id, old.revision, old.graph)) }
        }
        kept.automations.append(automation)
        kept.stage.tell(
            kept.stage.machine.edited(automation, isValid: true, home: kept.stage.home, at: kept.stage.moment))
        return []
    }

    private mutating func press(_ words: [String]) throws {
        guard let number = words.first.flatMap({ UInt64($0) }) else { throw Mistake(description: "no number") }
        let device = words.dropFirst().first { !$0.contains("=") } ?? "button"
        var fields = StructureValue()
        for (name, text) in words.map(Transcript.pair) {
            if let id = UInt32(name), !text.isEmpty { fields[id] = value(text) }
        }
        kept.stage.press(number, device, fields: fields)
    }

    private func outcome(_ words: [String]) throws -> ActionOutcome {
        let text = words.dropFirst(2).joined(separator: " ")
        switch words.dropFirst().first {
        case "refused": return .refused(text)
        case "unreachable": return .unreachable(text)
        case "unknown": return .unknown
        default: throw Mistake(description: "no outcome \(words)")
        }
    }

    /// The power is away for some seconds, or until the clock shows `at` seconds since the beginning or since 1970.
    private mutating func crash(_ words: [String]) throws {
        let (name, text) = Transcript.pair(words.first ?? "0")
        switch name {
        case "at": kept.kill(clock: beginning + (try seconds(text)))
        case "1970": kept.kill(clock: try seconds(text))
        default: kept.kill(for: try seconds(name))
        }
    }

    // MARK: Values

    /// A kind, or `run1` for the run 1 of the automation a.
    private func cause(_ text: String) -> AutomationCause {
        if text.hasPrefix("run") {
            return AutomationCause(
                .automation, name: "a", run: RunOrigin(runID: UInt64(text.dropFirst(3)) ?? 0, chain: ["a"]))
        }
        return AutomationCause(CauseKind.allCases.first { "\($0)" == text } ?? .device)
    }

    private func value(_ text: String) -> TraitValue {
        switch text {
        case "true", "false": .bool(text == "true")
        case "null": .null
        case _ where text.hasPrefix("u"): .unsigned(UInt64(text.dropFirst()) ?? 0)
        default: Int64(text).map { .signed($0) } ?? .string(text.replacing("\"", with: ""))
        }
    }

    private func seconds(_ text: String?) throws -> Duration {
        guard let number = text.flatMap({ Double($0) }) else { throw Mistake(description: "no seconds") }
        return .milliseconds(Int64((number * 1_000).rounded()))
    }

    // MARK: The machine's state

    private func state() -> [String] {
        let machine = kept.stage.machine
        let counts = [
            ("living", machine.livingRuns), ("watched", machine.watched.count), ("former", machine.former.count),
            ("originals", machine.originals.count), ("gated", machine.gated.count), ("endings", machine.endings.count),
            ("holds", machine.holds.count), ("waits", machine.waits.count), ("automations", machine.entries.count),
            ("listeners", machine.listeners.count),
        ]
        var texts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        for (id, entry) in machine.entries.sorted(by: { $0.key < $1.key }) {
            let refusals = entry.memory.nonStarts.sorted { $0.key < $1.key }.flatMap { node, known in
                known.counts.map { "\(node) \($0.key) \($0.value)" }.sorted() + [
                    String(TraceText.text(known.last.leaves).drop { $0 == " " })
                ]
            }
            texts.append(
                "\(id): \(entry.automation.isActive ? "" : "inactive, ")\(entry.memory.executions) runs"
                    + refusals.filter { !$0.isEmpty }.map { ", \($0)" }.joined())
        }
        if machine.nextWake(at: kept.stage.moment) == nil { texts.append("waits for nothing") }
        return texts
    }
}
