internal import HearthBase
internal import HearthTraitCore

/// Follows the home: opens it and passes its news on. After each end it opens the home again, with growing pauses.
struct HomeFollower: Sendable {
    private static let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(60), spread: 0.8...1.2)

    let openHome: OpenHome
    let clock: any HomeClock
    /// Called with each opened home, before its news.
    let opened: @Sendable (any HomeView) async throws -> Void
    let heard: @Sendable ([HomeNews]) async -> Void
    /// Called with the reason why the home could not be opened or published.
    let failed: @Sendable (String) async -> Void

    /// Runs until its task is cancelled.
    func run() async {
        var attempts = 0
        while !Task.isCancelled {
            do {
                let home = try await openHome()
                attempts = 0
                try await follow(home)
            } catch {
                await failed("\(error)")
            }
            await clock.sleep(for: Self.backoff.delay(after: attempts, random: .random(in: 0...1)))
            attempts += 1
        }
    }

    /// Follows a home until it or the task ends.
    private func follow(_ home: any HomeView) async throws {
        let result: Result<Void, any Error>
        do {
            try await opened(home)
            while !Task.isCancelled, let news = await home.next() { await heard(news) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await home.close()
        try result.get()
    }
}
