internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTasmota

/// Discovery documents of a Tasmota device and its sensors, and a state, each with a length prefix of two bytes. The
/// mapping must be consistent, and what it says must be what commands take.
func fuzzTasmotaConfig(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    func piece() -> JSONValue? {
        try? JSONValue(pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())), bytes: 1 << 16)
    }
    guard let document = piece(), let config = TasmotaConfig(document) else { return }
    let tree = piece().flatMap { SensorTree($0) } ?? SensorTree()
    let map = TasmotaMap(config, tree, id: "tasmota:\(config.address)")
    let keys = Set(map.device.entities.map(\.key))
    must(keys.count == map.device.entities.count, "two entities have one key")
    for topic in [config.topics.commands, config.topics.answers, config.topics.telemetry] {
        must(MQTTTopic.problem(ofName: topic) == nil && topic.hasSuffix("/"), "\(topic) is no beginning of a topic")
    }
    guard let state = piece() else { return }
    for entity in map.states(state) {
        must(keys.contains(entity.entity), "a value of no entity")
        for value in entity.values.values {
            if case .number(let number) = value { must(number.isFinite, "a number is not finite") }
        }
        // What a device says may be beyond what it takes, but never stops the hub.
        let command = EntityCommand(entity: entity.entity, values: entity.values, transition: .seconds(2))
        _ = try? map.orders(command, known: entity.values)
    }
    for event in map.events(state) { must(keys.contains(event.entity), "an event of no entity") }
}

/// Messages of Tasmota devices, each with a topic's number and a length prefix of two bytes.
func fuzzTasmotaMessages(_ bytes: [UInt8]) {
    let topics = [
        "tasmota/discovery/A4CF12000001/config", "tasmota/discovery/A4CF12000001/sensors",
        "tasmota/discovery/A4CF12000002/config", "tele/plug/LWT", "tele/plug/STATE", "tele/plug/SENSOR",
        "stat/plug/RESULT", "stat/plug/STATUS10", "tasmota/discovery//", "tele", "",
    ]
    var pieces = Pieces(bytes)
    var now = Duration.zero
    var machine = TasmotaMachine()
    _ = machine.connected(now: now)
    var described: Set<String> = []
    func perform(_ actions: [BrokerAction]) {
        for action in actions {
            switch action {
            case .describe(let device): described.insert(device.id)
            case .remove(let id): must(described.remove(id) != nil, "an unknown device is removed")
            case .report(let report): must(described.contains(report.deviceID), "an unknown device reports")
            case .reachable(let id, _): must(described.contains(id), "an unknown device is reachable")
            case .subscribe(let filters), .unsubscribe(let filters):
                for filter in filters { must(MQTTTopic.problem(ofFilter: filter) == nil, "\(filter) is no filter") }
            case .publish(let messages, _, _):
                for message in messages {
                    must(MQTTTopic.problem(ofName: message.topic) == nil, "\(message.topic) is no topic")
                }
            case .keepOnly: must(false, "kept messages are no complete list")
            case .remember, .answer, .notice: break
            }
        }
    }
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 4_000)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        if choice % 16 == 15 {
            for id in described.sorted() {
                let command = EntityCommand(entity: "light:1", values: [.on: .bool(true), .brightness: .number(0.5)])
                perform(machine.send(command, to: id, number: UInt64(choice), now: now))
            }
            continue
        }
        let payload = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
        let message = MQTTMessage(
            topic: topics[Int(choice) % topics.count], payload: payload, isRetained: choice > 127)
        perform(machine.received(message, now: now))
    }
    perform(machine.disconnected("the end"))
}
