@testable internal import HearthServer
internal import Expectations
internal import HearthTerminal
internal import Testing

/// The option --camera-user of hearth serve.
@Suite struct CamerasUserTests {
    @Test(
        arguments: [
            (0, "owns the hub"), (1_000, "owns the hub"), (65_534, "stands for all unknown users"),
        ] as [(UInt32, String)])
    func usersThatAreNotTheProgramsAloneAreRefused(_ id: UInt32, _ words: String) {
        let error = expect(throws: CommandError.self) { try CamerasUser("anna", id: id, hub: 1_000) }
        expect(error?.code, equals: .usage)
        expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ([], true, ["--camera-user", "hearth-cameras"]), (["--demo"], false, []),
            (["--camera-user", "anna"], true, []), (["--camera-user=anna"], true, []),
        ] as [([String], Bool, [String])])
    func aServiceNamesThePackagesUser(_ options: [String], isThere: Bool, _ added: [String]) {
        expect(CamerasUser.serviceOptions(besides: options, isThere: isThere), equals: added)
    }

    @Test func aUserThatIsGoneKeepsNoHubFromStarting() throws {
        let arguments = try Arguments(["--camera-user", "nobody-of-this-name"], options: CamerasUser.options)
        var said: [String] = []
        expectNil(try CamerasUser(arguments) { said.append($0) })
        expect(said.count, equals: 1)
    }

    @Test func theCommandIsForTheProgramsUser() throws {
        let user = try CamerasUser("cameras", id: 1_001, hub: 1_000)
        expect(CamerasUser.command(of: nil, hub: "127.0.0.1:4327"), equals: "hearth-cameras")
        expect(
            CamerasUser.command(of: user, hub: "unix:/run/hearth/hub.sock"),
            equals: "sudo -u cameras hearth-cameras --hub unix:/run/hearth/hub.sock")
    }
}
