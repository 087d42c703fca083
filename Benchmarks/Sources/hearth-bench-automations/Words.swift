internal import HearthWire

/// The time in which a hub reads sentences about many lights.
enum Words {
    private static let kinds = [
        "Ceiling", "Floor", "Desk", "Wall", "Table", "Corner", "Window", "Shelf", "Oak", "Brass",
    ]
    private static let places = ["Attic", "Cellar", "Landing", "Pantry", "Porch", "Studio", "Nursery", "Library"]

    @Sendable private static func name(_ light: Int) -> String {
        let place = places[light / kinds.count % places.count]
        return "\(place) \(kinds[light % kinds.count]) Lamp \(light / (kinds.count * places.count) + 1)"
    }

    /// Commands, a question, a misspelled name, words that mean nothing, and the longest sentence.
    private static func sentences(_ light: Int) -> [String] {
        let one = name(light)
        let misspelled = String(one.dropLast(8)) + "x Lamp 1"
        return [
            "turn on the \(one)", "turn off all lights except the \(one)", "is the \(one) on", "which lights are on",
            "turn on the \(misspelled)", "please turn on the frobnicator of the uncle", "\(one) on and \(one) off",
            Array(repeating: one, count: 10).joined(separator: " "),
        ]
    }

    static func run(_ file: String, lights count: Int, rounds: Int) async throws {
        let house = try await House(file, lights: count, named: name)
        let clock = ContinuousClock()
        func seconds(_ words: String) async throws -> Double {
            let start = clock.now
            _ = try await house.automations.understand(.init(structureID: house.structureID, words: words))
            return start.duration(to: clock.now).inSeconds
        }
        let first = try await seconds("turn on the \(name(0))")
        var times: [Double] = []
        for round in 0..<rounds {
            // A state that changes between two sentences.
            house.lights.press(round % count)
            for words in sentences(round * 7 % count) { times.append(try await seconds(words)) }
        }
        times.sort()
        try await house.hub.shutdown()
        Main.say([
            "first": first, "p50": times[times.count / 2], "p99": times[times.count * 99 / 100],
            "most": times.last ?? 0,
        ])
    }
}
