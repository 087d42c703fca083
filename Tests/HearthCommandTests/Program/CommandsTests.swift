internal import Foundation
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Each command against a hub in another process, with its output for people and for programs.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct CommandsTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    @Test func devicesAreListed() async throws {
        let table = try await hub.run("devices")
        expect(table.status, equals: 0)
        let rooms = table.output.split(separator: "\n\n").map { $0.split(separator: "\n") }
        let hallway = try require(rooms.first { $0.first == "Hallway" })
        expect(hallway.contains { $0.hasPrefix("  Front Door  ") && $0.hasSuffix("  locked") })
        let count = rooms.reduce(0) { $0 + $1.count - 1 }
        expect(count, isAbove: 20)
        let one = try await hub.run("devices", "hall").output.split(separator: "\n")
        expect(one.first, equals: "Hallway")
        expect(one.count, equals: hallway.count)

        let json = try await hub.run("devices", "--json")
        let list = try require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        expect(list.count, equals: count)
        let door = try require(list.first { $0["name"] as? String == "Front Door" })
        expect((door["state"] as? [String: Any])?["lock"] as? String == "locked")
        expect(door["summary"] as? String == "locked")
        expect(door["connectivity"] as? String == "online")
    }

    @Test func aDeviceIsShown() async throws {
        let text = try await hub.run("show", "front")
        expect(text.status, equals: 0)
        expect(text.output.hasPrefix("Front Door (DoorLock)\n"))
        expect(text.output.contains("\n    lockState "))
        expect(
            text.output.contains("\n    > unlockDoor [pinCode=…: bytes, in hex or as text in quotes]"), "\(text.output)"
        )
        let json = try await hub.run("show", "front", "--json")
        let door = try require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        expect((door["endpoints"] as? [Any])?.isEmpty, equals: false)
    }

    @Test func theLogTellsWhatHasChangedSince() async throws {
        try await expect(hub.run("send", "Worktop Light", "toggle").status, equals: 0)
        let log = try await hub.run("log", "Worktop Light", "--since", "10min")
        let lines = log.output.split(separator: "\n")
        expect(log.status, equals: 0)
        expect(lines.first?.count, equals: 10)
        expect(lines.first?.contains("-"), equals: true)
        expect(lines.contains { $0.hasSuffix("  Owner switched off the worktop light") }, "\(log.output)")
        expect(!log.output.contains("Front Door"))
        let json = try await hub.run("log", "Worktop Light", "--json").output.split(separator: "\n")
        for line in json { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        expect(json.contains { $0.contains("\"trait\":\"OnOff\"") })
        let never = try await hub.run("log", "--since", "2999-01-01")
        expect(never.output.isEmpty)
        expect(never.error.contains("Nothing has changed since 2999-01-01 00:00:00."))
        let wrong = try await hub.run("log", "--since", "yesterday")
        expect(wrong.status, equals: 64)
        expect(wrong.error.contains("\"yesterday\" is not a time"))
    }

    @Test func commandsAreSentAndAttributesSet() async throws {
        let lamp = try await hub.run("send", "worktop", "OnOff.off")
        expect(lamp.output.hasPrefix("Worktop Light: off\n"))
        expect(lamp.status, equals: 0)
        let user = try await hub.run("send", "Front Door", "DoorLock.getUser", "userIndex=1")
        expect(user.output.contains("GetUserResponse(userIndex: 1, "))
        let play = try await hub.run("send", "tele", "Media.play", "--json")
        expect(play.output.contains(#""command":"MediaPlayback.play","response":{"status":"success"#))
        let limit = try await hub.run("set", "front", "DoorLock.wrongCodeEntryLimit=4")
        expect(limit.output, equals: "Front Door: wrongCodeEntryLimit is 4\n")
        let heat = try await hub.run("set", "thermostat", "Thermostat.occupiedHeatingSetpoint=21.5C")
        expect(heat.output, equals: "Thermostat: occupiedHeatingSetpoint is 21.50 °C (raw 2150)\n")
        let two = try await hub.run("set", "front", "DoorLock.wrongCode=5", "DoorLock.autoRelockTime=7", "--json")
        expect(two.output.contains(#""attributes":{"autoRelockTime":7,"wrongCodeEntryLimit":5}"#))
    }

    @Test func clientTextsNeverControlTheTerminal() async throws {
        let label = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}y"
        let written = try await hub.run("set", "Floor Lamp", "BasicInformation.nodeLabel=\(label)")
        expect(written.status, equals: 0, "\(written.error)")
        let shown = try await hub.run("show", "Floor Lamp")
        expect(shown.output.contains(#""\u001b]0;x\u0007\u009b2J\u202ey""#))
        let json = try await hub.run("show", "Floor Lamp", "--json")
        let refused = try await hub.run("show", label)
        for text in [written.output, shown.output, json.output, refused.error] {
            expect(!text.isEmpty)
            expect(!text.unicodeScalars.contains { $0.controlsText && $0 != "\n" })
        }
    }

    /// Matter: a light that is off ignores level commands; the answer says why nothing happened.
    @Test func aCommandThatRightlyDoesNothingIsNotDressedUp() async throws {
        let lamp = try await hub.run("send", "floor", "LevelControl.moveToLevel", "level=9", "transitionTime=0")
        expect(lamp.status, equals: 0)
        expect(
            lamp.output, equals: "Floor Lamp: off\n  ignored: it is off; moveToLevelWithOnOff switches it on\n")
        let json = try await hub.run("send", "floor", "moveToLevel", "level=9", "--json")
        expect(json.output.contains(#""ignored":true"#))
    }

    /// An answer states the effect, not only the acceptance.
    @Test func answersStateTheEffect() async throws {
        let unlocked = try await hub.run("send", "Front Door", "unlockDoor")
        expect(unlocked.output.hasPrefix("Front Door: unlocked"))
        let on = try await hub.run("send", "floor", "OnOff.on")
        expect(on.output, equals: "Floor Lamp: on, 47 %\n")
        let slow = try await hub.run("send", "floor", "moveToLevelWithOnOff", "level=100%", "transitionTime=1min")
        expect(slow.output.hasPrefix("Floor Lamp: moving, on, "))
        let json = try await hub.run("close", "South Blind", "--json")
        expect(json.output.contains(#""moving":true"#))
    }

    @Test func roomNameIsEnough() async throws {
        let dimmed = try await hub.run("dim", "Living Room", "40%")
        expect(dimmed.status, equals: 0)
        expect(dimmed.output.contains("Floor Lamp: on, 40 %\n"))
        expect(!dimmed.output.contains("Television"))
        let off = try await hub.run("off", "Floor Lamp", "Worktop Light")
        expect(off.output, equals: "Floor Lamp: off\nWorktop Light: off\n")
        let wrong = try await hub.run("lock", "Floor Lamp")
        expect(wrong.status, equals: 1)
        expect(wrong.error, equals: "hearth: \"Floor Lamp\" has nothing to lock; it takes on, off, toggle, dim\n")
        let heat = try await hub.run("set-temperature", "Thermostat", "99C")
        expect(heat.status, equals: 1)
        expect(heat.error, equals: "hearth: Thermostat: 99 °C is above the maximum, 30 °C\n")
        let cold = try await hub.run("set", "Thermostat", "Thermostat.occupiedHeatingSetpoint=33F")
        expect(cold.error, equals: "hearth: Thermostat: 0.56 °C is below the minimum, 7 °C\n")
        let level = try await hub.run("send", "Floor Lamp", "moveToLevel", "level=120%", "transitionTime=2s")
        expect(level.error, equals: "hearth: Floor Lamp: level: 120 % is above the maximum, 100 %\n")
        let raw = try await hub.run("set", "Thermostat", "Thermostat.occupiedHeatingSetpoint=9900")
        expect(raw.error.contains("occupiedHeatingSetpoint is 9900, which breaks the rule max = "))
        try await expect(hub.run("dim", "all").status, equals: 64)
    }

    /// A room's name stands for its devices of the command's kind; a part's refusal is printed with its name, and the
    /// exit code is that for partial success.
    @Test func roomWordsAndPartialRefusals() async throws {
        let fridge = try await hub.run("set-temperature", "Refrigerator", "2")
        expect(fridge.status, equals: 2)
        expect(fridge.output.hasPrefix("Refrigerator Fridge: "))
        expect(fridge.output.hasSuffix(", set to 2.0 °C\n"))
        expect(fridge.error, equals: "hearth: Refrigerator Freezer: 2 °C is above the maximum, -15 °C\n")
        let freezer = try await hub.run("set-temperature", "Freezer", "2")
        expect(freezer.status, equals: 1)
        expect(freezer.output.isEmpty)
        let all = try await hub.run("set-temperature", "all", "8")
        expect(all.status, equals: 0)
        expect(all.output.hasPrefix("Thermostat: "))
        expect(!all.output.contains("Refrigerator"))
        let kitchen = try await hub.run("set-temperature", "Kitchen", "5")
        expect(kitchen.status, equals: 1)
        expect(kitchen.error.contains("hearth set-temperature \"Refrigerator\""))
        let cabinet = try await hub.run("show", "Fridge", "--json")
        expect(cabinet.output.contains("\"temperatureSetpoint\":200"))
        let monitor = try await hub.run("on", "Monitor")
        expect(monitor.status, equals: 0)
        expect(monitor.output, equals: "Power Strip Monitor: on\n")
        let json = try await hub.run("off", "Power Strip", "--json").output.split(separator: "\n")
        expect(json.count, equals: 4)
        expect(json.allSatisfy { $0.contains(#""part":""#) })
    }

    @Test func wordsAreCompletedWithoutAHub() async throws {
        let words = try await HearthProgram.run(["__complete", "dev"])
        expect(words.output, equals: "devices\n")
        let alone = try await HearthProgram.run(["__complete", "show", "F", "--hub", "127.0.0.1:1"])
        expect(alone.status, equals: 0)
        expect(alone.output.isEmpty)
    }

    @Test func aWatchSeesWhatOthersDo() async throws {
        let watch = try HearthProgram.start(["watch", "worktop", "--all", "--hub", hub.address])
        let json = try HearthProgram.start(["watch", "--json", "--hub", hub.address])
        // A sensor reports by itself: from then on the watch runs.
        await expect(json.line { $0.contains(#""cause":"device""#) } != nil)
        for command in ["OnOff.off", "OnOff.on"] { _ = try await hub.run("send", "worktop", command) }
        let line = await watch.line { $0.contains("OnOff: onOff ") }
        expect(line?.contains("Kitchen · Worktop Light  OnOff: onOff "), equals: true)
        // The other devices of the house change meanwhile.
        let said = await json.line {
            $0.contains(#""device":"kitchen-light""#) && $0.contains(#""trait":"OnOff""#)
        }
        let object = try require(said)
        let members = try require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
        expect(members["device"] as? String == "kitchen-light")
    }

    @Test func closedOutputEndsAWatchQuietly() async throws {
        let watch = try HearthProgram.start(["watch", "--all", "--hub", hub.address])
        await expect(watch.line { _ in true } != nil)
        watch.closeOutput()
        for command in ["OnOff.off", "OnOff.on"] { _ = try await hub.run("send", "worktop", command) }
        let end = await watch.wait()
        expect(end.status, equals: 141)
        expect(!end.error.contains("hearth:"))
    }

    @Test func aWatchOutlivesItsHub() async throws {
        let watch = try HearthProgram.start(["watch", "--all", "--hub", hub.address])
        await expect(watch.line { _ in true } != nil)
        hub.program.send(SIGKILL)
        let lost = await watch.line { $0.hasPrefix("-- the connection is lost, trying again: ") }
        expect(lost?.contains("; the state shown is of "), equals: true, "\(lost ?? "")")
        _ = await hub.program.wait()
        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        await expect(watch.line { $0 == "-- connected again --" } != nil)
        expect(again.address, equals: hub.address)
    }
}
