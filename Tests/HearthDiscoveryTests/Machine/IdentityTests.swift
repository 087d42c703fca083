internal import Expectations
internal import HearthDiscovery
internal import HearthEntities
internal import Testing

/// Which announcements are of the same device, and what its id is.
@Suite struct IdentityTests {
    private func sensor(_ device: String, _ id: String) -> String {
        #"{"stat_t": "t/\#(id)", "uniq_id": "\#(id)", "dev": {\#(device)}}"#
    }

    @Test func aCommonMemberMakesADevice() {
        var script = Script()
        _ = script.says("homeassistant/sensor/a/config", sensor(#""ids": ["x", "y"]"#, "a"), isRetained: true)
        _ = script.says(
            "homeassistant/sensor/b/config", sensor(#""ids": "y", "cns": [["mac", "AA:BB"]]"#, "b"), isRetained: true)
        _ = script.says("homeassistant/sensor/c/config", sensor(#""cns": [["mac", "aabb"]]"#, "c"), isRetained: true)
        expect(
            script.passes(.seconds(1)),
            equals: ["describe x x: sensor:a sensor:b sensor:c", "subscribe t/a t/b t/c", "x reachable"])
    }

    @Test func theOrderOfAnnouncementsDoesNotMatter() {
        let announcements = [
            ("a", sensor(#""ids": ["x", "y"]"#, "a")), ("b", sensor(#""ids": ["y", "z"]"#, "b")),
            ("c", sensor(#""cns": [["mac", "m"]], "ids": ["z"]"#, "c")), ("d", sensor(#""cns": [["mac", "m"]]"#, "d")),
        ]
        for order in [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 1, 0], [0, 3, 2, 1]] {
            var script = Script()
            for index in order {
                _ = script.says(
                    "homeassistant/sensor/\(announcements[index].0)/config", announcements[index].1, isRetained: true)
            }
            expect(
                script.passes(.seconds(1)).first, equals: "describe x x: sensor:a sensor:b sensor:c sensor:d",
                "\(order)")
        }
    }

    @Test func anIDStaysWhenMoreIsKnown() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"]"#, "a"))
        expect(
            script.announces("sensor/b", sensor(#""ids": ["a0", "x"]"#, "b")),
            equals: ["describe x x: sensor:a sensor:b", "subscribe t/a t/b"])
    }

    @Test func twoDevicesThatAreOneKeepTheLowerID() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"]"#, "a"))
        _ = script.announces("sensor/b", sensor(#""ids": ["w"]"#, "b"))
        expect(
            script.announces("sensor/c", sensor(#""ids": ["x", "w"]"#, "c")),
            equals: ["remove x", "describe w w: sensor:a sensor:b sensor:c", "subscribe t/a t/b t/c"])
        expect(script.says("t/a", "1"), equals: ["report w sensor:a value=1"])
    }

    @Test func anIDStaysAfterARestart() {
        let mac = #""cns": [["mac", "m"]]"#
        let announcements = ["x", "a0", "z"].map { ("sensor/\($0)", sensor(#""ids": ["\#($0)"], \#(mac)"#, $0)) }
        var script = Script()
        for (topic, payload) in announcements { _ = script.announces(topic, payload) }
        for order in [[0, 1, 2], [1, 2, 0], [2], [2, 1]] {
            var again = Script(memory: script.memory)
            for index in order {
                _ = again.says("homeassistant/\(announcements[index].0)/config", announcements[index].1)
            }
            expect(again.passes(.seconds(1)).first?.hasPrefix("describe x x: "), equals: true, "\(order)")
        }
        _ = script.says("homeassistant/sensor/x/config", "")
        _ = script.says("homeassistant/sensor/a0/config", "")
        expect(script.announces("sensor/z", ""), equals: ["remove x", "unsubscribe t/a0 t/x t/z"])
        var last = Script(memory: script.memory)
        expect(
            last.announces(announcements[2].0, announcements[2].1).first, equals: "describe z z: sensor:z",
            "a removed device is forgotten")
    }

    @Test func anIDOfAnEarlierRunIsOfOneDevice() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"]"#, "a"))
        _ = script.announces("sensor/b", sensor(#""ids": ["y", "x"]"#, "b"))
        // The announcements have nothing in common any more.
        var again = Script(memory: script.memory)
        _ = again.announces("sensor/b", sensor(#""ids": ["y"]"#, "b"))
        expect(
            again.announces("sensor/a", sensor(#""ids": ["x"]"#, "a")).filter { $0.hasPrefix("describe") },
            equals: ["describe x x: sensor:a", "describe y y: sensor:b"])
    }

    @Test func asManyIDsAreRememberedAsFit() {
        var script = Script()
        let names = (1_000..<1_400).map { "\($0)" + String(repeating: "n", count: 200) }
        for name in names {
            _ = script.says("homeassistant/sensor/\(name)/config", sensor(#""ids": ["\#(name)"]"#, name))
        }
        _ = script.announces("sensor/a", sensor(#""ids": ["z", "m"]"#, "a"))
        _ = script.announces("sensor/b", sensor(#""ids": ["m"]"#, "b"))
        expect(script.memory.count <= DeviceIdentities.mostBytes)
        var again = Script(memory: script.memory)
        expect(again.announces("sensor/b", sensor(#""ids": ["m"]"#, "b")).first?.hasPrefix("describe z "), equals: true)
    }

    /// A device that calls itself otherwise each time must not fill the memory.
    @Test func fewFormerIdentifiersAreRemembered() {
        var script = Script()
        for number in 1_000..<1_400 {
            let name = "\(number)" + String(repeating: "n", count: 100)
            _ = script.announces("sensor/a", sensor(#""ids": ["\#(name)", "z"]"#, "a"))
        }
        expect(script.memory.count, isAtMost: 10_000)
        let last = "1399" + String(repeating: "n", count: 100)
        var again = Script(memory: script.memory)
        let described = again.announces("sensor/a", sensor(#""ids": ["\#(last)"]"#, "a"))
        expect(described.first?.hasPrefix("describe 1000n") ?? false, "\(described)")
    }

    @Test func anIdentifierMayBeAConnection() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["mac:aabb"]"#, "a"))
        expect(
            script.announces("sensor/b", sensor(#""cns": [["mac", "AA:BB"]]"#, "b")).first,
            equals: "describe mac:aabb mac:aabb: sensor:a sensor:b")
    }

    @Test func equalUniqueIDsOfTwoDevicesAreTwoEntities() {
        var script = Script()
        _ = script.announces("sensor/n1/t", sensor(#""ids": ["x"]"#, "t"))
        expect(
            script.announces("sensor/n2/t", sensor(#""ids": ["y"]"#, "t")).first, equals: "describe y y: sensor:t")
    }

    @Test func aSecondUniqueIDOfADeviceIsLeftOut() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"]"#, "t"))
        expect(
            script.announces("sensor/b", sensor(#""ids": ["x"]"#, "t")),
            equals: [
                "describe x x: sensor:t", "subscribe t/t",
            ])
        expect(script.machine.leftOut(of: "x").map(\.entity), equals: ["sensor/b"])
    }

    @Test func anIdentifierIsGivenBack() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x", "w"]"#, "a"))
        expect(script.announces("sensor/a", sensor(#""ids": ["x"]"#, "a")), equals: [])
        expect(
            script.announces("sensor/b", sensor(#""ids": ["w"]"#, "b")).first, equals: "describe w w: sensor:b")
    }

    @Test func devicesThatWereJoinedByMistakePart() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"]"#, "a"))
        _ = script.announces("sensor/b", sensor(#""ids": ["y"]"#, "b"))
        _ = script.announces("sensor/c", sensor(#""ids": ["x", "y"]"#, "c"))
        expect(
            script.announces("sensor/c", sensor(#""ids": ["x"]"#, "c")),
            equals: [
                "describe x x: sensor:a sensor:c", "describe y y: sensor:b", "subscribe t/a t/b t/c", "y reachable",
            ])
        expect(script.says("t/b", "1"), equals: ["report y sensor:b value=1"])
    }

    @Test func anIDStaysUntilOthersNameIt() {
        var script = Script()
        _ = script.announces("sensor/a", sensor(#""ids": ["x"], "cns": [["mac", "m"]]"#, "a"))
        expect(script.announces("sensor/a", sensor(#""ids": ["y"], "cns": [["mac", "m"]]"#, "a")), equals: [])
        expect(
            script.announces("sensor/b", sensor(#""ids": ["x"]"#, "b")).filter { $0.hasPrefix("describe") },
            equals: ["describe x x: sensor:b", "describe y y: sensor:a"], "as after a restart")
    }

    @Test func idsOfOtherEcosystemsAreIgnored() {
        var script = Script(.init(foreignPrefixes: ["tasmota:"]))
        expect(
            script.announces("sensor/a", sensor(#""ids": ["tasmota:AABB", "x"]"#, "a")).first,
            equals: "describe x x: sensor:a")
        expect(
            script.announces("sensor/b", sensor(#""ids": "tasmota:AABB""#, "b")),
            equals: [
                #"notice the announcement on "homeassistant/sensor/b/config" has no usable identifier of its device, "#
                    + "and no entities"
            ])
    }
}
