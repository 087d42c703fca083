@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthWire
internal import Expectations
internal import Testing

/// Texts about people.
@Suite struct PeopleWordsTests {
    private let home = structure("home", "Home")

    private func person(
        _ id: String, _ name: String, _ role: StructureRole, _ grant: GuestGrant? = nil, isSelf: Bool = false
    ) -> ListedMember {
        ListedMember(
            member: StructureMember(id: id, structureID: "home", name: name, role: role, grant: grant),
            structure: home, isSelf: isSelf)
    }

    private func arguments(_ words: String...) throws -> Arguments {
        try Arguments(words, options: GrantArguments.options)
    }

    @Test func theTableSaysWhoMayUseWhat() {
        let grant = GuestGrant(
            roomIDs: ["hall", "gone"], deviceIDs: ["sensor"],
            hours: [.init(weekdays: [1, 2, 3, 4, 5], from: 480, until: 1_080)])
        let people = [
            person("1", "Ada", .owner, isSelf: true), person("2", "Bob", .administrator),
            person("3", "Eve", .guest, grant), person("4", "Sam", .guest),
        ]
        expect(
            PeopleCommand.table(people, sampleHouse).text(),
            equals: """
                STRUCTURE  PERSON     ROLE           MAY USE
                Home       Ada (you)  owner          everything
                Home       Bob        administrator  everything but delete the home and change its owners
                Home       Eve        guest          Hall, a room that is gone and "Sensor", mo-fr 8:00-18:00
                Home       Sam        guest          -
                """)
        for line in PeopleCommand.table(people, sampleHouse).text(columns: 80).split(separator: "\n") {
            expect(columnCount(line), isAtMost: 80)
        }
    }

    @Test func aPersonIsFoundByNameAndMoreThanOneIsSaidByHome() throws {
        let cabin = structure("cabin", "Cabin")
        let other = ListedMember(
            member: StructureMember(id: "9", structureID: "cabin", name: "Ada", role: .guest), structure: cabin,
            isSelf: false)
        let people = [person("1", "Ada", .owner), person("2", "Bob", .guest), other]
        try expect(PeopleCommand.find("bo", in: people).id, equals: "2")
        try expect(PeopleCommand.find("9", in: people).structure.name, equals: "Cabin")
        let error = expect(throws: CommandError.self) { try PeopleCommand.find("ada", in: people) }
        expect(error?.message.contains("\"Ada\" of Home (1), \"Ada\" of Cabin (9)"), equals: true)
        let none = expect(throws: CommandError.self) { try PeopleCommand.find("Bbo", in: people) }
        expect(none?.message, equals: "there is no person \"Bbo\"; did you mean \"Bob\"?")
    }

    @Test func aGrantIsWhatItsOptionsSay() throws {
        let grant = try GrantArguments.grant(
            for: .guest, in: home, sampleHouse,
            arguments("--room", "hall", "--device=Lamp", "--device", "sensor", "--hours", "mo 8-9", "--until", "3d"))
        expect((grant?.roomIDs, grant?.deviceIDs, grant?.everything), are: (["hall"], ["lamp", "sensor"], false))
        expect((grant?.hours, grant?.until != nil), are: ([.init(weekdays: [1], from: 480, until: 540)], true))
        try expect(
            GrantArguments.grant(for: .guest, in: home, sampleHouse, arguments("--everything"))?.everything,
            equals: true)
        try expectNil(GrantArguments.grant(for: .owner, in: home, sampleHouse, arguments()))
    }

    @Test func malformedGrantIsRefused() throws {
        func refusal(_ role: StructureRole, _ words: String...) throws -> CommandError? {
            let arguments = try Arguments(words, options: GrantArguments.options)
            return expect(throws: CommandError.self) {
                try GrantArguments.grant(for: role, in: home, sampleHouse, arguments)
            }
        }
        try expect(refusal(.guest)?.message.contains("--room, --device or --everything"), equals: true)
        try expect(refusal(.guest, "--hours", "mo 8-9")?.code, equals: .usage)
        try expect(refusal(.owner, "--room", "hall")?.message.contains("only a guest"), equals: true)
        try expect(refusal(.guest, "--room", "attic")?.code, equals: .refused)
        try expect(refusal(.guest, "--everything", "--until", "yesterday")?.code, equals: .usage)
    }

