@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import HearthWire
internal import Expectations
internal import Testing

/// The trace of a run as shown to a person.
struct RunTreeTests {
    private let words = AutomationWords(AutomatedHouse.graph(AutomatedHouse.program), AutomatedHouse.listing)

    private func lines(_ run: Hearth_V1_AutomationRun, columns: Int = 80) -> [String] {
        RunTree(AutomationRun(run), AutomatedHouse.automation, AutomatedHouse.lines, words).lines(columns: columns)
    }

    /// "18:04:07" of a second of the run, in local time.
    private func clock(_ second: Int64) -> String {
        String(AutomationWords.clock(AutomatedHouse.time(second).secondsSince1970).suffix(8))
    }

    @Test func aRunIsATreeOfTheAutomationsLines() {
        let began = AutomationWords.clock(AutomatedHouse.time(0).secondsSince1970)
        expect(
            lines(AutomatedHouse.run),
            equals: [
                "Evening, run 12, began at \(began)",
                "Set off by: when \"Front Door\" DoorLock changes",
                "├ \(clock(0)) only if \"Front Door\" DoorLock.lockState = unlocked",
                "│          it held (Front Door was unlocked)",
                "├ \(clock(0)) if \"Front Door\" DoorLock.lockState = unlocked:",
                "│ │          took branch 1",
                "│ ├ \(clock(0)) \"Hall Lamp\" OnOff.on",
                "│ │          done",
                "│ └ \(clock(1)) wait 5 min",
                "│            until \(AutomationWords.clock(AutomatedHouse.time(301).secondsSince1970))",
                "│            it is over",
                "├ \(clock(301)) \"Hall Lamp\" OnOff.off",
                "│          not reached: the device is offline",
                "└ \(clock(302)) all was done",
            ])
    }

    /// Earlier hubs count only saved programs, and name no revision of the program.
    @Test func aRunOfAnEarlierHubIsOfThePresentProgram() {
        let automation = CachedAutomation(Hearth_V1_Automation(id: "a1", revision: 3))
        expect(automation.programRevision, equals: 3)
    }

    @Test func linesFitTheTerminal() {
        let narrow = lines(AutomatedHouse.run, columns: 40)
        expect(narrow.allSatisfy { columnCount($0) <= 40 }, "\(narrow)")
        expect(narrow.count, isAbove: lines(AutomatedHouse.run).count)
    }

    @Test func runningAndQueuedRunsAreShown() {
        var run = AutomatedHouse.run
        run.end = nil
        expect(lines(run).last, equals: "└ it is running")
        run.isQueued = true
        expect(lines(run).last, equals: "└ it waits for the runs before it")
    }

    /// Nodes that an edit removed are still listed.
    @Test func aRunFromBeforeAnEditSaysSo() {
        var run = AutomatedHouse.run
        run.revision = 2
        run.steps.append(.init(nodeID: 99, at: AutomatedHouse.time(302), what: .reading(true)))
        let lines = lines(run)
        expect(lines[1].hasPrefix("It ran before an edit of the automation (revision 2, now 3);"))
        expect(lines.contains("├ \(clock(302)) node 99"))
    }
}
