@testable internal import HearthClientCommands
@testable internal import HearthCommand
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct CompletionsTests {
    private func complete(_ words: String...) async -> [String] {
        let last = words.last ?? ""
        return await Completions.candidates(
            Array(words.dropLast()), last, of: Help.commands, listing: { _ in sampleHouse }, isGuest: { _ in false })
    }

    @Test func theFirstWordIsACommand() async {
        await expect((complete("dev"), complete("set")), are: (["devices"], ["set", "set-temperature"]))
        await expect(complete("nonsense", ""), equals: [])
    }

    @Test func namesComeFromTheHub() async {
        await expect((complete("show", ""), complete("on", "")), are: (["Lamp", "Sensor"], ["Lamp", "Hall", "all"]))
        await expect((complete("lock", ""), complete("move", "Lamp", "")), are: (["all"], ["Hall"]))
        await expect(complete("rename", ""), equals: ["Lamp", "Sensor", "Hall", "Home"])
        // Repeated arguments are all of one kind.
        await expect(complete("watch", "Lamp", ""), equals: ["Lamp", "Sensor", "Hall", "all"])
    }

    @Test func optionsAndTheirValues() async {
        await expect(complete("watch", "--"), equals: ["--all", "--color", "--hub", "--json", "--help"])
        await expect(complete("watch", "--color", ""), equals: ["auto", "always", "never"])
        await expect(complete("serve", "--announce", ""), equals: ["auto", "always", "never"])
        // An option's value is not an argument.
        await expect(complete("move", "--hub", "x", "Lamp", ""), equals: ["Hall"])
        await expect(complete("rooms", ""), equals: ["list", "add", "rename", "remove"])
    }

    /// A guest is not offered commands that a guest may not use.
    @Test func guestsGetTheirOwnWords() async {
        func complete(_ before: [String], _ last: String) async -> [String] {
            await Completions.candidates(
                before, last, of: Help.commands, listing: { _ in sampleHouse }, isGuest: { _ in true })
        }
        await expect((complete([], "lo"), complete([], "h")), are: (["lock"], ["home", "hubs", "health"]))
        await expect((complete(["rooms"], ""), complete(["people"], "")), are: (["list"], ["list", "add-device"]))
        await expect(complete(["presence"], ""), equals: ["home", "away", "forget"])
    }

    @Test func withoutAHubTheProgramsOwnWordsAreThere() async {
        await expect(Completions.candidates(["show"], "", of: Help.commands) { _ in nil }, equals: [])
        await expect(
            Completions.candidates(["rooms"], "", of: Help.commands) { _ in nil },
            equals: [
                "list", "add", "rename", "remove",
            ])
        await expect(complete("automations", "examples", "").first, equals: "blind-by-sun")
    }
}
