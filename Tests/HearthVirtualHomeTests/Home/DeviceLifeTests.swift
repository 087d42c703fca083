internal import Expectations
internal import Testing
@testable internal import HearthVirtualHome

/// Changes around a device by itself.
@Suite struct DeviceLifeTests {
    @Test func occasionsComeWithinTheirPausesAndNotBeforeTheStart() {
        let habit = DeviceLife.Habit(endpoint: 3, pause: .seconds(2)...(.seconds(5)), Drain(from: 9))
        var life = DeviceLife([habit], seed: 9)
        life.start(at: .seconds(100))
        var last = Duration.seconds(100)
        for _ in 0..<50 {
            guard let due = life.deadline else {
                Issue.record("the habit is over")
                return
            }
            expect((Duration.seconds(2)...Duration.seconds(5)).contains(due - last))
            expect(life.inputs(until: due, hour: 12).map(\.endpoint), equals: [3])
            last = due
        }
    }

    @Test func aDriftingValueStaysAroundItsMean() {
        var random = SeededRandom(seed: 4)
        var drift = Drift(mean: { _ in 2000 }, step: 15) { .temperature(Int16(clamping: $0)) }
        for _ in 0..<5000 {
            guard case .temperature(let value?)? = drift.happen(&random, hour: 12).first else {
                Issue.record("no temperature")
                return
            }
            expect((1800...2200).contains(value))
        }
    }

    @Test func aDeviceBeginsWithWhatIsAroundItAtThatHour() {
        let drift = Drift(mean: { Int($0) * 100 }, step: 15) { .temperature(Int16(clamping: $0)) }
        let habits = [
            DeviceLife.Habit(endpoint: 2, pause: .seconds(2)...(.seconds(5)), drift),
            DeviceLife.Habit(endpoint: 3, pause: .seconds(2)...(.seconds(5)), Drain(from: 9)),
        ]
        let around = DeviceLife(habits, seed: 9).surroundings(hour: 14)
        expect(around.map(\.endpoint) == [2] && around.map(\.input) == [.temperature(1_400)])
    }

    @Test func aBatteryGoesDownAndIsChangedWhenItIsEmpty() {
        var random = SeededRandom(seed: 4)
        var drain = Drain(from: 2)
        expect(drain.happen(&random, hour: 12), equals: [.battery(halfPercent: 1)])
        expect(drain.happen(&random, hour: 12), equals: [.battery(halfPercent: 200)])
    }
}
