internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The commands about people, as they are typed.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct PeopleProgramTests {
    @Test func wrongArgumentsAreReported() async throws {
        let cases: [([String], String)] = [
            (["people", "make"], "say list, invite [NAME], add-device, invitations, withdraw"),
            (["people", "invite", "Bob"], "the role is missing: --role guest"),
            (["people", "invite", "Bob", "--role", "king"], "a role in a home is guest, administrator or owner"),
            (["people", "role", "Bob"], "say list, invite"),
            (["people", "role", "Bob", "provider"], "a role in a home is guest, administrator or owner"),
            (["people", "remove", "Bob", "--room", "Kitchen"], "go with invite, grant and role"),
            (["people", "grant", "Bob", "--role", "guest"], "--role goes with invite"),
            (["people", "a", "b", "c", "d"], "\"d\" is one word too many"),
            (["leave", "Home"], "\"Home\" is one word too many"),
            (["whoami", "--structure", "x"], "unknown option --structure"),
            (["audit", "--since", "soon"], "\"soon\" is not a time"),
            (["claim", "--invite", "guest"], "hearth people invite"),
            (["tokens", "create", "x", "--role", "king"], "a token's role is member, owner or provider"),
        ]
        for (words, message) in cases {
            let outcome = try await HearthProgram.run(words, ["HEARTH_HUB": "127.0.0.1:1"])
            expect(outcome.status, equals: 64, "\(words): \(outcome.error)")
            expect(outcome.error.contains(message), "\(words): \(outcome.error)")
        }
    }

    @Test func theAuditLogTellsWhatWasDone() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        try await expect(hub.run("audit").output.contains("The audit log has no entries"))
        let commands = [
            ["rooms", "add", "Attic"], ["rooms", "remove", "Attic", "--yes"], ["remove", "Floor Lamp", "--yes"],
            ["send", "Front Door", "DoorLock.lockDoor"], ["tokens", "create", "script"],
        ]
        for words in commands {
            let outcome = try await HearthProgram.run(words + ["--hub", hub.address])
            expect(outcome.status, equals: 0, "\(words): \(outcome.error)")
        }
        let outcome = try await HearthProgram.run(["audit", "--hub", hub.address], ["COLUMNS": "80"])
        let lines = outcome.output.split(separator: "\n")
        expect(outcome.status, equals: 0, "\(outcome.error)")
        expect(lines.count, equals: 5, "\(outcome.error)")
        expect(lines.allSatisfy { $0.count <= 80 })
        let texts = ["removed the room", "removed the device", "sent DoorLock.lockDoor", "made the token"]
        for (line, text) in zip(lines.dropFirst(), texts) { expect(line.contains(text), "\(line)") }
        let json = try await HearthProgram.run(["audit", "--json", "--hub", hub.address])
        expect(json.output.split(separator: "\n").count, equals: 4)
        expect(json.output.contains("\"action\":\"sensitiveCommand\""))
    }
}
