@testable internal import HearthClientCommands
@testable internal import HearthCommand
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct CompletionsTests {
    private func complete(_ words: String...) async -> [String] {
        let last = words.last ?? ""
        return await Completions.candidates(
            Array(words.dropLast()), last, of: Help.commands, listing: { _ in sampleHouse }, isGuest: { _ in false })
    }

    @Test func theFirstWordIsACommand() async {
        #expect(await complete("dev") == ["devices"])
        #expect(await complete("set") == ["set", "set-temperature"])
        #expect(await complete("nonsense", "") == [])
    }

    @Test func namesComeFromTheHub() async {
        #expect(await complete("show", "") == ["Lamp", "Sensor"])
        #expect(await complete("on", "") == ["Lamp", "Hall", "all"])
        #expect(await complete("lock", "") == ["all"])
        #expect(await complete("move", "Lamp", "") == ["Hall"])
        #expect(await complete("rename", "") == ["Lamp", "Sensor", "Hall", "Home"])
        // Repeated arguments are all of one kind.
        #expect(await complete("watch", "Lamp", "") == ["Lamp", "Sensor", "Hall", "all"])
    }

    @Test func optionsAndTheirValues() async {
        #expect(await complete("watch", "--") == ["--all", "--color", "--hub", "--json", "--help"])
        #expect(await complete("watch", "--color", "") == ["auto", "always", "never"])
        // An option's value is not an argument.
        #expect(await complete("move", "--hub", "x", "Lamp", "") == ["Hall"])
        #expect(await complete("rooms", "") == ["list", "add", "rename", "remove"])
    }

    /// A guest is not offered commands that a guest may not use.
    @Test func guestsGetTheirOwnWords() async {
        func complete(_ before: [String], _ last: String) async -> [String] {
            await Completions.candidates(
                before, last, of: Help.commands, listing: { _ in sampleHouse }, isGuest: { _ in true })
        }
        #expect(await complete([], "lo") == ["lock"])
        #expect(await complete([], "h") == ["home"])
        #expect(await complete(["rooms"], "") == ["list"])
        #expect(await complete(["people"], "") == ["list", "add-device"])
        #expect(await complete(["presence"], "") == ["home", "away", "forget"])
    }

    @Test func withoutAHubTheProgramsOwnWordsAreThere() async {
        #expect(await Completions.candidates(["show"], "", of: Help.commands) { _ in nil } == [])
        #expect(
            await Completions.candidates(["rooms"], "", of: Help.commands) { _ in nil } == [
                "list", "add", "rename", "remove",
            ])
    }
}
