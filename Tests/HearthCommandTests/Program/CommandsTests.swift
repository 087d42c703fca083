internal import Foundation
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// Each command against a hub in another process, and what people and programs get to read.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(3)))
struct CommandsTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    @Test func devicesAreListed() async throws {
        let table = try await hub.run("devices")
        #expect(table.status == 0)
        let lines = table.output.split(separator: "\n")
        #expect(lines.first?.split(separator: " ") == ["ROOM", "DEVICE", "TYPE", "STATE", "ONLINE"])
        #expect(lines.count > 20)
        #expect(lines.contains { $0.hasPrefix("Hallway") && $0.contains("Front Door") && $0.contains("locked") })

        let json = try await hub.run("devices", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(list.count == lines.count - 1)
        let door = try #require(list.first { $0["name"] as? String == "Front Door" })
        #expect(door["state"] as? String == "locked")
        #expect(door["connectivity"] as? String == "online")
    }

    @Test func aDeviceIsShown() async throws {
        let text = try await hub.run("show", "front")
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("Front Door (DoorLock)\n"))
        #expect(text.output.contains("\n    lockState "))
        let json = try await hub.run("show", "front", "--json")
        let door = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((door["endpoints"] as? [Any])?.isEmpty == false)
    }

    @Test func commandsAreSentAndAttributesSet() async throws {
        let lamp = try await hub.run("send", "worktop", "OnOff.off")
        #expect(lamp.output.hasPrefix("Worktop Light: done; it is now: off"))
        #expect(lamp.status == 0)
        let user = try await hub.run("send", "Front Door", "DoorLock.getUser", "userIndex=1")
        #expect(user.output.contains("GetUserResponse(userIndex: 1, "))
        let play = try await hub.run("send", "tele", "Media.play", "--json")
        #expect(play.output.contains(#""command":"MediaPlayback.play","response":{"status":"success"#))
        let limit = try await hub.run("set", "front", "DoorLock.wrongCodeEntryLimit=4")
        #expect(limit.output == "Front Door: wrongCodeEntryLimit: 4\n")
        let two = try await hub.run("set", "front", "DoorLock.wrongCode=5", "DoorLock.autoRelockTime=7", "--json")
        #expect(two.output.contains(#""attributes":{"autoRelockTime":7,"wrongCodeEntryLimit":5}"#))
    }

    /// Matter: a light that is off keeps its level; the answer says how it is.
    @Test func whatAClientWroteNeverCommandsTheTerminal() async throws {
        let label = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}y"
        let written = try await hub.run("set", "Floor Lamp", "BasicInformation.nodeLabel=\(label)")
        #expect(written.status == 0, "\(written.error)")
        let shown = try await hub.run("show", "Floor Lamp")
        #expect(shown.output.contains(#""\u001b]0;x\u0007\u009b2J\u202ey""#))
        let json = try await hub.run("show", "Floor Lamp", "--json")
        let refused = try await hub.run("show", label)
        for text in [written.output, shown.output, json.output, refused.error] {
            #expect(!text.isEmpty && !text.unicodeScalars.contains { $0.controlsText && $0 != "\n" })
        }
    }

    @Test func aCommandThatRightlyDoesNothingIsNotDressedUp() async throws {
        let lamp = try await hub.run("send", "floor", "LevelControl.moveToLevel", "level=9", "transitionTime=0")
        #expect(lamp.status == 0)
        #expect(lamp.output.hasPrefix("Floor Lamp: done; it is now: off, level "))
        #expect(!lamp.output.contains("level 9"))
    }

    @Test func aWatchSeesWhatOthersDo() async throws {
        let watch = try HearthProgram.start(["watch", "worktop", "--hub", hub.address])
        let json = try HearthProgram.start(["watch", "--json", "--hub", hub.address])
        // A sensor speaks of its own accord: from then on the watch runs.
        #expect(await json.line { $0.contains(#""cause":"device""#) } != nil)
        for command in ["OnOff.off", "OnOff.on"] { _ = try await hub.run("send", "worktop", command) }
        let line = await watch.line { $0.contains("OnOff: onOff ") }
        #expect(line?.contains("Kitchen · Worktop Light  OnOff: onOff ") == true)
        let object = try #require(await json.line { $0.contains(#""trait":"OnOff""#) })
        let members = try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
        #expect(members["device"] as? String == "kitchen-light")
    }

    @Test func nobodyReadingEndsAWatchQuietly() async throws {
        let watch = try HearthProgram.start(["watch", "--hub", hub.address])
        #expect(await watch.line { _ in true } != nil)
        watch.closeOutput()
        for command in ["OnOff.off", "OnOff.on"] { _ = try await hub.run("send", "worktop", command) }
        let end = await watch.wait()
        #expect(end.status == 141)
        #expect(!end.error.contains("hearth:"))
    }

    @Test func aWatchOutlivesItsHub() async throws {
        let watch = try HearthProgram.start(["watch", "--hub", hub.address])
        #expect(await watch.line { _ in true } != nil)
        hub.program.send(SIGKILL)
        #expect(await watch.line { $0.hasPrefix("-- the connection is lost, trying again: ") } != nil)
        _ = await hub.program.wait()
        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        #expect(await watch.line { $0 == "-- connected again --" } != nil)
        #expect(again.address == hub.address)
    }
}
