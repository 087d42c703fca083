internal import Hearth
internal import HearthCombine
internal import HearthRPC
internal import HearthTraitCore

/// `hearth watch [DEVICE…]`: prints a line for each change until Ctrl-C, or until the hub refuses permanently.
enum WatchCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        var wanted: Set<String> = []
        for word in arguments.positional { wanted.insert(try house.device(word).id) }
        let home = try await Connection.home(arguments)
        var printer = WatchPrinter(
            house: house, wanted: wanted, asJSON: arguments.has("json"), ownClientID: home.clientID)
        if !arguments.has("json") {
            let count = wanted.isEmpty ? house.devices.count : wanted.count
            printError("Watching \(count) \(count == 1 ? "device" : "devices"); Ctrl-C ends it.")
        }
        // Ask only once: what the hub can't describe now it won't describe later.
        var asked: Set<UInt32> = []
        do {
            for try await change in home.changes().values {
                let unknown = printer.unknownTraits(in: change).subtracting(asked)
                if !unknown.isEmpty {
                    asked.formUnion(unknown)
                    printer.learn(try await hub.schemas(unknown))
                }
                for line in printer.lines(for: change) { try printLine(line) }
            }
        } catch let error as HomeError {
            throw CommandError(error)
        } catch let error as CommandError {
            throw error
        } catch let error as RPCError {
            throw CommandError(error)
        } catch {
            throw CommandError(.refused, "\(error)")
        }
    }
}
