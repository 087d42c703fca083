internal import Expectations
internal import HearthDiscovery
internal import HearthEntities
internal import HearthMQTT
internal import HearthTemplates
internal import Testing

@Suite struct MachineTests {
    private static let plug = """
        {"stat_t": "plug", "cmd_t": "plug/set", "uniq_id": "p", "name": null, "avty_t": "plug/lwt",
         "dev": {"ids": ["x"], "name": "Plug"}}
        """

    @Test func aDeviceIsDescribedOnceItsAnnouncementsAreThere() {
        var script = Script()
        expect(script.says("homeassistant/switch/p/config", Self.plug, isRetained: true), equals: [])
        expect(script.passes(.milliseconds(400)), equals: [])
        _ = script.says(
            "homeassistant/sensor/w/config",
            #"{"stat_t": "w", "uniq_id": "w", "name": "Plug power", "dev": {"ids": ["x"]}}"#)
        expect(script.passes(.milliseconds(400)), equals: [])
        expect(
            script.passes(.milliseconds(100)),
            equals: ["describe x Plug: sensor:w switch:p", "subscribe plug plug/lwt w"])
        expect(script.says("plug/lwt", "online", isRetained: true), equals: ["x reachable"])
        // The broker sends it again after a connect.
        expect(script.announces("switch/p", Self.plug), equals: [])
    }

    @Test("Entities that read a topic, some by wildcards, are reported once and in their order")
    func wildcardsKeepTheOrderOfEntities() {
        var script = Script()
        let entities = ["x/+", "x/t", "+/t", "x/#", "x/t"].enumerated().map {
            #""e\#($0)": {"p": "update", "uniq_id": "\#($0)", "stat_t": "\#($1)", "l_ver_t": "x/t"}"#
        }
        _ = script.announces("device/a", #"{"dev": {"ids": "x"}, "cmps": {\#(entities.joined(separator: ","))}}"#)
        let reports = (0..<5).map { "update:\($0) installedVersion=5 latestVersion=5" }
        expect(script.says("x/t", "5"), equals: ["report x \(reports.joined(separator: " "))"])
    }

    @Test func announcementsWithoutEndDoNotDelayForEver() {
        var script = Script()
        var described: [Int] = []
        for tenths in 1...120 {
            _ = script.says("homeassistant/sensor/a/config", #"{"stat_t": "s\#(tenths)", "dev": {"ids": ["x"]}}"#)
            if script.passes(.milliseconds(100)).contains(where: { $0.hasPrefix("describe") }) {
                described.append(tenths)
            }
        }
        expect(described, equals: [100])
    }

    @Test func aConnectionSubscribesAndAsks() {
        var machine = DiscoveryMachine()
        expect(machine.filters, equals: [])
        expect(
            Script.lines(machine.connected(now: .zero)),
            equals: ["subscribe homeassistant/+/+/config homeassistant/+/+/+/config"])
        expect(Script.lines(machine.timePassed(now: .seconds(1))), equals: ["homeassistant/status online"])
        _ = machine.disconnected("gone")
        expect(Script.lines(machine.connected(now: .seconds(2))), equals: [])
        expect(Script.lines(machine.timePassed(now: .seconds(3))), equals: ["homeassistant/status online"])
        expectNil(machine.deadline)
        expect(
            Script.with("switch", Self.plug).machine.filters,
            equals: ["homeassistant/+/+/config", "homeassistant/+/+/+/config", "plug", "plug/lwt"])
        var silent = DiscoveryMachine(.init(prefix: "ha", saysOnline: false))
        expect(Script.lines(silent.connected(now: .zero)), equals: ["subscribe ha/+/+/config ha/+/+/+/config"])
        expectNil(silent.deadline)
    }

    @Test func devicesAreAskedOnceTheirTopicsAreRead() {
        var machine = DiscoveryMachine()
        _ = machine.connected(now: .zero)
        _ = machine.received(
            MQTTMessage(topic: "homeassistant/switch/p/config", payload: Array(Self.plug.utf8), isRetained: true),
            now: .milliseconds(900))
        expect(Script.lines(machine.timePassed(now: .milliseconds(1_000))), equals: [])
        expect(machine.deadline, equals: .milliseconds(1_400))
        expect(
            Script.lines(machine.timePassed(now: .milliseconds(1_400))),
            equals: [
                "describe x Plug: switch:p", "subscribe plug plug/lwt", "homeassistant/status online",
            ])
        expect(machine.deadline, equals: .milliseconds(2_400))
    }

    @Test("A code that a command does not need is not compared")
    func unneededCodeIsNotCompared() {
        for (option, free, needing) in [
            ("code_arm_required", ("armed_away", "ARM_AWAY"), ("disarmed", "DISARM")),
            ("code_disarm_required", ("disarmed", "DISARM"), ("armed_away", "ARM_AWAY")),
        ] {
            var script = Script.with(
                "alarm_control_panel",
                #"{"stat_t": "s", "cmd_t": "c", "code": "4711", "\#(option)": false, "uniq_id": "a", "#
                    + #""dev": {"ids": ["x"]}}"#
            )
            func sends(_ state: String, _ code: String) -> [String] {
                script.sends(
                    EntityCommand(entity: "alarm_control_panel:a", values: [.alarmState: .text(state)], code: code),
                    to: "x")
            }
            for _ in 0..<5 { expect(sends(free.0, "1"), equals: ["c \(free.1)"]) }
            expect(sends(needing.0, "1"), equals: ["#1 the code is wrong"])
            expect(sends(needing.0, "4711"), equals: ["c \(needing.1)"])
        }
    }

    @Test func theHubComparesACodeThatIsAnnounced() {
        func panel(_ name: String) -> String {
            #"{"stat_t": "s", "cmd_t": "c", "code": "4711", "uniq_id": "a", "name": "\#(name)", "dev": {"ids": ["x"]}}"#
        }
        var script = Script.with("alarm_control_panel", panel("Panel"))
        func disarm(_ code: String) -> [String] {
            script.sends(
                EntityCommand(entity: "alarm_control_panel:a", values: [.alarmState: .text("disarmed")], code: code),
                to: "x")
        }
        let refused = ["#1 no code is accepted for 60 s after 5 wrong ones; try again then"]
        expect(disarm("4711"), equals: ["c DISARM"])
        for _ in 0..<4 { expect(disarm("1"), equals: ["#1 the code is wrong"]) }
        // A right one begins the count again.
        expect(disarm("4711"), equals: ["c DISARM"])
        for _ in 0..<5 { expect(disarm("1"), equals: ["#1 the code is wrong"]) }
        expect(disarm("4711"), equals: refused)
        _ = script.passes(.milliseconds(59_999))
        expect(disarm("4711"), equals: refused)
        _ = script.passes(.milliseconds(1))
        expect(disarm("4711"), equals: ["c DISARM"])
        for _ in 0..<5 { _ = disarm("1") }
        // Announced again, it still counts.
        _ = script.announces("alarm_control_panel/thing", panel("Other"))
        expect(disarm("4711"), equals: refused)
    }

    @Test func theTopicsOfAnnouncementsAreNeverLeft() {
        let sensor = #"{"stat_t": "homeassistant/+/+/config", "dev": {"ids": ["x"]}}"#
        var script = Script.with("sensor", sensor)
        expect(script.announces("sensor/thing", ""), equals: ["remove x"])
    }

    @Test func aDeviceGoesWithItsLastEntity() {
        var script = Script.with("switch", Self.plug)
        expect(script.announces("switch/thing", ""), equals: ["remove x", "unsubscribe plug plug/lwt"])
        expect(script.says("plug", "ON"), equals: [])
        expect(script.announces("switch/thing", ""), equals: [])
    }

    @Test("A broker that has lost what it kept takes no device away")
    func aForgetfulBrokerTakesNoDevice() {
        var script = Script.with("switch", Self.plug)
        _ = script.says("plug/lwt", "online", isRetained: true)
        expect(Script.lines(script.machine.disconnected("reset")), equals: ["x unreachable"])
        expect(Script.lines(script.machine.connected(now: script.now)), equals: ["x reachable"])
        expect(script.passes(.seconds(60)), equals: ["homeassistant/status online"])
        expect(
            script.sends(EntityCommand(entity: "switch:p", values: [.on: .bool(true)]), to: "x"),
            equals: ["plug/set ON"])
    }

    @Test func aRenamedTopicKeepsTheDevice() {
        var script = Script.with("switch", Self.plug)
        _ = script.says("plug/lwt", "online", isRetained: true)
        _ = script.says("homeassistant/switch/thing/config", "", isRetained: true)
        expect(
            script.announces("switch/other", Self.plug.replacing("\"plug\"", with: "\"stecker\"")),
            equals: ["unsubscribe plug", "describe x Plug: switch:p", "subscribe plug/lwt stecker"].sorted {
                $0.hasPrefix("d") && !$1.hasPrefix("d")
            })
    }

    @Test func entitiesMoveToADevicesTopic() {
        var script = Script.with("switch", Self.plug)
        _ = script.says("plug/lwt", "online", isRetained: true)
        expect(script.announces("switch/thing", #"{"migrate_discovery": true}"#), equals: [])
        _ = script.announces(
            "device/thing",
            #"""
            {"dev": {"ids": ["x"], "name": "Plug"}, "o": {"name": "m"}, "cmps": {"p": {"p": "switch",
            "stat_t": "plug", "cmd_t": "plug/set", "uniq_id": "p", "name": null, "avty_t": "plug/lwt"}}}
            """#
        )
        expect(script.announces("switch/thing", ""), equals: ["describe x Plug: switch:p", "subscribe plug plug/lwt"])
    }

    @Test func anEntityThatChangesItsKindIsAnother() {
        var script = Script()
        func box(_ kind: String) -> String {
            #"""
            {"dev": {"ids": ["x"]}, "o": {"name": "m"}, "cmps": {"a": {"p": "\#(kind)", "uniq_id": "u",
            "stat_t": "s", "cmd_t": "c"}}}
            """#
        }
        _ = script.announces("device/box", box("switch"))
        expect(script.announces("device/box", box("light")).first, equals: "describe x x: light:u")
        expect(script.announces("device/box", box("hologram")).first, equals: "describe x x: ")
        expect(script.says("s", "ON"), equals: [])
    }

    @Test func keptMessagesAreNoEvents() {
        var script = Script.with("event", #"{"stat_t": "e", "evt_typ": ["press"], "dev": {"ids": ["x"]}}"#)
        let press = #"{"event_type": "press"}"#
        expect(script.says("e", press, isRetained: true), equals: [])
        expect(script.says("e", press), equals: ["report x event:event/thing!press"])
        expect(script.says("e", press), equals: ["report x event:event/thing!press"], "each is one")
    }

    @Test func eachReadOfATagIsAnEvent() {
        var script = Script.with("tag", #"{"t": "reader", "dev": {"ids": ["x"]}}"#)
        expect(script.says("reader", "E9F35959", isRetained: true), equals: [])
        for tag in ["E9F35959", "E9F35959", "04A2"] {
            expect(script.says("reader", tag), equals: ["report x tag:tag/thing!\(tag)"])
        }
        expect(script.says("reader", ""), equals: [])
    }

    @Test func triggersOfAButtonAreOneEntity() {
        var script = Script()
        for (index, type) in ["button_short_press", "button_long_press"].enumerated() {
            _ = script.says(
                "homeassistant/device_automation/\(index)/config",
                #"""
                {"atype": "trigger", "t": "b", "pl": "\#(index)", "type": "\#(type)", "stype": "button_1",
                "dev": {"ids": ["x"]}}
                """#
            )
        }
        expect(script.passes(.seconds(1)).first, equals: "describe x x: device_automation:button_1")
        expect(script.says("b", "1"), equals: ["report x device_automation:button_1!button_long_press"])
    }

    @Test func aTriggerWithoutPayloadFiresForAnything() {
        var script = Script.with(
            "device_automation",
            #"{"atype": "trigger", "t": "b", "type": "button_press", "stype": "b1", "dev": {"ids": ["x"]}}"#)
        for payload in ["", "1"] {
            expect(script.says("b", payload), equals: ["report x device_automation:b1!button_press"])
            expect(script.says("b", payload, isRetained: true), equals: [])
        }
    }

    @Test func zigbee2MQTTsTemplateForActionsIsKnown() {
        var script = Script.with(
            "event",
            #"""
            {"stat_t": "z", "evt_typ": ["press", "hold_release", "brightness_step"],
            "val_tpl": "{% set patterns = [{'p': 'actionPrefix'}] %}{{ value_json.action|regex_findall('x') }}",
            "dev": {"ids": ["x"]}}
            """#
        )
        for (word, type) in [
            ("up_press", "press"), ("up_hold_release", "hold_release"), ("brightness_step_up", "brightness_step"),
        ] {
            expect(script.says("z", #"{"action": "\#(word)"}"#), equals: ["report x event:event/thing!\(type)"])
        }
        for word in [#""""#, "null", #""dance""#] {
            expect(script.says("z", #"{"action": \#(word)}"#), equals: [])
        }
    }

    @Test func wildcardTopicsAreRead() {
        var script = Script.with(
            "sensor",
            #"""
            {"stat_t": "+/+/BTtoMQTT/A1", "unit_of_meas": "°C", "val_tpl": "{{ value_json.t | is_defined }}",
            "dev": {"ids": ["x"]}}
            """#
        )
        expect(script.says("home/gate/BTtoMQTT/A1", #"{"t": 4}"#), equals: ["report x sensor:sensor/thing value=4.0"])
        expect(script.says("home/gate/BTtoMQTT/A1", #"{"other": 4}"#), equals: [], "a missing value keeps the last")
        expect(script.says("home/gate/BTtoMQTT/A2", #"{"t": 4}"#), equals: [])
    }

    @Test func valuesExpireAndFlagsFallBack() {
        var script = Script.with("sensor", #"{"stat_t": "s", "exp_aft": 60, "dev": {"ids": ["x"]}}"#)
        _ = script.says("s", "a")
        expect(script.passes(.seconds(30)), equals: [])
        _ = script.says("s", "b")
        expect(script.passes(.seconds(59)), equals: [])
        expect(script.passes(.seconds(1)), equals: ["report x sensor:sensor/thing value=?"])
        expect(script.passes(.seconds(600)), equals: [])
        script = Script.with("binary_sensor", #"{"stat_t": "s", "off_dly": 5, "dev": {"ids": ["x"]}}"#)
        _ = script.says("s", "ON")
        expect(script.passes(.seconds(5)), equals: ["report x binary_sensor:binary_sensor/thing on=false"])
    }

    @Test func anotherEntityDoesNotStopTheTimers() {
        var script = Script.with("binary_sensor", #"{"stat_t": "s", "off_dly": 5, "dev": {"ids": ["x"]}}"#)
        _ = script.says("s", "ON")
        _ = script.announces("binary_sensor/before", #"{"stat_t": "t", "exp_aft": 3, "dev": {"ids": ["x"]}}"#)
        _ = script.says("t", "ON")
        expect(script.passes(.seconds(3)), equals: ["report x binary_sensor:binary_sensor/before on=?"])
        expect(script.passes(.seconds(1)), equals: ["report x binary_sensor:binary_sensor/thing on=false"])
        _ = script.says("s", "ON")
        _ = script.announces("binary_sensor/thing", "")
        expect(script.passes(.seconds(9)), equals: [])
    }

    @Test func templatesHaveTheHomesTime() {
        var machine = DiscoveryMachine(time: { TemplateTime(now: 1_795_944_600_000_000) { _ in 3_600 } })
        _ = machine.connected(now: .zero)
        let announcement = #"{"stat_t": "s", "val_tpl": "{{ now().hour }}:{{ value }}", "dev": {"ids": ["x"]}}"#
        _ = machine.received(
            MQTTMessage(topic: "homeassistant/sensor/a/config", payload: Array(announcement.utf8)), now: .zero)
        _ = machine.timePassed(now: .seconds(1))
        let lines = Script.lines(machine.received(MQTTMessage(topic: "s", payload: Array("a".utf8)), now: .seconds(2)))
        expect(lines, equals: ["report x sensor:sensor/a value=10:a"])
    }

    @Test func commandsArePublishedOrRefused() {
        var script = Script.with("switch", Self.plug)
        _ = script.says("plug/lwt", "online", isRetained: true)
        expect(
            script.sends(EntityCommand(entity: "switch:p", values: [.on: .bool(true)]), to: "x"),
            equals: ["plug/set ON"])
        expect(
            script.sends(EntityCommand(entity: "switch:p", values: [.speed: .number(1)]), to: "x"),
            equals: [#"#1 "switch:p" does not let its speed be set"#])
        expect(
            script.sends(EntityCommand(entity: "switch:q", values: [.on: .bool(true)]), to: "x"),
            equals: [#"#1 no device "x" with "switch:q" is announced"#])
        let command = EntityCommand(entity: "switch:p", values: [.on: .bool(true)])
        _ = script.machine.send(command, to: "x", number: 7, now: script.now)
        expect(
            script.passes(.seconds(10)),
            equals: ["#7 the broker did not take the command in time; whether it was carried out is unknown"])
        _ = script.machine.disconnected("reset")
        expect(
            script.sends(command, to: "x"),
            equals: ["#1 there is no connection to the broker; try again once it is back"])
    }
}
