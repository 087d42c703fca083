internal import Expectations
internal import HearthEntities
internal import HearthMQTT
internal import HearthZigbee2MQTT
internal import Testing

@Suite struct MachineDeviceTests {
    private static let contact = Models.entry(Models.contact, name: "Door", address: "0xd0", power: "Battery")
    private static let switches = Models.entry(Models.twoSwitches, name: "Hall/Switch", address: "0x5a")

    @Test func aStartSubscribesBridgeThenDevices() {
        var script = Script()
        expect(
            Script.lines(script.machine.connected(now: .zero)),
            equals: [
                "subscribe zigbee2mqtt/bridge/state zigbee2mqtt/bridge/info zigbee2mqtt/bridge/devices "
                    + "zigbee2mqtt/bridge/groups zigbee2mqtt/bridge/event zigbee2mqtt/bridge/response/#"
            ])
        expect(script.says("bridge/state", "online", isRetained: true), equals: [])
        expect(
            script.lists([Self.contact, Self.switches]),
            equals: [
                "describe 0xd0 Door: contact battery battery_low tamper voltage",
                "describe 0x5a Hall/Switch: switch:left switch:right action:left action:right action:both action "
                    + "power_left device_temperature",
                "keep only 0x5a 0xd0",
                "subscribe zigbee2mqtt/+ zigbee2mqtt/+/availability zigbee2mqtt/Hall/Switch "
                    + "zigbee2mqtt/Hall/Switch/availability",
                "0x5a reachable", "0xd0 reachable",
            ])
        expect(script.lists([Self.contact, Self.switches]), equals: [], "the same list again changes nothing")
    }

    @Test func firstAndRetainedMessagesFireNoActions() {
        var script = Script.online(Self.switches)
        let press = #"{"action":"single_left","power_left":1}"#
        expect(
            script.says("Hall/Switch", press, isRetained: true), equals: ["report 0x5a again power_left value=1.0"])
        expect(script.says("Hall/Switch", press), equals: ["report 0x5a again power_left value=1.0"])
        expect(script.says("Hall/Switch", press), equals: ["report 0x5a power_left value=1.0 action:left!single"])
    }

