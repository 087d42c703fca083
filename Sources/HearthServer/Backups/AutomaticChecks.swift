internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

/// The daily check of the whole store while its hub runs, also of the parts that are not read at a start. It happens
/// whether backups are made or not, and slowly, so that it does not delay the hub.
struct AutomaticChecks: Sendable {
    /// The time of the last check, which survives restarts.
    let mark: TimeMark
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
