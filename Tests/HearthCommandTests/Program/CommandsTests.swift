internal import Foundation
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Commands against a hub in another process, with output that depends on it; the sessions `Commands` have the rest.
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
        expect((one.first, one.count), are: ("Hallway", hallway.count))

        let json = try await hub.run("devices", "--json")
        let list = try require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        expect(list.count, equals: count)
        let door = try require(list.first { $0["name"] as? String == "Front Door" })
        expect((door["state"] as? [String: Any])?["lock"] as? String == "locked")
        expect(door["summary"] as? String == "locked")
        expect(door["connectivity"] as? String == "online")
    }

    @Test func eachLineOfALogIsJSON() async throws {
        for command in ["on", "off"] { _ = try await hub.run("send", "Worktop Light", command) }
        let day = try await hub.run("log", "Worktop Light").output.split(separator: "\n").first
        expect((day?.count, day?.contains("-")), are: (10, true))
        let lines = try await hub.run("log", "Worktop Light", "--json").output.split(separator: "\n")
        expect(lines.count, isAtLeast: 2)
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }

    @Test func devicesAndHistoriesAreJSON() async throws {
        let shown = try await hub.run("show", "front", "--json").output
        let door = try require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
        expect((door["endpoints"] as? [Any])?.isEmpty, equals: false)
        for command in ["off", "on"] { _ = try await hub.run("send", "Desk Lamp", "OnOff.\(command)") }
        let history = try await hub.run("history", "desk", "OnOff.onOff", "--json").output.split(separator: "\n")
        let columns = try history.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let last = try require(columns.last ?? nil)
        expect((last["last"] as? Int, last["states"] is [String: Any]), are: (1, true))
    }

    @Test func plotsFitTheScreen() async throws {
        for command in ["on", "off", "on"] { _ = try await hub.run("send", "Desk Lamp", "OnOff.\(command)") }
        let plot = try await hub.run("history", "desk", "OnOff.onOff", "--since", "1h").output
        expect(plot.split(separator: "\n").filter { $0.count > 80 }, equals: [])
        expect(plot.contains("last on"), "\(plot)")
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
            expect((text.isEmpty, text.unicodeScalars.contains { $0.controlsText && $0 != "\n" }), are: (false, false))
        }
    }

    @Test func aWatchSeesWhatOthersDo() async throws {
        let watch = try HearthProgram.start(["watch", "worktop", "--all", "--hub", hub.address])
        let json = try HearthProgram.start(["watch", "--json", "--hub", hub.address])
        // A sensor reports by itself: from then on the watch runs.
        await expect(json.line { $0.contains(#""cause":"device""#) } != nil)
        // The other watch may begin later, so there are commands until it has seen one.
        let commands = Task { [hub] in
            while !Task.isCancelled {
                for command in ["OnOff.off", "OnOff.on"] { _ = try await hub.run("send", "worktop", command) }
            }
        }
        let line = await watch.line { $0.contains("OnOff: onOff ") }
        commands.cancel()
        _ = await commands.result
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
        expect((end.status, end.error.contains("hearth:")), are: (141, false))
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
