internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Numbers with units, and where they have none.
struct TextQuantityTests {
    private static let head =
        "automation: \"x\"\nsteps:\n  read \"lamp\" Sample\n  read \"lamp\" LevelControl\n  only if "

    private func read(_ condition: String) throws -> AutomationText {
        try TextTestHome.read(Self.head + condition + "\n").text
    }

    /// Values and differences have the unit of their counterpart; factors and divisors have none.
    @Test(arguments: [
        ("\"lamp\" Sample.warmth > 2150", "Sample.warmth > 21.5 °C"),
        ("\"lamp\" Sample.warmth + 500 > 0", "Sample.warmth + 5 °C > 0"),
        ("\"lamp\" Sample.warmth - 50 > 0", "Sample.warmth - 0.5 °C > 0"),
        ("\"lamp\" Sample.warmth * 2 > 0", "Sample.warmth * 2 > 0"),
        ("\"lamp\" Sample.warmth / 100 > 0", "Sample.warmth / 100 > 0"),
        ("\"lamp\" Sample.warmth mod 100 > 0", "Sample.warmth mod 100 > 0"),
        ("\"lamp\" Sample.warmth > 68 °F", "Sample.warmth > 20 °C"),
        ("\"lamp\" Sample.color > 2700 K", "Sample.color > 370"),
        ("\"lamp\" LevelControl.currentLevel + 10 % > 0", "LevelControl.currentLevel + 10 % > 0"),
        ("\"lamp\" LevelControl.currentLevel * 3 > 0", "LevelControl.currentLevel * 3 > 0"),
    ])
    func numbersStandWithTheUnitsThatTheyHave(condition: String, expected: String) throws {
        let read = try read(condition)
        let text = read.text(TextTestHome.names)
        expect(text.contains(expected), "\(text)")
        try expect(TextTestHome.read(text).text, equals: read)
    }

    /// A factor has no unit, and neither has a difference in a scale with another zero.
    @Test(arguments: [
        "Sample.warmth * 2 °C", "LevelControl.currentLevel * 50 %", "LevelControl.currentLevel / 2 %",
        "Sample.warmth + 5 °F", "Sample.color + 100 K",
    ])
    func unitsThatMeanSomethingElseAreRefused(condition: String) throws {
        let error = try require(throws: AutomationTextError.self) { try read("\"lamp\" " + condition + " > 0") }
        expect(error.message.contains("isn't a number; "), "\(error.message)")
    }
}
