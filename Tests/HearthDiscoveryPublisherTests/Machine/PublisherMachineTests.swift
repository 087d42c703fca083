internal import Expectations
@testable internal import HearthDiscoveryPublisher
internal import HearthMQTT
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

@Suite struct PublisherMachineTests {
    private static let root = "hearth/0123abcd"
    private static let outlet = "\(root)/outlet"
    private static let config = "homeassistant/device/hearth_0123abcd_outlet/config"

    private static var switchedOn: PublishedDevice {
        var device = Samples.outlet
        device.endpoints[1].traits[StandardTraits.matterOnOff.id]?[0] = .bool(true)
        return device
    }

    @Test("After a connect everything is published: the hub, then each device")
    func connectPublishesEverything() {
        var stage = Stage()
        stage.machine.take(.home([Samples.outlet]))
        expect(stage.drain(), equals: [])
        stage.machine.connected(now: .zero)
        expect(
            stage.drain().map { String($0.split(separator: " ")[0]) },
            equals: [
                "homeassistant/device/hearth_0123abcd/config", Self.config, "\(Self.outlet)/components",
                "\(Self.outlet)/availability", "\(Self.outlet)/state",
            ])
        stage.machine.disconnected()
        stage.machine.connected(now: .zero)
        expect(stage.drain().count, equals: 5)
    }

    @Test("Changes between two messages become one; equal states are not repeated")
    func changesAreCoalesced() {
        var stage = Stage.connected(Samples.outlet)
        stage.machine.take(.device(Self.switchedOn))
        stage.machine.take(.device(Samples.outlet))
        expect(stage.drain(), equals: [])
        stage.machine.take(.device(Self.switchedOn))
        expect(
            stage.drain(),
            equals: [
                Self.outlet
                    + #"/state {"e1_switch":"ON","e1_power":12.345,"e1_voltage":230.1,"e1_current":null,"e1_energy":1234.56789}"#
            ])
    }

    @Test("A device out of reach is unavailable, and its values stay")
    func unreachableDeviceIsUnavailable() {
        var stage = Stage.connected(Samples.outlet)
        var device = Samples.outlet
        device.isReachable = false
        stage.machine.take(.device(device))
        expect(stage.drain(), equals: ["\(Self.outlet)/availability offline"])
    }

    @Test("When Home Assistant starts, everything is published again within ten seconds")
    func homeAssistantGetsEverythingAgain() {
        var stage = Stage.connected(Samples.blind, Samples.outlet)
        expect(stage.says("homeassistant/status", "online", isRetained: true), equals: [])
        expect(stage.drain(), equals: [])
        expect(stage.says("homeassistant/status", "online"), equals: [])
        expect(stage.drain().count, equals: 1)
        expect(stage.machine.deadline, equals: .zero)
        _ = stage.passes(.zero)
        expect(stage.drain().count, equals: 4)
        expect(stage.machine.deadline, equals: .seconds(5))
        _ = stage.passes(.seconds(5))
        expect(stage.drain().count, equals: 4)
    }

