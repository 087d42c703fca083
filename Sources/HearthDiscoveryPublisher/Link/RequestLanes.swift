internal import HearthBase
internal import Synchronization

/// Requests to devices. Those to one device are carried out one after the other; devices do not wait for each other.
final class RequestLanes: Sendable {
    /// The most commands of one device that wait for an earlier one.
    private static let mostWaiting = 100

    private struct State {
        var home: (any HomeView)?
        var waiting: [String: FIFO<[PublishedRequest]>] = [:]
    }

    private let state = Mutex(State())

    /// The home that carries out requests; without one they are dropped.
    func use(_ home: (any HomeView)?) { state.withLock { $0.home = home } }

    /// Adds the requests of a command.
    ///
    /// - Parameter failed: called with the reason if a request is not carried out.
    func add(_ requests: [PublishedRequest], to deviceID: String, failed: @escaping @Sendable (String) async -> Void) {
        let earlier = state.withLock { state in
            let earlier = state.waiting[deviceID]?.count
            if (earlier ?? 0) < Self.mostWaiting { state.waiting[deviceID, default: FIFO()].append(requests) }
            return earlier
        }
        switch earlier {
        case nil: Task { await perform(on: deviceID, failed) }
        case let count? where count >= Self.mostWaiting:
            Task { await failed("it has not carried out \(count) earlier ones yet") }
        default: break
        }
    }

    private func perform(on deviceID: String, _ failed: @Sendable (String) async -> Void) async {
        while let (requests, home) = next(on: deviceID) {
            do {
                for request in requests { try await home.perform(request, on: deviceID) }
            } catch {
                await failed("\(error)")
            }
        }
    }

    /// The next command's requests; nil ends the device's lane.
    private func next(on deviceID: String) -> ([PublishedRequest], any HomeView)? {
        state.withLock { state in
            guard let home = state.home, let requests = state.waiting[deviceID]?.popFirst() else {
                state.waiting[deviceID] = nil
                return nil
            }
            return (requests, home)
        }
    }
}
