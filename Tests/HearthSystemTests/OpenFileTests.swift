internal import Expectations
internal import Glibc
internal import HearthSystem
internal import ProcessTestSupport
internal import Testing

@Suite struct OpenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func writtenBytesAreReadFromAnyPlace() throws {
        let path = folder.file("letters")
        let file = try OpenFile.creating(path)
        try file.write("abcdef")
        try file.seek(to: 2)
        try file.write("CD")
        try file.synchronize()
        let reader = try OpenFile.reading(path)
        expect((try file.size(), text(try reader.read(4)), text(try reader.read(9))), are: (6, "abCD", "ef"))
        try reader.seek(to: 1)
        expect((text(try reader.readToEnd()), try reader.read(1)), are: ("bCDef", []))
        try file.empty()
        expect(try file.size(), equals: 0)
    }

    @Test func replacedFileIsEmptyAndOverwrittenOneIsNot() throws {
        let path = try folder.file("letters", "abc")
        try OpenFile.overwriting(path).write("X")
        let overwritten = text(try OpenFile.reading(path).readToEnd())
        try OpenFile.replacing(path).write("Y")
        expect((overwritten, text(try OpenFile.reading(path).readToEnd())), are: ("Xbc", "Y"))
    }

    @Test func newFileIsForItsUserAndReplacesNone() throws {
        let path = folder.file("new")
        _ = try OpenFile.creating(path)
        expect(FileFacts(path, followsLink: true)?.permissions, equals: 0o600)
        let error = expect(throws: SystemError.self) { try OpenFile.creating(path) }
        expect(error?.description, equals: "File exists")
    }

    @Test func pipeIsReadUntilItsWriterIsGone() throws {
        let (reader, text) = try {
            let (reader, writer) = try OpenFile.pipe()
            try writer.write("ab")
            let text = self.text(try reader.readAvailable(64))
            try writer.write("cd")
            return (reader, text)
        }()
        expect((text, self.text(try reader.read(64))), are: ("ab", "cd"))
    }

    @Test func pipeWithoutReaderIsBroken() throws {
        // The signal would end the tests.
        signal(SIGPIPE, SIG_IGN)
        let writer = try OpenFile.pipe().writer
        let error = expect(throws: SystemError.self) { try writer.write("a") }
        expect(error?.isBrokenPipe, equals: true)
    }

    @Test func unnamedFileHasItsContentAndNoName() throws {
        let file = try OpenFile.unnamed(Array("input".utf8), in: folder.path)
        expect((text(try file.readToEnd()), try OpenFile.reading(folder.path).isTerminal), are: ("input", false))
        expect(throws: SystemError.self) { try OpenFile.unnamed([], in: folder.file("none")) }
    }

    @Test func nullIsEmptyAndTakesAll() throws {
        let null = try OpenFile.null()
        try null.write("a")
        expect(try null.read(1), equals: [])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
