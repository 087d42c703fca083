internal import Foundation
internal import HearthSQL
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct YieldingThreadTests {
    private struct Failure: Error, Equatable { let number: Int }

    /// The niceness of the calling thread.
    private static func niceness() -> Int32 {
        #if os(Linux)
            getpriority(.init(PRIO_PROCESS.rawValue), 0)
        #else
            0
        #endif
    }

    @Test func itsCallersGetWhatIsReturnedAndThrownThere() {
        let thread = YieldingThread(name: "tests")
        for number in 0..<1_000 {
            expect(thread.run { number + 1 }, equals: number + 1)
            expect(throws: Failure(number: number)) { try thread.run { throw Failure(number: number) } }
        }
        var lines = ["of the caller's"]
        thread.run { lines.append("made there") }
        expect(lines, equals: ["of the caller's", "made there"])
    }

    #if os(Linux)
        @Test func onlyItGivesWay() {
            let own = Self.niceness()
            let thread = YieldingThread(name: "tests", niceness: own + 5)
            expect(thread.run { Self.niceness() }, equals: own + 5)
            expect(thread.run { Thread.current.name }, equals: "tests")
            expect(Self.niceness(), equals: own)
        }

        /// It ends with its owner: a hub that opens its store again keeps none.
        @Test func threadEndsWithItsOwner() async throws {
            let name = "ends \(UInt16.random(in: 0...UInt16.max))"
            var thread: YieldingThread? = YieldingThread(name: name)
            // A list of all threads may lack one while others end.
            let path = try thread?.run {
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            }
            let folder = try "/proc/" + require(path)
            // Another thread may get its number. A temporarily unreadable name does not mean that it has ended.
            func isThere() -> Bool {
                guard FileManager.default.fileExists(atPath: folder) else { return false }
                return (try? String(contentsOfFile: folder + "/comm", encoding: .utf8)).map { $0 == name + "\n" }
                    ?? true
            }
            expect(isThere())
            thread = nil
            while isThere() { try await Task.sleep(for: .milliseconds(1)) }
        }
    #endif
}
