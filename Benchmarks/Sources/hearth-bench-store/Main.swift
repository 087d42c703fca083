// Measures a store without a hub, and creates stores of a size that a hub would need days for. Each command works on
// the file of a hub that has ended, with a provider's devices, and prints one JSON object on standard output.
//
//     hearth-bench-store rows FILE COUNT             saves COUNT states of traits
//     hearth-bench-store log FILE BYTES              extends the log of reports to BYTES by repeating its reports
//     hearth-bench-store day FILE DEVICES SECONDS    a day in which each device changes every SECONDS seconds
//     hearth-bench-store year FILE POINTS            a year of minutes of one value, and then POINTS points, 2 s apart
internal import Foundation
internal import HearthStore
internal import HearthTraitCore

@main
enum Main {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        guard words.count >= 3, numbers.count == words.count - 2 else { return usage() }
        let store = try await HomeStore.open(path: words[1], now: .seconds(Date().timeIntervalSince1970))
        switch (words[0], numbers.count) {
        case ("rows", 1): try await Rows.run(store, count: numbers[0])
        case ("log", 1): try await Log.run(store, bytes: numbers[0])
        case ("day", 2): try await History.day(store, devices: numbers[0], seconds: numbers[1])
        case ("year", 1): try await History.year(store, points: numbers[0])
        default: return usage()
        }
        try await store.close(clean: true)
    }

    private static func usage() {
        FileHandle.standardError.write(Data("usage: hearth-bench-store rows|log|day|year FILE NUMBERS\n".utf8))
        exit(64)
    }
}

struct NothingThere: Error {
    let message = "the store has no structure with devices and reports; attach a provider first"
}

extension StoredHome {
    /// The progress of the first structure after `more` further changes.
    func progress(_ more: Int) throws -> StructureProgress {
        guard let structure = structures.first else { throw NothingThere() }
        return StructureProgress(
            structureID: structure.id, sequence: structure.sequence + UInt64(more), eventNumber: structure.eventNumber)
    }
}
