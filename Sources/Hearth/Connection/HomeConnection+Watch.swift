internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A weak reference for the watch, which must not keep the connection alive.
struct WeakConnection: Sendable {
    weak let value: HomeConnection?

    init(_ value: HomeConnection?) { self.value = value }
}

extension HomeConnection {
    /// Runs one watch after another until the connection is closed or released.
    static func follow(
        _ connection: WeakConnection, _ hub: Hearth_V1_HomeClient, _ clock: any HomeClock
    ) async {
        while !Task.isCancelled, let request = connection.value?.begin() {
            let error = await watchWatched(connection, hub, request, clock)
            guard !Task.isCancelled, let pause = connection.value?.ended(error) else { return }
            let alarmed = Latch()
            let alarm = clock.schedule(after: pause) { alarmed.open() }
            await alarmed.wait()
            alarm.cancel()
        }
    }

    /// Runs one watch until it ends, or until the hub has been silent for too long.
    private static func watchWatched(
        _ connection: WeakConnection, _ hub: Hearth_V1_HomeClient, _ request: Hearth_V1_WatchRequest,
        _ clock: any HomeClock
    ) async -> HomeError {
        let silence = Latch()
        let watchdog = Watchdog(clock: clock) { silence.open() }
        watchdog.watch(limit: WatchMachine.startLimit)
        let reading = Task(executorPreference: hub.client.executor) {
            await watch(connection, hub, request, watchdog)
        }
        let guarding = Task {
            await silence.wait()
            reading.cancel()
        }
        let error = await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        watchdog.stop()
        guarding.cancel()
        return watchdog.hasBarked ? HomeError(.unavailable, "the hub has been silent for too long") : error
    }

    private static func watch(
        _ connection: WeakConnection, _ hub: Hearth_V1_HomeClient, _ request: Hearth_V1_WatchRequest,
        _ watchdog: Watchdog
    ) async -> HomeError {
        do throws(RPCError) {
            let info = try await hub.getInfo(Hearth_V1_GetInfoRequest(), options: CallOptions(timeout: .seconds(10)))
            if let error = connection.value?.identified(info.hubID) { return error }
            let reader = try await hub.watch(request)
            while let message = try await reader.next() {
                watchdog.sign()
                guard let connection = connection.value else { break }
                connection.received(message, watchdog)
            }
            return HomeError(.unavailable, "the hub has ended the watch")
        } catch {
            return HomeError(error)
        }
    }
}
