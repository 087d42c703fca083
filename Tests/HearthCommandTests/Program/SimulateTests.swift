internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// `hearth simulate` in one process, the hub in another, and a third one as client.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct SimulateTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let lamp = root.appending(path: "Examples/products/reading-lamp.matter").path

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func attached(_ program: ChildProcess) async throws -> Bool {
        await program.line { $0.contains(" is on the hub at ") } != nil
    }

    @Test func aProductIsADeviceUntilCtrlC() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let words = ["simulate", Self.lamp, "--name", "Ada's lamp", "--room", "Study", "--hub", hub.address]
        let simulator = try HearthProgram.start(words)
        try await expect(attached(simulator))

        let shown = try await hub.run("show", "Ada")
        expect(
            shown.output.hasPrefix(
                "Ada's lamp (OnOffLight)\n  state   off, posture sitting\n  room    Study\n  online  yes\n  id      simulated-reading-lamp\n"
            ))
        expect(shown.output.contains("\n    startUpOnOff        null  *\n"))
        expect(shown.output.contains("\n    serverList      [3, 4, 6, 29, 98, 4293984262, 4294048816]\n"))
        let on = try await hub.run("send", "Ada", "OnOff.on")
        expect(on.output.hasPrefix("Ada's lamp: on"))
        await expect(simulator.line { $0.contains("1 OnOff.onOff = true") } != nil)
        let set = try await hub.run("set", "Ada", "OnOff.onTime=60000")
        expect(set.output, equals: "Ada's lamp: onTime is 6000.0 s (raw 60000)\n")
        let refused = try await hub.run("send", "Ada", "OnOff.offWithEffect", "effectIdentifier=dyingLight")
        expect(refused.status, equals: 1)

        simulator.send(SIGINT)
        await expect(simulator.wait().status, equals: 0)
        let offline = try await hub.run("devices", "--json")
        expect(offline.output.contains(#""name":"Ada's lamp""#))
        let list = try require(try JSONSerialization.jsonObject(with: Data(offline.output.utf8)) as? [[String: Any]])
        expect(list.first { $0["name"] as? String == "Ada's lamp" }?["connectivity"] as? String == "offline")
        try await expect(hub.run("send", "Ada", "OnOff.off").status, differsFrom: 0)

        let again = try HearthProgram.start(words)
        try await expect(attached(again))
        let back = try await hub.run("show", "Ada")
        expect(back.output.contains("\n  online  yes\n"))
        expect(back.output.contains("\n    onOff               true\n"), "what the file calls persist")
    }

    @Test func aMakersTypeIsCalledAsItsFileCallsIt() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        try """
        cluster Pump = 0xFFF1FC40 { attribute int16u speed = 0; }
        device type GardenFountain = 0xFFF10004, version 1 { server cluster Pump; }
        """.write(toFile: folder.file("fountain.matter"), atomically: true, encoding: .utf8)
        let simulator = try HearthProgram.start(["simulate", folder.file("fountain.matter"), "--hub", hub.address])
        try await expect(attached(simulator))
        let shown = try await hub.run("show", "fountain").output
        expect(shown.hasPrefix("fountain (GardenFountain)\n"))
        expect(shown.contains("\nEndpoint 1: GardenFountain\n"))
    }

    @Test func bridgeAndItsDevicesAreDevices() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let file = Self.root.appending(path: "Examples/products/radio-bridge.matter").path
        let simulator = try HearthProgram.start(["simulate", file, "--room", "Attic", "--hub", hub.address])
        try await expect(attached(simulator))

        let porch = try await hub.run("show", "Porch Light")
        expect(
            porch.output.hasPrefix(
                """
                Porch Light (OnOffLight)
                  state   off
                  room    Attic
                  online  yes
                  id      simulated-radio-bridge/R-0001
                  bridge  radio-bridge (simulated-radio-bridge)

                Endpoint 2: OnOffLight, BridgedNode

                """))
        let bridge = try await hub.run("show", "radio-bridge")
        expect(bridge.output.contains("\n  behind  Cellar Thermometer, Fountain Plug, Porch Light\n"))
        try await expect(hub.run("send", "Porch Light", "OnOff.on").output.hasPrefix("Porch Light: on"))
        await expect(simulator.line { $0.contains("2 OnOff.onOff = true") } != nil)
        try await expect(hub.run("move", "Porch Light", "Hallway").status, equals: 0)

        let alone = try await hub.run("remove", "Porch Light", "--yes")
        expect(alone.status, equals: 1)
        expect(alone.error.contains("is behind the bridge \"radio-bridge\""))
        let removed = try await hub.run("remove", "radio-bridge", "--yes")
        expect(
            removed.output,
            equals: "radio-bridge is removed, and with it Porch Light, Fountain Plug, Cellar Thermometer\n")
    }

    /// The hub and the other programs were compiled without the trait: its schema comes with the device.
    @Test func aMakersTraitIsReadAndCommandedByName() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let simulator = try HearthProgram.start(["simulate", Self.lamp, "--name", "Lamp 7", "--hub", hub.address])
        try await expect(attached(simulator))

        let shown = try await hub.run("show", "Lamp 7")
        expect(shown.output.contains("\n  ReadingComfort\n    posture           sitting\n"), "\(shown.output)")
        expect(shown.output.contains("\n    glare             fromAbove|fromPage\n"))
        expect(shown.output.contains("\n    tilt              -10\n"))
        expect(shown.output.contains("\n  OnOffExtension\n    nightLight  5 %  *\n"), "\(shown.output)")
        let set = try await hub.run("set", "Lamp 7", "ReadingComfort.wantedDistance=500")
        expect(set.output, equals: "Lamp 7: wantedDistance is 500 mm\n")
        let bad = try await hub.run("set", "Lamp 7", "ReadingComfort.wantedDistance=505")
        expect(bad.status, equals: 1)
        expect(bad.error.contains("step = 10"))
        let answer = try await hub.run("send", "Lamp 7", "ReadingComfort.summary", "minutes=5")
        expect(answer.output.contains("SummaryResponse(minutes: 5, posture: sitting, pages: 0)"), "\(answer.output)")
        let noted = await simulator.line { $0.contains("ReadingComfort.summary is accepted but has no effect") }
        expect(noted != nil)
    }

    @Test func theTraitsOfAProductAreListedAndGoAfterTheirDevice() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let simulator = try HearthProgram.start(["simulate", Self.lamp, "--name", "Lamp 7", "--hub", hub.address])
        try await expect(attached(simulator))
        let listed = try await hub.run("traits")
        expect(listed.output.hasPrefix("ID          TRAIT"), "\(listed.output)")
        expect(listed.output.split(separator: "\n").count, equals: 3, "\(listed.output)")
        let json = try await hub.run("traits", "--all", "--json")
        let all = try require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        let comfort = try require(all.first { ($0["name"] as? String)?.hasSuffix("ReadingComfort") == true })
        expect(comfort["devices"] as? Int == 1 && comfort["standard"] as? Bool == false && all.count > 100)
        let used = try await hub.run("traits", "remove", "ReadingComfort", "--yes")
        expect(used.status, equals: 1, "\(used.error)")
        expect(used.error.contains(#"is still a trait of "Lamp 7""#), "\(used.error)")

        simulator.send(SIGINT)
        await expect(simulator.wait().status, equals: 0)
        try await expect(hub.run("remove", "Lamp 7", "--yes").status, equals: 0)
        let removed = try await hub.run("traits", "remove", "ReadingComfort", "--yes")
        expect(removed.status, equals: 0, "\(removed.error)")
        expect(removed.output.hasSuffix(" is removed\n"), "\(removed.error)")
        try await expect(hub.run("traits").output.split(separator: "\n").count, equals: 2)
        let wrong = try await hub.run("traits", "paint")
        expect(wrong.status, equals: 64)
        expect(wrong.error.contains("say list or remove TRAIT"))
    }

    /// Without --replace the error says what to do; with it the device keeps its name and room.
    @Test func aTraitThatHasChangedIsReplaced() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        func simulate(_ speed: String, _ more: String...) async throws -> ChildProcess {
            try """
            cluster Pump = 0xFFF1FC40 { attribute \(speed) = 0; }
            cluster Lid = 0xFFF1FC41 { attribute boolean open = 0; }
            """.write(toFile: folder.file("pump.matter"), atomically: true, encoding: .utf8)
            return try HearthProgram.start(
                ["simulate", folder.file("pump.matter"), "--room", "Yard", "--hub", hub.address] + more)
        }
        func end(_ program: ChildProcess) async {
            program.send(SIGINT)
            _ = await program.wait()
        }
        let first = try await simulate("int16u speed")
        try await expect(attached(first))
        try await expect(hub.run("rename", "pump", "Well").status, equals: 0)
        try await expect(hub.run("set", "Well", "Lid.open=true").status, equals: 0)

        let other = try await simulate("int16u turns", "--replace")
        let busy = await other.wait()
        expect(busy.status, equals: 1, "\(busy.error)")
        expect(busy.error.contains("Well is attached by another process"), "\(busy.error)")
        await end(first)

        let refused = await (try simulate("int16u turns")).wait()
        expect(refused.status, equals: 1)
        for words in ["Pump.turns: renamed (speed → turns)", "hearth traits remove 0xfff1fc40", "--replace"] {
            expect(refused.error.contains(words), "\(refused.error)")
        }
        let renewed = try await simulate("int16u turns", "--replace")
        let said = await renewed.line { $0.contains("Pump, revision 1, is removed with its values, for revision 1") }
        expect(said?.contains("renamed (speed → turns)"), equals: true)
        try await expect(attached(renewed))
        let shown = try await hub.run("show", "Well")
        expect(shown.output.contains("\n  room    Yard\n"), "\(shown.output)")
        expect(shown.output.contains("turns  0  *"), "\(shown.output)")
        expect(!shown.output.contains("speed"), "\(shown.output)")
        expect(shown.output.contains("open  true  *"), "what other traits have stays: \(shown.output)")
        await end(renewed)
    }

    @Test func aTraitThatOthersHaveTooIsNotReplaced() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let old = "cluster Pump = 0xFFF1FC40 { attribute int16u speed = 0; }"
        for (name, text) in [("one", old), ("two", old.replacingOccurrences(of: "int16u", with: "int32u"))] {
            try text.write(toFile: folder.file(name + ".matter"), atomically: true, encoding: .utf8)
        }
        let one = try HearthProgram.start(["simulate", folder.file("one.matter"), "--hub", hub.address])
        try await expect(attached(one))
        let two = try await hub.run("simulate", folder.file("two.matter"), "--replace")
        expect(two.status, equals: 1)
        expect(
            two.error.contains(
                #"is a trait of "one", too, and stays; take it off all of them (hearth traits remove 0xfff1fc40 --keep-devices)"#
            ), "\(two.error)")
        try await expect(hub.run("traits").output.contains("Pump"))

        one.send(SIGINT)
        await expect(one.wait().status, equals: 0)
        let removed = try await hub.run("traits", "remove", "Pump", "--keep-devices", "--yes")
        expect(removed.status, equals: 0, "\(removed.error)")
        try await expect(hub.run("devices").output.contains("one"))
        try await expect(
            attached(try HearthProgram.start(["simulate", folder.file("two.matter"), "--hub", hub.address])))
    }

    @Test func aFileMayHaveALongName() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let path = folder.file(String(repeating: "n", count: 200) + ".matter")
        try FileManager.default.copyItem(atPath: Self.lamp, toPath: path)
        try await expect(attached(try HearthProgram.start(["simulate", path, "--hub", hub.address])))
        let id = String(repeating: "i", count: 200)
        let words = ["simulate", Self.lamp, "--id", id, "--hub", hub.address]
        try await expect(attached(try HearthProgram.start(words)))
    }

    @Test(arguments: [
        ("/etc/passwd", "error: this is no schema: no line begins with cluster"), ("/etc", "it is a folder"),
        ("/etc/there-is-none", "there is no such file"),
    ])
    func invalidSchemaIsOneError(_ path: String, _ words: String) async throws {
        let outcome = try await HearthProgram.run(["simulate", path])
        expect(outcome.status, equals: 65)
        expect(outcome.error.contains(words), "\(outcome.error)")
        expect(outcome.error.split(separator: "\n").count, isAtMost: 2, "\(outcome.error)")
    }

    @Test func mistakesOfAFileAreReportedByPlace() async throws {
        let path = folder.file("broken.matter")
        try "cluster Pump = 0xFFF1FC40 {\n  attribute int16q speed = 0;\n}\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await HearthProgram.run(["simulate", path])
        expect(outcome.status, equals: 65)
        expect(outcome.error.hasPrefix("\(path):2:13: error: "))
        expect(outcome.error.hasSuffix("hearth: \(path) can't be simulated; the errors are listed above\n"))
        let missing = try await HearthProgram.run(["simulate", folder.file("nothing.matter")])
        expect(missing.status, equals: 65)
        expect(missing.error.contains("nothing.matter can't be read"))
    }
}
