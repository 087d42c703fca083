@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import TranscriptTestSupport

/// Plays a transcript of a host's session with its hub.
///
///     Changes during an add follow the add
///       begin | connecting; hello p-1 "Bridge" run r-1: OnOff, Switch
///       welcome | the provider starts
///       start a | bring a off
///       on a
///       answer | attached; report a on
///
/// The lamps `a`, `b` and so on are off; `a+` is on, `a/2` has a second part, `a~` has another name. Inputs of the
/// host: `begin` and `cut` for calls; `start`, `add`, `remove`, `announce` for devices; `on`, `off`, `press`, `part`
/// (a press of the second part), `offline`, `online` for their changes; `remember`; `done`, `refuse` and `stopped` (by
/// its cancellation) for the work with a number.
/// Inputs of the hub: `welcome`, `answer` (to the oldest add without an answer), `adds` (answers to all adds), `stored`,
/// `toggle`, `cancel`, `ping`.
/// After each input all messages are sent, unless `hold` stops that; `send` sends some or all. `pass` is some seconds.
/// `deadline` and `counts` ask the machine what it waits for and keeps. A word that the stage doesn't know is said.
struct SessionStage {
    private var machine = AttachMachine.sample()
    private var now = Duration.zero
    private var isHeld = false
    /// The adds that the hub has not answered.
    private var adds: [UInt64] = []
    private var works: [DeviceWork] = []

    private typealias Mistake = TranscriptWords.Mistake

    mutating func play(_ input: String) -> String {
        var words = TranscriptWords(Transcript.words(input))
        do {
            var effects = try effects(of: words.next(), &words)
            try words.end()
            if !isHeld { effects += sent() }
            let line = "\(input) | " + effects.joined(separator: "; ")
            if effects.isEmpty { return input }
            return line.count < 118 ? line : ([input] + effects).joined(separator: "\n")
        } catch {
            return "\(input) | \(error)"
        }
    }

