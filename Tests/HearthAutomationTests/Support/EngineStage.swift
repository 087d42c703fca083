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
/// shows what the machine keeps. A word that the stage doesn't know is said.
struct EngineStage {
    private var kept = Kept(automations: [])
    /// The automations of transcripts.
    private static let ids: Set = ["a", "b", "scene", "no", "none"]
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
        if input.prefix(while: { $0 != " " && $0 != ":" }) == "automation" { return try add(input) }
        var words = TranscriptWords(Transcript.words(input))
        let effects = try act(try words.next(), &words)
        try words.end()
        return effects
    }

    private mutating func act(_ name: String, _ words: inout TranscriptWords) throws -> [String] {
        switch name {
        case "press": try press(&words)
        case "execute": kept.stage.execute(try automation(&words))
        case "stop": kept.stage.stop(try automation(&words))
        case "delete":
            let id = try automation(&words)
            kept.automations.removeAll { $0.id == id }
            kept.stage.delete(id)
        case "valid", "invalid":
            kept.stage.tell(kept.stage.machine.judged(try automation(&words), isValid: name == "valid"))
        case "silent": kept.stage.silent = Set(words.all())
        case "outcome":
            let device = try words.next()
            kept.stage.outcomes[device] = try outcome(&words)
        case "answer": kept.stage.answer()
        case "by-hand": kept.stage.savesByHand = true
        case "save": kept.stage.save()
        case "pass": kept.stage.pass(try seconds(words.next()))
        case "late": kept.stage.now += try seconds(words.next())
        case "begin":
            kept.stage.epoch += try seconds(words.next())
            kept.stage.machine.begin(at: kept.stage.moment)
        case "lose":
            if words.has("revisions") {
                kept.graphs = []
            } else {
                let id = try automation(&words)
                kept.automations.removeAll { $0.id == id }
            }
        case "at-once": kept.stage.savesByHand = false
        case "clock": kept.stage.setClock(by: try seconds(words.next()))
        case "settling": kept.settling = try seconds(words.next())
        case "crash": try crash(&words)
        case "state": return state()
        default: try changeHome(name, words.all())
        }
        return []
    }

    /// The id of an automation that is there; a by default.
    private func automation(_ words: inout TranscriptWords) throws -> String {
        let id = words.nextIfAny() ?? "a"
        return try TranscriptWords.known(kept.automations.first { $0.id == id }, id).id
    }

    private mutating func changeHome(_ name: String, _ words: [String]) throws {
        let pairs = words.map(Transcript.pair)
        switch name {
        case "home":
            for (device, text) in pairs { kept.stage.home.traits[TestTrait.path(device)] = [0: try value(text)] }
        case "report":
            let cause = try cause(pairs.first { $0.name == "by" }?.value ?? "device")
            for (device, text) in pairs where device != "by" {
                kept.stage.report(value: try value(text), from: device, by: cause)
            }
        case "record":
            for (device, text) in pairs { kept.stage.home.traits[TestTrait.path(device)] = [0: try value(text)] }
            kept.stage.change(
                try pairs.map { .init(TestTrait.path($0.name), [0: try value($0.value)]) },
                by: AutomationCause(.device))
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
            var zone = TranscriptWords(words)
            let east: Int64 = try zone.number()
            try zone.end()
            kept.stage.home.place = SchedulePlaces.east(minutes: east / 60)
            kept.stage.tell(kept.stage.machine.moved(home: kept.stage.home, at: kept.stage.moment))
        default: throw Mistake("no input is called \(name)")
        }
    }

    /// `automation id mode key=value: graph`
    private mutating func add(_ input: String) throws -> [String] {
        let parts = input.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { throw Mistake("no graph") }
        var words = TranscriptWords(parts[0].split(separator: " ").dropFirst().map(String.init))
        let mode = RunMode.allCases.first { words.has("\($0)") }
        let isActive = !words.has("inactive")
        let id = words.nextIfAny() ?? "a"
        guard Self.ids.contains(id) else { throw Mistake(word: id) }
        let automation = Automation(
            id: id, revision: try words.option("revision", or: 1), name: id, isActive: isActive,
            graph: AutomationGraph(root: try GraphTerm.value(of: String(parts[1])) { try $0.node() }),
            mode: mode ?? .single, maxRuns: try words.option("maxRuns", or: 10),
            maxExecutions: try words.option("maxExecutions").map { try TranscriptWords.known(UInt32($0), $0) },
            catchUp: try seconds(words.option("catchUp") ?? "900"), savedBy: "owner")
        try words.end()
        if let former = kept.automations.firstIndex(where: { $0.id == automation.id }) {
            let old = kept.automations.remove(at: former)
            if old.revision != automation.revision { kept.graphs.append((old.id, old.revision, old.graph)) }
        }
        kept.automations.append(automation)
        kept.stage.tell(
            kept.stage.machine.edited(automation, isValid: true, home: kept.stage.home, at: kept.stage.moment))
        return []
    }

    private mutating func press(_ words: inout TranscriptWords) throws {
        let number: UInt64 = try words.number()
        let device = words.nextIfAny() ?? "button"
        var fields = StructureValue()
        for word in words.all() {
            let (name, text) = Transcript.pair(word)
            let id = try TranscriptWords.known(UInt32(name), word)
            fields[id] = try value(text)
        }
        kept.stage.press(number, device, fields: fields)
    }

    private func outcome(_ words: inout TranscriptWords) throws -> ActionOutcome {
        let name = try words.next()
        switch name {
        case "refused": return .refused(words.all().joined(separator: " "))
        case "unreachable": return .unreachable(words.all().joined(separator: " "))
        case "unknown": return .unknown
        default: throw Mistake(word: name)
        }
    }

    /// The power is away for some seconds, or until the clock shows `at` seconds since the beginning or since 1970.
    private mutating func crash(_ words: inout TranscriptWords) throws {
        if let text = words.option("at") {
            kept.kill(clock: beginning + (try seconds(text)))
        } else if let text = words.option("1970") {
            kept.kill(clock: try seconds(text))
        } else {
            kept.kill(for: try seconds(words.nextIfAny() ?? "0"))
        }
    }

    // MARK: Values

    /// A kind; `run1` for the run 1 of the automation a, or `run2/a/scene` for the run 2 with its chain of automations.
    private func cause(_ text: String) throws -> AutomationCause {
        guard text.hasPrefix("run") else {
            return AutomationCause(try TranscriptWords.known(CauseKind.allCases.first { "\($0)" == text }, text))
        }
        let parts = text.dropFirst(3).split(separator: "/").map(String.init)
        let run = try TranscriptWords.known(parts.first.flatMap { UInt64($0) }, text)
        let chain = parts.count > 1 ? Array(parts.dropFirst()) : ["a"]
        return AutomationCause(.automation, run: RunOrigin(runID: run, chain: chain))
    }

    private func value(_ text: String) throws -> TraitValue {
        switch text {
        case "true", "false": return .bool(text == "true")
        case "null": return .null
        case "": throw Mistake("a value is missing")
        case _ where text.hasPrefix("u"): return .unsigned(try TranscriptWords.known(UInt64(text.dropFirst()), text))
        case _ where text.first?.isNumber == true || text.hasPrefix("-"):
            return .signed(try TranscriptWords.known(Int64(text), text))
        default: return .string(text.replacing("\"", with: ""))
        }
    }

    private func seconds(_ text: String) throws -> Duration {
        .milliseconds(Int64((try TranscriptWords.known(Double(text), text) * 1_000).rounded()))
    }

    // MARK: The machine's state

    private func state() -> [String] {
        let machine = kept.stage.machine
        let counts = [
            ("living", machine.livingRuns), ("watched", machine.waits.watched.count),
            ("former", machine.former.keys.count),
            ("originals", machine.runs.restorers.count), ("gated", machine.pending.requests.count),
            ("endings", machine.pending.endings.count),
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
        if machine.entries.isEmpty, !machine.runs.isEmpty { texts.append("\(machine.runs.count) runs left") }
        if machine.nextWake(at: kept.stage.moment) == nil { texts.append("waits for nothing") }
        return texts
    }
}
