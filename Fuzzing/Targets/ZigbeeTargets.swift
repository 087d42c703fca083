internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthZigbee2MQTT

/// A definition of a model and a state, each with a length prefix of two bytes. The mapping must be consistent, and
/// what it says must be what commands take.
func fuzzZigbeeExposes(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    func piece() -> [UInt8] { pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())) }
    let (definition, state) = (piece(), piece())
    guard let definition = try? JSONValue(definition, bytes: 1 << 16) else { return }
    let entry = JSONValue.object([
        "ieee_address": .string("0x1"), "friendly_name": .string("Thing"), "definition": definition,
    ])
    guard let device = BridgeDevice(entry), let definition = device.definition else { return }
    let map = DeviceMap(device, definition)
    let keys = Set(map.device.entities.map(\.key))
    must(keys.count == map.device.entities.count, "two entities have one key")
    must(map.reads.allSatisfy { keys.contains($0.entity) && !$0.path.isEmpty }, "a value belongs to no entity")
    must(keys.isSuperset(of: map.writes.keys) && keys.isSuperset(of: map.actions.keys), "a command to no entity")
    for case (let key, .light(let light)) in map.device.entities.map({ ($0.key, $0.kind) }) {
        must(light.mireds.map { $0.lowerBound >= 1 } ?? true, "\(key) has an infinite temperature")
    }
    guard let state = try? JSONValue(state, bytes: 1 << 16) else { return }
    for entity in map.states(state) {
        for value in entity.values.values {
            if case .number(let number) = value { must(number.isFinite, "a number is not finite") }
        }
        // What a device says may be beyond what it takes, but never stops the hub.
        _ = try? map.setting(EntityCommand(entity: entity.entity, values: entity.values), known: state.members)
    }
    for event in map.events(in: state) { must(keys.contains(event.entity), "an event of no entity") }
}

/// Messages of a broker, each with a topic's number and a length prefix of two bytes.
func fuzzZigbeeMessages(_ bytes: [UInt8]) {
    let topics = [
        "bridge/state", "bridge/info", "bridge/devices", "bridge/groups", "bridge/event", "bridge/logging",
        "bridge/response/permit_join", "Lamp", "Lamp/availability", "a/b", "",
    ]
    var pieces = Pieces(bytes)
    var now = Duration.zero
    var machine = Zigbee2MQTTMachine(.init(hasGroups: pieces.byte() % 2 == 1))
    _ = machine.connected(now: now)
    var described: Set<String> = []
    func perform(_ actions: [BrokerAction]) {
        for action in actions {
            switch action {
            case .describe(let device): described.insert(device.id)
            case .remove(let id): must(described.remove(id) != nil, "an unknown device is removed")
            case .report(let report): must(described.contains(report.deviceID), "an unknown device reports")
            case .reachable(let id, _): must(described.contains(id), "an unknown device is reachable")
            case .subscribe, .unsubscribe, .publish, .keepOnly, .remember, .answer, .notice: break
            }
        }
    }
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 40)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        if choice % 16 == 15 {
            for id in described.sorted() {
                let command = EntityCommand(entity: "light:", values: [.on: .bool(true)])
                perform(machine.send(command, to: id, number: UInt64(choice), now: now))
            }
            continue
        }
        let payload = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
        let message = MQTTMessage(
            topic: "zigbee2mqtt/\(topics[Int(choice) % topics.count])", payload: payload, isRetained: choice > 127)
        perform(machine.received(message, now: now))
    }
    perform(machine.disconnected("the end"))
}
