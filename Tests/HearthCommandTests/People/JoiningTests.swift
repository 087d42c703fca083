internal import Foundation
internal import Hearth
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// From an invitation to the end of a guest's open calls, with a real hub.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct JoiningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// - Parameter user: A user with a folder of keys of its own.
    private func run(_ user: String, _ words: [String]) async throws -> ChildProcess.Outcome {
        try await HearthProgram.run(words, environment(user))
    }

    private func environment(_ user: String) -> [String: String] {
        ["XDG_CONFIG_HOME": folder.file(user), "HEARTH_TOKEN": "", "HEARTH_HUB": "", "COLUMNS": "80"]
    }

    /// The link in a command's output, with the hub's address as reachable here.
    private func link(_ outcome: ChildProcess.Outcome, _ port: String) throws -> String {
        let line = try require(outcome.output.split(separator: "\n").first { $0.contains("hearth claim 'hearth:") })
        var link = try require(HubLink(String(line.split(separator: "'")[1])))
        link.address = "127.0.0.1:\(port)"
        return "\(link)"
    }

    @Test func aGuestJoinsBringsASecondDeviceAndIsRemoved() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"), listen: "0.0.0.0:0")
        let port = hub.address.split(separator: ":").last.map(String.init) ?? ""
        let here = "127.0.0.1:\(port)"
        let invite = try await run(
            "owner", ["people", "invite", "Bob", "--role", "guest", "--room", "Kitchen", "--hub", here])
        expect(invite.status, equals: 0, "\(invite.error)")
        expect(invite.output.contains("Bob will be a guest of Home, with Kitchen."))
        let code = try link(invite, port)

        let claim = try await run("bob", ["claim", code, "--name", "home"])
        expect(claim.status, equals: 0, "\(claim.error)")
        expect(claim.output.contains("Home: a guest, called \"Bob\", with Kitchen"))
        try await expect(run("eve", ["claim", code]).error.contains("is wrong, used or expired"))
        try await expect(run("bob", ["whoami", "--hub", "home"]).output.contains("Home: a guest"))
        try await expect(run("owner", ["people", "--hub", here]).output.contains("Bob"))
        try await expect(run("bob", ["audit", "--hub", "home"]).status, equals: 1)

        // Bob's laptop has Bob's identity.
        let own = try await run("bob", ["people", "add-device", "--hub", "home"])
        let second = try await run("laptop", ["claim", try link(own, port), "--name", "home"])
        expect(second.status, equals: 0, "\(second.error)")
        expect(second.output.contains("Home: a guest, called \"Bob\""), "\(second.error)")
        let token = try await run("bob", ["tokens", "create", "script", "--hub", "home"])
        expect(token.status, equals: 0, "\(token.error)")
        expect(token.output.hasPrefix("hth_"), "\(token.error)")
        try await expect(run("laptop", ["tokens", "--hub", "home"]).output.split(separator: "\n").count, equals: 4)

        let watches = try ["bob", "laptop"].map {
            try HearthProgram.start(["watch", "--all", "--hub", "home"], environment($0))
        }
        for watch in watches { await expect(watch.line { !$0.isEmpty } != nil) }
        try await expect(run("owner", ["people", "remove", "Bob", "--yes", "--hub", here]).status, equals: 0)
        for watch in watches { await expect(watch.wait().status, differsFrom: 0) }
        try await expect(run("bob", ["devices", "--hub", "home"]).status, equals: 1)
        let audit = try await run("owner", ["audit", "--hub", here])
        for text in ["invited \"Bob\" as a guest", "became a client of the hub", "removed \"Bob\""] {
            expect(audit.output.contains(text), "\(audit.output)")
        }
    }
}
