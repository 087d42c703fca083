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
/// The lamps `a`, `b` and so on are off; `a+` is on, `a/2` has a second part. Inputs of the host: `begin` and `cut` for
/// calls; `start`, `add`, `remove`, `announce` for devices; `on`, `off`, `press`, `part` (a press of the second part),
/// `offline`, `online` for their changes; `remember`; `done` and `refuse` for the work with a number.
/// Inputs of the hub: `welcome`, `answer` (to the oldest add without an answer), `adds` (answers to all adds), `stored`,
/// `toggle`, `cancel`, `ping`.
/// After each input all messages are sent, unless `hold` stops that; `send` sends some or all. `pass` is some seconds.
/// `deadline` and `counts` ask the machine what it waits for and keeps.
struct SessionStage {
    private var machine = AttachMachine.sample()
    private var now = Duration.zero
    private var isHeld = false
    /// The adds that the hub has not answered.
    private var adds: [UInt64] = []
    private var works: [DeviceWork] = []

    private struct Mistake: Error {}

    mutating func play(_ input: String) -> String {
        let words = Transcript.words(input)
        do {
            var effects = try effects(of: words[0], Array(words.dropFirst()))
            if !isHeld { effects += sent() }
            let line = "\(input) | " + effects.joined(separator: "; ")
            if effects.isEmpty { return input }
            return line.count < 118 ? line : ([input] + effects).joined(separator: "\n")
        } catch {
            return "\(input) | there is no such input"
        }
    }

    private mutating func effects(of name: String, _ words: [String]) throws -> [String] {
        let device = words.first ?? ""
        let options = Dictionary(words.map(Transcript.pair).map { ($0.name, $0.value) }) { first, _ in first }
        func number<Number: FixedWidthInteger>(_ option: String, or missing: Number) -> Number {
            options[option].flatMap { Number($0) } ?? missing
        }
        switch name {
        case "traits":
            let traits = [Sample.onOff, Sample.button].filter { words.contains($0.name) }
            machine = AttachMachine(providerID: "p-1", runID: "r-1", name: "Bridge", structureID: "", traits: traits)
        case "attached": machine = .attached(words.map(Self.lamp))
        case "begin": return said(machine.begin(now: now))
        case "start": return said(machine.started(words.map(Self.lamp)))
        case "add": return words.flatMap { said(machine.add(Self.lamp($0))) }
        case "remove": return words.flatMap { said(machine.remove($0)) }
        case "announce": machine.announce(device)
        case "on", "off":
            let cause = options["by"].map { ChangeCause.client($0) } ?? .device
            return said(machine.report(Sample.turned(device, on: name == "on", cause: cause)))
        case "press":
            return try words.dropFirst().flatMap { word in
                guard let position = UInt64(word) else { throw Mistake() }
                return said(machine.report(Sample.pressed(device, position)))
            }
        case "part":
            var change = Sample.pressed(device, endpoint: 2)
            change.attributes = [.init(endpoint: 2, traitID: Sample.button.id): [1: .unsigned(1)]]
            return said(machine.report(change))
        case "offline": return said(machine.report(Sample.offline(device)))
        case "online": return said(machine.report(Sample.online(device)))
        case "remember":
            let (key, value) = Transcript.pair(words.last ?? "")
            machine.remember(device, key: key, [UInt8(value) ?? 0])
        case "cut":
            adds = []
            let error = RPCError(code(options["for"]) ?? .unavailable, "cut")
            switch machine.ended(error, chance: Double(options["chance"] ?? "") ?? 0) {
            case .retry(let pause, let actions): return ["again after \(pause)"] + said(actions)
            case .stop(let reason): return ["stops: \(reason.message)"]
            }
        case "pass":
            guard let seconds = Double(device) else { throw Mistake() }
            now += .seconds(seconds)
            return said(machine.timePassed(now: now))
        case "deadline": return [machine.deadline.map { "\($0)" } ?? "none"]
        case "done", "refuse":
            guard let index = Int(device), works.indices.contains(index - 1) else { throw Mistake() }
            let refusal = TraitError(.invalidInState, "the bulb is broken", clusterStatus: 4)
            return said(machine.finished(works[index - 1], name == "done" ? .success([]) : .failure(refusal)))
        case "welcome":
            let states = options["states"]?.split(separator: ",").map { Self.state(String($0)) }
            return received(
                .welcome(
                    heartbeat: number("heartbeat", or: 30), states: states ?? [],
                    stored: options["stored"] == "never" ? nil : number("stored", or: 0), taken: number("taken", or: 0),
                    moreFollows: words.contains("more")))
        case "answer":
            guard !adds.isEmpty else { throw Mistake() }
            return received(.brought(adds.removeFirst(), code(device).map { RPCError($0, "no") }))
        case "adds":
            var effects: [String] = []
            repeat {
                effects += sent()
                for add in adds { effects += received(.brought(add, code(device).map { RPCError($0, "no") })) }
                adds = []
                effects += sent()
            } while !adds.isEmpty
            return effects
        case "stored": return received(.stored(UInt64(device) ?? 0))
        case "ping": return received(.init(content: .ping(.init())))
        case "toggle":
            guard let call = UInt64(device) else { throw Mistake() }
            return received(
                .toggle(
                    call, words[1], endpoint: number("endpoint", or: 1), trait: number("trait", or: 6),
                    command: number("command", or: 2)))
        case "cancel": return received(.cancel(UInt64(device) ?? 0))
        case "hold": isHeld = true
        case "send":
            isHeld = !device.isEmpty
            return sent(Int(device) ?? .max)
        case "counts":
            return [
                "outbox \(machine.outbox.count)", "backlog \(machine.backlog.count)",
                "unconfirmed \(machine.unconfirmed.count)", machine.isAttached ? "attached" : "not attached",
            ]
        default: throw Mistake()
        }
        return []
    }

    private func code(_ name: String?) -> RPCError.Code? { RPCError.Code.allCases.first { $0.name == name } }

    private mutating func received(_ message: Hearth_V1_AttachResponse) -> [String] {
        said(machine.received(message, now: now))
    }

    /// A lamp such as `a`, `a+`, `a/2` or `a/2+`.
    private static func lamp(_ word: String) -> DeviceDescription {
        let id = String(word.prefix { $0 != "+" && $0 != "/" })
        return Sample.lamp(id, isOn: word.hasSuffix("+"), hasPart: word.contains("/2"))
    }

    /// The stored state of a lamp that is on, such as `a`; `a?` can't be read, `a!` is of a trait that the host lacks.
    private static func state(_ word: String) -> Hearth_V1_TraitState {
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
            case .notice(let notice): return notice.description
            case .hangUp(let error): return "hangs up: \(error.message)"
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
                    return "\(device.device?.id ?? "") \(device.isOn == true ? "on" : "off")"
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
