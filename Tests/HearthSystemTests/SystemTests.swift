internal import Expectations
internal import Foundation
internal import HearthSystem
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct SystemTests {
    private struct Other: Error, CustomStringConvertible { let description = "of another kind" }

    @Test func reasonsAreTheSystemsWords() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("file", "")
        let latin = folder.file("latin")
        try Data([0xE9]).write(to: URL(fileURLWithPath: latin))
        let files = FileManager.default
        let calls: [() throws -> Void] = [
            { _ = try files.contentsOfDirectory(atPath: folder.file("none")) },
            { try files.moveItem(atPath: file, toPath: file + "/of/a/file") },
            { try files.createDirectory(atPath: file, withIntermediateDirectories: false) },
            { try Data().write(to: URL(fileURLWithPath: folder.file("none/file"))) },
            { _ = try Data(contentsOf: URL(fileURLWithPath: folder.path)) },
            { _ = try String(contentsOfFile: latin, encoding: .utf8) },
            { throw POSIXError(.ENOSPC) },
            { throw CocoaError(.fileWriteOutOfSpace) },
            { throw Other() },
        ]
        let reasons = calls.map { call in
            do { try call() } catch { return reason(of: error) }
            return "none"
        }
        expect(
            reasons,
            equals: [
                "No such file or directory", "Not a directory", "File exists", "No such file or directory",
                "Is a directory", "Invalid or incomplete multibyte or wide character", "No space left on device",
                "No space left on device", "of another kind",
            ])
        expect(
            (SystemError(ENOSPC).isFullDisk, SystemError(EDQUOT).isFullDisk, SystemError(EIO).isFullDisk),
            are: (true, true, false))
    }

    @Test func factsAreThoseOfTheLinkOrOfItsFile() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (try folder.file("file", "four"), folder.file("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000.5), .posixPermissions: 0o640],
            ofItemAtPath: file)
        let facts = try require(FileFacts(link, followsLink: true))
        expect((facts.size, facts.modifiedAt, facts.permissions), are: (4, .milliseconds(1_700_000_000_500), 0o640))
        expect((facts.isRegular, facts.isFolder), are: (true, false))
        let ofLink = FileFacts(link, followsLink: false)
        expect((ofLink?.isRegular, ofLink?.size), are: (false, file.utf8.count))
        expect(
            (FileFacts.isFolder(folder.path), FileFacts.isFolder(file), FileFacts.isFolder(folder.file("none"))),
            are: (true, false, false))
        expectNil(FileFacts(folder.file("none"), followsLink: true))
    }

    @Test func roomOnTheDiskIsThatOfTheSystem() throws {
        let folder = try TemporaryFolder()
        let free = try require(FileFacts.freeBytes(onDiskOf: folder.path))
        expect(free, isAtLeast: 1)
        expectNil(FileFacts.freeBytes(onDiskOf: folder.file("none")))
    }

    @Test func threadsRunTheirWorkAndHaveTheirNames() async {
        let name = await withCheckedContinuation { (done: CheckedContinuation<String, Never>) in
            SystemThread.start("a thread of the tests") {
                let path = "/proc/thread-self/comm"
                done.resume(
                    returning: SystemThread.isFirst ? "" : (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
            }
        }
        expect(name, equals: "a thread of the\n")
    }

    @Test func programKnowsItsFileAndItsUser() throws {
        let file = try require(ThisProgram.file)
        expect(FileManager.default.isExecutableFile(atPath: file), equals: true)
        expect(
            (ThisUser.homeFolder, ThisUser.environment), are: (NSHomeDirectory(), ProcessInfo.processInfo.environment))
    }
}
