internal import Foundation
internal import HearthStore
internal import HearthTraitCore

/// The daily check of a store whose hub runs: all of it, also what a start does not wait for, whether backups are made or
/// not. It takes its time.
struct AutomaticChecks: Sendable {
    /// Where it stands when the last one ended, also over restarts.
    let mark: CheckMark
    let clock: any HomeClock
    /// Finds what is damaged. It is given what to call between two parts.
    let check: @Sendable (_ pause: @Sendable () async -> Void) async throws -> [String]
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void

    /// How often it is looked whether one is due, and tried again after a failure.
    static let look = Duration.seconds(900)
    /// How long it rests between two tables.
    static let pause = Duration.seconds(5)

    /// Until the task is cancelled.
    func run() async {
        var said = ""
        while !Task.isCancelled {
            // A start has checked most of it.
            await clock.sleep(for: Self.look)
            guard mark.isDue(at: clock.sinceEpoch.components.seconds), !Task.isCancelled else { continue }
            let text = await outcome()
            if text != said, !text.isEmpty, !Task.isCancelled { notice(text) }
            said = text
        }
    }

    /// What there is to say; empty when all is well.
    private func outcome() async -> String {
        do {
            let damage = try await check { await clock.sleep(for: Self.pause) }
            mark.set(clock.sinceEpoch.components.seconds)
            guard !damage.isEmpty else { return "" }
            return
                "the store is damaged: \(damage.joined(separator: "; ")); end the hub, and hearth doctor says what is left"
        } catch {
            return "the store could not be checked and will be tried again: \(error)"
        }
    }
}

/// When a store was last checked as a whole: a file beside it, `home.db.checked`, with the time in UTC.
struct CheckMark: Sendable {
    let path: String

    init(of place: StorePlace) { path = place.path + ".checked" }

    /// Seconds since 1970; nil if it never was.
    var time: Int64? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return UTC.seconds(text.prefix(UTC.digitsCount))
    }

    /// Whether that is more than a day ago. A time that is yet to come, by a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        guard let time else { return true }
        return time > now || time <= now - BackupFolder.interval
    }

    func set(_ time: Int64) { try? Data((UTC.digits(time) + "\n").utf8).write(to: URL(fileURLWithPath: path)) }
}
