@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthWire
internal import Expectations
internal import Testing

/// Automations as files.
struct AutomationImportTests {
    private func failure(_ issues: [Hearth_V1_AutomationTextIssue], known: Set<String> = []) -> CommandError? {
        do {
            _ = try AutomationImport.checked(
                ParsedAutomations(
                    automations: [ParsedAutomation(.init(name: "Evening"), in: structure("home", "Home"))],
                    issues: issues.map { AutomationTextIssue($0) }), "evening.txt", known: known)
            return nil
        } catch { return error }
    }

    @Test func mistakesAreReportedLikeCompilerErrors() {
        let error = failure([.init(line: 3, column: 24, message: "OnOff has no command \"onn\"; did you mean on?")])
        expect(error?.code, equals: .badFile)
        expect(error?.message, equals: "evening.txt:3:24: OnOff has no command \"onn\"; did you mean on?")
    }

    @Test func ambiguousNamesAreAskedAbout() {
        let lamp = Hearth_V1_AutomationTextIssue(
            line: 3, column: 3, message: "the device \"Lamp\" (d9) is not in this home; it may be \"Hall Lamp\"",
            openName: .init(name: "Lamp", objectID: "d9", choices: ["Hall Lamp"]))
        let door = Hearth_V1_AutomationTextIssue(
            line: 6, column: 3, message: "there is no device \"Frnt Door\"", openName: .init(name: "Frnt Door"))
        // A name that occurs twice is asked about once.
        let error = failure([lamp, door, door])
        expect(error?.code, equals: .refused)
        expect(
            error?.message,
            equals: """
                nothing was imported, because some names are missing or ambiguous:
                evening.txt:3: the device "Lamp" (d9) is not in this home; it may be "Hall Lamp"; say which is meant with \
                --map "Lamp=Hall Lamp"
                evening.txt:6: there is no device "Frnt Door"; say which is meant with --map "Frnt Door=NAME"
                """)
        // Devices that are gone from this home may stay in an automation of it.
        expectNil(failure([lamp], known: ["d9"]))
    }

    @Test func anExportSaysItsRevision() {
        let text = "automation: \"A\"\nactive: yes\nsteps:\n"
        let (a, b) = (ExportedRevision(of: "a-1", 7), ExportedRevision(of: "b-2", .max))
        expect(a.added(to: text), equals: "automation: \"A\"\n# revision 7 of a-1\nactive: yes\nsteps:\n")
        let both = "\u{FEFF}" + a.added(to: text) + "\nAutomation : \"B\"\r\nactive: no\r\n" + b.line + "\r\n"
        expect(ExportedRevision.all(in: both), equals: [a, b])
        expect(
            ExportedRevision.all(in: "# revision 1 of x\n" + text + "  # revision 1 of y\n# revision -1 of z\n"),
            equals: [nil])
    }

    @Test func mappingsAreNamesInPairs() throws {
        let mappings = try AutomationImport.mappings(["a b=c", "x=y=z"])
        expect(mappings, equals: [.init(name: "a b", meaning: "c"), .init(name: "x", meaning: "y=z")])
        expect(throws: CommandError.self) { try AutomationImport.mappings(["nothing"]) }
    }
}
