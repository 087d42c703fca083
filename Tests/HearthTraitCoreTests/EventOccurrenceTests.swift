@testable internal import HearthTraitCore
internal import Expectations
internal import Testing

/// Events with their encoded form.
@Suite struct EventOccurrenceTests {
    private let trait = TraitDescriptor(
        id: 0xFFF1_FC7E, name: "Bell", vendor: "Test", package: "hearth.traits.test.v1", revision: 1,
        attributes: [],
        events: [
            EventDescriptor(0, "Rung", .info, [FieldDescriptor(0, "times", .unsigned(8))]),
            EventDescriptor(1, "Muted", .info, [FieldDescriptor(0, "times", .unsigned(8))]),
        ])

    /// The message is one that no encoder makes of the fields.
    private let occurrence = DeviceChange.EventOccurrence(
        endpoint: 1, traitID: 0xFFF1_FC7E, eventID: 0, fields: [0: .unsigned(2)], message: [1, 2, 3])

    private func message(_ event: DeviceChange.EventOccurrence) throws -> [UInt8] {
        event.message(of: try require(trait.event(event.eventID)), in: trait)
    }

    @Test func encodedEventIsKeptWithItsFieldsOnly() throws {
        let encoded: [UInt8] = [8, 2]
        try expect(message(occurrence), equals: [1, 2, 3])
        var moved = occurrence
        moved.endpoint = 2
        try expect(message(moved), equals: [1, 2, 3])
        var changed = occurrence
        changed.fields = [0: .unsigned(2)]
        try expect(message(changed), equals: encoded)
        changed = occurrence
        changed.eventID = 1
        try expect(message(changed), equals: encoded)
        changed = occurrence
        changed.traitID = 7
        try expect(message(changed), equals: encoded)
    }
}
