internal import HearthBrokerLinks
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT

/// Messages of a broker: announcements and states, each with a topic's number and a length prefix of two bytes. What is
/// described must be consistent, and each entity takes what commands it takes without harm.
func fuzzDiscovery(_ bytes: [UInt8]) {
    let components = [
        "light", "device", "climate", "cover", "sensor", "event", "fan", "lock", "siren", "device_automation", "valve",
        "vacuum", "alarm_control_panel", "lawn_mower", "number", "update",
    ]
    let topics = ["s", "a/s", "lwt", "b/c/d"]
    var pieces = Pieces(bytes)
    var now = Duration.zero
    var machine = DiscoveryMachine()
    _ = machine.connected(now: now)
    var described: [String: EntityDevice] = [:]
    func perform(_ actions: [BrokerAction]) {
        for action in actions {
            switch action {
            case .describe(let device):
                described[device.id] = device
                let keys = Set(device.entities.map(\.key))
                must(keys.count == device.entities.count, "two entities have one key")
            case .remove(let id): must(described.removeValue(forKey: id) != nil, "an unknown device is removed")
            case .report(let report):
                let keys = Set((described[report.deviceID]?.entities ?? []).map(\.key))
                must(report.states.allSatisfy { keys.contains($0.entity) }, "a state of no entity")
                must(report.events.allSatisfy { keys.contains($0.entity) }, "an event of no entity")
                must(!report.isReplay || report.events.isEmpty, "an event of a kept message")
                for case .number(let number) in report.states.flatMap(\.values.values) {
                    must(number.isFinite, "a number is not finite")
                }
            case .reachable(let id, _): must(described[id] != nil, "an unknown device is reachable")
            case .publish(let messages, _, _):
                must(messages.allSatisfy { MQTTTopic.problem(ofName: $0.topic) == nil }, "no topic to publish to")
            case .subscribe(let filters):
                must(filters.allSatisfy { MQTTTopic.problem(ofFilter: $0) == nil }, "no filter to subscribe to")
            case .keepOnly: must(false, "kept messages are no complete list")
            case .remember(let memory):
                must(memory.count <= DeviceIdentities.mostBytes, "more to remember than there is room")
            case .unsubscribe, .answer, .notice: break
            }
        }
    }
    func command() {
        for (id, device) in described.sorted(by: { $0.key < $1.key }) {
            for entity in device.entities.prefix(8) {
                let sets: [[EntityProperty: EntityValue]] = [
                    [.on: .bool(true), .brightness: .number(0.3), .hue: .number(77), .saturation: .number(50)],
                    [.colorTemperature: .number(250)], [.position: .number(0.5)], [.value: .number(4)],
                    [.value: .text("a")], [.mode: .text("heat"), .targetTemperature: .number(20)],
                    [.speed: .number(0.5)], [.alarmState: .text("disarmed")],
                ]
                for values in sets {
                    perform(
                        machine.send(EntityCommand(entity: entity.key, values: values), to: id, number: 1, now: now))
                    perform(machine.published(1, now: now))
                }
            }
        }
    }
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 20)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        if choice == 255 {
            command()
            continue
        }
        let payload = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
        let index = Int(choice % 32)
        let topic =
            index < components.count
            ? "homeassistant/\(components[index])/o\(choice / 64)/config" : topics[index % topics.count]
        perform(machine.received(MQTTMessage(topic: topic, payload: payload, isRetained: choice % 2 == 1), now: now))
    }
    now += .seconds(10)
    perform(machine.timePassed(now: now))
    command()
    perform(machine.disconnected("the end"))
}
