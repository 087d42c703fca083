internal import Expectations
internal import Glibc
internal import HearthSystem
internal import ProcessTestSupport
internal import Testing

/// Programs that try what they must not.
@Suite(.timeLimit(.minutes(2)), .enabled(if: ChildProgram.canConfine, "skipped: this system confines no programs"))
struct ConfinedProgramTests {
    private static let perl = "/usr/bin/perl"

    private static func confined(
        _ file: String, _ arguments: [String] = [], limit: Duration = .seconds(60), outputBytes: Int = 1 << 20
    ) -> ConfinedProgram {
        ConfinedProgram(file, arguments, limit: limit, outputBytes: outputBytes)
    }

    /// Tries one thing after the other. Its arguments are a new file and a process.
    private static let attempts = """
        $| = 1;
        my ($file, $process) = @ARGV;
        sub report { my ($what, $isDone) = @_; print "$what: ", ($isDone ? "done" : "refused"), "\\n"; }
        report("open a socket", socket(my $one, 1, 1, 0));
        report("open a pair of sockets", socketpair(my $two, my $three, 1, 1, 0));
        report("create a file", sysopen(my $four, $file, 0100));
        report("write a file", open(my $five, ">", $file));
        report("append to a file", open(my $six, ">>", $file));
        report("rename a file", rename($file, "$file.other"));
        report("remove a file", unlink("$file.other"));
        report("make a folder", mkdir("$file.folder"));
        my $child = fork;
        exit 0 if defined $child && $child == 0;
        waitpid($child, 0) if defined $child;
        report("start a process", defined $child);
        report("signal a process", kill(0, $process));
        report("get a variable", defined $ENV{PATH});
        """

    private static func words(_ folder: TemporaryFolder) -> [String] { ["-", folder.path + "/file", "\(getpid())"] }

    /// What all attempts lead to.
    private static func report(_ result: String) -> String {
        let attempted = [
            "open a socket", "open a pair of sockets", "create a file", "write a file", "append to a file",
            "rename a file",
            "remove a file", "make a folder", "start a process", "signal a process", "get a variable",
        ]
        return attempted.map { "\($0): \(result)\n" }.joined()
    }

    private static let hasPerl = FileFacts(perl, followsLink: true) != nil

    @Test("What a free program may do, a confined one may not", .enabled(if: hasPerl, "skipped: Perl is not installed"))
    func aConfinedProgramOnlyComputes() async throws {
        let free = try TemporaryFolder()
        let outcome = try await ChildProcess.run(
            Self.perl, Self.words(free), input: Array(Self.attempts.utf8))
        expect(outcome.output, equals: Self.report("done"))
        let folder = try TemporaryFolder()
        let confined = await Self.confined(Self.perl, Self.words(folder)).run(Array(Self.attempts.utf8))
        expect(
            (confined.end, String(decoding: confined.output, as: UTF8.self)), are: (.exited(0), Self.report("refused")))
    }

    @Test("Where Linux has Landlock, other files are hidden", .enabled(if: hasPerl, "skipped: Perl is not installed"))
    func filesAreHidden() async throws {
        // Its version (landlock_create_ruleset(2)).
        let asked = try await ChildProcess.run(Self.perl, ["-e", "print syscall(444, 0, 0, 1) > 0 ? 1 : 0"])
        guard asked.output == "1" else { return }
        let script = """
            for my $path ("/usr/bin/perl", "/etc/passwd", "/proc/self/maps", "/tmp") {
                print "$path: ", (open(my $file, "<", $path) ? "open" : "$!"), "\\n";
            }
            """
        let outcome = await Self.confined(Self.perl, ["-"]).run(Array(script.utf8))
        expect(
            String(decoding: outcome.output, as: UTF8.self),
            equals: """
                /usr/bin/perl: open
                /etc/passwd: Permission denied
                /proc/self/maps: Permission denied
                /tmp: Permission denied

                """)
    }

    @Test func inputBecomesOutput() async {
        // More than a pipe holds.
        let input = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let outcome = await Self.confined("/bin/cat").run(input)
        expect(outcome, equals: ConfinedProgram.Outcome(end: .exited(0), output: input))
    }

    @Test func aProgramThatDoesNotReadIsNoProblem() async {
        let outcome = await Self.confined("/bin/true").run([UInt8](repeating: 1, count: 1 << 20))
        expect(outcome, equals: ConfinedProgram.Outcome(end: .exited(0)))
    }

    @Test func aProgramThatHangsIsEnded() async {
        let outcome = await Self.confined("/bin/sleep", ["1000"], limit: .milliseconds(200)).run([])
        expect(outcome, equals: ConfinedProgram.Outcome(end: .timedOut))
    }

    @Test(
        "A program that closes its streams and hangs is ended, too",
        .enabled(if: hasPerl, "skipped: Perl is not installed")
    )
    func closedStreamsAreNoEnd() async {
        let script = "close(STDOUT); close(STDERR); sleep(1000);"
        let outcome = await Self.confined(Self.perl, ["-"], limit: .seconds(1)).run(Array(script.utf8))
        expect(outcome, equals: ConfinedProgram.Outcome(end: .timedOut))
    }

    @Test func endlessOutputIsCut() async {
        let outcome = await Self.confined("/usr/bin/yes", outputBytes: 1_000).run([])
        expect(outcome.end, equals: .tooMuchOutput)
        expect(outcome.output.count, isAtMost: 1_000 + (64 << 10))
    }

    @Test(
        "Endless errors, an endless loop and too much memory end a program",
        .enabled(if: hasPerl, "skipped: Perl is not installed"),
        arguments: [
            ("print STDERR 'error ' x 100_000; exit 3", ConfinedProgram.End.exited(3), "error error"),
            ("1 while 1", .signalled(SIGKILL), ""),
            ("my @all; push @all, 'x' x 1_000_000 while 1", .exited(1), "Out of memory"),
        ])
    func limitsHold(script: String, end: ConfinedProgram.End, errors: String) async {
        var program = Self.confined(Self.perl, ["-"])
        (program.seconds, program.memory) = (1, 128 << 20)
        let outcome = await program.run(Array(script.utf8))
        expect((outcome.end, outcome.output, outcome.errors.hasPrefix(errors)), are: (end, [], true))
        expect(outcome.errors.utf8.count, isAtMost: 2_048)
    }

    @Test func aMissingProgramIsAnError() async throws {
        let outcome = await Self.confined("/nowhere/program").run([])
        guard case .notStarted(let error) = outcome.end else { return expect(false, "it was started") }
        expect(error.description, equals: "No such file or directory")
    }

    /// As the reading end of a pipe in one of them would keep another's output open.
    @Test func manyProgramsRunAtATime() async {
        let outputs = await withTaskGroup(of: [UInt8].self) { group in
            for number in 0..<16 {
                group.addTask { await Self.confined("/bin/cat").run([UInt8(number)]).output }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        expect(outputs.sorted(), equals: (0..<16).map { UInt8($0) })
    }
}
