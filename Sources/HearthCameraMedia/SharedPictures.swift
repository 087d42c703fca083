internal import HearthBase
internal import Synchronization

/// The pictures of one camera. All who ask while one is taken, or within two seconds after that, get the same one, as
/// cameras take long and have few connections.
package final class SharedPictures<Picture: Sendable, Failure: Error>: Sendable {
    private typealias Taking = OneShot<Result<Picture, Failure>>

    private struct State {
        var last: (picture: Picture, taken: Duration)?
        var taking: Taking?
        var isPrivate = false
    }

    /// How long a picture is given out.
    private static var lifetime: Duration { .seconds(2) }

    private let hidden: Failure
    private let abandoned: Failure
    private let source: @Sendable () async throws(Failure) -> Picture
    private let state = Mutex(State())

    /// - Parameters:
    ///   - hidden: what those who ask get while a privacy mode is on.
    ///   - abandoned: what those get who give up waiting.
    ///   - source: takes a picture. Called once at a time.
    package init(
        hidden: Failure, abandoned: Failure, source: @escaping @Sendable () async throws(Failure) -> Picture
    ) {
        self.hidden = hidden
        self.abandoned = abandoned
        self.source = source
    }

    /// Notes whether a privacy mode is on. Then all who wait for a picture are refused at once.
    package func setPrivacy(_ isOn: Bool) {
        let taking = state.withLock { state -> Taking? in
            state.isPrivate = isOn
            guard isOn else { return nil }
            state.last = nil
            return state.taking
        }
        taking?.set(.failure(hidden))
    }

    /// Takes a picture, or returns the last one.
    ///
    /// - Parameter now: the time of the question.
    package func picture(at now: Duration) async throws(Failure) -> Picture {
        let (ready, taking, isFirst) = try state.withLock { (state) throws(Failure) -> (Picture?, Taking, Bool) in
            if state.isPrivate { throw hidden }
            if let taking = state.taking { return (nil, taking, false) }
            if let last = state.last, now >= last.taken, now - last.taken <= Self.lifetime {
                return (last.picture, Taking(), false)
            }
            let taking = Taking()
            state.taking = taking
            return (nil, taking, true)
        }
        if let ready { return ready }
        // A task of its own: those who ask may give up while others wait.
        if isFirst { Task { await take(taking, at: now) } }
        guard let result = await taking.wait() else { throw abandoned }
        return try result.get()
    }

    private func take(_ taking: Taking, at now: Duration) async {
        let result: Result<Picture, Failure>
        do throws(Failure) {
            result = .success(try await source())
        } catch {
            result = .failure(error)
        }
        // Only the first value counts: a refusal since then stays.
        taking.set(result)
        state.withLock { state in
            state.taking = nil
            state.last = (try? taking.value?.get()).map { ($0, now) }
        }
    }
}