    @Test("A device behind a bridge is announced after the bridge, and again when the bridge comes or goes")
    func bridgeIsAnnouncedFirst() {
        var behind = Samples.blind
        behind.bridgeID = Samples.outlet.id
        let behindConfig = "homeassistant/device/hearth_0123abcd_blind/config"
        var stage = Stage.connected(behind)
        func via() -> String? {
            stage.kept[behindConfig].flatMap { config in
                config.firstRange(of: #""via_device":""#).map { String(config[$0.upperBound...].prefix { $0 != "\"" }) }
            }
        }
        func configs(_ lines: [String]) -> [String] {
            lines.map { String($0.prefix { $0 != " " }) }.filter { $0.hasSuffix("/config") }
        }
        expect(via(), equals: "hearth_0123abcd")
        stage.machine.take(.device(Samples.outlet))
        expect(configs(stage.drain()), equals: [Self.config, behindConfig])
        expect(via(), equals: "hearth_0123abcd_outlet")
        stage.machine.disconnected()
        stage.machine.connected(now: .zero)
        expect(
            configs(stage.drain()), equals: ["homeassistant/device/hearth_0123abcd/config", Self.config, behindConfig])
        var renamed = Samples.outlet
        renamed.name = "Bridge"
        stage.machine.take(.device(renamed))
        expect(configs(stage.drain()), equals: [Self.config], "the bridge keeps its identifier")
        stage.machine.take(.removed(Samples.outlet.id))
        expect(configs(stage.drain()), equals: [Self.config, behindConfig])
        expect(via(), equals: "hearth_0123abcd")
    }

    @Test("A device that goes is removed from the broker")
    func removedDeviceGoes() {
        var stage = Stage.connected(Samples.outlet, Samples.vacuum)
        stage.machine.take(.removed("outlet"))
        stage.machine.take(.removed("vacuum"))
        _ = stage.drain()
        expect(
            stage.kept.keys.sorted(), equals: ["homeassistant/device/hearth_0123abcd/config"])
    }

    @Test("A component that goes is announced with its platform only")
    func removedComponentGoes() {
        var stage = Stage.connected(Samples.outlet)
        var device = Samples.outlet
        device.endpoints[1].traits[StandardTraits.matterElectricalEnergyMeasurement.id] = nil
        stage.machine.take(.device(device))
        _ = stage.drain()
        expect(stage.kept[Self.config]?.contains(#""e1_energy":{"platform":"sensor"}"#), equals: true)
        expect(
            stage.kept["\(Self.outlet)/components"],
            equals: #"{"e1_current":"sensor","e1_power":"sensor","e1_switch":"switch","e1_voltage":"sensor"}"#)
        // It returns.
        stage.machine.take(.device(Samples.outlet))
        _ = stage.drain()
        expect(stage.kept[Self.config]?.contains(#""e1_energy":{"platform":"sensor"}"#), equals: false)
    }

    @Test("What an earlier run has left is removed, before and after the home is known", arguments: [false, true])
    func leftoversOfAnEarlierRunGo(isHomeFirst: Bool) {
        var stage = Stage()
        stage.machine.connected(now: .zero)
        if isHomeFirst { stage.machine.take(.home([Samples.outlet])) }
        _ = stage.says("\(Self.root)/former/components", #"{"e1_vacuum":"vacuum"}"#, isRetained: true)
        _ = stage.says("\(Self.outlet)/components", #"{"e1_switch":"switch","e9_old":"select"}"#, isRetained: true)
        if !isHomeFirst { stage.machine.take(.home([Samples.outlet])) }
        let lines = stage.drain()
        expect(
            lines.filter { $0.contains("former") },
            equals: [
                "homeassistant/device/hearth_0123abcd_former/config ", "\(Self.root)/former/availability ",
                "\(Self.root)/former/state ", "\(Self.root)/former/state/e1_vacuum ",
                "\(Self.root)/former/components ",
            ])
        expect(stage.kept[Self.config]?.contains(#""e9_old":{"platform":"select"}"#), equals: true)
        expect(stage.passes(.seconds(30)), equals: [.forgetAnnounced])
    }

    @Test("A withdrawal leaves nothing at the broker")
    func withdrawalLeavesNothing() {
        var stage = Stage.connected(Samples.outlet, Samples.colorLight)
        stage.machine.withdraw()
        _ = stage.drain()
        expect(stage.kept, equals: [:])
    }

    @Test("Events are not kept, and nothing is sent of those without a connection")
    func eventsAreNotKept() {
        var stage = Stage.connected(Samples.button)
        func event(_ id: UInt32, _ fields: StructureValue) -> HomeNews {
            .event(
                PublishedEvent(
                    deviceID: "button", endpoint: 1, trait: StandardTraits.matterSwitch.id, event: id, fields: fields))
        }
        let before = stage.kept
        // MultiPressComplete with two presses, LongPress, MultiPressComplete with more presses than the switch counts.
        stage.machine.take(event(6, [0: .unsigned(1), 1: .unsigned(2)]))
        stage.machine.take(event(2, [0: .unsigned(1)]))
        stage.machine.take(event(6, [0: .unsigned(1), 1: .unsigned(0)]))
        let topic = "\(Self.root)/button/event/e1_button"
        expect(
            stage.drain(),
            equals: [topic + #" {"event_type":"double_press"}"#, topic + #" {"event_type":"long_press"}"#])
        expect(stage.kept, equals: before)
        stage.machine.disconnected()
        stage.machine.take(event(2, [:]))
        stage.machine.connected(now: .zero)
        expect(stage.drain().filter { $0.contains("/event/") && !$0.contains("config") }, equals: [])
    }

    @Test("A command becomes requests; one that makes no sense is logged, and the state is sent again")
    func commandsBecomeRequests() {
        var stage = Stage.connected(Samples.outlet)
        expect(
            stage.says("\(Self.outlet)/set/1/switch", "ON"),
            equals: [
                .perform(
                    [
                        PublishedRequest(
                            endpoint: 1, trait: StandardTraits.matterOnOff.id, content: .command(1, StructureValue()))
                    ], deviceID: "outlet")
            ])
        expect(
            stage.says("\(Self.outlet)/set/1/switch", "maybe"),
            equals: [
                .notice(
                    #"a command of Home Assistant to "Outlet" makes no sense: "maybe" is none of ON, OFF"#)
            ])
        expect(stage.drain().count, equals: 1)
        expect(
            stage.says("\(Self.outlet)/set/1/switch", "ON", isRetained: true),
            equals: [
                .notice(
                    #"the broker keeps a command of Home Assistant for "outlet", which is ignored; let it publish commands without retain"#
                )
            ])
        expect(
            stage.machine.failed("outlet", "it is offline", now: .zero),
            equals: [.notice(#"a command of Home Assistant to "Outlet" failed: it is offline"#)])
    }

    @Test("A peer can write at most ten lines a minute to the log")
    func noticesAreLimited() {
        var stage = Stage.connected(Samples.outlet)
        var count = 0
        for _ in 0..<100 { count += stage.says("\(Self.root)/other/set/1/switch", "ON").count }
        expect(count, equals: 10)
        stage.now = .seconds(60)
        expect(stage.says("\(Self.root)/other/set/1/switch", "ON").count, equals: 1)
    }

    @Test("Locks, alarms, garage doors and valves are published only if asked for")
    func sensitiveComponentsNeedConsent() {
        func published(_ isSensitive: Bool) -> [String] {
            var stage = Stage(sensitive: isSensitive)
            stage.machine.take(
                .home([Samples.lock, Samples.alarm, Samples.garage, Samples.outlet, Samples.valve]))
            return stage.machine.devices.keys.sorted()
        }
        expect(published(false), equals: ["outlet"])
        expect(published(true), equals: ["alarm", "garage", "lock", "outlet", "valve"])
    }

    @Test("Without consent, no part of a sensitive device takes commands, and its values are shown")
    func sensitiveDevicesTakeNoCommands() {
        typealias T = StandardTraits
        var alarm = Samples.alarm
        alarm.endpoints += [
            Samples.endpoint(
                2, [T.hearthChoiceDeviceType],
                [
                    Samples.Trait(
                        T.hearthProjectChoice,
                        [
                            "value": .string("armed_vacation"), "isSettable": .bool(true),
                            "options": .list([.string("disarmed"), .string("armed_vacation")]),
                        ])
                ]),
            Samples.endpoint(
                3, [T.contactSensorDeviceType],
                [Samples.Trait(T.matterBooleanState, ["stateValue": .bool(true)])]),
        ]
        var stage = Stage.connected(alarm)
        expect(stage.kept["\(Self.root)/alarm/components"], equals: #"{"e3_contact":"binary_sensor"}"#)
        expect(
            stage.says("\(Self.root)/alarm/set/2/choice", "disarmed"),
            equals: [
                .notice(#"a command of Home Assistant to "Alarm" makes no sense: part 2 takes no command "choice""#)
            ])
    }

    // MARK: What stays at the broker

    /// A light with a plug.
    private static var lightWithPlug: PublishedDevice {
        var device = Samples.colorLight
        device.endpoints.append(
            Samples.endpoint(
                2, [StandardTraits.onOffPluginUnitDeviceType],
                [Samples.Trait(StandardTraits.matterOnOff, ["onOff": .bool(true)])]))
        return device
    }

    @Test("A component that goes takes the topic of its state along, and the last one the device")
    func goneComponentsLeaveNothing() {
        var device = Self.lightWithPlug
        var stage = Stage.connected(device)
        let topic = "\(Self.root)/color-light/state/e1_light"
        expect(stage.kept[topic] != nil, equals: true)
        device.endpoints.removeAll { $0.number == 1 }
        stage.machine.take(.device(device))
        _ = stage.drain()
        expectNil(stage.kept[topic])
        expect(
            stage.kept["\(Self.root)/color-light/components"], equals: #"{"e2_switch":"switch"}"#)
        device.endpoints.removeAll { $0.number == 2 }
        stage.machine.take(.device(device))
        _ = stage.drain()
        expect(stage.kept.keys.sorted(), equals: ["homeassistant/device/hearth_0123abcd/config"])
    }

    @Test("What happens during a withdrawal publishes nothing again")
    func withdrawalIsFinal() {
        var stage = Stage.connected(Samples.outlet)
        stage.machine.withdraw()
        stage.machine.take(.device(Samples.colorLight))
        stage.machine.take(.home([Samples.outlet]))
        expect(stage.says("homeassistant/status", "online"), equals: [])
        expect(stage.says("\(Self.outlet)/set/1/switch", "ON"), equals: [])
        _ = stage.drain()
        expect(stage.kept, equals: [:])
    }

    @Test("A withdrawal of a large home leaves nothing, nor does one before the home is known")
    func withdrawalsAreComplete() {
        var stage = Stage()
        stage.machine.connected(now: .zero)
        stage.machine.take(
            .home(
                (0..<700).map { number in
                    var device = Samples.outlet
                    device.id = "outlet-\(number)"
                    return device
                }))
        _ = stage.drain()
        stage.machine.withdraw()
        _ = stage.drain()
        expect(stage.kept.count, equals: 0)

        var early = Stage()
        early.machine.connected(now: .zero)
        _ = early.says("\(Self.root)/former/components", #"{"e1_vacuum":"vacuum"}"#, isRetained: true)
        early.machine.withdraw()
        expect(early.drain().contains("\(Self.root)/former/components "), equals: true)
    }

    @Test("Lists that the broker makes up name no other platforms, and cost a limited number of messages")
    func foreignListsAreLimited() {
        var stage = Stage.connected(Samples.outlet)
        _ = stage.says(
            "\(Self.outlet)/components", #"{"e9_old":"select","e9_made":"up","e9_none":null}"#, isRetained: true)
        _ = stage.drain()
        expect(stage.kept[Self.config]?.contains("e9_old"), equals: true)
        expect(stage.kept[Self.config]?.contains("e9_made"), equals: false)
        expect(stage.kept[Self.config]?.contains("e9_none"), equals: false)
        let keys = (0..<2_000).map { "\"e\($0)_x\":\"sensor\"" }
        let list = "{" + keys.joined(separator: ",") + "}"
        for number in 0..<110 { _ = stage.says("\(Self.root)/x\(number)/components", list, isRetained: true) }
        expect(stage.drain().count <= PublisherMachine.mostAnnounced, equals: true)
    }
}
