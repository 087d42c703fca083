@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthVirtualHome
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthTraits
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct AssignmentsTests {
    private let trait = Matter.LevelControlTrait.descriptor

    private func read(_ words: [String]) throws -> StructureValue {
        let command = try require(trait.command(named: "moveToLevel"))
        return try Assignments.read(
            words, fields: command.arguments.fields, of: trait, kind: "argument of LevelControl.moveToLevel")
    }

    @Test func valuesAreReadByTheirFieldsTypes() throws {
        let values = try read(["level=0x7f", "transitionTime=null", "optionsMask=executeIfOff"])
        expect(values, equals: [0: .unsigned(127), 1: .null, 2: .unsigned(1)])
        // An unambiguous prefix is enough.
        try expect(read(["lev=1"]), equals: [0: .unsigned(1)])
    }

    @Test(arguments: [
        (["level"], "\"level\" is not NAME=VALUE; known: level, transitionTime, optionsMask, optionsOverride"),
        (["lvl=1"], "\"lvl\" is no argument of LevelControl.moveToLevel; did you mean \"level\"?"),
        (["options=1"], "\"options\" could be optionsMask, optionsOverride; write the whole name"),
        (["level=1", "level=2"], "level is given twice; leave out one"),
        (["level=a=b"], "LevelControl: level must be a whole number of 0 to 255, not \"a=b\", as in level=50%"),
        (["level=null"], "LevelControl: level must be a whole number of 0 to 255, not \"null\", as in level=50%"),
        (["level="], "LevelControl: level must be a whole number of 0 to 255, not \"\", as in level=50%"),
    ])
    func wrongWordsAreNamed(_ words: [String], _ message: String) {
        expect(throws: CommandError(.usage, message)) { try read(words) }
    }

    /// The output of `hearth show` for any attribute can be typed for `hearth set`, with its unit.
    @Test func shownAttributesCanBeTyped() throws {
        var count = 0
        for trait in StandardTraits.descriptors {
            for field in trait.attributes.map(\.field) {
                var values: [TraitValue] = field.isNullable ? [.null] : []
                switch field.type {
                case .boolean: values += [.bool(true), .bool(false)]
                case .unsigned(let bits):
                    values += [0, 1, 7, 254, UInt64.max >> (65 - UInt64(bits))].map { .unsigned($0) }
                case .signed(let bits): values += [0, 1, -1, -125, Int64.max >> (65 - Int64(bits))].map { .signed($0) }
                case .single: values += [.float(-0.5)]
                case .double: values += [.double(1e-7)]
                case .string: values += [.string("Küche, \"1\"")]
                case .octets: values += [.octets([0, 0xAB])]
                case .enumeration(let index):
                    values += trait.enums[index].cases.map { .unsigned($0.value) } + [.unsigned(99)]
                case .bitmap(let index):
                    values += trait.bitmaps[index].fields.map { .unsigned($0.mask) } + [.unsigned(0)]
                case .structure(let index): values += [.structure(trait.restingValues(of: trait.structs[index]))]
                }
                if field.isList {
                    values = field.isNullable ? [.null, .list(Array(values.dropFirst()))] : [.list(values)]
                }
                for value in values {
                    let text = Values.text(value, field, of: trait)
                    let read = try? trait.value(of: field, typed: text)
                    expect(read, equals: value, "\(trait.name).\(field.name)=\(text)")
                    count += 1
                }
            }
        }
        expect(count, isAbove: 5_000)
    }

    @Test func aSecretIsAskedForAndNeverRepeated() throws {
        let lock = Matter.DoorLockTrait.descriptor
        let fields = try require(lock.command(named: "unlockDoor")).arguments.fields
        func read(_ word: String, _ answer: String) throws(CommandError) -> StructureValue {
            try Assignments.read([word], fields: fields, of: lock, kind: "argument") { name throws(CommandError) in
                guard name == "pinCode" else { throw CommandError(.usage, name) }
                return answer
            }
        }
        // Text, although it could be hexadecimal.
        try expect(read("pinCode=-", "123456"), equals: [0: .octets(Array("123456".utf8))])
        expect(
            throws: CommandError(
                .usage,
                "pinCode is a secret, and words of a command are visible to others; leave it out, or say pinCode=-")
        ) { try read("pinCode=1234", "") }
        let levels = try require(trait.command(named: "moveToLevel")).arguments.fields
        expect(throws: CommandError(.usage, "level must be a whole number of 0 to 255")) {
            try Assignments.read(["level=-"], fields: levels, of: trait, kind: "argument") { _ in "s3cret" }
        }
    }

    @Test func aCommandWithoutArgumentsSaysSo() {
        expect(throws: CommandError(.usage, "\"x\" is no argument of OnOff.toggle; there are none")) {
            try Assignments.read(["x=1"], fields: [], of: trait, kind: "argument of OnOff.toggle")
        }
    }
}
