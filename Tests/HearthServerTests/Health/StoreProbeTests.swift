@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// The file of a store that another program removes, replaces or protects.
@Suite struct StoreProbeTests {
    @Test func aFileThatIsThereIsWell() throws {
        let folder = try TemporaryFolder()
        let probe = StoreProbe(path: try folder.file("home.db", "x"))
        expectNil(probe.failure)
    }

    @Test func aRemovedFileIsGone() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("home.db", "x")
        let probe = StoreProbe(path: path)
        try FileManager.default.removeItem(atPath: path)
        expect(probe.failure?.hasPrefix("\(path) is gone"), equals: true)
    }

    @Test func anotherFileInItsPlaceIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("home.db", "x")
        let probe = StoreProbe(path: path)
        let other = try folder.file("other.db", "x")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other, toPath: path)
        expect(probe.failure?.hasPrefix("\(path) is another file"), equals: true)
    }

    @Test(.enabled(if: geteuid() != 0, "skipped: root may write any file")) func aProtectedFileCantBeWritten() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("home.db", "x")
        let probe = StoreProbe(path: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        expect(probe.failure, equals: "\(path) can't be written (Permission denied)")
    }
}
