// Measures what a home costs a process that runs many, each with a hub and a store of its own. Each command prints one
// JSON object on standard output.
//
//     hearth-bench-homes fill FOLDER HOMES            makes stores of homes with 28 devices and 1,024 reports
//     hearth-bench-homes load FOLDER PART HOMES…      memory and CPU time once each number of them is loaded; PART is what
//                                                     each has: store, hub (and its store) or calls (and both)
//     hearth-bench-homes make FOLDER HOMES…           the same of hubs whose devices have just come
//     hearth-bench-homes structures FILE STRUCTURES   makes the store of a hub with structures of 28 devices
//     hearth-bench-homes traits FILE STRUCTURES       CPU time of the structures' own traits when such a hub starts
internal import Foundation

@main
enum Main {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let part = words.count > 2 ? Part(rawValue: words[2]) : nil
        let numbers = words.dropFirst(part == nil ? 2 : 3).compactMap { Int($0) }
        guard words.count >= 2, numbers.count == words.count - (part == nil ? 2 : 3) else { return usage() }
        switch (words[0], part, numbers.count) {
        case ("fill", nil, 1): try await Homes.fill(words[1], homes: numbers[0])
        case ("load", let part?, 1...): try await Loads.load(words[1], part, steps: numbers)
        case ("make", nil, 1...): try await Loads.make(words[1], steps: numbers)
        case ("structures", nil, 1): try await OwnTraits.fill(words[1], structures: numbers[0])
        case ("traits", nil, 1): try await OwnTraits.attach(words[1], structures: numbers[0])
        default: usage()
        }
    }

    private static func usage() {
        FileHandle.standardError.write(
            Data("usage: hearth-bench-homes fill|load|make|structures|traits PATH [PART] NUMBERS\n".utf8))
        exit(64)
    }

    static func say(_ figures: KeyValuePairs<String, [Double]>) {
        let lists = figures.map { name, values in "\"\(name)\": [\(values.map { "\($0)" }.joined(separator: ", "))]" }
        print("{" + lists.joined(separator: ", ") + "}")
    }

    /// The CPU time of this process in seconds.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The memory of this process in bytes, without mapped files.
    static var memory: Double {
        let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") } ?? ""
        return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1_024 } ?? .nan
    }
}
