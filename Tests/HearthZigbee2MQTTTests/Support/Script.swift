internal import Expectations
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore
internal import HearthZigbee2MQTT

/// Plays a bridge for a machine, and writes down its actions as short lines.
struct Script {
    var machine: Zigbee2MQTTMachine
    var now = Duration.zero
    private let base: String

    init(_ settings: Zigbee2MQTTMachine.Settings = Zigbee2MQTTMachine.Settings()) {
        machine = Zigbee2MQTTMachine(settings)
        base = settings.base
    }

    /// A bridge that is online and has these devices.
    static func online(_ entries: String..., settings: Zigbee2MQTTMachine.Settings = .init()) -> Script {
        var script = Script(settings)
        _ = script.machine.connected(now: .zero)
        _ = script.says("bridge/state", #"{"state":"online"}"#, isRetained: true)
        _ = script.lists(entries)
        return script
    }

    /// Lets time pass until first messages are no longer taken for old ones.
    mutating func settle() {
        for _ in 0..<400 { _ = passes(.milliseconds(100)) }
    }

    mutating func says(_ topic: String, _ payload: String, isRetained: Bool = false) -> [String] {
        let message = MQTTMessage(topic: "\(base)/\(topic)", payload: [UInt8](payload.utf8), isRetained: isRetained)
        return Self.lines(machine.received(message, now: now))
    }

    static let coordinator = #"{"ieee_address":"0x00","friendly_name":"Coordinator","type":"Coordinator"}"#

    /// The bridge publishes its list of devices.
    mutating func lists(_ entries: [String]) -> [String] {
        says("bridge/devices", "[" + ([Self.coordinator] + entries).joined(separator: ",") + "]", isRetained: true)
    }

    mutating func passes(_ time: Duration) -> [String] {
        now += time
        guard let deadline = machine.deadline, deadline <= now else { return [] }
        return Self.lines(machine.timePassed(now: now))
    }

    mutating func sends(_ command: EntityCommand, to device: String, _ number: UInt64 = 1) -> [String] {
        Self.lines(machine.send(command, to: device, number: number, now: now))
    }

    static func lines(_ actions: [BrokerAction]) -> [String] {
        actions.map { action in
            switch action {
            case .subscribe(let filters): "subscribe \(filters.joined(separator: " "))"
            case .unsubscribe(let filters): "unsubscribe \(filters.joined(separator: " "))"
            case .publish(let messages, let number, _):
                messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }.joined(separator: ", ")
                    + (number.map { " #\($0)" } ?? "")
            case .describe(let device):
                // Each device has the buttons of the bridge.
                "describe \(device.id) \(device.name): "
                    + device.entities.map(\.key).filter { !$0.hasPrefix("bridge:") }.joined(separator: " ")
            case .remove(let id): "remove \(id)"
            case .keepOnly(let ids): "keep only \(ids.sorted().joined(separator: " "))"
            case .report(let report):
                "report \(report.deviceID)" + (report.isReplay ? " again" : "")
                    + report.states.map { " \($0.entity) \(text($0.values))" }.joined()
                    + report.events.map { " \($0.entity)!\($0.type)" }.joined()
            case .reachable(let id, let isReachable): "\(id) \(isReachable ? "reachable" : "unreachable")"
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
