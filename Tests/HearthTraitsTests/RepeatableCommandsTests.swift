internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Which standard commands may be sent again: listed one by one, so that a new one needs a decision.
@Suite struct RepeatableCommandsTests {
    struct Row: Equatable {
        var repeatable: Set<String> = []
        var once: Set<String> = []
    }

    /// By `Vendor.Trait`.
    private static let table: [String: Row] = {
        var table: [String: Row] = [:]
        var trait = ""
        for line in RepeatableCommandsTable.text.split(separator: "\n") {
            guard line.hasPrefix(" ") else {
                trait = String(line)
                continue
            }
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "repeatable" {
                table[trait, default: Row()].repeatable.formUnion(words.dropFirst())
            } else {
                table[trait, default: Row()].once.formUnion(words.dropFirst())
            }
        }
        return table
    }()

    @Test func everyCommandIsDecided() {
        for trait in StandardTraits.descriptors {
            let name = "\(trait.vendor).\(trait.name)"
            let row = Self.table[name] ?? Row()
            let undecided = Set(trait.commands.map(\.name)).subtracting(row.repeatable).subtracting(row.once)
            expect(undecided, equals: [], "\(name): say in the table whether these may be sent again")
            expect(Set(trait.commands.filter(\.isRepeatable).map(\.name)), equals: row.repeatable, "\(name)")
            expect(Set(trait.commands.filter { !$0.isRepeatable }.map(\.name)), equals: row.once, "\(name)")
        }
    }

    @Test func theTableHasNothingElse() {
        let withCommands = StandardTraits.descriptors.filter { !$0.commands.isEmpty }
        expect(Set(Self.table.keys), equals: Set(withCommands.map { "\($0.vendor).\($0.name)" }))
        expect(Self.table.values.allSatisfy { $0.repeatable.isDisjoint(with: $0.once) })
    }

    /// Queries of a lock are harmless, and so is setting its state; opening it for a time is not.
    @Test func aLock() throws {
        let lock = Matter.DoorLockTrait.descriptor
        func isRepeatable(_ name: String) throws -> Bool {
            try require(lock.commands.first { $0.name == name }).isRepeatable
        }
        try expect(isRepeatable("LockDoor") && isRepeatable("UnlockDoor") && isRepeatable("GetUser"))
        try expect(!isRepeatable("UnlockWithTimeout") && !isRepeatable("SetUser"))
    }
}
