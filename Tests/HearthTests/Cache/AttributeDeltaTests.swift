internal import HearthMessage
internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct AttributeDeltaTests {
    private func merged(_ deltas: StructureValue...) throws -> StructureValue {
        var bytes: [UInt8] = []
        for delta in deltas { bytes = try AttributeDelta.merge(onOff.encodeAttributes(delta), into: bytes) }
        return try onOff.decodeAttributes(bytes.span.bytes)
    }

    @Test func aValueTakesThePlaceOfTheOneBefore() throws {
        try expect(
            merged([0: .bool(false), 0x4001: .unsigned(7)], [0: .bool(true)]),
            equals: [0: .bool(true), 0x4001: .unsigned(7)])
    }

    @Test func aListIsReplacedAndNotAppended() throws {
        let list = GlobalAttribute.attributeList
        try expect(
            merged([list: .list([.unsigned(1), .unsigned(2)])], [list: .list([.unsigned(3)])]),
            equals: [list: .list([.unsigned(3)])])
        try expect(merged([list: .list([.unsigned(1)])], [list: .list([])]), equals: [list: .list([])])
    }

    @Test func nullRemovesAValueAndAValueRemovesTheNull() throws {
        let startUp: UInt32 = 0x4003
        try expect(merged([startUp: .unsigned(1)], [startUp: .null]), equals: [startUp: .null])
        try expect(merged([startUp: .null], [startUp: .unsigned(2)]), equals: [startUp: .unsigned(2)])
        try expect(merged([startUp: .null], [0: .bool(true)]), equals: [startUp: .null, 0: .bool(true)])
    }

    @Test func theResultDoesNotDependOnTheWay() throws {
        let short = try AttributeDelta.merge(
            onOff.encodeAttributes([0: .bool(true), 0x4001: .unsigned(5)]), into: [])
        let long = try AttributeDelta.merge(
            onOff.encodeAttributes([0: .bool(true)]),
            into: AttributeDelta.merge(onOff.encodeAttributes([0x4001: .unsigned(5)]), into: []))
        expect(short, equals: long)
    }

    @Test func bytesThatAreNoMessageAreRefused() {
        expect(throws: (any Error).self) { try AttributeDelta.merge([0x0F], into: []) }
    }

    @Test func truncatedOrMalformedFieldsAreRefused() {
        let whole = onOff.encodeAttributes([0: .bool(true), 0x4001: .unsigned(300), 0x4003: .null])
        expect(throws: Never.self) { try AttributeDelta.merge(whole, into: []) }
        let wrong: [[UInt8]] = [
            // No value, an endless varint, a length beyond the end, field number 0, a group, half a fixed-width number.
            [8], [8, 0x80], [10, 5, 1], [0, 1], [11, 12], [13, 1, 2, 3],
            // A tag longer than any number, null fields that are cut off.
            [UInt8](repeating: 0x80, count: 11), [0x82, 0xEA, 0x30, 1, 0x80],
        ]
        for bytes in wrong {
            expect(throws: HomeError.self, "\(bytes)") { try AttributeDelta.merge(bytes, into: whole) }
            expect(throws: HomeError.self, "\(bytes)") { try AttributeDelta.numbers(in: whole + bytes) }
        }
    }

    @Test func randomBytesAreReadAsProtobufOrRefused() {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &chance)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...24, using: &chance) }
            guard let fields = try? RawFields(serialized: bytes.span.bytes).fields,
                let merged = try? AttributeDelta.merge(bytes, into: [])
            else { continue }
            let sorted = fields.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
            expect(merged, equals: sorted.flatMap(\.element.encoded), "seed \(seed): \(bytes)")
        }
    }

    @Test func numbersCountValuesAndNulls() throws {
        let bytes = onOff.encodeAttributes([0: .bool(true), 0x4003: .null])
        try expect(AttributeDelta.numbers(in: bytes), equals: [1, 0x4004])
    }

    @Test func anySequenceOfDeltasEqualsAModel() throws {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SeededGenerator(seed: seed)
        var model: StructureValue = [:]
        var bytes: [UInt8] = []
        for step in 0..<400 {
            var delta: StructureValue = [:]
            if Bool.random(using: &chance) { delta[0] = .bool(.random(using: &chance)) }
            if Bool.random(using: &chance) { delta[0x4001] = .unsigned(.random(in: 0...65535, using: &chance)) }
            if Bool.random(using: &chance) {
                delta[0x4003] = Bool.random(using: &chance) ? .null : .unsigned(.random(in: 0...2, using: &chance))
            }
            if Bool.random(using: &chance) {
                let count = Int.random(in: 0...4, using: &chance)
                delta[GlobalAttribute.acceptedCommandList] = .list(
                    (0..<count).map { _ in .unsigned(.random(in: 0...70, using: &chance)) })
            }
            for (id, value) in delta.fields { model[id] = value }
            bytes = try AttributeDelta.merge(onOff.encodeAttributes(delta), into: bytes)
            try require(try onOff.decodeAttributes(bytes.span.bytes) == model, "seed \(seed), step \(step)")
        }
    }
}
