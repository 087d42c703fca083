internal import Foundation
internal import Hearth
internal import HearthCombine
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWords

/// `hearth log [DEVICE|ROOM…]`: what has changed, from the hub's log.
enum LogCommand {
    /// Lists no more: a log of two weeks is not for reading.
    private static let mostReports = 20_000

    static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let since = try PastTime.time(arguments["since"] ?? "1d", now: Date().timeIntervalSince1970)
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let devices = try wanted(arguments.positional, house)
        let form: WatchPrinter.Form = arguments.has("json") ? .json : arguments.has("all") ? .attributes : .words
        let home = try await Connection.home(arguments)
        var reports: [HomeReport] = []
        do {
            for structure in try await home.structures().list() {
                reports += try await structure.reports(of: devices.sorted(), since: since, limit: mostReports)
            }
        } catch {
            throw CommandError(error as? HomeError ?? HomeError(.unknown, "\(error)"))
        }
        await home.disconnect()
        // Each structure's are in their order, and several structures' by time.
        reports = reports.enumerated().sorted {
            ($0.element.observedAt, $0.offset) < ($1.element.observedAt, $1.offset)
        }
        .map(\.element)
        let unknown = Set(reports.flatMap { $0.traits.map(\.path.traitID) + $0.events.map(\.path.traitID) })
            .subtracting(house.traits.keys)
        var printer = WatchPrinter(
            house: house, wanted: devices, form: form, screen: screen, ownClientID: "", before: reports)
        do throws(RPCError) {
            if !unknown.isEmpty { printer.learn(try await hub.schemas(unknown)) }
        } catch {
            throw CommandError(error)
        }
        var day = ""
        for report in reports {
            for line in printer.lines(for: .report(report)) {
                let date = String(LocalTime.dateAndTime(report.observedAt).prefix(10))
                if form != .json, date != day {
                    day = date
                    try printStyled(screen.text(date, .bold))
                }
                try printStyled(line)
            }
        }
        if form != .json {
            if reports.count >= mostReports {
                printError("Only the last \(mostReports) changes are shown; --since or a device narrows it.")
            } else if day.isEmpty {
                printError("Nothing has changed since \(LocalTime.dateAndTime(since)).")
            }
        }
    }

    private static func wanted(_ words: [String], _ house: House) throws(CommandError) -> Set<String> {
        var devices: Set<String> = []
        for word in words {
            devices.formUnion(house.devices(in: try house.deviceOrRoom(word)).map(\.id))
        }
        guard words.isEmpty || !devices.isEmpty else {
            throw CommandError(.refused, "there are no devices in it")
        }
        return devices
    }
}
