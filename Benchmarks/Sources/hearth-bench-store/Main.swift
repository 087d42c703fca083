// What a store does by itself, and stores of a size that a hub would take days to come to. Each works on the file of a
// hub that has ended, with the devices that a provider brought; the answer is one JSON object on standard output.
//
//     hearth-bench-store rows FILE COUNT             saves so many states of traits
//     hearth-bench-store log FILE BYTES              makes the log of reports so long, of the reports in it
//     hearth-bench-store day FILE DEVICES SECONDS    a day in which each device changes once in so many seconds
//     hearth-bench-store year FILE POINTS            a year of minutes of one value, and then so many points, 2 s apart
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
    let message = "the store has no structure with devices and reports; let a provider bring some first"
}

extension StoredHome {
    /// The first structure, with as many changes more than it has.
    func progress(_ more: Int) throws -> StructureProgress {
        guard let structure = structures.first else { throw NothingThere() }
        return StructureProgress(
            structureID: structure.id, sequence: structure.sequence + UInt64(more), eventNumber: structure.eventNumber)
    }
}
