internal import HearthMessage
internal import Expectations
internal import Testing

@testable internal import HearthRPCServices

struct FileSymbolsTests {
    @Test func everyNameIsFound() {
        let symbols = FileSymbols(Demo.file.serialized)
        expect(symbols.outer, equals: Set(Demo.outer))
        expect(symbols.inner, equals: Set(Demo.inner))
        expect(symbols.messages, equals: ["demo.v1.Outer", "demo.v1.Outer.Inner"])
        expect(symbols.services, equals: ["demo.v1.DemoService"])
        let extensions = symbols.extensions.map { "\($0.extendee) \($0.number)" }
        expect(extensions, equals: ["google.protobuf.MethodOptions 50001", "google.protobuf.FieldOptions 50002"])
    }

    @Test func aFileWithoutPackageHasBareNames() {
        expect(FileSymbols(Demo.file("a.proto", message: "A").serialized).outer, equals: ["A"])
    }

    /// As protobuf does, fields of an unexpected wire type are skipped.
    @Test func extensionIgnoresFieldsOfOtherWireTypes() {
        let fields: [UInt8] = [0x12, 2, 0x2E, 0x41, 0x18, 7, 0x10, 0x42, 0x1A, 1, 0x43]
        let file = FileSymbols([0x3A, UInt8(fields.count)] + fields)
        expect(file.extensions, equals: [FileSymbols.Extension(extendee: "A", number: 7)])
    }

    /// Truncated anywhere, or with any byte changed, a file only has other names or fewer.
    @Test func damagedFilesAreReadAsFarAsTheyGo() {
        let whole = Demo.file.serialized
        for length in whole.indices {
            expect(FileSymbols(Array(whole.prefix(length))).outer.count, isAtMost: Demo.outer.count)
        }
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0xFF
            expect(FileSymbols(changed).services.count, isAtMost: 1)
        }
    }
}
