internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthAutomation

/// Checks the graphs of a transcript: each input has the issues of its graph, with their nodes.
///
///     An if needs a condition
///       graph start, choose(3) | 3 emptyChain; malformed
///
/// Inputs: `graph` with the nodes of a sequence, see ``GraphTerm``; `root` with the only node; `condition` with an expression, between the starter 2
/// and an action; `becomes` with the expression of the starter 2; `clock` with a condition on what node 3 reads of the
/// clock; `level` with the arguments of a command, `write` with attributes, both of another lamp; `why` with nodes, for
/// the messages. `home` changes the home for the later inputs, `automation` the automation.
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
        case "root": return found(verdict(root: try GraphTerm(rest).checkedNode(), in: home))
        case "condition":
            return found([start, condition(3, try GraphTerm(rest).checked()), switchOn(4)])
        case "becomes":
            let starter = Starter(trait("lamp", sample), becomes: try GraphTerm(rest).checked())
            return found([AutomationNode(2, .starter(starter))])
        case "clock": return found(try nodes("start, reader(3, home), condition(4, \(rest)), switchOn(5)"))
        case "level": return found(try nodes("start, send(3, other, trait: 8, command: 0, \(rest))"))
        case "write": return found(try nodes("start, write(3, other, \(rest))"))
        case "why": return verdict(try nodes(rest)).issues.map(\.message)
        case "home": try change(rest.split(separator: " ").map(String.init))
        case "automation": try changeAutomation(rest.split(separator: " ").map { Transcript.pair(String($0)) })
        default: throw Mistake(description: "no input is called \(name)")
        }
        return []
    }

    private func nodes(_ text: String) throws -> [AutomationNode] {
        try GraphTerm("sequence(1, \(text))").checkedNodes()
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
    private mutating func change(_ words: [String]) throws {
        let object = words.count > 1 ? words[1] : ""
        switch words.first {
        case "without": home.devices[object] = nil
        case "with": home.devices[object] = CheckTestHome().devices[object]
        case "schemaless": home.traits.removeAll { $0.id == UInt32(object) }
        case "authors": home.authors = [object]
        case "featured": home.features = 1
        case "automations":
            for word in words.dropFirst() {
                let (id, children) = Transcript.pair(word)
                home.automations[id] = CheckedAutomation(
                    id, hasManualStarter: id != "deaf",
                    executedIDs: Set(children.split(separator: ",").map(String.init)))
            }
        case "groups":
            home.groups = [.room("hall"): [TraitTarget(deviceID: object, endpoint: 1)], .zone("up"): []]
        case "voice":
            home.devices["home"] = [CheckedEndpoint(0, deviceTypes: [], traits: [TimeTrait.id, Starter.voiceTraitID])]
            home.traits.append(
                TraitDescriptor(
                    id: Starter.voiceTraitID, name: "VoiceStarter", vendor: "Google", package: "test", revision: 1,
                    events: [EventDescriptor(0, "OkGoogle", .info, [FieldDescriptor(0, "query", .string)])]))
        default: throw Mistake(description: "no change is called \(words)")
        }
    }

    private mutating func changeAutomation(_ words: [(name: String, value: String)]) throws {
        for (name, value) in words {
            switch name {
            case "by": changes.append { $0.savedBy = value }
            case "sensitive": changes.append { $0.allowsSensitiveActions = true }
            default: throw Mistake(description: "no setting is called \(name)")
            }
        }
    }
}
