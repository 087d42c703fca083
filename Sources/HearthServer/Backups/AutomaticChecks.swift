internal import Foundation
internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

/// The daily check of the whole store while its hub runs, also of the parts that are not read at a start. It happens
/// whether backups are made or not, and slowly, so that it does not delay the hub.
struct AutomaticChecks: Sendable {
    /// The time of the last check, which survives restarts.
    let mark: CheckMark
    let clock: any HomeClock
    /// Finds damage. The argument is called between two tables.
    let check: @Sendable (_ pause: @Sendable () async -> Void) async throws -> [String]
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void

    /// The interval between checks for a due one, and between attempts after a failure.
    static let look = Duration.seconds(900)
    /// The pause between two tables.
    static let pause = Duration.seconds(5)

    /// Runs until the task is cancelled.
    func run() async {
        var said = ""
        while !Task.isCancelled {
            // Wait first: opening the store has just checked most of it.
            await clock.sleep(for: Self.look)
            guard mark.isDue(at: clock.sinceEpoch.components.seconds), !Task.isCancelled else { continue }
            let text = await outcome()
            if text != said, !text.isEmpty, !Task.isCancelled { notice(text) }
            said = text
        }
    }

    /// The message for the log; empty if the store is undamaged.
    private func outcome() async -> String {
        do {
            let damage = try await check { await clock.sleep(for: Self.pause) }
            mark.set(clock.sinceEpoch.components.seconds)
            guard !damage.isEmpty else { return "" }
            return
                "the store is damaged: \(damage.joined(separator: "; ")); stop the hub and run hearth doctor for details"
        } catch {
            return "the store could not be checked and will be tried again: \(error)"
        }
    }
}

/// When a store was last checked as a whole: a file beside it, `home.db.checked`, with the time in UTC.
struct CheckMark: Sendable {
    let path: String

    init(of place: StorePlace) { path = place.checkMark }

    /// Seconds since 1970; nil if it never was.
    var time: Int64? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return UTC.seconds(text.prefix(UTC.digitsCount))
    }

    /// Whether the last check is more than a day old. A time in the future, from a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        guard let time else { return true }
        return time > now || time <= now - BackupFolder.interval
    }

    func set(_ time: Int64) { try? Data((UTC.digits(time) + "\n").utf8).write(to: URL(fileURLWithPath: path)) }
}
