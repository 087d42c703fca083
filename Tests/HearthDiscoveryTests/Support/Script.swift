internal import Expectations
internal import HearthBrokerLinks
internal import HearthDiscovery
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore
internal import Testing

/// Plays devices and a broker for a machine, and writes down its actions as short lines.
struct Script {
    var machine: DiscoveryMachine
    var now = Duration.zero
    /// What the machine has to know after a restart.
    private(set) var memory: [UInt8] = []

    /// A machine that is connected, and has asked devices to announce themselves.
    ///
    /// - Parameter memory: that of an earlier machine.
    init(_ settings: DiscoveryMachine.Settings = DiscoveryMachine.Settings(), memory: [UInt8] = []) {
        var machine = DiscoveryMachine(settings)
        machine.restore(memory)
        self.init(machine)
    }

    init(_ machine: DiscoveryMachine) {
        self.machine = machine
        _ = self.machine.connected(now: .zero)
        now = .seconds(1)
        _ = self.machine.timePassed(now: now)
    }

    /// A machine with one entity that was announced.
    static func with(_ component: String, _ options: String) -> Script {
        var script = Script()
        _ = script.announces("\(component)/thing", options)
        return script
    }

    mutating func says(_ topic: String, _ payload: String, isRetained: Bool = false) -> [String] {
        let message = MQTTMessage(topic: topic, payload: [UInt8](payload.utf8), isRetained: isRetained)
        return take(machine.received(message, now: now))
    }

    /// An announcement, and the time until it counts.
    mutating func announces(_ topic: String, _ payload: String) -> [String] {
        says("homeassistant/\(topic)/config", payload, isRetained: true) + passes(.seconds(1))
    }

    mutating func passes(_ time: Duration) -> [String] {
        now += time
        guard let deadline = machine.deadline, deadline <= now else { return [] }
        return take(machine.timePassed(now: now))
    }

    private mutating func take(_ actions: [BrokerAction]) -> [String] {
        for case .remember(let memory) in actions { self.memory = memory }
        return Self.lines(actions)
    }

    mutating func sends(_ command: EntityCommand, to device: String, _ number: UInt64 = 1) -> [String] {
        let lines = Self.lines(machine.send(command, to: device, number: number, now: now))
        _ = machine.published(number, now: now)
        return lines
    }

    static func lines(_ actions: [BrokerAction]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .subscribe(let filters): "subscribe \(filters.joined(separator: " "))"
            case .unsubscribe(let filters): "unsubscribe \(filters.joined(separator: " "))"
            case .publish(let messages, _, _):
                messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }.joined(separator: ", ")
            case .describe(let device):
                "describe \(device.id) \(device.name): \(device.entities.map(\.key).joined(separator: " "))"
            case .remove(let id): "remove \(id)"
            case .keepOnly(let ids): "keep only \(ids.sorted().joined(separator: " "))"
            case .report(let report):
                "report \(report.deviceID)" + (report.isReplay ? " again" : "")
                    + report.states.map { " \($0.entity) \(Self.text($0.values))" }.joined()
                    + report.events.map { " \($0.entity)!\($0.type)" }.joined()
            case .reachable(let id, let isReachable): "\(id) \(isReachable ? "reachable" : "unreachable")"
            case .answer(let number, let error): "#\(number) \(error.map { "\($0.message)" } ?? "done")"
            case .notice(let text): "notice \(text)"
            case .remember: nil
            }
        }
    }

    static func text(_ values: [EntityProperty: EntityValue]) -> String {
        EntityProperty.allCases.compactMap { property in
            switch values[property] {
            case .unknown: "\(property)=?"
            case .bool(let value): "\(property)=\(value)"
            case .number(let value): "\(property)=\((value * 1_000).rounded() / 1_000)"
            case .text(let value): "\(property)=\(value)"
            case nil: nil
            }
        }.joined(separator: " ")
    }
}

/// One entity of some options.
struct Sample {
    var map: EntityMap

    init(_ component: String, _ options: String) throws {
        let device = try Self.device(component, options)
        map = try require(device.maps.first, "\(device.leftOut)")
    }

    /// The device of one announcement.
    static func device(_ component: String, _ options: String) throws -> DeviceMap {
        let topic = try require(DiscoveryTopic("homeassistant/\(component)/thing/config", prefix: "homeassistant"))
        let json = try JSONValue([UInt8](options.utf8), bytes: 1 << 20)
        guard case .announcement(let announcement) = Announcement.read(json, at: topic) else { throw Missing() }
        return DeviceMap(id: "d", [announcement])
    }

    struct Missing: Error {}

    /// The messages of a command, as `topic payload`.
    func sent(
        _ action: EntityCommand.Action = .set, _ values: [EntityProperty: EntityValue] = [:],
        known: [EntityProperty: EntityValue] = [:], transition: Duration? = nil, code: String? = nil
    ) throws -> [String] {
        let command = EntityCommand(
            entity: map.entity.key, action: action, values: values, transition: transition, code: code)
        return try map.messages(command, known: known).map {
            "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
        }
    }
}