    @Test func whoamiListsRolesByStructure() {
        var caller = Hearth_V1_Caller(
            credentialID: "c1", role: .member,
            memberships: [
                .init(structureID: "home", personID: "3", role: .guest, grant: .init(everything: true)),
                .init(
                    structureID: "cabin", personID: "7", role: .guest,
                    grant: .init(hours: [.init(from: 480, until: 1_080)]), isOutsideHours: true),
            ], primaryStructureID: "home")
        expect(
            WhoamiCommand.lines(HubCaller(caller), [person("3", "Eve", .guest)], sampleHouse),
            equals: [
                "The hub knows you by the credential c1.",
                "Home (your primary home): a guest, called \"Eve\", with everything but locks, alarms and cameras",
                "A home: a guest, but not at this time; your hours are 8:00-18:00",
            ])
        caller = Hearth_V1_Caller(
            role: .owner, memberships: [.init(structureID: "home", personID: "1", role: .owner)])
        expect(
            WhoamiCommand.lines(HubCaller(caller), [person("1", "Owner", .owner)], sampleHouse),
            equals: [
                "You are the hub's owner, by being on its machine.",
                "Home: an owner, called \"Owner\", with everything",
            ])
        expect(
            WhoamiCommand.lines(HubCaller(Hearth_V1_Caller()), [], nil).first?.hasPrefix("The hub does not know you"),
            equals: true)
    }

    @Test func theAuditLogFitsTheScreen() {
        let time = Google_Protobuf_Timestamp(seconds: 1_800_000_000)
        let messages: [Hearth_V1_AuditEntry] = [
            .init(
                number: 1, time: time, action: .invitation, actor: "Ada's phone", structureID: "home",
                what: "invited \"Bob\" as a guest", address: "192.0.2.7"),
            .init(
                number: 2, time: time, action: .refusal, actor: "somebody",
                what: "came with a wrong code (4 times more)", address: "2001:db8::/64"),
            .init(number: 3, time: time, actor: "Eve", structureID: "lost", what: "left", address: "this machine"),
        ]
        let entries = messages.map { AuditEntry($0) }
        let text = AuditCommand.table(entries, sampleHouse).text(columns: 80)
        expect(text.split(separator: "\n").allSatisfy { columnCount($0) <= 80 })
        expect((text.contains("a former"), text.contains("Home")), are: (true, true))
        // With only one home, its name is left out.
        expect(!AuditCommand.table([entries[0]], sampleHouse).text().contains("Home"))
    }

    @Test func auditActionsHaveStableWords() {
        let actions: [AuditEntry.Action] = [
            .claim, .invitation, .token, .revocation, .personAdded, .personChanged, .personRemoved, .sensitiveCommand,
            .removal, .refusal, .structureCreated, .integration, .words, .unknown,
        ]
        expect(
            actions.map(AuditCommand.word),
            equals: [
                "claim", "invitation", "token", "revocation", "personAdded", "personChanged", "personRemoved",
                "sensitiveCommand", "removal", "refusal", "structureCreated", "integration", "words", "unknown",
            ])
    }

    @Test func unknownRolesAreShown() {
        expect((GrantWords.text(.unknown), GrantWords.one(.unknown)), are: ("?", "a member with an unknown role"))
        expect(GrantWords.text(.unknown, nil, nil), equals: "what was granted")
    }

    @Test("A time that is not finite or out of range is 0")
    func wholeSecondsNeverTrap() {
        let times: [Double] = [1.9, -1.9, 0x1p63, -.infinity, .nan]
        expect(times.map(WholeTime.seconds), equals: [1, -1, 0, 0, 0])
    }

    @Test func rolesMayBeShortened() throws {
        try expect((GrantWords.role("admin"), GrantWords.role("GUEST")), are: (.administrator, .guest))
        expect(throws: CommandError.self) { try GrantWords.role("king") }
    }
}
