/// What goes on around a device by itself, so that a house without people still lives: weather, visits, doors. Seeded,
/// so that the same seed gives the same life.
struct DeviceLife: Sendable {
    /// One thing that goes on.
    struct Habit: Sendable {
        /// The part of the device that it happens to.
        let endpoint: UInt16
        /// The shortest and the longest time between two occasions.
        let pause: ClosedRange<Duration>
        /// What happens on an occasion. May keep what it needs between occasions in itself.
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

    /// What happens up to now.
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

/// Something that happens again and again.
protocol Occasion: Sendable {
    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput]
}

/// A measured value that wanders around a mean, never far from it.
struct Drift: Occasion {
    private var value: Int
    private let mean: Int
    private let step: Int
    private let input: @Sendable (Int) -> PhysicalInput

    /// - Parameter step: the farthest that one occasion goes, raw units.
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

/// Now and then someone moves.
struct Visit: Occasion {
    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] { [.motion] }
}

/// A door or window that is opened and shut.
struct OpenAndShut: Occasion {
    private var isClosed = true

    mutating func happen(_ random: inout SeededRandom) -> [PhysicalInput] {
        isClosed.toggle()
        return [.contact(isClosed: isClosed)]
    }
}

/// A battery that slowly goes down.
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