    private mutating func effects(of name: String, _ words: inout TranscriptWords) throws -> [String] {
        switch name {
        case "traits":
            let traits = try words.all().map { word in
                try TranscriptWords.known([Sample.onOff, Sample.button].first { $0.name == word }, word)
            }
            machine = AttachMachine(providerID: "p-1", runID: "r-1", name: "Bridge", structureID: "", traits: traits)
        case "attached": machine = .attached(try words.all().map(Self.lamp))
        case "begin": return said(machine.begin(now: now))
        case "start": return said(machine.started(try words.all().map(Self.lamp)))
        case "add": return try words.all().flatMap { said(machine.add(try Self.lamp($0))) }
        case "remove": return said(machine.remove(try words.next()))
        case "announce": machine.announce(try words.next())
        case "on", "off":
            let cause = words.option("by").map { ChangeCause.client($0) } ?? .device
            return said(machine.report(Sample.turned(try words.next(), on: name == "on", cause: cause)))
        case "press":
            let device = try words.next()
            return try words.all().flatMap { word in
                said(machine.report(Sample.pressed(device, try TranscriptWords.known(UInt64(word), word))))
            }
        case "part":
            var change = Sample.pressed(try words.next(), endpoint: 2)
            change.attributes = [.init(endpoint: 2, traitID: Sample.button.id): [1: .unsigned(1)]]
            return said(machine.report(change))
        case "offline": return said(machine.report(Sample.offline(try words.next())))
        case "online": return said(machine.report(Sample.online(try words.next())))
        case "remember":
            let device = try words.next()
            for word in words.all() {
                let (key, value) = Transcript.pair(word)
                machine.remember(device, key: key, [try TranscriptWords.known(UInt8(value), word)])
            }
        case "cut":
            adds = []
            let error = RPCError(try code(words.option("for")) ?? .unavailable, "cut")
            switch machine.ended(error, chance: try words.option("chance", or: 0)) {
            case .retry(let pause, let actions): return ["again after \(pause)"] + said(actions)
            case .stop(let reason): return ["stops: \(reason.message)"]
            }
        case "pass":
            now += .seconds(try words.number() as Double)
            return said(machine.timePassed(now: now))
        case "deadline": return [machine.deadline.map { "\($0)" } ?? "none"]
        case "done", "refuse", "stopped":
            let number: Int = try words.number()
            guard works.indices.contains(number - 1) else { throw Mistake(word: "\(number)") }
            let refusal = TraitError(.invalidInState, "the bulb is broken", clusterStatus: 4)
            let failure: any Error = name == "refuse" ? refusal : CancellationError()
            return said(machine.finished(works[number - 1], name == "done" ? .success([]) : .failure(failure)))
        case "welcome":
            let states = try words.option("states")?.split(separator: ",").map { try Self.state(String($0)) }
            let stored: UInt64? = try words.has("stored=never") ? nil : words.option("stored", or: 0)
            return received(
                .welcome(
                    heartbeat: try words.option("heartbeat", or: 30), states: states ?? [],
                    stored: stored, taken: try words.option("taken", or: 0), moreFollows: words.has("more")))
        case "answer":
            guard !adds.isEmpty else { throw Mistake("the host has added nothing") }
            return received(.brought(adds.removeFirst(), try code(words.nextIfAny()).map { RPCError($0, "no") }))
        case "adds":
            let code = try code(words.nextIfAny())
            var effects: [String] = []
            repeat {
                effects += sent()
                for add in adds { effects += received(.brought(add, code.map { RPCError($0, "no") })) }
                adds = []
                effects += sent()
            } while !adds.isEmpty
            return effects
        case "stored": return received(.stored(try words.number()))
        case "ping": return received(.init(content: .ping(.init())))
        case "toggle":
            return received(
                .toggle(
                    try words.number(), try words.next(), endpoint: try words.option("endpoint", or: 1),
                    trait: try words.option("trait", or: 6), command: try words.option("command", or: 2)))
        case "cancel": return received(.cancel(try words.number()))
        case "hold": isHeld = true
        case "send":
            let count: Int? = try words.numberIfAny()
            isHeld = count != nil
            return sent(count ?? .max)
        case "counts":
            return [
                "outbox \(machine.outbox.count)", "backlog \(machine.backlog.count)",
                "unconfirmed \(machine.unconfirmed.count)", machine.isAttached ? "attached" : "not attached",
            ]
        default: throw Mistake(word: name)
        }
        return []
    }

    private func code(_ name: String?) throws -> RPCError.Code? {
        try name.map { name in try TranscriptWords.known(RPCError.Code.allCases.first { $0.name == name }, name) }
    }

    private mutating func received(_ message: Hearth_V1_AttachResponse) -> [String] {
        said(machine.received(message, now: now))
    }

