internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTasmota
internal import HearthTraitCore

/// Plays devices for a machine, and writes down its actions as short lines.
struct Script {
    var machine = TasmotaMachine()
    var now = Duration.zero

    /// A connection with a plug that is online and has answered.
    static func online(_ config: String = Documents.config(), sensors: String = Documents.noSensors) -> Script {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        _ = script.finds(config, sensors)
        _ = script.says("tele/plug/LWT", "Online", isRetained: true)
        _ = script.passes(.milliseconds(20))
        _ = script.says("stat/plug/RESULT", #"{"TelePeriod":300}"#)
        return script
    }

    mutating func says(_ topic: String, _ payload: String, isRetained: Bool = false) -> [String] {
        let message = MQTTMessage(topic: topic, payload: [UInt8](payload.utf8), isRetained: isRetained)
        return Self.lines(machine.received(message, now: now))
    }

    /// The broker has documents of a device.
    mutating func finds(
        _ config: String, _ sensors: String = Documents.noSensors, address: String = "A4CF12000001"
    ) -> [String] {
        says("tasmota/discovery/\(address)/config", config, isRetained: true)
            + says("tasmota/discovery/\(address)/sensors", sensors, isRetained: true)
    }

    mutating func passes(_ time: Duration) -> [String] {
        now += time
        guard let deadline = machine.deadline, deadline <= now else { return [] }
        return Self.lines(machine.timePassed(now: now))
    }

    mutating func sends(
        _ command: EntityCommand, to device: String = "tasmota:A4CF12000001", _ number: UInt64 = 1
    ) -> [String] {
        Self.lines(machine.send(command, to: device, number: number, now: now))
    }

    static func lines(_ actions: [BrokerAction]) -> [String] {
        actions.map { action in
            switch action {
            case .subscribe(let filters): "subscribe \(filters.joined(separator: " "))"
            case .unsubscribe(let filters): "unsubscribe \(filters.joined(separator: " "))"
            case .publish(let messages, let number, _):
                messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }.joined(separator: " | ")
                    + (number.map { " #\($0)" } ?? "")
            case .describe(let device):
                "describe \(device.id) \(device.name): \(device.entities.map(\.key).joined(separator: " "))"
            case .remove(let id): "remove \(id)"
            case .keepOnly(let ids): "keep only \(ids.sorted().joined(separator: " "))"
            case .report(let report):
                "report" + (report.isReplay ? " again" : "")
                    + report.states.map { " \($0.entity) \(text($0.values))" }.joined()
                    + report.events.map { " \($0.entity)!\($0.type)" }.joined()
            case .reachable(_, let isReachable): isReachable ? "reachable" : "unreachable"
            case .answer(let number, let error): "#\(number) \(error.map { "\($0)" } ?? "done")"
            case .remember(let memory): "remember \(memory)"
            case .notice(let text): "notice \(text)"
            }
        }
    }

    private static func text(_ values: [EntityProperty: EntityValue]) -> String {
        EntityProperty.allCases.compactMap { property in
            switch values[property] {
            case .unknown: "\(property)=?"
            case .bool(let value): "\(property)=\(value)"
            case .number(let value): "\(property)=\(value)"
            case .text(let value): "\(property)=\(value)"
            case nil: nil
            }
        }.joined(separator: " ")
    }
}
