#if os(Linux)
    internal import Expectations
    internal import Glibc
    @testable internal import HearthServiceManager
    internal import ProcessTestSupport
    internal import Testing

    /// Entries as the journal's native protocol has them.
    @Suite(.timeLimit(.minutes(5))) struct JournalTests {
        @Test func valuesWithLinesAreCounted() {
            let bytes = Journal.encoded([("MESSAGE", "two\nlines"), ("PRIORITY", "5")])
            expect(
                bytes,
                equals: Array("MESSAGE\n".utf8) + [9, 0, 0, 0, 0, 0, 0, 0] + Array("two\nlines\nPRIORITY=5\n".utf8))
        }

        @Test func onlyAStreamThatTheJournalReadsCounts() throws {
            let folder = try TemporaryFolder()
            let descriptor = open(try folder.file("stream", ""), O_WRONLY)
            defer { close(descriptor) }
            var status = stat()
            try require(fstat(descriptor, &status) == 0)
            let stream = "\(status.st_dev):\(status.st_ino)"
            let socket = folder.file("journal")
            let receiver = try Receiver(socket)
            let journal = try require(Journal(["JOURNAL_STREAM": stream], descriptor: descriptor, socket: socket))
            expect((journal.send([("MESSAGE", "hi")]), receiver.next), are: (true, "MESSAGE=hi\n"))
            for other in [nil, "", "1:2", stream + "0"] {
                expectNil(Journal(other.map { ["JOURNAL_STREAM": $0] } ?? [:], descriptor: descriptor, socket: socket))
            }
            let away = Journal(["JOURNAL_STREAM": stream], descriptor: descriptor, socket: folder.file("nowhere"))
            expect(away?.send([("MESSAGE", "hi")]), equals: false)
        }
    }
#endif
