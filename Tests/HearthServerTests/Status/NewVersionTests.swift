@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Newer versions in the package lists of the hub's machine.
@Suite(.timeLimit(.minutes(5))) struct NewVersionTests {
    /// Ascending, with examples of Debian Policy, section 5.6.12.
    private static let versions = [
        "0.9~~", "0.9~~a", "0.9~", "0.9", "0.9-1", "0.9a", "0.9+b1", "0.9.2", "0.9.2-1", "0.9.2-1+deb12u1", "0.9.10",
        "0.10", "1.0~rc1", "1.0", "1.0.0", "1:0.1",
    ]

    @Test func versionsAreOrderedAsDpkgOrdersThem() throws {
        let versions = try Self.versions.map { try require(DebianVersion($0)) }
        for (index, version) in versions.enumerated() {
            for (other, next) in versions.enumerated() {
                expect((version < next), equals: index < other, "\(Self.versions[index]), \(Self.versions[other])")
            }
        }
        expect((DebianVersion("1.0"), DebianVersion("0:01.00")), are: (DebianVersion("01.0"), DebianVersion("1.0")))
        expect((DebianVersion(""), DebianVersion("x:1")), are: (nil, nil))
    }

    /// dpkg itself agrees, where it is installed.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg"), "skipped: there is no dpkg"))
    func dpkgAgrees() async throws {
        for (left, right) in zip(Self.versions, Self.versions.dropFirst()) {
            let program = BoundedProgram(
                file: "/usr/bin/dpkg", arguments: ["--compare-versions", left, "lt", right], limit: .seconds(60),
                outputBytes: 100)
            await expect(program.run(), equals: .init(end: .exited(0), output: ""), "\(left) \(right)")
        }
    }

    private static func policy(_ installed: String, _ candidate: String) -> String {
        """
        hearth:
          Installed: \(installed)
          Candidate: \(candidate)
          Version table:
             \(candidate) 500
                500 https://packages.example.org stable/main amd64 Packages
         *** \(installed) 100
                100 /var/lib/dpkg/status

        """
    }

    @Test(arguments: [
        ("0.9.2", "0.9.3", true), ("0.9.2", "0.9.2", false), ("0.9.3", "0.9.2", false), ("(none)", "0.9.3", false),
        ("0.9.2", "(none)", false), ("0.9.2", String(repeating: "9", count: 200), false),
    ])
    func onlyANewerVersionIsTold(_ installed: String, _ candidate: String, _ isTold: Bool) {
        expect(PackageLists(policy: Self.policy(installed, candidate)) != nil, equals: isTold)
    }

    @Test(arguments: ["", "N: Unable to locate package hearth\n", "Installed:\nCandidate:\n", "Installed: 1"])
    func otherOutputTellsNothing(_ text: String) { expectNil(PackageLists(policy: text)) }

    @Test func theListsAreAskedInEnglish() async throws {
        let folder = try TemporaryFolder()
        let program = try folder.file(
            "apt-cache", "#!/bin/sh\n[ \"$LC_ALL $*\" = 'C policy hearth' ] && cat <<'E'\n\(Self.policy("1", "2"))E\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let found = await PackageLists.read(for: "/usr/bin/hearth", program: program)
        expect((found?.installed, found?.available), are: ("1", "2"))
        let none = await PackageLists.read(for: "/usr/bin/hearth", program: folder.file("missing"))
        expectNil(none)
        // The version of another program is in no list, even where the package is installed too.
        for running in ["/home/anna/hearth/.build/debug/hearth", nil] {
            let other = await PackageLists.read(for: running, program: program)
            expectNil(other)
        }
    }

    @Test func eachVersionIsSaidOnce() async {
        let said = Mutex<[String]>([])
        let watch = VersionWatch(read: { PackageLists(policy: Self.policy("1", "2")) }) { text in
            said.withLock { $0.append(text) }
        }
        await watch.look()
        await watch.look()
        expect(
            said.withLock(\.self),
            equals: ["version 2 is available, 1 is installed: sudo apt install --only-upgrade hearth"])
        expect(watch.found?.available, equals: "2")
    }
}
