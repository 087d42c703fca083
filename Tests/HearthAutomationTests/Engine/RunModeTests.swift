internal import Foundation
internal import HearthBase
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

    /// At most 100 runs of one automation, and a limit for all.
    @Test func thereIsALimitOfRuns() {
        var limits = AutomationMachine.Limits()
        limits.runs = PoolLimits(total: 200, share: 200, reserve: 0, ofHousehold: 150)
        limits.starts = .max
        var stage = Stage(limits: limits)
        for id in ["a", "b"] {
            stage.add(id, mode: .parallel, maxRuns: .max, graph: sequence(1, pressed(2, id), delay(3, .seconds(60))))
        }
        for number in 1...120 { stage.press(UInt64(number), "a") }
        expect(stage.machine.livingRuns, equals: 100)
        for number in 121...240 { stage.press(UInt64(number), "b") }
        expect(stage.machine.livingRuns, equals: 150)
        stage.pass(.seconds(60))
        expect(stage.machine.livingRuns, equals: 0)
        expect(stage.machine.runs.count, equals: 2 * limits.endedRuns)
    }
}
