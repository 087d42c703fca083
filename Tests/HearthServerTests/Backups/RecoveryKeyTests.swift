@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import HearthTerminal
internal import ProcessTestSupport
internal import Testing

struct RecoveryKeyTests {
    @Test func aKeyIsReadAsPeopleTypeIt() {
        let key = RecoveryKey { Array(0..<UInt8(clamping: $0)) }
        expect(key.text, equals: "01234-56789-ABCDE-FGHJK-MNPQR")
        for text in [
            "01234-56789-ABCDE-FGHJK-MNPQR", "0123456789abcdefghjkmnpqr", " o1234 56789\tabcde fghjk mnpqr\n",
            "0I234-56789-ABCDE-FGHJK-MNPQR", "0l234-56789-ABCDE-FGHJK-MNPQR",
            "01234 - 56789 - ABCDE - FGHJK - MNPQR", "0123 4567 89AB CDEF GHJK MNPQ R",
        ] {
            expect(RecoveryKey(text), equals: key, "\(text)")
        }
        for text in [
            "", "01234", "01234-56789-ABCDE-FGHJK-MNPQ", "01234-56789-ABCDE-FGHJK-MNPQRS",
            "U1234-56789-ABCDE-FGHJK-MNPQR", "01234-56789-ABCDE-FGHJK-MNPQ\u{0}",
            "01234 56789 ABCDE FGHJK MNPQ\u{e9}",
            String(repeating: "0", count: 100_000),
        ] {
            expectNil(RecoveryKey(text), "\(text.prefix(40))")
        }
    }

    @Test func aPassphraseIsReadAsPeopleTypeIt() {
        let text = "Correct horse battery staple 4!"
        expect(RecoveryKey(text)?.text, equals: text)
        expect(RecoveryKey("\t Correct  horse battery\tstaple 4!\r\n"), equals: RecoveryKey(text))
        expect(RecoveryKey(text.lowercased()), differsFrom: RecoveryKey(text))
        // With 25 letters, too, unless its words are groups of a made key.
        expect(RecoveryKey("correct horse battery staple")?.text, equals: "correct horse battery staple")
        expect(RecoveryKey("after where there green cabin")?.text, equals: "AFTER-WHERE-THERE-GREEN-CAB1N")
        for text in [text, "correct horse battery staple", "after where there green cabin"] {
            let key = RecoveryKey(text)
            expect(key.flatMap { RecoveryKey($0.text) }, equals: key, "\(text)")
        }
        for text in [
            "three words only…", "one two three", "a b c d e f g h", "vier Wörter sind genug hier",
            "one two three four\u{0}five", "oneTwoThreeFourFiveSix", "password Password PASSWORD password",
            String(repeating: "word ", count: 26),
        ] {
            expectNil(RecoveryKey(text), "\(text)")
        }
    }

    @Test func aHomeKeepsTheKeyThatItHas() throws {
        let folder = try TemporaryFolder()
        let place = StorePlace(folder.file("home.db"))
        let chosen = RecoveryKey("correct horse battery staple")
        try expect(RecoveryKey.make(for: place, chosen: chosen), equals: chosen)
        try expect(RecoveryKey.stored(for: place), equals: chosen)
        for same in [nil, chosen] { try expect(RecoveryKey.make(for: place, chosen: same), equals: chosen) }
        let error = expect(throws: CommandError.self) {
            try RecoveryKey.make(for: place, chosen: RecoveryKey("another horse battery staple"))
        }
        expect((error?.code, error?.message.contains("hearth recovery off")), are: (.refused, true))
    }

    @Test func aHomeKeepsItsKeyForItself() throws {
        let folder = try TemporaryFolder()
        let place = StorePlace(folder.file("home.db"))
        try expectNil(RecoveryKey.stored(for: place))
        let key = try RecoveryKey.make(for: place)
        try expect(RecoveryKey.make(for: place), equals: key)
        try expect(RecoveryKey.stored(for: place), equals: key)
        let mode = try FileManager.default.attributesOfItem(atPath: RecoveryKey.file(of: place))[.posixPermissions]
        expect(mode as? Int, equals: 0o600)
        try expect(RecoveryKey.remove(from: place), equals: key)
        try expectNil(RecoveryKey.remove(from: place))
        try expectNil(RecoveryKey.stored(for: place))
        _ = FileManager.default.createFile(
            atPath: RecoveryKey.file(of: place), contents: Data("nonsense".utf8), attributes: [.posixPermissions: 0o600]
        )
        let error = expect(throws: CommandError.self) { try RecoveryKey.stored(for: place) }
        expect(error?.message.contains("has no recovery key") ?? false)
    }
}
