internal import Expectations
internal import HearthEntities
internal import HearthMQTT
internal import HearthZigbee2MQTT
internal import Testing

/// What a broken or malicious bridge may say. The machine keeps what it knows.
@Suite struct HostileTests {
    private static let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
    private static let deepFeatures =
        String(repeating: #"{"type":"composite","property":"p","features":["#, count: 12)
        + String(repeating: "]}", count: 12)

    private static let documents = [
        "", "null", "{}", "[]", "[null]", "[[]]", "\"\"", "nonsense", deep, "[\(deep)]", "1e400", "[1e400]", "{\"state\":1e400}",
        #"[{"ieee_address":1}]"#, #"[{"ieee_address":"0x1","friendly_name":"a/"}]"#,
        #"[{"ieee_address":"0x1","friendly_name":"a+#"}]"#, #"[{"ieee_address":"0x1","friendly_name":""}]"#,
        #"[{"ieee_address":"0x1","friendly_name":"bridge","definition":{"exposes":[{"type":"binary","name":"state"}]}}]"#,
        #"[{"ieee_address":"0x1","friendly_name":"bridge/state","definition":{}}]"#,
        #"[{"ieee_address":"0x1","definition":null}]"#, #"[{"ieee_address":"0x1","definition":[]}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":{}}}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":[null,1,{},[],{"type":"light"},{"type":"climate","features":[{}]}]}}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":[{"type":"numeric","name":"n","access":2,"value_min":1e400,"value_max":-1e400,"value_step":1e-400}]}}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":[{"type":"light","features":[{"type":"numeric","name":"color_temp","access":7,"value_min":0,"value_max":0},{"type":"numeric","name":"brightness","access":7,"value_max":0}]}]}}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":[\#(deepFeatures)]}}]"#,
        #"[{"ieee_address":"0x1","definition":{"exposes":[{"type":"enum","name":"action","values":[1,null,"","*","\#(String(repeating: "a_", count: 40))"]}]}}]"#,
        #"{"type":"device_joined","data":null}"#, #"{"status":"ok","transaction":7}"#, #"{"level":"error","message":null}"#,
    ]
    private static let topics = [
        "bridge/state", "bridge/info", "bridge/devices", "bridge/groups", "bridge/event", "bridge/logging",
        "bridge/response/x", "bridge/unknown", "bridge", "Lamp", "Lamp/availability", "", "/",
    ]

    @Test func nothingTrapsAndStatesStillCome() {
        let lamp = Models.entry(Models.colorLight, name: "Lamp", address: "0x1a")
        for hasGroups in [false, true] {
            for document in Self.documents {
                for topic in Self.topics {
                    var script = Script.online(lamp, settings: .init(hasGroups: hasGroups))
                    _ = script.sends(EntityCommand(entity: "light:", values: [.on: .bool(true)]), to: "0x1a")
                    _ = script.says(topic, document)
                    _ = script.says("bridge/state", "online")
                    _ = script.lists([lamp])
                    script.settle()
                    expect(script.says("Lamp", #"{"state":"ON"}"#).first, equals: "report 0x1a light: on=true", "\(topic)")
                }
            }
        }
    }

    @Test func valuesBeyondNumbersAreUnknown() {
        var script = Script.online(Models.entry(Models.colorLight, name: "Lamp", address: "0x1a"))
        script.settle()
        expect(
            script.says("Lamp", #"{"brightness":1e400,"state":"ON"}"#),
            equals: ["report 0x1a light: on=true brightness=?"])
        expect(script.says("Lamp", #"{"x":"# + Self.deep + "}").first?.hasPrefix("notice a state of \"Lamp\""), equals: true)
        expect(script.says("Lamp", #"{"x":"# + Self.deep + "}"), equals: [], "it is said once")
    }

    @Test func bytesThatAreNoTextAreRefused() {
        var script = Script.online(Models.entry(Models.colorLight, name: "Lamp", address: "0x1a"))
        for topic in ["bridge/state", "bridge/devices", "bridge/info", "Lamp", "Lamp/availability"] {
            let message = MQTTMessage(topic: "zigbee2mqtt/\(topic)", payload: [0xFF, 0x00, 0xC3])
            _ = script.machine.received(message, now: .zero)
        }
        expect(script.machine.status.isOnline)
    }

    @Test func fiveThousandDevicesAreTooMany() {
        var script = Script.online()
        let entries = (0..<5_000).map { Models.entry(Models.lock, name: "D\($0)", address: "0x\($0)") }
        let lines = script.lists(entries)
        expect(lines.filter { $0.hasPrefix("describe") }.count, equals: Zigbee2MQTTMachine.mostDevices)
        expect(lines.filter { $0.hasPrefix("notice") }.count, equals: 1)
    }

    @Test func fiveThousandExposesAreTooMany() throws {
        let exposes = (0..<5_000).map { #"{"type":"numeric","name":"n\#($0)","access":1}"# }.joined(separator: ",")
        let map = try Models.map(#"{"exposes": [\#(exposes)]}"#)
        expect(map.device.entities.count, equals: 1_000)
        expect(map.leftOut.count, equals: 1_001)
    }

    @Test func devicesWithOneNameAreToldApart() {
        var script = Script.online(
            Models.entry(Models.lock, name: "Twin", address: "0x2"), Models.entry(Models.lock, name: "Twin", address: "0x1"))
        expect(script.says("Twin", #"{"state":"LOCK"}"#), equals: ["report 0x1 again lock: lockState=locked"])
    }

    @Test func waitingCommandsAreBounded() {
        var script = Script.online(Models.entry(Models.lock, name: "Lock", address: "0x1"))
        for number in 0..<UInt64(Zigbee2MQTTMachine.mostWaiting) {
            _ = script.sends(EntityCommand(entity: "lock:", action: .lock), to: "0x1", number)
        }
        expect(
            script.sends(EntityCommand(entity: "lock:", action: .lock), to: "0x1", 9_999),
            equals: ["#9999 RESOURCE_EXHAUSTED: 1000 commands wait for zigbee2mqtt already; try again later"])
    }
}
