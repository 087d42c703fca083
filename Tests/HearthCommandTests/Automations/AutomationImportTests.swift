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
        let a = ExportedRevision(of: "a-1", 7)
        expect(a.added(to: text), equals: "automation: \"A\"\n# revision 7 of a-1\nactive: yes\nsteps:\n")
    }

    /// The automation is found by the ID of the comment, as the name may be another by now.
    @Test func aRenamedAutomationIsRefused() throws {
        let present = AutomatedHouse.saved("a1", "Bed Lamp", AutomatedHouse.program)
        let other = AutomatedHouse.saved("a2", "Night Lamp", nil)
        func plan(_ name: String, _ id: String?, _ revision: UInt64) throws(CommandError) -> AutomationImport.Plan {
            try AutomationImport.plan(
                ParsedAutomation(
                    .init(name: name, isActive: true, program: AutomatedHouse.program), in: structure("home", "Home")),
                id.map { ExportedRevision(of: $0, revision) }, [other, present], true, "home.txt")
        }
        let base = try plan("bed lamp", "a1", 3)
        expect((base.old?.id, base.base), are: ("a1", 3))
        // An earlier revision with the present content changes nothing.
        try expect(plan("Bed Lamp", "a1", 2).old?.id, equals: "a1")
        // Without a comment of this home, the name counts.
        for id in [nil, "of another home"] {
            let named = try plan("Night Lamp", id, 1)
            expect((named.old?.id, named.base), are: ("a2", nil))
        }
        for revision in [2, 3] as [UInt64] {
            let error = expect(throws: CommandError.self) { try plan("Night Lamp", "a1", revision) }
            expect(
                error?.message,
                equals:
                    "nothing was imported, because \"Bed Lamp\" was changed after it was exported: it has revision 3, "
                    + "the text is of revision \(revision) and names it \"Night Lamp\"; export it again and repeat your "
                    + "change, or remove the line \"# revision \(revision) of a1\" from home.txt to import it anyway")
        }
    }

    @Test func aTextSaysTheRevisionOfEachAutomation() {
        let (a, b) = (ExportedRevision(of: "a-1", 7), ExportedRevision(of: "b-2", .max))
        let lines = [
            "automation: \"A\"", a.line, "steps:", "  # revision 1 of y", "  wait 1 s", "", "Automation :\t\"B\"\r",
            b.line + "\r", "steps:", "  wait 1 s", "automation: \"C\"", "# revision -1 of z", "steps:", "",
        ]
        var text = ExportedText(lines.joined(separator: "\n"), of: [[3, 5], [9, 10], [13], [99], []])
        expect((0..<5).map { text[$0] }, equals: [a, b, nil, nil, nil])
        text[1] = ExportedRevision(of: "b-3", 8)
        text[2] = a
        var changed = lines
        changed[7] = "# revision 8 of b-3\r"
        expect(text.text, equals: changed.joined(separator: "\n"))
    }

    /// What is said of an import that ends half-way: each automation's fate, and an exit status of its own.
    @Test func anImportThatEndsHalfWaySaysWhatIsThere() {
        let names = ["A", "B", "C"]
        let refusal = CommandError(.refused, "there are 1000 automations")
        func stopped(_ place: Int, of count: Int, _ error: CommandError) -> [String] {
            let error = AutomationImport.stopped(at: place, of: Array(names.prefix(count)), error)
            return ["\(error.code)", error.message]
        }
        expect(stopped(0, of: 1, refusal), equals: ["refused", "there are 1000 automations"])
        expect(
            stopped(0, of: 3, refusal),
            equals: ["refused", #"there are 1000 automations; not imported: "A", "B", "C""#])
        expect(
            stopped(1, of: 3, refusal),
            equals: [
                "inPart", #"there are 1000 automations; imported before: "A"; not imported: "B", "C""#,
            ])
        let lost = CommandError(.unavailable, "the hub is gone")
        expect(
            stopped(1, of: 2, lost),
            equals: ["inPart", #"the hub is gone; imported before: "A"; perhaps imported: "B""#])
        let many = AutomationImport.stopped(at: 12, of: (0...12).map { "\($0)" }, refusal).message
        expect(many.hasSuffix(#""8", "9" and 2 more; not imported: "12""#))
    }

    @Test func mappingsAreNamesInPairs() throws {
        let mappings = try AutomationImport.mappings(["a b=c", "x=y=z"])
        expect(mappings, equals: [.init(name: "a b", meaning: "c"), .init(name: "x", meaning: "y=z")])
        expect(throws: CommandError.self) { try AutomationImport.mappings(["nothing"]) }
    }
}
