internal import HearthWire

/// The time in which a hub reads sentences about many lights.
enum Words {
    /// How the lights are named.
    enum Names {
        /// Of words that only some lights have.
        case distinct
        /// "Lamp 1" to "Lamp 1000", which begin with each other.
        case colliding

        private static let kinds = [
            "Ceiling", "Floor", "Desk", "Wall", "Table", "Corner", "Window", "Shelf", "Oak", "Brass",
        ]
        private static let places = [
            "Attic", "Cellar", "Landing", "Pantry", "Porch", "Studio", "Nursery", "Library",
        ]

        func name(_ light: Int) -> String {
            guard self == .distinct else { return "Lamp \(light + 1)" }
            let place = Self.places[light / Self.kinds.count % Self.places.count]
            let number = light / (Self.kinds.count * Self.places.count) + 1
            return "\(place) \(Self.kinds[light % Self.kinds.count]) Lamp \(number)"
        }

        func misspelled(_ light: Int) -> String {
            self == .distinct ? String(name(light).dropLast(8)) + "x Lamp 1" : "Lamx \(light + 1)"
        }
    }

    private static let languages = ["en", "de", "fr", "es"]

    /// Commands, a question, a misspelled name, words that mean nothing, and the longest sentence.
    private static func sentences(_ names: Names, _ light: Int, _ language: String) -> [String] {
        let (one, misspelled) = (names.name(light), names.misspelled(light))
        let own =
            switch language {
            case "de":
                [
                    "schalte \(one) ein", "schalte alle Lichter außer \(one) aus", "ist \(one) an",
                    "welche Lichter sind an", "schalte \(misspelled) ein",
                    "schalte bitte den Frobnikator des Onkels ein", "\(one) an und \(one) aus",
                ]
            case "fr":
                [
                    "allume \(one)", "éteins toutes les lumières sauf \(one)", "est-ce que \(one) est allumé",
                    "quelles lumières sont allumées", "allume \(misspelled)",
                    "allume s'il te plaît le frobnicateur de l'oncle", "allume \(one) et éteins \(one)",
                ]
            case "es":
                [
                    "enciende \(one)", "apaga todas las luces excepto \(one)", "¿está encendida \(one)?",
                    "qué luces están encendidas", "enciende \(misspelled)",
                    "enciende por favor el frobnicador del tío", "enciende \(one) y apaga \(one)",
                ]
            default:
                [
                    "turn on the \(one)", "turn off all lights except the \(one)", "is the \(one) on",
                    "which lights are on", "turn on the \(misspelled)",
                    "please turn on the frobnicator of the uncle", "\(one) on and \(one) off",
                ]
            }
        return own + [Array(repeating: one, count: 10).joined(separator: " ")]
    }

    static func run(_ file: String, _ names: Names, lights count: Int, rounds: Int) async throws {
        let house = try await House(file, lights: count, named: names.name)
        let clock = ContinuousClock()
        func seconds(_ words: String, _ language: String) async throws -> Double {
            let start = clock.now
            _ = try await house.automations.understand(
                .init(structureID: house.structureID, words: words, language: language))
            return start.duration(to: clock.now).inSeconds
        }
        let first = try await seconds(sentences(names, 0, "en")[0], "en")
        var times: [String: [Double]] = [:]
        for language in languages {
            // The hub prepares the names for each language once.
            _ = try await seconds(sentences(names, 0, language)[0], language)
            for round in 0..<rounds {
                // A state that changes between two sentences.
                house.lights.press(round % count)
                for words in sentences(names, round * 7 % count, language) {
                    times[language, default: []].append(try await seconds(words, language))
                }
            }
            times[language]?.sort()
        }
        try await house.hub.shutdown()
        func at(_ hundredths: Int, _ language: String) -> Double {
            let all = times[language, default: []]
            return all.isEmpty ? 0 : all[all.count * hundredths / 100]
        }
        Main.say([
            "first": first, "p50": at(50, "en"), "p99": at(99, "en"), "most": times["en"]?.last ?? 0,
            "p99 de": at(99, "de"), "p99 fr": at(99, "fr"), "p99 es": at(99, "es"),
        ])
    }
}
