@testable internal import HearthServer
internal import Expectations
internal import HearthRPC
internal import Testing

struct RestoreUploadTests {
    private static let mark = Array("SQLite format 3\0".utf8)

    private func code(_ body: () throws -> Void) -> RPCError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }

    @Test(
        arguments: [(0, .invalidArgument), (1, nil), (16 << 30, nil), (16 << 30 + 1, .outOfRange), (.max, .outOfRange)]
            as [(UInt64, RPCError.Code?)])
    func sizesHaveALimit(_ bytes: UInt64, _ refusal: RPCError.Code?) {
        expect(code { _ = try RestoreUpload(id: "a", bytes: bytes, now: .zero) }, equals: refusal)
    }

    @Test func piecesComeInTheirOrder() throws {
        var upload = try RestoreUpload(id: "a", bytes: 40, now: .zero)
        expect(code { try upload.checkIsWhole() }, equals: .outOfRange)
        expect(code { try upload.take(Self.mark, at: 1, now: .zero) }, equals: .outOfRange)
        expect(code { try upload.take([], at: 0, now: .zero) }, equals: .outOfRange)
        try upload.take(Self.mark, at: 0, now: .zero)
        for offset in [0, 15, 17, .max] as [UInt64] {
            expect(code { try upload.take([1], at: offset, now: .zero) }, equals: .outOfRange, "\(offset)")
        }
        expect(code { try upload.take([UInt8](repeating: 0, count: 25), at: 16, now: .zero) }, equals: .outOfRange)
        expect((upload.received, upload.isEncrypted), are: (16, false))
        try upload.take([UInt8](repeating: 0, count: 24), at: 16, now: .zero)
        try upload.checkIsWhole()
    }

    @Test func aPieceHasALimit() throws {
        var upload = try RestoreUpload(id: "a", bytes: 4 << 20, now: .zero)
        let piece = Self.mark + [UInt8](repeating: 0, count: RestoreUpload.mostPieceBytes - 15)
        expect(code { try upload.take(piece, at: 0, now: .zero) }, equals: .outOfRange)
        try upload.take(piece.dropLast(), at: 0, now: .zero)
    }

    @Test func theBeginningTellsABackup() throws {
        let beginnings: [(String, [UInt8], RPCError.Code?, Bool)] = [
            ("store", Self.mark, nil, false), ("encrypted", Array("HEARTH BACKUP 1\n".utf8), nil, true),
            ("zeros", [UInt8](repeating: 0, count: 100), .invalidArgument, false),
            ("archive", Array("PK\u{3}\u{4}".utf8), .invalidArgument, false),
            ("part of the mark", Array(Self.mark.prefix(15)), .invalidArgument, false),
        ]
        for (name, bytes, refusal, isEncrypted) in beginnings {
            var upload = try RestoreUpload(id: "a", bytes: 1 << 30, now: .zero)
            expect(code { try upload.take(bytes, at: 0, now: .zero) }, equals: refusal, "\(name)")
            expect(upload.isEncrypted, equals: isEncrypted, "\(name)")
        }
    }

    @Test func aSenderHasHalfAnHour() throws {
        var upload = try RestoreUpload(id: "a", bytes: 100, now: .zero)
        expect((upload.isAbandoned(at: .seconds(1_799)), upload.isAbandoned(at: .seconds(1_800))), are: (false, true))
        try upload.take(Self.mark, at: 0, now: .seconds(1_000))
        expect(upload.isAbandoned(at: .seconds(2_799)), equals: false)
        upload.tried(at: .seconds(2_000))
        expect((upload.isAbandoned(at: .seconds(3_799)), upload.isAbandoned(at: .seconds(3_800))), are: (false, true))
    }
}
