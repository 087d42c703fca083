internal import HearthDeviceLinks
internal import HearthEntities
@testable internal import HearthHue
internal import HearthJSON

/// Plays a bridge for a machine, whose actions are shown as lines.
struct Script {
    var machine: HueMachine
    var now = Duration.zero

    init(hasGroups: Bool = false) {
        machine = HueMachine(
            HueSettings(host: "192.0.2.2", key: "k", bridgeID: Bridge.id, hasGroups: hasGroups),
            random: { [UInt8](repeating: 0, count: $0) })
    }

    /// A machine that is connected and has read the bridge.
    static func described(hasGroups: Bool = false, _ resources: [String] = Bridge.all) -> Script {
        var script = Script(hasGroups: hasGroups)
        _ = script.machine.start(now: script.now)
        _ = script.opens()
        _ = script.answers(0, Bridge.answer(resources))
        return script
    }

    /// The link gets its turn, and the stream begins.
    mutating func opens(status: Int = 200) -> [String] {
        lines(machine.turnCame(now: now)) + lines(machine.streamOpened(status: status, now: now))
    }

    mutating func answers(_ lane: Int, _ body: String = #"{"errors":[],"data":[]}"#, status: Int = 200) -> [String] {
        lines(machine.answered(lane, HueAnswer(status: status, body: [UInt8](body.utf8)), now: now))
    }

    /// The stream brings a message with a resource.
    mutating func streams(_ type: String, _ resources: String...) -> [String] {
        let list = resources.joined(separator: ",")
        let text = #"data: [{"type":"\#(type)","data":[\#(list)]}]"# + "\n\n"
        return lines(machine.streamed([UInt8](text.utf8), now: now))
    }

    mutating func sends(
        _ values: [EntityProperty: EntityValue], to entity: String = "light/l1", of device: String = "d1",
        number: UInt64 = 1
    ) -> [String] {
        lines(machine.send(EntityCommand(entity: entity, values: values), to: device, number: number, now: now))
    }

    mutating func fails(_ lane: Int, _ code: HueError.Code = .disconnected) -> [String] {
        lines(machine.failed(lane, HueError(code, "it broke", wayOut: "mend it"), now: now))
    }

    mutating func passes(_ time: Duration) -> [String] {
        let end = now + time
        var lines: [String] = []
        while let deadline = machine.deadline, deadline <= end {
            now = max(now, deadline)
            lines += self.lines(machine.timePassed(now: now))
        }
        now = end
        return lines
    }

    func lines(_ actions: [HueMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .connect: "connect"
            case .order(.request(let lane, let request)):
                "\(lane): \(request.method) \(request.path)"
                    + (request.body.map { " " + String(decoding: $0.text, as: UTF8.self) } ?? "")
            case .order(.close(let lane)): "close \(lane)"
            case .order(.closeAll): "close all"
            case .call(.describe(let device)): "describe \(device.id) \(device.name)"
            case .call(.remove(let device)): "remove \(device)"
            case .call(.keepOnly(let devices)): "keep only \(devices.sorted().joined(separator: " "))"
            case .call(.report(let report)):
                "report" + (report.isReplay ? " again" : "")
                    + report.states.map { " \($0.entity) \($0.values.count)" }.joined()
                    + report.events.map { " \($0.entity)!\($0.type)" }.joined()
            case .call(.reachable(let device, let isReachable)):
                "\(device) \(isReachable ? "reachable" : "unreachable")"
            case .call(.health(let health)): "\(health)"
            case .call(.remember): "remember"
            case .answer(let number, let error): "#\(number) \(error.map { "\($0)" } ?? "done")"
            }
        }
    }
}
