internal import Foundation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The effect of a second start in each mode, while the first run is at an action, a delay, a hold or in a parallel
/// flow. The button is pressed at 0:00 and at 0:04.
@Suite struct RunModeTests {
    /// A node of ten seconds.
    enum Middle: String, CaseIterable {
        case action, delay, hold, branches

        var node: AutomationNode {
            switch self {
            case .action: toggle(3, "door")
            case .delay: HearthAutomationTests.delay(3, .seconds(10))
            case .hold: sequence(8, reader(4), condition(3, above(4, 20), for: .seconds(10)))
            case .branches: parallel(3, HearthAutomationTests.delay(5, .seconds(10)), turnOn(6))
            }
        }
    }

    /// The traces by mode and node: a line with their names, and indented lines.
    private static let goldens: [String: String] = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Goldens/RunModes.txt")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: text.components(separatedBy: "\n\n").map { trace in
                let lines = trace.split(separator: "\n")
                return (String(lines[0]), lines.dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n"))
            })
    }()

    @Test(arguments: RunMode.allCases, Middle.allCases)
    func theSecondStart(_ mode: RunMode, during middle: Middle) {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(25)]
        stage.silent = ["door"]
        stage.add(mode: mode, graph: sequence(1, pressed(2), middle.node, turnOff(9)))
        stage.press(1)
        stage.pass(.seconds(4))
        stage.press(2)
        stage.pass(.seconds(6))
        stage.answer()
        stage.pass(.seconds(2))
        stage.answer()
        stage.pass(.seconds(20))
        expectTrace(stage.happened(), Self.goldens["\(mode), \(middle)"] ?? "no golden trace")
    }

    // MARK: Limits

    /// Queued runs count as well, and those beyond the limit are dropped with a trace.
    @Test func moreThanMaxRunsAreDropped() {
        var stage = Stage()
        stage.add(mode: .queued, maxRuns: 2, graph: sequence(1, pressed(2), delay(3, .seconds(10))))
        for number in 1...3 { stage.press(UInt64(number)) }
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:00 2 begins at 2
            0:00 a: not started at 2: tooManyRuns
            """)
        stage.pass(.seconds(25))
        expectTrace(
            stage.happened(),
            """
            0:10 1.3 waited
            0:10 1 ended: finished
            0:10 2.3 waits until 0:20
            0:20 2.3 waited
            0:20 2 ended: finished
            """)
    }

    /// Conditions are evaluated at the start, and a start that they refuse leaves the running one alone.
    @Test func restartJudgesConditionsFirst() {
        var stage = Stage()
        stage.add(mode: .restart, graph: sequence(1, starter(2), condition(3, above(2, 20)), delay(4, .seconds(10))))
        stage.report(25)
        stage.pass(.seconds(1))
        stage.report(15)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.4 waits until 0:10
            0:01 a: not started at 3: conditionFalse
            0:10 1.4 waited
            0:10 1 ended: finished
            """)
    }

    /// Queued runs begin in the order of their starts, with the values read at each of them.
    @Test func queuedRunsKeepTheValuesOfTheirStarts() {
        var stage = Stage()
        stage.add(
            mode: .queued,
            graph: sequence(1, starter(2), condition(3, above(2, 20)), delay(4, .seconds(10)), write(5, read(2))))
        for value in [21, 5, 22, 23] { stage.report(Int64(value)) }
        stage.pass(.seconds(40))
        expect(stage.sent.map { $0.fields[0] }, equals: [.signed(21), .signed(22), .signed(23)])
    }
}
