internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct ValueInputTests {
    private func read(_ trait: UInt32, _ command: String, _ argument: String, _ text: String) throws -> TraitValue {
        let descriptor = try require(standardTrait(trait))
        let command = try require(descriptor.commands.first { $0.methodName == command })
        let field = try require(command.arguments.fields.first { $0.name == argument })
        return try descriptor.value(of: field, typed: text)
    }

    @Test func unitsAndRawNumbersGo() throws {
        try expect(read(8, "moveToLevel", "level", "50%"), equals: .unsigned(127))
        try expect(read(8, "moveToLevel", "level", "127"), equals: .unsigned(127))
        try expect(read(8, "moveToLevel", "transitionTime", "2s"), equals: .unsigned(20))
        try expect(read(8, "moveToLevel", "transitionTime", "null"), equals: .null)
        try expect(read(0x300, "moveToColorTemperature", "colorTemperatureMireds", "2700K"), equals: .unsigned(370))
    }

    @Test func namesGoInAnyCase() throws {
        try expect(read(6, "offWithEffect", "effectIdentifier", "dying-light"), equals: .unsigned(1))
        try expect(read(8, "moveToLevel", "optionsMask", "ExecuteIfOff"), equals: .unsigned(1))
        try expect(
            read(0x101, "setWeekDaySchedule", "daysMask", "monday,tuesday"), equals: .unsigned(6))
    }

    @Test func structsAreJSON() throws {
        let credential = try read(
            0x101, "setCredential", "credential", #"{"credentialType": "pin", "credentialIndex": 1}"#)
        expect(credential, equals: .structure([0: .unsigned(1), 1: .unsigned(1)]))
        try expect(read(0x101, "setCredential", "credentialData", "\"1234\""), equals: .octets(Array("1234".utf8)))
    }

    @Test(
        arguments: [
            (#"{"credentialKind": "pin"}"#, "DoorLock: credential must be an object with the members credentialType, "),
            (#"[1]"#, "DoorLock: credential must be an object with the members credentialType, credentialIndex"),
            (#"{"credentialIndex": "many"}"#, "DoorLock: credentialIndex must be a whole number of 0 to 65535"),
        ])
    func wrongJSONNamesWhatWouldBeRight(_ text: String, _ message: String) throws {
        let error = expect(throws: TraitError.self) { try read(0x101, "setCredential", "credential", text) }
        expect(error?.message.hasPrefix(message), equals: true, "\(error?.message ?? "")")
    }

    @Test func wrongNumberGetsAnExample() throws {
        let error = expect(throws: TraitError.self) { try read(8, "moveToLevel", "transitionTime", "soon") }
        expect(error?.message.hasSuffix(", as in transitionTime=20s"), equals: true)
    }

    @Test func deepJSONDoesNotTrap() throws {
        let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        expect(throws: TraitError.self) { try read(0x101, "setCredential", "credential", deep) }
    }
}
