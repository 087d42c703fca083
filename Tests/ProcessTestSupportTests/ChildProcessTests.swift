internal import Foundation
internal import Glibc
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
    @Test func theStatusIsTheExitCodeOrTheSignalAsShellsSayIt() async throws {
        try await expect(ChildProcess.run("true").status, equals: 0)
        try await expect(ChildProcess.run("sh", ["-c", "exit 7"]).status, equals: 7)
        try await expect(ChildProcess.run("sh", ["-c", "kill -TERM $$"]).status, equals: 128 + SIGTERM)
    }

    @Test func missingProgramIsReported() async throws {
        let failure = try await require(throws: ChildProcess.Failure.self) {
            try await ChildProcess.run("no-such-program")
        }
        expect("\(failure)", equals: "no-such-program can't be started: No such file or directory")
    }

    @Test func aLargeInputComesBackWhole() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
        let outcome = try await ChildProcess.run("cat", input: bytes)
        expect(outcome.status, equals: 0)
        expect(outcome.outputBytes, equals: bytes)
    }

    @Test func outputAndErrorsFillUpNeither() async throws {
        let script = "head -c 1000000 /dev/zero >&2; head -c 2000000 /dev/zero; head -c 1000000 /dev/zero >&2"
        let outcome = try await ChildProcess.run("sh", ["-c", script])
        expect(outcome.outputBytes.count, equals: 2_000_000)
        expect(outcome.error.utf8.count, equals: 2_000_000)
    }

    @Test func unreadInputIsAtMostAnError() async throws {
        let bytes = [UInt8](repeating: 0, count: 1_000_000)
        try await expect(ChildProcess.run("true", input: bytes).status, equals: 0)
        let child = try ChildProcess("true")
        await expect(child.wait().status, equals: 0)
        await expect(throws: ChildProcess.Failure.self) { try await child.write([0]) }
        child.closeInput()
        await expect(throws: ChildProcess.Failure.self) { try await child.write([0]) }
    }

    @Test func linesAreReadAsTheyCome() async throws {
        let child = try ChildProcess("cat")
        for line in ["one", "two"] {
            try await child.write(Array("\(line)\n".utf8))
            await expect(child.line { $0 == line }, equals: line)
        }
        child.closeInput()
        await expectNil(child.line { $0 == "three" })
        let outcome = await child.wait()
        expect(outcome.status, equals: 0)
        expect(outcome.output, equals: "one\ntwo\n")
        // A later caller gets the same.
        await expect(child.wait().status, equals: 0)
    }

    @Test func aProgramWhoseOutputIsClosedHearsOfIt() async throws {
        let child = try ChildProcess("yes")
        await expect(child.line { $0 == "y" } != nil)
        child.closeOutput()
        await expect(child.wait().status, equals: 128 + SIGPIPE)
    }

    @Test func theEnvironmentIsMergedOverThisOne() async throws {
        let outcome = try await ChildProcess.run(
            "sh", ["-c", "echo $PATH $HEARTH_ADDED"], environment: ["HEARTH_ADDED": "yes"])
        expect(outcome.output, equals: "\(ProcessInfo.processInfo.environment["PATH"] ?? "") yes\n")
    }

    @Test func aSignalReachesOneThatIsWaitedFor() async throws {
        let child = try ChildProcess("sh", ["-c", "echo up; exec sleep 600"])
        await expect(child.line { $0 == "up" } != nil)
        async let outcome = child.wait()
        child.send(SIGTERM)
        await expect(outcome.status, equals: 128 + SIGTERM)
        // Its number may be another's by now.
        child.send(SIGTERM)
    }

    @Test func aProgramIsGoneWithItsObject() throws {
        var child: ChildProcess? = try ChildProcess("sleep", ["600"])
        let number = try require(child?.processIdentifier)
        expect(kill(number, 0), equals: 0)
        child = nil
        expect(kill(number, 0), equals: -1)
        expect(errno, equals: ESRCH)
    }

    @Test func aCancelledTaskEndsItsProgram() async throws {
        let child = try ChildProcess("sleep", ["600"])
        let task = Task { await child.wait().status }
        task.cancel()
        await expect(task.value, equals: 128 + SIGKILL)
    }

    /// Descriptors that this process has open, and signals that it ignores or blocks.
    @Test func aChildInheritsNeitherDescriptorsNorSignals() throws {
        let inherited = dup(0)
        defer { close(inherited) }
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // The last 28 bits: glibc has two signals of its own, which it ignores.
        let signals = #"sed -nE 's/^(SigBlk|SigIgn):.*(.{7})$/\1 \2/p' /proc/self/status"#
        let outcome = try ChildProcess.run("sh", ["-c", "ls /proc/self/fd; " + signals])
        // `ls` itself opens the folder, with the first free number.
        expect(outcome.output, equals: "0\n1\n2\n3\nSigBlk 0000000\nSigIgn 0000000\n")
    }

    /// In a process of its own, as the limit applies to a process.
    @Test func thousandsOfDescriptorsAreNoHindrance() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(7), &limit)
        guard limit.rlim_max >= 4_000 else {
            print("skipped: no more than \(limit.rlim_max) descriptors are allowed")
            return
        }
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(7), &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(7), &limit)
            let held = (0..<3_000).map { _ in dup(0) }
            try require(held.allSatisfy { $0 >= 0 })
            for _ in 0..<20 { try require(try await ChildProcess.run("cat", input: [1, 2]).outputBytes == [1, 2]) }
        }
    }
}
