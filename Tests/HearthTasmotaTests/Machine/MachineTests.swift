internal import Expectations
internal import HearthEntities
internal import HearthTasmota
internal import Testing

@Suite struct MachineTests {
    private let answers = "stat/plug/RESULT"
    private let configTopic = "tasmota/discovery/A4CF12000001/config"
    private let topics = "tele/plug/LWT tele/plug/STATE tele/plug/SENSOR stat/plug/RESULT stat/plug/STATUS10"

    @Test func aDeviceIsDescribedOnceWithItsSensors() {
        var script = Script()
        expect(Script.lines(script.machine.connected(now: .zero)), equals: ["subscribe tasmota/discovery/+/+"])
        expect(
            script.finds(Documents.config(), Documents.meter).map { $0.prefix(60) },
            equals: [
                "describe tasmota:A4CF12000001 Plug: relay:1 sensor:ENERGY:ap", "subscribe \(topics)".prefix(60),
                "unreachable",
            ])
        expect(script.finds(Documents.config(), Documents.meter), equals: [], "again, as at each start of the device")
        expect(
            script.machine.filters,
            equals: ["tasmota/discovery/+/+"] + topics.split(separator: " ").map(String.init).sorted())
    }

    @Test func theDocumentOfSensorsMayComeFirstOrNever() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        expect(script.says("tasmota/discovery/A4CF12000001/sensors", Documents.noSensors), equals: [])
        expect(script.says(configTopic, Documents.config()).count, equals: 3)
        let second = Documents.config("A4CF12000002", name: "Lamp", topic: "lamp")
        expect(script.says("tasmota/discovery/A4CF12000002/config", second), equals: [])
        expect(script.passes(.milliseconds(1_999)), equals: [])
        expect(
            script.passes(.milliseconds(1)).first, equals: "describe tasmota:A4CF12000002 Lamp: relay:1 signal uptime")
    }

    @Test func anOnlineDeviceIsAskedForItsState() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        _ = script.finds(Documents.config())
        expect(script.says("tele/plug/LWT", "Online", isRetained: true), equals: ["reachable"])
        expect(script.passes(.milliseconds(20)), equals: ["cmnd/plug/TelePeriod "])
        expect(script.says(answers, #"{"TelePeriod":60}"#), equals: [])
        expect(script.says("tele/plug/STATE", #"{"POWER":"ON"}"#), equals: ["report again relay:1 on=true"])
        expect(script.says(answers, #"{"POWER":"OFF"}"#), equals: ["report relay:1 on=false"])
        expect(script.says("stat/plug/POWER", "OFF"), equals: [])
    }

    @Test func aDeviceWithoutTelemetryIsAskedForEach() {
        var script = Script.online()
        expect(
            script.says(answers, #"{"TelePeriod":0}"#), equals: ["cmnd/plug/STATE ", "cmnd/plug/STATUS 10"])
        expect(
            script.says("stat/plug/STATUS10", #"{"StatusSNS":{"POWER":"ON"}}"#),
            equals: ["report again relay:1 on=true"])
        expect(script.passes(.seconds(86_400)), equals: [], "it never counts as silent")
    }

    @Test("A device whose will stays Online is silent after two periods")
    func silenceMakesUnreachable() {
        var script = Script.online()
        _ = script.says(answers, #"{"TelePeriod":60}"#)
        expect(script.passes(.milliseconds(129_999)), equals: [])
        expect(script.passes(.milliseconds(1)), equals: ["unreachable"])
        expect(
            script.says("tele/plug/STATE", #"{"POWER":"ON"}"#), equals: ["reachable", "report again relay:1 on=true"])
        expect(script.passes(.seconds(100)), equals: [])
        _ = script.says("tele/plug/STATE", #"{"POWER":"ON"}"#)
        expect(script.passes(.seconds(100)), equals: [])
        expect(script.passes(.seconds(30)), equals: ["unreachable"])
    }

    @Test("A state after a late or kept will shows that the device is there")
    func statesBeatAWill() {
        var script = Script.online()
        expect(script.says("tele/plug/LWT", "Offline"), equals: ["unreachable"])
        expect(
            script.says("tele/plug/SENSOR", #"{"POWER":"ON"}"#, isRetained: true),
            equals: ["report again relay:1 on=true"], "a kept one does not")
        expect(script.says("tele/plug/STATE", #"{}"#), equals: ["reachable"])
        expect(script.says("tele/plug/LWT", "Rubbish"), equals: [])
    }

    @Test func aLostWillIsMadeUpForByAState() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        _ = script.finds(Documents.config())
        expect(
            script.says("tele/plug/STATE", #"{"POWER":"ON"}"#), equals: ["reachable", "report again relay:1 on=true"])
        expect(script.passes(.milliseconds(20)), equals: ["cmnd/plug/TelePeriod "])
    }

    @Test func aSleeperIsThereWhileItIsOffline() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        expect(script.finds(Documents.config(more: #","dslp":1"#)).last, equals: "reachable")
        expect(script.says("tele/plug/LWT", "Offline", isRetained: true), equals: [])
        expect(script.says("tele/plug/LWT", "Online"), equals: [])
        expect(script.passes(.seconds(9_999)), equals: [], "it is neither asked nor silent")
    }

    @Test func pressesAreEventsEachTime() {
        var script = Script.online(Documents.config(options: #","73":1"#, more: #","btn":[1]"#))
        let press = #"{"Button1":{"Action":"SINGLE"}}"#
        expect(script.says(answers, press, isRetained: true), equals: [])
        expect(script.says(answers, press), equals: ["report button:1!single"])
        expect(script.says(answers, press), equals: ["report button:1!single"])
    }

    @Test func answersMayBeOnTopicsOfCommands() {
        var script = Script.online(Documents.config(options: #","4":1"#))
        expect(script.machine.filters.last, equals: "tele/plug/STATE")
        expect(script.machine.filters.contains("stat/plug/+"))
        expect(script.says("stat/plug/POWER", #"{"POWER":"ON"}"#), equals: ["report again relay:1 on=true"])
    }

    @Test("A document that was cut short is reported once and changes nothing")
    func brokenDocumentsKeepTheDevice() {
        var script = Script.online()
        let cut = String(Documents.config(relays: "2", channels: 1).prefix(300))
        let notice =
            #"notice "\#(configTopic)" is no whole JSON document; what is known of the device stays"#
        expect(script.says(configTopic, cut), equals: [notice])
        expect(script.says(configTopic, cut), equals: [])
        expect(script.says("tele/plug/STATE", #"{"POWER":"ON"}"#), equals: ["report again relay:1 on=true"])
        expect(script.says(configTopic, Documents.config()), equals: [])
        expect(script.says(configTopic, cut), equals: [notice], "it was right in between")
    }

    @Test(arguments: [
        ("[]", "has no format, and only 1 is known"), (#"{"ver":2}"#, "has the format 2, and only 1 is known"),
        (#"{"ver":1}"#, "lacks the MAC address or the topics, or they can't be used"),
        (Documents.config("0000"), #"is that of another device, "0000""#),
    ])
    func documentsOfNoUseAreReported(document: String, problem: String) {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        expect(
            script.says(configTopic, document),
            equals: [#"notice "\#(configTopic)" \#(problem); what is known of the device stays"#])
    }

    @Test func anEmptyDocumentRemovesTheDevice() {
        var script = Script.online()
        expect(
            script.says(configTopic, ""), equals: ["unsubscribe \(topics)", "remove tasmota:A4CF12000001"])
        expect(script.says("tasmota/discovery/A4CF12000001/sensors", ""), equals: [])
        expect(script.says("tele/plug/STATE", #"{"POWER":"ON"}"#), equals: [])
    }

    @Test func aChangedDeviceKeepsItsId() {
        var script = Script.online()
        expect(
            script.says(configTopic, Documents.config(name: "Lamp", relays: "1,1")),
            equals: ["describe tasmota:A4CF12000001 Lamp: relay:1 relay:2 signal uptime"])
        expect(script.passes(.milliseconds(20)), equals: ["cmnd/plug/TelePeriod "])
        let moved = Documents.config(name: "Lamp", topic: "lamp", relays: "1,1")
        let lampTopics = topics.replacing("plug", with: "lamp")
        expect(
            script.says(configTopic, moved),
            equals: ["unsubscribe \(topics)", "subscribe \(lampTopics)", "unreachable"])
        expect(script.says("tele/lamp/LWT", "Online", isRetained: true), equals: ["reachable"])
    }

    @Test func twoDevicesCanNotShareTopics() {
        var script = Script.online()
        let lines = script.finds(Documents.config("A4CF12000002", name: "Twin"), address: "A4CF12000002")
        expect(
            lines.dropFirst(),
            equals: [
                #"notice "tasmota/discovery/A4CF12000002/config" has the same topics as "A4CF12000001"; "#
                    + "give each device a topic of its own; what is known of the device stays", "unreachable",
            ])
        expect(
            script.says(configTopic, ""),
            equals: ["unsubscribe \(topics)", "remove tasmota:A4CF12000001", "subscribe \(topics)"])
    }

    @Test func aLossOfTheBrokerIsMadeUpFor() {
        var script = Script.online()
        expect(
            script.sends(EntityCommand(entity: "relay:1", values: [.on: .bool(true)])),
            equals: ["cmnd/plug/POWER1 ON #1"])
        expect(
            Script.lines(script.machine.disconnected("reset")),
            equals: [
                "#1 FAILURE: the connection to the broker was lost (reset); "
                    + "whether the command was carried out is unknown",
                "unreachable",
            ])
        expect(
            script.sends(EntityCommand(entity: "relay:1", values: [.on: .bool(true)]), 2),
            equals: ["#2 BUSY: there is no connection to the broker; try again once it is back"])
        expect(
            Script.lines(script.machine.connected(now: script.now)),
            equals: ["subscribe tasmota/discovery/+/+", "subscribe \(topics)"])
        expect(script.finds(Documents.config()), equals: [])
        expect(script.says("tele/plug/LWT", "Online", isRetained: true), equals: ["reachable"])
    }

    @Test func commandsEndWithTheBroker() {
        var script = Script.online(Documents.config(relays: "2", channels: 1))
        let bright = EntityCommand(entity: "light:1", values: [.on: .bool(true), .brightness: .number(0.5)])
        expect(
            script.sends(bright), equals: ["cmnd/plug/Backlog NoDelay;Dimmer 50;NoDelay;POWER1 ON #1"])
        expect(Script.lines(script.machine.published(1, now: script.now)), equals: ["#1 done"])
        _ = script.sends(bright, 2)
        expect(
            Script.lines(script.machine.notPublished(2, reason: "no")),
            equals: ["#2 FAILURE: the broker did not take the command: no"])
        _ = script.sends(bright, 3)
        expect(
            script.passes(.seconds(10)),
            equals: [
                "#3 TIMEOUT: the broker did not take the command in time; whether it was carried out is unknown"
            ])
        expect(
            script.sends(bright, to: "tasmota:FF", 4),
            equals: [#"#4 NOT_FOUND: no Tasmota device has the id "tasmota:FF""#])
    }

    @Test func devicesAndCommandsAreBounded() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        var lines: [String] = []
        for number in 0..<2_100 {
            let address = "D\(number)"
            lines += script.finds(Documents.config(address, topic: address), address: address)
        }
        expect(lines.filter { $0.hasPrefix("describe") }.count, equals: TasmotaMachine.mostDevices)
        expect(lines.filter { $0.hasPrefix("notice") }.count, equals: 1)
        let on = EntityCommand(entity: "relay:1", values: [.on: .bool(true)])
        for number in 0..<UInt64(TasmotaMachine.mostWaiting) { _ = script.sends(on, to: "tasmota:D1", number) }
        expect(
            script.sends(on, to: "tasmota:D1", 9_999),
            equals: ["#9999 RESOURCE_EXHAUSTED: 1000 commands wait for the broker already; try again later"])
    }

    @Test func bytesThatAreNoTextAreRefused() {
        var script = Script.online()
        expect(script.says(answers, "{" + String(repeating: "[", count: 1_000)).count, equals: 1)
        expect(script.says(answers, #"{"POWER":1e400,"x":"#), equals: [], "it is said once")
        for topic in [answers, "tele/plug/LWT", "tele/plug/STATE", configTopic, "tasmota/discovery", "tele/plug"] {
            for payload in ["\u{0}", "null", "[]", "7", "\"x\""] { _ = script.says(topic, payload) }
        }
        expect(script.says(answers, #"{"POWER":"ON"}"#), equals: ["report again relay:1 on=true"])
    }
}
