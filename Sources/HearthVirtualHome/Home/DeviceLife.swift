internal import HearthDeviceBehaviors

/// Simulated surroundings of a device, such as weather, visits and doors, so that an empty house is lively.
/// Reproducible with a seed.
struct DeviceLife: Sendable {
    /// A recurring occasion.
    struct Habit: Sendable {
        /// The endpoint at which it occurs.
        let endpoint: UInt16
        /// The shortest and longest time between occasions.
        let pause: ClosedRange<Duration>
        /// The recurring event. It may keep state between occasions.
        var occasion: any Occasion
        fileprivate var next: Duration = .zero

        init(endpoint: UInt16, pause: ClosedRange<Duration>, _ occasion: any Occasion) {
            self.endpoint = endpoint
            self.pause = pause
            self.occasion = occasion
        }
    }

    private var habits: [Habit]
    private var random: SeededRandom

    init(_ habits: [Habit] = [], seed: UInt64 = 0) {
        self.habits = habits
        random = SeededRandom(seed: seed)
    }

    /// The surroundings when the device starts: a measured value exists from the beginning.
    ///
    /// - Parameter hour: the local time of day, from 0 to 24.
    func surroundings(hour: Double) -> [(endpoint: UInt16, input: PhysicalInput)] {
        habits.flatMap { habit in habit.occasion.surroundings(hour: hour).map { (habit.endpoint, $0) } }
    }

    var deadline: Duration? { habits.map { $0.next }.min() }

    mutating func start(at now: Duration) {
        for index in habits.indices {
            habits[index].next = now + pause(habits[index])
        }
    }

    /// The inputs up to now.
    ///
    /// - Parameter hour: the local time of day, from 0 to 24.
    mutating func inputs(until now: Duration, hour: Double) -> [(endpoint: UInt16, input: PhysicalInput)] {
        var result: [(endpoint: UInt16, input: PhysicalInput)] = []
        for index in habits.indices where habits[index].next <= now {
            result += habits[index].occasion.happen(&random, hour: hour).map { (habits[index].endpoint, $0) }
            habits[index].next = now + pause(habits[index])
        }
        return result
    }

    private mutating func pause(_ habit: Habit) -> Duration {
        let shortest = Int64(habit.pause.lowerBound / .milliseconds(1))
        let longest = Int64(habit.pause.upperBound / .milliseconds(1))
        return .milliseconds(Int64.random(in: shortest...longest, using: &random))  // in range: ends of a range
    }
}

/// A recurring event.
protocol Occasion: Sendable {
    /// - Parameter hour: the local time of day, from 0 to 24.
    mutating func happen(_ random: inout SeededRandom, hour: Double) -> [PhysicalInput]
    /// The inputs before its first occurrence.
    func surroundings(hour: Double) -> [PhysicalInput]
}

extension Occasion {
    func surroundings(hour: Double) -> [PhysicalInput] { [] }
}

/// A measured value that drifts around a mean, which may follow the day.
struct Drift: Occasion {
    private var offset = 0
    private let step: Int
    private let mean: @Sendable (_ hour: Double) -> Int
    private let input: @Sendable (Int) -> PhysicalInput

    /// - Parameters:
    ///   - mean: in raw units, by the local time of day in hours.
    ///   - step: the largest change per occasion, in raw units.
    init(
        mean: @escaping @Sendable (_ hour: Double) -> Int, step: Int,
        _ input: @escaping @Sendable (Int) -> PhysicalInput
    ) {
        self.mean = mean
        self.step = step
        self.input = input
    }

    mutating func happen(_ random: inout SeededRandom, hour: Double) -> [PhysicalInput] {
        offset += -offset / 10 + Int.random(in: -step...step, using: &random)
        return [input(mean(hour) + offset)]
    }

    func surroundings(hour: Double) -> [PhysicalInput] { [input(mean(hour))] }
}

/// A battery slowly discharges.
struct Drain: Occasion {
    private var halfPercent: UInt8

    init(from halfPercent: UInt8) {
        self.halfPercent = halfPercent
    }

    mutating func happen(_ random: inout SeededRandom, hour: Double) -> [PhysicalInput] {
        halfPercent = halfPercent > 1 ? halfPercent - 1 : 200
        return [.battery(halfPercent: halfPercent)]
    }
}
