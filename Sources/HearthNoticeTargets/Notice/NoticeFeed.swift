internal import Synchronization

/// Passes the notices of a hub on to the targets that there are.
///
/// Its lock guards the list of readers.
package final class NoticeFeed: Sendable {
    private struct State {
        var readers: [UInt64: AsyncStream<PostedNotice>.Continuation] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The notices from now on. The oldest are dropped while more than ``PostQueue/most`` wait to be read.
    package func notices() -> AsyncStream<PostedNotice> {
        let (notices, sink) = AsyncStream.makeStream(
            of: PostedNotice.self, bufferingPolicy: .bufferingNewest(PostQueue<PostedNotice>.most))
        let number = state.withLock { state in
            state.last &+= 1
            state.readers[state.last] = sink
            return state.last
        }
        sink.onTermination = { [weak self] _ in self?.remove(number) }
        return notices
    }

    private func remove(_ number: UInt64) { _ = state.withLock { $0.readers.removeValue(forKey: number) } }

    /// Passes on a notice.
    package func send(_ notice: PostedNotice) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(notice) }
    }
}
