// Measures a hub's automations: one JSON object on standard output. The hub runs in this process, with its store at
// FILE.
//
//     hearth-bench-automations idle FILE COUNT CHANGES    CPU seconds of a change that none of COUNT automations listens to
//     hearth-bench-automations delays FILE STARTS         seconds from a sensor's change to the command at the provider
//     hearth-bench-automations rate FILE STARTS           starts a second, as many at once as there are automations
//     hearth-bench-automations fill FILE AUTOMATIONS RUNS makes a store with automations and runs that wait
//     hearth-bench-automations open FILE                  seconds that a start takes, and the memory afterwards
//     hearth-bench-automations words FILE LIGHTS ROUNDS   seconds to understand a sentence in a home with LIGHTS lights
//     hearth-bench-automations colliding FILE LIGHTS ROUNDS   the same with lights that are called "Lamp 1", "Lamp 2" …
internal import Foundation

@main
enum Main {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        guard words.count >= 2, numbers.count == words.count - 2 else { return usage() }
        switch (words[0], numbers.count) {
        case ("idle", 2): try await Idle.run(words[1], automations: numbers[0], changes: numbers[1])
        case ("delays", 1): try await Starts.delays(words[1], starts: numbers[0])
        case ("rate", 1): try await Starts.rate(words[1], starts: numbers[0])
        case ("fill", 2): try await Stored.fill(words[1], automations: numbers[0], runs: numbers[1])
        case ("words", 2): try await Words.run(words[1], .distinct, lights: numbers[0], rounds: numbers[1])
        case ("colliding", 2): try await Words.run(words[1], .colliding, lights: numbers[0], rounds: numbers[1])
        case ("open", 0): try await Stored.open(words[1])
        default: return usage()
        }
    }

    private static func usage() {
        FileHandle.standardError.write(
            Data("usage: hearth-bench-automations idle|delays|rate|fill|open|words|colliding FILE NUMBERS\n".utf8))
        exit(64)
    }

    static func say(_ figures: KeyValuePairs<String, Double>) {
        print("{" + figures.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}")
    }
}

extension Duration {
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