    /// A lamp such as `a`, `a+`, `a/2`, `a/2+` or `a~`.
    private static func lamp(_ word: String) throws -> DeviceDescription {
        let parts = try TranscriptWords.known(word.wholeMatch(of: #/([a-z]+)(~)?(/2)?(\+)?/#), word).output
        return Sample.lamp(
            String(parts.1), name: parts.2 == nil ? "Lamp" : "Lantern", isOn: parts.4 != nil, hasPart: parts.3 != nil)
    }

    /// The stored state of a lamp that is on, such as `a`; `a?` can't be read, `a!` is of a trait that the host lacks.
    private static func state(_ word: String) throws -> Hearth_V1_TraitState {
        _ = try TranscriptWords.known(word.wholeMatch(of: #/[a-z][?!]?/#), word)
        let isReadable = !word.hasSuffix("?")
        let bytes = isReadable ? Sample.onOff.encodeAttributes([0: .bool(true)]) : [0xFF]
        return Hearth_V1_TraitState(
            target: Hearth_V1_Target(deviceID: String(word.prefix(1)), endpoint: isReadable ? 1 : 2),
            traitID: word.hasSuffix("!") ? 0x1234 : 6, attributes: Google_Protobuf_Any(typeName: "x", value: bytes))
    }

    // MARK: Effects

    private mutating func said(_ actions: [AttachMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .startProvider(let stored):
                let values = stored.values.map { "\($0.target) \($1[0] == .bool(true) ? "on" : "off")" }.sorted()
                return (["the provider starts"] + values).joined(separator: ", ")
            case .begin(let work):
                works.append(work)
                var name = "write"
                if case .invoke(let command) = work.task { name = command.name }
                return "work \(works.count): \(name) \(work.path.target) by \(Self.name(work.cause))"
            case .cancel(let id):
                return "work \((works.firstIndex { $0.id == id } ?? -1) + 1) is cancelled"
            case .openFeed(let request): return "sends stream \(request.feedID)"
            case .notice(.state(.waiting(let pause, let reason))): return "waiting \(pause): \(reason)"
            case .notice(let notice): return notice.description
            case .hangUp(let error): return "hangs up: \(error.code.name), \(error.message)"
            }
        }
    }

    private mutating func sent(_ count: Int = .max) -> [String] {
        var messages: [String] = []
        while messages.count < count, let content = machine.takeOutgoing(now: now)?.content {
            if case .bring(let bring) = content { adds.append(bring.callID) }
            messages.append(Self.text(content))
        }
        return messages
    }

    private static func text(_ content: Hearth_V1_AttachRequest.OneOf_Content) -> String {
        switch content {
        case .hello(let hello):
            "hello \(hello.providerID) \"\(hello.name)\" run \(hello.runID): "
                + hello.schemas.map(\.name).joined(separator: ", ")
        case .bring(let bring):
            "bring "
                + bring.devices.map { device in
                    let parts = (device.device?.endpoints.count ?? 0) - 1
                    let mark = device.device?.name == "Lamp" ? "" : "~"
                    return "\(device.device?.id ?? "")\(mark) \(device.isOn == true ? "on" : "off")"
                        + (parts > 1 ? " with \(parts) parts" : "")
                }.joined(separator: ", ")
        case .remove(let remove): "remove " + remove.deviceIDs.joined(separator: ", ")
        case .remember(let remember):
            "remember \(remember.memory?.deviceID ?? "") \(remember.memory?.key ?? "")=\(remember.memory?.value ?? [])"
        case .report(let report): text(report)
        case .result(let result): "result \(result.callID) " + text(result.status?.error)
        case .ping: "ping"
        }
    }

    /// The number is that of a report with events.
    private static func text(_ report: Hearth_V1_DeviceReport) -> String {
        var words = [report.number > 0 ? "report \(report.number)" : "report", report.deviceID]
        words += report.states.map { state in
            guard state.traitID == Sample.onOff.id, let isOn = state.isOn else {
                return "state of part \(state.target?.endpoint ?? 0)"
            }
            return isOn ? "on" : "off"
        }
        words += report.events.map { event in
            let descriptor = Sample.button.event(event.eventID)
            let bytes = event.payload?.value ?? []
            let position = descriptor.flatMap { try? Sample.button.decodeEvent($0, bytes.span.bytes)[0] }
            var text = "pressed"
            if case .unsigned(let number)? = position { text += " \(number)" }
            return text + (event.target?.endpoint == 1 ? "" : " at part \(event.target?.endpoint ?? 0)")
        }
        words += [report.connectivity?.state].compactMap { $0.map { "\($0)" } }
        let cause = report.cause.flatMap { ChangeCause($0) } ?? .device
        return words.joined(separator: " ") + (cause == .device ? "" : " by \(name(cause))")
    }

    private static func text(_ error: RPCError?) -> String {
        guard let error else { return "ok" }
        guard let reason = error.traitError else { return "\(error)" }
        let words: [String?] = [
            error.code.name, "\(reason.status)", reason.clusterStatus.map { "cluster status \($0)" },
            reason.target.map { "\($0)" }, reason.trait.isEmpty ? nil : reason.trait, reason.element.map { "\($0)" },
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    private static func name(_ cause: ChangeCause) -> String { cause.clientID.map { "client \($0)" } ?? "\(cause)" }
}
