internal import Expectations
internal import Glibc
internal import HearthSystem
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildProgramTests {
    /// The output of a shell's command, and its end.
    private static func run(
        _ command: String, environment: [String: String]? = nil, input: OpenFile? = nil
    ) throws -> (output: String, end: ChildProgram.End) {
        let (program, output) = try start(command, environment: environment, input: input)
        let bytes = try output.readToEnd()
        return (String(decoding: bytes, as: UTF8.self), program.reap())
    }

    private static func start(
        _ command: String, environment: [String: String]? = nil, input: OpenFile? = nil
    ) throws -> (ChildProgram, OpenFile) {
        let (reader, writer) = try OpenFile.pipe()
        let program = try ChildProgram(
            "/bin/sh", ["-c", command], environment: environment, input: input ?? .null(), output: writer,
            errors: writer)
        return (program, reader)
    }

    @Test(arguments: [
        ("echo out; echo error >&2; exit 3", "out\nerror\n", ChildProgram.End.exited(3)),
        ("kill -9 $$", "", .signalled(9)),
        ("cat", "", .exited(0)),
    ])
    func outputAndEnd(command: String, output: String, end: ChildProgram.End) throws {
        let outcome = try Self.run(command)
        expect((outcome.output, outcome.end, outcome.end.number), are: (output, end, end.number))
    }

    @Test func environmentReplacesThatOfTheParent() throws {
        let outcome = try Self.run("echo $LAMP-$HOME", environment: ["LAMP": "on"])
        expect(outcome.output, equals: "on-\n")
        let inherited = try Self.run("echo $HOME").output
        expect(inherited, equals: "\(ThisUser.environment["HOME"] ?? "")\n")
    }

    @Test func inputIsReadFromAFile() throws {
        let temporary = try OpenFile.unnamed(Array("a lamp".utf8), in: ThisUser.temporaryFolder)
        expect(try Self.run("cat", input: temporary).output, equals: "a lamp")
    }

    @Test func missingProgramIsAnError() throws {
        let error = expect(throws: SystemError.self) { try ChildProgram("/nowhere/program") }
        expect(error?.description, equals: "No such file or directory")
    }

    @Test func getsNoDescriptorsBeyondItsStreams() throws {
        // Descriptors that are not marked to be closed at a start.
        let open = (0..<8).map { _ in dup(STDERR_FILENO) }
        defer { for descriptor in open { close(descriptor) } }
        let tests = open.map { "test -e /proc/$$/fd/\($0) && echo \($0)" }
        expect(try Self.run("\(tests.joined(separator: "; ")); echo none").output, equals: "none\n")
    }

    @Test func startsWhileThousandsOfDescriptorsAreOpen() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(3_000, Int(clamping: limit.rlim_max) - 500)
        var raised = limit
        raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised)
        let open = try (0..<max(0, count)).map { _ in try OpenFile.null() }
        expect(try Self.run("echo it works").output, equals: "it works\n")
        expect(open.count, equals: max(0, count))
    }

    @Test func signalsAreNotBlockedNorPipesIgnored() throws {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        signal(SIGPIPE, SIG_IGN)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let output = try Self.run("grep -E 'SigBlk|SigIgn' /proc/self/status").output
        let masks = output.split(separator: "\n").compactMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) }
        let ofPipes = UInt64(1) << (UInt64(SIGPIPE) - 1)
        expect((masks.count, masks.first, masks.last.map { $0 & ofPipes }), are: (2, 0, 0))
    }

    @Test func endsItsChildrenWithItsGroup() throws {
        let (program, output) = try Self.start("sleep 1000 & echo $!; wait")
        let line = String(decoding: try output.readAvailable(64), as: UTF8.self)
        let child = try require(Int32(line.dropLast()))
        expect(getpgid(child), equals: program.pid)
        program.killGroup()
        expect(program.reap(), equals: .signalled(SIGKILL))
        // The child, too, has closed its end of the pipe.
        expect(try output.readToEnd(), equals: [])
    }

    @Test func isNotSignalledOnceReaped() throws {
        let (program, _) = try Self.start("exit 0")
        expect(program.waitUntilEnd(), equals: .exited(0))
        expect(program.reap(), equals: .exited(0))
        program.send(SIGKILL)
        program.killGroup()
        expect((program.reap(), program.waitUntilEnd()), are: (.exited(0), .exited(0)))
    }
}