    @Test func aBurstOfOneActionIsAsManyEvents() {
        var script = Script.online(Self.switches)
        script.settle()
        for _ in 0..<3 {
            expect(
                script.says("Hall/Switch", #"{"action":"single_right"}"#), equals: ["report 0x5a action:right!single"])
            expect(script.says("Hall/Switch", #"{"action":""}"#), equals: [])
        }
        expect(script.says("Hall/Switch", #"{"action":null}"#), equals: [])
    }

    @Test func aRestartOfTheBridgeReplaysStates() {
        var script = Script.online(Self.switches)
        script.settle()
        expect(script.says("bridge/state", #"{"state":"offline"}"#), equals: ["0x5a unreachable"])
        expect(script.says("bridge/state", #"{"state":"online"}"#), equals: ["0x5a reachable"])
        expect(
            script.says("Hall/Switch", #"{"action":"single_left","state_left":"ON"}"#),
            equals: ["report 0x5a again switch:left on=true"])
        script.settle()
        // So fast that its end was not seen.
        expect(script.says("bridge/state", #"{"state":"online"}"#), equals: [])
        expect(
            script.says("Hall/Switch", #"{"action":"single_left","state_left":"ON"}"#),
            equals: ["report 0x5a again switch:left on=true"])
    }

    @Test func aRenamedDeviceKeepsItsId() {
        var script = Script.online(Self.switches)
        expect(script.says("Hall/Switch", ""), equals: [], "the retained state is deleted")
        let renamed = Models.entry(Models.twoSwitches, name: "Kitchen", address: "0x5a")
        expect(
            script.lists([renamed]),
            equals: [
                "describe 0x5a Kitchen: switch:left switch:right action:left action:right action:both action "
                    + "power_left device_temperature",
                "unsubscribe zigbee2mqtt/Hall/Switch zigbee2mqtt/Hall/Switch/availability",
            ])
        expect(script.says("Hall/Switch", #"{"state_left":"ON"}"#), equals: [])
        expect(script.says("Kitchen", #"{"state_left":"ON"}"#), equals: ["report 0x5a again switch:left on=true"])
    }

    @Test func devicesAppearChangeAndGo() {
        var script = Script.online(Self.contact)
        let noModel =
            #"{"ieee_address":"0xaa","friendly_name":"0xaa","definition":null,"interview_state":"IN_PROGRESS"}"#
        expect(script.lists([Self.contact, noModel]), equals: [])
        let joined = Models.entry(Models.lock, name: "Lock", address: "0xaa")
        expect(script.lists([Self.contact, joined]), equals: ["describe 0xaa Lock: lock:", "0xaa reachable"])
        let changed = Models.entry(Models.blind, name: "Lock", address: "0xaa")
        expect(script.lists([Self.contact, changed]), equals: ["describe 0xaa Lock: cover:"])
        // While it is interviewed again.
        expect(script.lists([Self.contact, noModel]), equals: ["describe 0xaa 0xaa: cover:"])
        let disabled = Models.entry(Models.blind, name: "Lock", address: "0xaa", more: #""disabled": true,"#)
        expect(
            script.lists([Self.contact, disabled]), equals: ["describe 0xaa Lock: cover:", "0xaa unreachable"])
        expect(script.lists([Self.contact]), equals: ["remove 0xaa"])
        expect(script.says("bridge/devices", "[]"), equals: [], "an empty list removes nothing")
        expect(
            script.says("bridge/devices", ""),
            equals: [
                "notice zigbee2mqtt's list of devices can't be read; the known devices stay: the text ends where a value is "
                    + "expected (byte 0)"
            ])
    }

    @Test func reachableIsLinkAndBridgeAndDevice() {
        var script = Script.online(Self.contact)
        expect(script.says("Door/availability", #"{"state":"offline"}"#), equals: ["0xd0 unreachable"])
        expect(script.says("bridge/state", #"{"state":"offline"}"#), equals: [])
        expect(script.says("Door/availability", "online"), equals: [])
        expect(script.says("bridge/state", "online"), equals: ["0xd0 reachable"])
        expect(Script.lines(script.machine.disconnected("reset")), equals: ["0xd0 unreachable"])
        expect(script.says("Door", #"{"contact":true}"#), equals: [], "nothing comes without a connection")
        _ = script.machine.connected(now: script.now)
        expect(script.says("bridge/state", "online", isRetained: true), equals: ["0xd0 reachable"])
    }

    @Test func devicesOfABridgeThatIsOfflineAreUnreachable() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        _ = script.says("bridge/state", "offline", isRetained: true)
        expect(script.lists([Self.contact]).last, equals: "0xd0 unreachable")
        expect(script.says("bridge/state", "online"), equals: ["0xd0 reachable"])
    }

    @Test func aLiveStateOutweighsALateWill() {
        var script = Script.online(Self.contact, Self.switches)
        expect(script.says("bridge/state", "offline"), equals: ["0x5a unreachable", "0xd0 unreachable"])
        expect(
            script.says("Door", #"{"contact":true}"#, isRetained: true), equals: ["report 0xd0 again contact on=false"])
        expect(
            script.says("Door", #"{"contact":true}"#),
            equals: ["0x5a reachable", "0xd0 reachable", "report 0xd0 again contact on=false"])
        expect(script.machine.status.isOnline)
    }

    @Test func anOfflineOfAnEarlierConnectionIsOld() {
        var script = Script.online(Self.contact)
        expect(script.says("Door/availability", "offline"), equals: ["0xd0 unreachable"])
        _ = script.machine.disconnected("reset")
        _ = script.machine.connected(now: script.now)
        _ = script.says("bridge/state", "online", isRetained: true)
        _ = script.lists([Self.contact])
        expect(script.says("Door", #"{"contact":true}"#).first, equals: "0xd0 reachable")
    }

    @Test func aLostDatabaseRemovesNothing() {
        var script = Script.online(Self.contact, Self.switches)
        expect(
            script.lists([]),
            equals: [
                "notice zigbee2mqtt lists no devices any more, so the 2 known ones are kept; if its database is lost, "
                    + "restore it, else remove the integration"
            ])
        expect(script.lists([Self.contact, Self.switches]), equals: [])
        expect(script.lists([Self.contact]).first, equals: "remove 0x5a")
    }

    @Test func onlyTheFirstCompleteListNamesAll() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        expect(script.lists([]).filter { $0.hasPrefix("keep") }, equals: [], "a lost database removes nothing")
        expect(script.says("bridge/devices", "[]"), equals: [])
        let noModel = #"{"ieee_address":"0xaa","friendly_name":"0xaa","definition":null}"#
        expect(script.lists([Self.contact, noModel])[1], equals: "keep only 0xaa 0xd0")
        _ = script.machine.disconnected("reset")
        _ = script.machine.connected(now: script.now)
        expect(script.lists([Self.contact]).filter { $0.hasPrefix("keep") }, equals: [])
    }

    @Test func anotherBridgeIsNotMixedIn() {
        var script = Script.online(Self.contact, settings: .init(coordinator: "0x00"))
        let other = #"{"ieee_address":"0x07","friendly_name":"Coordinator","type":"Coordinator"}"#
        expect(
            script.says("bridge/devices", "[\(other),\(Self.switches)]"),
            equals: [
                #"notice the zigbee2mqtt at "zigbee2mqtt" has the coordinator "0x07", which is another one, so its "#
                    + "devices are not taken; correct the address or the base topic",
                "0xd0 unreachable",
            ])
        expect(script.machine.status.isOtherBridge)
        expect(script.says("Door", #"{"contact":true}"#), equals: [])
        let command = EntityCommand(entity: "contact", values: [.on: .bool(true)])
        expect(script.sends(command, to: "0xd0").first?.hasPrefix("#1 INVALID_IN_STATE"), equals: true)
        expect(script.lists([Self.contact]), equals: ["0xd0 reachable"])
    }

    @Test func aLiveStateOutweighsAnOldOffline() {
        var script = Script.online(Self.contact)
        expect(script.says("Door/availability", "offline", isRetained: true), equals: ["0xd0 unreachable"])
        expect(
            script.says("Door", #"{"contact":true}"#, isRetained: true), equals: ["report 0xd0 again contact on=false"])
        expect(
            script.says("Door", #"{"contact":false}"#),
            equals: ["0xd0 reachable", "report 0xd0 again contact on=true"])
        expect(script.says("Door/availability", "offline"), equals: ["0xd0 unreachable"])
        expect(script.says("Door", #"{"contact":true}"#), equals: ["report 0xd0 contact on=false"])
    }

    @Test func devicesOnMainsAreAskedSlowly() {
        var script = Script.online(
            Models.entry(Models.lock, name: "A", address: "0x0a"), Self.contact,
            Models.entry(Models.blind, name: "B", address: "0x0b"))
        expect(script.passes(.milliseconds(1_900)), equals: [])
        expect(script.passes(.milliseconds(100)), equals: [#"zigbee2mqtt/A/get {"state":""}"#])
        expect(script.passes(.milliseconds(100)), equals: [])
        expect(script.passes(.milliseconds(100)), equals: [#"zigbee2mqtt/B/get {"position":"","tilt":""}"#])
        expect(script.passes(.seconds(600)), equals: [])
        expect(script.machine.deadline, equals: nil)
    }

    @Test func twoBridgesOnOneBrokerDoNotMix() {
        var script = Script.online(Self.contact, settings: .init(base: "home/upstairs"))
        let other = [UInt8](#"{"contact":true}"#.utf8)
        expect(Script.lines(script.machine.received(.init(topic: "home/Door", payload: other), now: .zero)), equals: [])
        expect(
            Script.lines(script.machine.received(.init(topic: "home/upstairs/Door", payload: other), now: .zero)),
            equals: ["report 0xd0 again contact on=false"])
    }

    @Test func propertiesOnTopicsOfTheirOwnAreIgnored() {
        var script = Script.online(Self.contact)
        expect(script.says("Door", "true"), equals: [])
        expect(script.says("Door/contact", "true"), equals: [])
        let notice =
            "notice zigbee2mqtt publishes no states as JSON; set advanced.output to \"json\" or "
            + "\"attribute_and_json\""
        // Said again only after the setting has changed meanwhile, and an hour later at the earliest.
        for (output, minutes, lines) in [
            ("json", 0, []), ("attribute", 0, [notice]), ("attribute", 61, []), ("json", 0, []),
            ("attribute", 0, [notice]), ("json", 30, []), ("attribute", 0, []), ("json", 0, []),
            ("attribute", 30, [notice]),
        ] {
            script.now += .seconds(60 * minutes)
            expect(
                script.says("bridge/info", #"{"version":"2.1","config":{"advanced":{"output":"\#(output)"}}}"#),
                equals: lines, "\(output)")
        }
    }

    @Test("An action that is published as JSON and on a topic of its own is one event")
    func anActionOnItsOwnTopicIsIgnored() {
        var script = Script.online(Self.switches)
        script.settle()
        expect(script.says("Hall/Switch", #"{"action":"single_left"}"#), equals: ["report 0x5a action:left!single"])
        expect(script.says("Hall/Switch/action", "single_left"), equals: [])
    }

    @Test func groupsAreDevicesIfWanted() {
        let group = #"[{"id":3,"friendly_name":"All","members":[{"ieee_address":"0x5a"}],"scenes":[]}]"#
        var script = Script.online(Self.switches)
        expect(script.says("bridge/groups", group), equals: [])
        script = Script.online(Self.switches, settings: .init(hasGroups: true))
        expect(
            script.says("bridge/groups", group),
            equals: ["describe group:3 All: switch:", "keep only 0x5a group:3", "group:3 reachable"])
        expect(script.says("All", #"{"state":"ON"}"#), equals: ["report group:3 again switch: on=true"])
        expect(
            script.sends(EntityCommand(entity: "switch:", values: [.on: .bool(false)]), to: "group:3").last,
            equals: #"zigbee2mqtt/All/set {"state":"OFF"} #1"#)
        expect(script.says("bridge/groups", "[]"), equals: ["remove group:3"])
    }

    @Test func aMissingListIsSaid() {
        var script = Script()
        _ = script.machine.connected(now: .zero)
        expect(script.passes(.seconds(29)), equals: [])
        expect(script.passes(.seconds(1)).count, equals: 1)
        expect(script.passes(.seconds(600)), equals: [])
    }
}
