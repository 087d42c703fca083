internal import Expectations
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTraitCore
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct MachineCommandTests {
    private static let lamp = Models.entry(Models.colorLight, name: "Lamp", address: "0x1a")
    private static let on = EntityCommand(entity: "light:", values: [.on: .bool(true)])

    private static func script() -> Script {
        var script = Script.online(lamp)
        script.settle()
        return script
    }

    @Test func theMatchingStateConfirms() {
        var script = Self.script()
        expect(
            script.sends(Self.on, to: "0x1a"),
            equals: ["subscribe zigbee2mqtt/bridge/logging", #"zigbee2mqtt/Lamp/set {"state":"ON"} #1"#])
        expect(Script.lines(script.machine.published(1, now: script.now)), equals: [])
        expect(script.says("Lamp", #"{"state":"OFF"}"#), equals: ["report 0x1a light: on=false"])
        expect(script.says("Lamp", #"{"state":"ON"}"#), equals: ["report 0x1a light: on=true", "#1 done"])
        expect(script.sends(Self.on, to: "0x1a", 2).count, equals: 1, "the log is subscribed to already")
        _ = script.says("Lamp", #"{"state":"ON"}"#)
        expect(script.passes(.seconds(30)), equals: ["unsubscribe zigbee2mqtt/bridge/logging"])
    }

    @Test func roundedNumbersConfirm() {
        var script = Self.script()
        _ = script.sends(EntityCommand(entity: "light:", values: [.brightness: .number(0.5)]), to: "0x1a")
        expect(script.says("Lamp", #"{"brightness":140}"#).count, equals: 1)
        expect(script.says("Lamp", #"{"brightness":126}"#).last, equals: "#1 done")
    }

    @Test func aCommandWithoutStateEndsWhenPublished() {
        var script = Self.script()
        _ = script.sends(EntityCommand(entity: "identify", action: .press), to: "0x1a")
        expect(Script.lines(script.machine.published(1, now: script.now)), equals: ["#1 done"])
    }

    @Test func unconfirmedIsNoFailure() {
        var script = Self.script()
        _ = script.sends(Self.on, to: "0x1a")
        expect(script.passes(.seconds(5)), equals: [])
        expect(Script.lines(script.machine.published(1, now: script.now)), equals: [], "a refusal may follow")
        expect(script.passes(.milliseconds(900)), equals: [])
        expect(script.passes(.milliseconds(100)), equals: ["#1 done"])
    }

    @Test func aCommandThatTheBrokerDoesNotTakeFails() {
        var script = Self.script()
        _ = script.sends(Self.on, to: "0x1a")
        expect(script.passes(.seconds(9)), equals: [])
        expect(
            script.passes(.seconds(1)),
            equals: [
                "#1 TIMEOUT: the broker did not take the command in time; whether it was carried out is unknown"
            ])
    }

    @Test func anErrorInTheLogEndsTheCommand() {
        var script = Self.script()
        _ = script.sends(Self.on, to: "0x1a", 1)
        _ = script.sends(EntityCommand(entity: "light:", values: [.brightness: .number(1)]), to: "0x1a", 2)
        let log = { (level: String, text: String) in #"{"level":"\#(level)","message":"\#(text)","namespace":"z2m"}"# }
        expect(script.says("bridge/logging", log("info", "Publish 'set' 'state' to 'Lamp' failed")), equals: [])
        expect(script.says("bridge/logging", log("error", "Publish 'set' 'state' to 'Lamp 2' failed")), equals: [])
        expect(
            script.says("bridge/logging", log("error", "Publish 'set' 'brightness' to 'Lamp' failed: no route")),
            equals: [
                "#2 FAILURE: zigbee2mqtt could not carry out the command: Publish 'set' 'brightness' to 'Lamp' "
                    + "failed: no route"
            ])
        expect(
            script.says("bridge/logging", log("error", "'Lamp' is odd")),
            equals: ["#1 FAILURE: zigbee2mqtt could not carry out the command: 'Lamp' is odd"])
    }

    @Test("An error after the end of its command is a notice, and leads to a question")
    func lateErrorsAreNoticed() {
        let error = #"{"level":"error","message":"Publish 'set' 'state' to 'Lamp' failed: no answer within 10 s"}"#
        let notice =
            "notice zigbee2mqtt could not carry out the command: Publish 'set' 'state' to 'Lamp' failed: no answer "
            + "within 10 s; the hub asks the device for its state"
        var script = Self.script()
        // Unconfirmed, and confirmed by an optimistic echo.
        for isEchoed in [false, true] {
            _ = script.sends(Self.on, to: "0x1a")
            _ = script.machine.published(1, now: script.now)
            if isEchoed { _ = script.says("Lamp", #"{"state":"ON"}"#) }
            _ = script.passes(.seconds(10))
            expect(script.says("bridge/logging", error), equals: [notice])
            expect(script.says("bridge/logging", error), equals: [], "once for each command")
            expect(script.passes(.seconds(2)).first?.hasPrefix("zigbee2mqtt/Lamp/get "), equals: true)
        }
        _ = script.sends(Self.on, to: "0x1a")
        _ = script.machine.published(1, now: script.now)
        for _ in 0..<31 { _ = script.passes(.seconds(1)) }
        expect(script.says("bridge/logging", error), equals: [])
    }

    @Test func commandsFailWithTheConnection() {
        var script = Self.script()
        _ = script.sends(Self.on, to: "0x1a")
        expect(
            Script.lines(script.machine.disconnected("reset")),
            equals: [
                "#1 FAILURE: the connection to the broker was lost (reset); whether the command was carried out is "
                    + "unknown", "0x1a unreachable",
            ])
        expect(
            script.sends(Self.on, to: "0x1a"),
            equals: ["#1 BUSY: there is no connection to the broker; try again once it is back"])
        _ = script.machine.connected(now: script.now)
        expect(script.sends(Self.on, to: "0x1a"), equals: ["#1 BUSY: zigbee2mqtt is offline; start it"])
    }

    @Test func commandsToNobodyFail() {
        var script = Self.script()
        expect(script.sends(Self.on, to: "0xff"), equals: [#"#1 NOT_FOUND: zigbee2mqtt has no device "0xff""#])
        _ = script.sends(Self.on, to: "0x1a", 2)
        expect(
            script.lists([]),
            equals: [
                "#2 NOT_FOUND: the device was removed from zigbee2mqtt before it confirmed the command", "remove 0x1a",
            ])
    }

    @Test func wholesAreRemembered() {
        var script = Self.script()
        _ = script.says("Lamp", #"{"level_config":{"on_level":5,"execute_if_off":false}}"#)
        let command = EntityCommand(entity: "level_config.execute_if_off", values: [.on: .bool(true)])
        expect(
            script.sends(command, to: "0x1a").last,
            equals: #"zigbee2mqtt/Lamp/set {"level_config":{"execute_if_off":true,"on_level":5}} #1"#)
    }

    @Test func requestsHaveTransactionsAndLimits() {
        var script = Self.script()
        let request = { (script: inout Script, request: BridgeRequest, number: UInt64) in
            Script.lines(script.machine.request(request, number: number, now: script.now))
        }
        expect(
            request(&script, .permitJoin(seconds: 254), 1),
            equals: [#"zigbee2mqtt/bridge/request/permit_join {"time":254,"transaction":"hearth-1"} #1"#])
        expect(
            request(&script, .rename(deviceID: "0x1a", to: "Desk"), 2),
            equals: [
                #"zigbee2mqtt/bridge/request/device/rename {"from":"Lamp","to":"Desk","transaction":"hearth-2"} #2"#
            ])
        expect(
            request(&script, .remove(deviceID: "0x1a", isForced: true), 3),
            equals: [
                #"zigbee2mqtt/bridge/request/device/remove {"block":false,"force":true,"id":"Lamp","transaction":"hearth-3"} #3"#
            ])
        expect(script.says("bridge/response/permit_join", #"{"status":"ok","data":{}}"#), equals: [])
        expect(
            script.says(
                "bridge/response/device/rename", #"{"status":"error","error":"taken","transaction":"hearth-2"}"#),
            equals: ["#2 FAILURE: zigbee2mqtt refused the request: taken"])
        expect(
            script.says("bridge/response/permit_join", #"{"status":"ok","data":{},"transaction":"hearth-1"}"#),
            equals: ["#1 done"])
        expect(
            script.passes(.seconds(10)),
            equals: ["#3 TIMEOUT: zigbee2mqtt did not answer the request in time; look at its log"])
        expect(
            request(&script, .permitJoin(seconds: 255), 4),
            equals: ["#4 CONSTRAINT_ERROR: a network is open for 0 to 254 s, not for 255 s"])
        expect(
            request(&script, .rename(deviceID: "0x1a", to: "a/"), 5).first?.hasPrefix("#5 CONSTRAINT_ERROR"),
            equals: true)
    }

    @Test("The bridge's requests about a device are buttons, which are left out at first")
    func buttonsAskTheBridge() {
        var described = Script()
        _ = described.machine.connected(now: .zero)
        _ = described.says("bridge/state", #"{"state":"online"}"#, isRetained: true)
        let list = MQTTMessage(
            topic: "zigbee2mqtt/bridge/devices", payload: Array("[\(Script.coordinator),\(Self.lamp)]".utf8))
        let buttons = described.machine.received(list, now: .zero).flatMap { action -> [Entity] in
            guard case .describe(let device) = action else { return [] }
            return device.entities.filter { $0.key.hasPrefix("bridge:") }
        }
        expect(buttons.map(\.key), equals: ["bridge:interview", "bridge:configure", "bridge:remove"])
        expect(Set(buttons.map(\.kind)), equals: [.press(deviceClass: NetworkPress.deviceClass)])
        expect(buttons.allSatisfy { $0.category == .setting })

        var script = Self.script()
        func press(_ button: String, _ number: UInt64) -> [String] {
            script.sends(EntityCommand(entity: "bridge:\(button)", action: .press), to: "0x1a", number)
        }
        let request = "zigbee2mqtt/bridge/request/device"
        expect(
            press("interview", 1),
            equals: [#"\#(request)/interview {"id":"Lamp","transaction":"hearth-1"} #1"#])
        expect(
            press("configure", 2),
            equals: [#"\#(request)/configure {"id":"Lamp","transaction":"hearth-2"} #2"#])
        expect(
            press("remove", 3),
            equals: [
                #"\#(request)/remove {"block":false,"force":false,"id":"Lamp","transaction":"hearth-3"} #3"#
            ])
        expect(
            script.says(
                "bridge/response/device/remove", #"{"status":"error","error":"no answer","transaction":"hearth-3"}"#),
            equals: ["#3 FAILURE: zigbee2mqtt refused the request: no answer"])
    }

    @Test func updatesAreInstalledByARequest() {
        var script = Self.script()
        expect(
            script.sends(EntityCommand(entity: "update", action: .install), to: "0x1a"),
            equals: [#"zigbee2mqtt/bridge/request/device/ota_update/update {"id":"Lamp","transaction":"hearth-1"} #1"#])
        expect(Script.lines(script.machine.published(1, now: script.now)), equals: [])
        expect(script.passes(.seconds(10)), equals: ["#1 done"], "progress is in the state")
    }

    @Test func joiningIsFollowed() {
        var script = Self.script()
        _ = script.says("bridge/info", #"{"version":"2.1.0","permit_join":true,"permit_join_end":1800000254000}"#)
        expect(script.machine.status.joining.isOpen)
        expect(script.machine.status.joining.ends, equals: .seconds(1_800_000_254))
        let event = { (type: String, more: String) in
            #"{"type":"\#(type)","data":{"ieee_address":"0x9","friendly_name":"0x9"\#(more)}}"#
        }
        typealias Candidate = JoinProgress.Candidate
        _ = script.says("bridge/event", event("device_joined", ""))
        expect(
            script.machine.status.joining.candidates, equals: [Candidate(deviceID: "0x9", name: "0x9", stage: .joined)])
        _ = script.says("bridge/event", event("device_interview", #","status":"started""#))
        expect(script.machine.status.joining.candidates.map(\.stage), equals: [.interviewing])
        _ = script.says(
            "bridge/event",
            event(
                "device_interview",
                #","status":"successful","supported":true,"definition":{"vendor":"V","model":"M","description":"d"}"#))
        expect(
            script.machine.status.joining.candidates,
            equals: [Candidate(deviceID: "0x9", name: "0x9", stage: .ready, vendor: "V", model: "M")])
        _ = script.says("bridge/event", event("device_interview", #","status":"successful","supported":false"#))
        expect(script.machine.status.joining.candidates.map(\.stage), equals: [.unsupported])
        _ = script.says("bridge/event", event("device_interview", #","status":"failed""#))
        expect(script.machine.status.joining.candidates.map(\.stage), equals: [.failed])
        _ = script.says("bridge/event", event("device_leave", ""))
        expect(script.machine.status.joining.candidates, equals: [])
        _ = script.says("bridge/info", #"{"version":"2.1.0","permit_join":false}"#)
        expect(script.machine.status.joining.isOpen, equals: false)
    }
}
