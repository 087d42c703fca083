internal import HearthHub
internal import HearthMessage
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import HearthServer
@testable internal import HearthTerminal

@Suite struct RetentionTests {
    private func limits(_ words: String...) throws -> HubLimits {
        try Retention(Arguments(words, options: Retention.options)).limits
    }

    @Test func withoutOptionsTheHubsDefaultsHold() throws {
        let (given, usual) = (try limits(), HubLimits())
        expect((given.logTime, given.logBytes) == (usual.logTime, usual.logBytes))
        expect(
            (given.historyValueTime, given.historyMinuteTime) == (usual.historyValueTime, usual.historyMinuteTime)
        )
        expect((given.historyHourTime, given.historyBytes) == (usual.historyHourTime, usual.historyBytes))
        expect(given.saveDelay, equals: usual.saveDelay)
        try expectNil(savedFirst())
    }

    private func savedFirst(_ words: String..., makers: [Retention.NamedTrait] = []) throws -> Set<UInt32>? {
        try Retention.savedFirst(Arguments(words, options: Retention.options), makers: makers)
    }

    /// The defaults in the options' help are the actual ones.
    @Test func theDefaultsOfTheHelpAreTheHubs() throws {
        let traits = try require(Retention.options.first { $0.name == "saved-first" }?.defaultValue)
        try expect(savedFirst("--saved-first", traits), equals: HubLimits().savedFirst)
        for option in Retention.options {
            let word = try require(option.defaultValue?.split(separator: ",").first)
            let given = try limits("--\(option.name)", String(word))
            let usual = HubLimits()
            expect((given.logTime, given.logBytes) == (usual.logTime, usual.logBytes), "\(option.name)")
            expect(given.historyValueTime, equals: usual.historyValueTime, "\(option.name)")
            expect(given.historyMinuteTime, equals: usual.historyMinuteTime, "\(option.name)")
            expect(given.historyBytes, equals: usual.historyBytes, "\(option.name)")
            expect(given.saveDelay, equals: usual.saveDelay, "\(option.name)")
        }
    }

    @Test func timesAndSizesAreTaken() throws {
        let given = try limits(
            "--log-time", "12h", "--log-size=2GB", "--history-values", "1.5d", "--history-minutes", "8w",
            "--history-hours", "2y", "--history-size", "4 GiB")
        expect(
            (given.logTime, given.logBytes, given.historyValueTime, given.historyMinuteTime, given.historyHourTime),
            are: (.seconds(43_200), 2_000_000_000, .seconds(129_600), .seconds(56 * 86_400), .seconds(730 * 86_400)))
        expect(given.historyBytes, equals: 4 << 30)
    }

    @Test func howSoonItIsSavedIsTaken() throws {
        try expect(limits("--save-delay", "50ms").saveDelay, equals: .milliseconds(50))
        try expect(limits("--save-delay", "1.5s").saveDelay, equals: .milliseconds(1_500))
    }

    @Test func traitsThatAreSavedFirstAreNamedAsPeopleDo() throws {
        let turner = Retention.NamedTrait(id: 0xFFF1_FC01, name: "hearth.traits.acme.v1.Turner")
        let twin = Retention.NamedTrait(id: 0xFFF2_FC01, name: "hearth.traits.other.v1.Turner")
        try expect((savedFirst("--saved-first", "none"), savedFirst("--saved-first", "OnOff")), are: ([], [6]))
        try expect(savedFirst("--saved-first=doorlock, onoff,0xFFF1FC09"), equals: [0x101, 6, 0xFFF1_FC09])
        try expect(savedFirst("--saved-first", "Turner", makers: [turner]), equals: [0xFFF1_FC01])
        try expect(
            savedFirst("--saved-first", "hearth.traits.other.v1.Turner", makers: [turner, twin]), equals: [0xFFF2_FC01])
        expect(throws: CommandError.self) { try savedFirst("--saved-first", "Turner", makers: [turner, twin]) }
        expect(
            throws: CommandError(.usage, "--saved-first: there is no trait \"OnOf!\"; did you mean \"OnOff\"?")
        ) { try savedFirst("--saved-first", "DoorLock,OnOf!") }
        expect(throws: CommandError.self) { try savedFirst("--saved-first", "OnOff,") }
        let schema = Hearth_V1_TraitSchema(id: 7, name: "acme.v1.Turner").serialized()
        expect(Retention.NamedTrait(schema: schema)?.short, equals: "Turner")
        expectNil(Retention.NamedTrait(schema: [0xFF]))
    }

    @Test func summariesStayAsLongAsWhatTheyAreOf() throws {
        let given = try limits("--history-values", "20y")
        expect((given.historyMinuteTime, given.historyHourTime), are: (given.historyValueTime, given.historyValueTime))
    }

    @Test(arguments: [
        (["--log-time", "soon"], "--log-time takes a time of 1h to 100y, as in 12h, 14d, 8w or 2y, not \"soon\""),
        (["--log-time", "1min"], "--log-time takes a time of 1h to 100y, as in 12h, 14d, 8w or 2y, not \"1min\""),
        (["--log-time", "1e9y"], "--log-time takes a time of 1h to 100y, as in 12h, 14d, 8w or 2y, not \"1e9y\""),
        (["--save-delay", "1ms"], "--save-delay takes a time of 10ms to 1min, as in 200ms or 2s, not \"1ms\""),
        (["--log-size", "0MB"], "--log-size takes a size of 1MB to 1000TB, as in 500MB or 2GB, not \"0MB\""),
        (["--history-size", "5"], "--history-size takes a size of 1MB to 1000TB, as in 500MB or 2GB, not \"5\""),
        (
            ["--history-minutes", "10d"],
            "--history-minutes 10d is shorter than --history-values, which is 14d; summaries stay at least "
                + "as long as the values that they summarize"
        ),
        (
            ["--history-minutes", "1y", "--history-hours", "8w"],
            "--history-hours 8w is shorter than --history-minutes, which is 1y; summaries stay at least "
                + "as long as the values that they summarize"
        ),
    ])
    func wrongArgumentsAreReported(_ words: [String], _ message: String) {
        expect(throws: CommandError(.usage, message)) {
            try Retention(Arguments(words, options: Retention.options))
        }
    }
}
