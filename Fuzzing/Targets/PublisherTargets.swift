internal import HearthDiscoveryPublisher
internal import HearthMQTT
internal import HearthTraitDescriptors

/// Messages that a broker sends to the publisher of a home: commands of Home Assistant, and lists of earlier announcements.
/// Each has a topic's number and a length prefix of two bytes.
func fuzzPublisherMessages(_ bytes: [UInt8]) {
    let topics = [
        "lamp/set/1/light", "lamp/set/1/cover", "lamp/set/1/cover_position", "lamp/set/1/climate_temperature",
        "lamp/set/1/fan_percentage", "lamp/set/1/valve", "lamp/set/1/number", "lamp/components", "other/components",
        "other/set/1/switch", "lamp/set/2/light", "", "lamp/set/1/lock", "lamp/set/1/alarm",
    ]
    var pieces = Pieces(bytes)
    let settings = PublisherMachine.Settings(
        topics: Topics(prefix: "homeassistant", hubID: "0123abcd"),
        choice: PublishedChoice("all", includesSensitive: true, broker: "broker:1883"), name: "Home", version: "1")
    var machine = PublisherMachine(settings)
    var now = Duration.zero
    machine.connected(now: now)
    machine.take(.home([publishedLamp]))
    while !pieces.isEmpty {
        let choice = Int(pieces.byte())
        now += .milliseconds(Int64(choice) * 40)
        let topic =
            choice % 16 == 15 ? "homeassistant/status" : "hearth/0123abcd/" + topics[choice % topics.count]
        let payload = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
        let message = MQTTMessage(topic: topic, payload: payload, isRetained: choice >= 128)
        for action in machine.received(message, now: now) + machine.timePassed(now: now) {
            guard case .perform(let requests, let deviceID) = action else { continue }
            must(deviceID == "lamp" && !requests.isEmpty, "a command to no device")
            must(!message.isRetained, "a kept command is carried out")
        }
        var count = 0
        while let message = machine.next() {
            must(MQTTTopic.problem(ofName: message.topic) == nil, "a topic that can't be published")
            count += 1
            must(count < 100_000, "the machine never has everything sent")
        }
    }
}

/// A device with a trait of each kind that takes commands, all on one endpoint.
private let publishedLamp = PublishedDevice(
    id: "lamp", name: "Lamp",
    endpoints: [
        PublishedEndpoint(
            number: 1, deviceTypes: [0x010D],
            traits: [
                // OnOff, LevelControl, ColorControl.
                0x0006: [0: .bool(true)], 0x0008: [0: .unsigned(100)],
                0x0300: [8: .unsigned(0), 0x400B: .unsigned(153), 0x400C: .unsigned(500), 0xFFFC: .unsigned(0x1F)],
                // WindowCovering, ValveConfigurationAndControl, Thermostat, FanControl, NumberSetting.
                0x0102: [14: .unsigned(5_000), 0xFFFC: .unsigned(0x17)],
                0x0081: [4: .unsigned(0), 0xFFFC: .unsigned(0x2)],
                0x0201: [18: .signed(2_000), 28: .unsigned(4), 0xFFFC: .unsigned(0x23)],
                0x0202: [0: .unsigned(0), 4: .unsigned(10), 0xFFFC: .unsigned(0x2D)],
                0xFFF0_FC08: [0: .double(1)],
                // DoorLock and SecuritySystem, which take a code as JSON.
                0x0101: [0: .unsigned(1), 51: .bool(true), 0xFFFC: .unsigned(0x81)],
                0xFFF0_FC01: [0: .unsigned(3), 1: .unsigned(3), 5: .bool(true), 6: .bool(true)],
            ])
    ])
