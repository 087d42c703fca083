/// Simulated surroundings of a device, such as weather, visits and doors, so that an empty house is lively.
/// Reproducible by its seed.
struct DeviceLife: Sendable {
    /// A recurring occasion.
    struct Habit: Sendable {
        /// The endpoint at which it occurs.
        let endpoint: UInt16
        /// The shortest and longest time between occasions.
        let pause: ClosedRange<Duration>
        /// What happens. It may keep state between occasions.
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

    var deadline: Duration? { habits.map(\.next).min() }

    mutating func start(at now: Duration) {
        for index in habits.indices {
            habits[index].next = now + pause(habits[index])
        }
    }

    /// The inputs up to now.
    mutating func inputs(until now: Duration) -> [(endpoint: UInt16, input: PhysicalInput)] {
        var result: [(endpoint: UInt16, input: PhysicalInput)] = []
        for index in habits.indices where habits[index].next <= now {
            result += habits[index].occasion.happen(&random).map { (habits[index].endpoint, $0) }
            habits[index].next = now + pause(habits[index])
        }
        return result
    }

    private mutating func pause(_ habit: Habit) -> Duration {
        let shortest = Int64(habit.pause.lowerBound / .milliseconds(1))
        let longest = Int64(habit.pause.upperBound / .milliseconds(1))
        return .milliseconds(Int64.random(in: shortest...longest, using: &random))
    }
}

/// Something that recurs.
protocol Occasion: Sendable {
    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput]
}

/// A measured value that drifts around a mean.
struct Drift: Occasion {
    private var value: Int
    private let mean: Int
    private let step: Int
    private let input: @Sendable (Int) -> PhysicalInput

    /// - Parameter step: the largest change per occasion, in raw units.
    init(mean: Int, step: Int, _ input: @escaping @Sendable (Int) -> PhysicalInput) {
        value = mean
        self.mean = mean
        self.step = step
        self.input = input
    }

    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] {
        let pull = (mean - value) / 10
        value += pull + Int.random(in: -step...step, using: &random)
        return [input(value)]
    }
}

/// Someone moves.
struct Visit: Occasion {
    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] { [.motion] }
}

/// A door or window is opened and closed.
struct OpenAndShut: Occasion {
    private var isClosed = true

    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] {
        isClosed.toggle()
        return [.contact(isClosed: isClosed)]
    }
}

/// A battery slowly discharges.
struct Drain: Occasion {
    private var halfPercent: UInt8

    init(from halfPercent: UInt8) {
        self.halfPercent = halfPercent
    }

    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] {
        halfPercent = halfPercent > 1 ? halfPercent - 1 : 200
        return [.battery(halfPercent: halfPercent)]
    }
}
