internal import Expectations
internal import HearthDiscovery
internal import HearthJSON
internal import Testing

@Suite struct AnnouncementTests {
    private func read(_ topic: String, _ payload: String) throws -> Announcement.Payload? {
        let topic = try require(DiscoveryTopic("ha/\(topic)/config", prefix: "ha"))
        return Announcement.read(try JSONValue([UInt8](payload.utf8), bytes: 1 << 20), at: topic)
    }

    private func announcement(_ topic: String, _ payload: String) throws -> Announcement {
        guard case .announcement(let announcement) = try read(topic, payload) else {
            throw Sample.Missing()
        }
        return announcement
    }

    @Test(arguments: [
        ("ha/light/lamp/config", "light lamp"), ("ha/light/node/lamp/config", "light node/lamp"),
        ("ha/device/a-b_1/config", "device a-b_1"), ("ha/light/config", nil), ("ha/light/a/b/c/config", nil),
        ("ha/light/lamp/state", nil), ("hallo/light/lamp/config", nil), ("ha", nil), ("", nil),
    ])
    func topicsAreRead(_ topic: String, _ expected: String?) {
        expect(DiscoveryTopic(topic, prefix: "ha").map { "\($0.component) \($0.object)" }, equals: expected)
    }

    @Test(arguments: ["ha/light/Küche/config", "ha/light//config", "ha/light/a b/config", "ha/light/a/+/config"])
    func namesWithOtherCharactersAreInvalid(_ topic: String) throws {
        expect(try require(DiscoveryTopic(topic, prefix: "ha")).isValid, equals: false)
    }

    @Test func shortNamesAndBasesAreReplaced() throws {
        let announcement = try announcement(
            "switch/relay",
            """
            {"~": "home/1", "stat_t": "~/state", "cmd_t": "set/~", "val_tpl": "{{ '~' }}", "uniq_id": "r1",
             "avty": [{"t": "~/lwt", "pl_avail": "yes"}],
             "dev": {"ids": "a", "cns": [["mac", "5C:CF:7F:AB:BD:20"]], "mf": "Maker", "mdl": "M1", "sw": "1.2",
                     "sa": "Hall", "name": "Plug"}}
            """)
        let options = try require(announcement.components.first).options.members
        expect(options["state_topic"], equals: .string("home/1/state"))
        expect(options["command_topic"], equals: .string("set/home/1"))
        expect(options["value_template"], equals: .string("{{ '~' }}"))
        expect(
            options["availability"],
            equals: .array([
                .object(["topic": .string("home/1/lwt"), "payload_available": .string("yes")])
            ]))
        var device = AnnouncedDevice()
        device.tokens = [.init(.identifier, "a"), .init(.connection, "mac:5ccf7fabbd20")]
        (device.name, device.maker, device.model) = ("Plug", "Maker", "M1")
        (device.softwareVersion, device.room) = ("1.2", "Hall")
        expect(announcement.device, equals: device)
    }

    @Test func aDevicesEntitiesShareOptions() throws {
        let announcement = try announcement(
            "device/box",
            """
            {"dev": {"ids": ["b"]}, "o": {"name": "maker"}, "state_topic": "box", "qos": 2, "cmps": {
              "t": {"p": "sensor", "unique_id": "t", "val_tpl": "{{ value_json.t }}"},
              "own": {"p": "sensor", "unique_id": "own", "stat_t": "other"},
              "gone": {"p": "sensor"}, "odd": {"unique_id": "x"}}}
            """)
        expect(announcement.components.map(\.id), equals: ["device/box/own", "device/box/t"])
        expect(
            announcement.components.map { $0.options.members["state_topic"] },
            equals: [.string("other"), .string("box")])
        expect(announcement.components.map { $0.options.members["qos"] }, equals: [.number(2), .number(2)])
    }

    @Test func anEntityWithoutDeviceIsOne() throws {
        expect(
            try announcement("sensor/n/gravity", #"{"stat_t": "t"}"#).device.tokens,
            equals: [.init(.entity, "entity:sensor:n/gravity")])
        expect(
            try announcement("sensor/n/gravity", #"{"stat_t": "t", "uniq_id": "u1"}"#).device.tokens,
            equals: [.init(.entity, "entity:sensor:u1")])
    }

    @Test func unknownOptionsAreIgnored() throws {
        let device = try Sample.device(
            "switch",
            #"""
            {"stat_t": "s", "cmd_t": "c", "color_mode": true, "future": {"a": [1]}, "o": {"name": "m", "x": 1},
            "dev": {"ids": "x", "mdl_id": 5, "y": []}}
            """#
        )
        expect(device.maps.count, equals: 1)
        expect(device.leftOut, equals: [])
    }

    @Test func otherPayloadsAreTold() throws {
        expect(try read("light/a", #"{"migrate_discovery": true}"#), equals: .moves)
        expect(try read("light/a", "[]") == nil)
        expect(try announcement("light/a", #"{"o": {"name": "Hearth"}, "cmd_t": "a"}"#).isOwn)
        expect(try announcement("light/a", #"{"dev": {"ids": ["x", "hearth_1"]}, "cmd_t": "a"}"#).isOwn)
        expect(try announcement("light/a", #"{"dev": {"ids": ["x"]}, "cmd_t": "a"}"#).isOwn, equals: false)
    }
}
