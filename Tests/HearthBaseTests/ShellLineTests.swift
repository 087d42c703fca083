internal import HearthBase
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ShellLineTests {
    private static let words = [
        "home.db", "/srv/my homes/home.db", "", "it's", "'", "\"a\"", "$HOME", "`id`", "a\\b", "a;b&c|d", "*",
        "[::1]:4327", "hearth:h:1?fp=a&code=b", "~/home.db", "=ls", "#x", "a\nb", "!!", "{a,b}", "(x)", "<a>",
        "Küche", "%1", "-x", "a=b",
        // Characters of several scalars.
        "'\u{301}; echo x", "a\r\nb", "$\u{301}HOME",
    ]

    /// A shell passes on exactly these words.
    @Test func aShellReadsEveryWordAsItWasMeant() async throws {
        let line = ShellLine.line(["printf", "%s\\0"] + Self.words)
        let read = try await ChildProcess.run("/bin/sh", ["-c", line])
        let words = read.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
        expect(words.map { Array($0.utf8) }, equals: Self.words.map { Array($0.utf8) })
    }

    @Test func theLastWordIsNoOption() {
        expect(["lamp 1", "-x", "--all"].map(ShellLine.last), equals: ["'lamp 1'", "-- -x", "-- --all"])
    }
}
