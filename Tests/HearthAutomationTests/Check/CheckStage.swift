internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthAutomation

/// Checks the graphs of a transcript: each input has the issues of its graph, with their nodes.
///
///     An if needs a condition
///       graph start, choose(3) | 3 emptyChain; malformed
///
/// Inputs: `graph` with the nodes of a sequence, see ``GraphTerm``; `root` with the only node; `condition` with an
/// expression, between the starter 2 and an action; `becomes` with the expression of the starter 2; `clock` with a
/// condition on what node 3 reads of the clock; `level` with the arguments of a command, `write` with attributes, both
/// of another lamp; `why` with nodes, for the messages. `home` changes the home for the later inputs, `automation` the
/// automation. A word that the stage doesn't know is said.
/// Effects: the issues with their nodes, then `malformed` if the automation can't be saved, `invalid` if it is saved and
/// doesn't start, `not understood` if it has parts of a newer version, `may not run`.
struct CheckStage: CheckTestWords {
    private var home = CheckTestHome()
    private var changes: [(inout Automation) -> Void] = []

    private typealias Mistake = GraphTerm.Mistake

    mutating func play(_ input: String) -> String {
        do {
            let effects = try effects(of: input)
            if effects.isEmpty { return input }
            let line = "\(input) | " + effects.joined(separator: "; ")
            return line.count < 118 ? line : ([input] + effects).joined(separator: "\n")
        } catch {
            return "\(input) | \(error)"
        }
    }

    private mutating func effects(of input: String) throws -> [String] {
        let name = String(input.prefix { $0 != " " })
        let rest = String(input.dropFirst(name.count + 1))
        switch name {
        case "graph": return found(try nodes(rest))
        case "root": return found(verdict(root: try GraphTerm.value(of: rest) { try $0.checkedNode() }, in: home))
        case "condition":
            return found([start, condition(3, try expression(rest)), switchOn(4)])
        case "becomes":
            let starter = Starter(trait("lamp", sample), becomes: try expression(rest))
            return found([AutomationNode(2, .starter(starter))])
        case "clock": return found(try nodes("start, reader(3, home), condition(4, \(rest)), switchOn(5)"))
        case "level": return found(try nodes("start, send(3, other, trait: 8, command: 0, \(rest))"))
        case "write": return found(try nodes("start, write(3, other, \(rest))"))
        case "why": return verdict(try nodes(rest)).issues.map(\.message)
        case "home": try change(rest)
        case "automation": try changeAutomation(rest)
        default: throw Mistake("no input is called \(name)")
        }
        return []
    }

    private func nodes(_ text: String) throws -> [AutomationNode] {
        try GraphTerm.value(of: "sequence(1, \(text))") { term in
            _ = try term.number(0) as UInt32
            return try term.checkedNodes()
        }
    }

    private func expression(_ text: String) throws -> AutomationExpression {
        try GraphTerm.value(of: text) { try $0.checked() }
    }

    private func verdict(_ nodes: [AutomationNode]) -> AutomationVerdict {
        verdict(root: AutomationNode(1, .sequential(nodes)), in: home) { automation in
            for change in changes { change(&automation) }
        }
    }

    private func found(_ nodes: [AutomationNode]) -> [String] { found(verdict(nodes)) }

    private func found(_ found: AutomationVerdict) -> [String] {
        var effects = found.issues.map { issue in
            let kind = "\(issue.kind)".replacing("HearthAutomation.Operator.", with: "")
            return issue.nodeID.map { "\($0) \(kind)" } ?? kind
        }
        if !found.isWellFormed {
            effects.append("malformed")
        } else if !found.isValid {
            effects.append("invalid")
        }
        if !found.isUnderstood { effects.append("not understood") }
        if found.isValid && !found.mayRun { effects.append("may not run") }
        return effects
    }

    // MARK: Changes

    /// `without lamp`, `with lamp`, `schemaless 6`, `authors owner`, `featured`, `automations scene outer=inner,scene` (with
    /// their children), `groups lamp` (the room hall has the lamp, the zone up has nothing), `voice`.
    private mutating func change(_ text: String) throws {
        var words = TranscriptWords(text.split(separator: " ").map(String.init))
        let name = try words.next()
        switch name {
        case "without": home.devices.removeValue(forKey: try device(words.next()))
        case "with":
            let device = try device(words.next())
            home.devices[device] = CheckTestHome().devices[device]
        case "schemaless":
            let id: UInt32 = try words.number()
            guard home.traits.contains(where: { $0.id == id }) else { throw Mistake(word: "\(id)") }
            home.traits.removeAll { $0.id == id }
        case "authors": home.authors = [try words.next()]
        case "featured": home.features = 1
        case "automations":
            for word in words.all() {
                let (id, children) = Transcript.pair(word)
                home.automations[id] = CheckedAutomation(
                    id, hasManualStarter: id != "deaf",
                    executedIDs: Set(children.split(separator: ",").map(String.init)))
            }
        case "groups":
            let member = TraitTarget(deviceID: try device(words.next()), endpoint: 1)
            home.groups = [.room("hall"): [member], .zone("up"): []]
        case "voice":
            home.devices["home"] = [CheckedEndpoint(0, deviceTypes: [], traits: [TimeTrait.id, Starter.voiceTraitID])]
            home.traits.append(
                TraitDescriptor(
                    id: Starter.voiceTraitID, name: "VoiceStarter", vendor: "Google", package: "test", revision: 1,
                    events: [EventDescriptor(0, "OkGoogle", .info, [FieldDescriptor(0, "query", .string)])]))
        default: throw Mistake("no change is called \(name)")
        }
        try words.end()
    }

    private func device(_ id: String) throws -> String {
        _ = try TranscriptWords.known(CheckTestHome().devices[id], id)
        return id
    }

    private mutating func changeAutomation(_ text: String) throws {
        var words = TranscriptWords(text.split(separator: " ").map(String.init))
        if let author = words.option("by") { changes.append { $0.savedBy = author } }
        if words.has("sensitive") { changes.append { $0.allowsSensitiveActions = true } }
        try words.end()
    }
}
