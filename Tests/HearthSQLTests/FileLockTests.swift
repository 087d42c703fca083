internal import Foundation
internal import HearthSQL
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct FileLockTests {
    let directory: TemporaryDirectory
    var path: String { directory.file() }

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func secondOpenInThisProcessIsRefusedUntilClose() throws {
        let first = try Database(path: path, schema: rooms)
        let error = failure { _ = try Database(path: path, schema: rooms) }
        expect(error?.code, equals: .openElsewhere)
        expect(error?.message.contains("this process"), equals: true)
        first.close()
        _ = try Database(path: path, schema: rooms)
    }

    @Test func aReleasedDatabaseIsUnlocked() throws {
        var first: Database? = try Database(path: path, schema: rooms)
        try first?.addRoom("a")
        first = nil
        _ = try Database(path: path, schema: rooms)
    }

    @Test func aFailedOpeningIsUnlocked() throws {
        try directory.write([1, 2, 3])
        expect(code { _ = try Database(path: path, schema: rooms) }, equals: .notADatabase)
        expect(code { _ = try Database(path: path, schema: rooms) }, equals: .notADatabase)
    }

    @Test func aReservedNumberIsThereForLaterProcesses() throws {
        let first = try Database(path: path, schema: rooms)
        expect((first.reservedNumber, first.reserve(7), first.reservedNumber), are: (0, true, 7))
        first.setNote("a note")
        first.close()
        let second = try Database(path: path, schema: rooms)
        expect((second.reservedNumber, second.formerNote), are: (7, "a note"))
        expect(second.reserve(1 << 60))
        second.close()
        try expect(Database(path: path, schema: rooms).reservedNumber, equals: 1 << 60)
    }

    @Test func twoNamesOfOneFileShareTheLock() throws {
        let first = try Database(path: path, schema: rooms)
        try directory.link("alias.db", to: "home.db")
        expect(code { _ = try Database(path: directory.file("alias.db"), schema: rooms) }, equals: .openElsewhere)
        first.close()
    }

    private static let locker = PythonProgram(
        lines: """
            import fcntl, os, sys, time
            f = open(sys.argv[1], "w")
            fcntl.flock(f, fcntl.LOCK_EX)
            f.write(str(os.getpid()) + "\\n")
            f.flush()
            print("held", flush=True)
            time.sleep(600)
            """)

    /// The other process is a real one: Python takes the same lock, reports it, and is killed.
    @Test(.enabled(if: locker.isInstalled, "skipped: python3 is not installed"))
    func anotherProcessIsNamedAndItsDeathReleasesTheLock() async throws {
        let holder = try Self.locker.start([path + ".lock"])
        await expect(holder.line { $0 == "held" } != nil)

        let error = failure { _ = try Database(path: path, schema: rooms) }
        expect(error?.code, equals: .openElsewhere)
        expect(error?.message.contains("pid \(holder.processIdentifier)"), equals: true)
        expect(error?.message.contains(path), equals: true)

        holder.send(SIGKILL)
        await expect(holder.wait().status, equals: 128 + SIGKILL)
        _ = try Database(path: path, schema: rooms)
        print("FAULTS another process with the same store | 1 | refused with its number, accepted once it was killed")
    }
}
