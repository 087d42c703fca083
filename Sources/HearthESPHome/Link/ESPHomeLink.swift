package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
internal import HearthTraitDescriptors
internal import Synchronization

/// The link to a device of ESPHome. It stays connected, as the firmware by default restarts after 15 minutes without a
/// client, and connects again after each end. Its owner stops it before it releases it; a stopped link stays stopped.
package final class ESPHomeLink: LeafLink {
    /// What the link's owner is told besides the devices.
    package struct Observers: Sendable {
        /// The device can't be reached, for this reason. Called again after each failed attempt.
        package var failure: @Sendable (ESPHomeError) -> Void
        /// The device has described itself, after each connection.
        package var description: @Sendable (ESPHomeDescription) -> Void

        /// Creates observers; what is left out is ignored.
        package init(
            failure: @escaping @Sendable (ESPHomeError) -> Void = { _ in },
            description: @escaping @Sendable (ESPHomeDescription) -> Void = { _ in }
        ) {
            self.failure = failure
            self.description = description
        }
    }

    private let loop: EventLoop
    private let driver: LoopBound<LinkDriver>
    private let outbox: LinkOutbox
    private let observers: Observers
    private let deliveries = Mutex<Task<Void, Never>?>(nil)

    /// Creates a link, which connects after ``start(receiver:)``.
    ///
    /// - Parameters:
    ///   - settings: where the device is, and its key.
    ///   - zone: the home's time zone, for entities with date and time and for the device's clock.
    ///   - loop: the loop that the link runs on.
    ///   - turns: limits how many links connect at the same time.
    package convenience init(
        _ settings: ESPHomeSettings, zone: HomeZone = .utc, loop: EventLoop, observers: Observers = Observers(),
        turns: ConnectTurns = ConnectTurns()
    ) {
        self.init(settings, .system(zone), loop: loop, observers: observers, turns: turns)
    }

    init(
        _ settings: ESPHomeSettings, _ surroundings: LinkSurroundings, loop: EventLoop, observers: Observers,
        turns: ConnectTurns = ConnectTurns()
    ) {
        self.loop = loop
        self.observers = observers
        let outbox = LinkOutbox()
        self.outbox = outbox
        driver = LoopBound(
            LinkDriver(
                loop, LinkMachine(settings, .states, surroundings), deliver: { outbox.put($0) },
                finished: { _ in }, turns: turns),
            loop: loop)
    }

    /// Connects, and keeps connecting. Returns before the device is reached.
    package func start(receiver: any EntityReceiver) async throws {
        let (outbox, driver, observers) = (outbox, driver, observers)
        let memory = ESPHomeMemory(bytes: await receiver.memory)
        deliveries.withLock { task in
            guard task == nil else { return }
            task = Task {
                while let next = await outbox.take() {
                    for delivery in next where !outbox.isEnded {
                        await Self.pass(delivery, to: receiver, observers)
                    }
                    driver.run { $0.resumeReading() }
                }
            }
        }
        driver.run { $0.start(memory) }
    }

    private static func pass(
        _ delivery: LinkMachine.Delivery, to receiver: any EntityReceiver, _ observers: Observers
    ) async {
        switch delivery {
        case .describe(let device): await receiver.describe(device)
        case .remove(let id): await receiver.remove(id)
        case .report(let report): await receiver.report(report)
        case .reachable(let id, let isReachable): await receiver.reachable(id, isReachable)
        case .description(let description):
            await receiver.health(.online)
            observers.description(description)
        case .remember(let memory): await receiver.remember(memory.bytes)
        case .failure(let error):
            await receiver.health(error.health)
            observers.failure(error)
        }
    }

    /// Sends a command. Returns when it is on its way; the device has no answer to commands but the state that follows.
    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            driver.run { driver in
                do throws(ESPHomeError) {
                    try driver.send(command, to: deviceID)
                    continuation.resume()
                } catch {
                    continuation.resume(throwing: TraitError(error))
                }
            }
        }
    }

    /// Runs an action of the firmware. Calls run in order; each waits at most 10 s for its answer.
    package func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        let answer = await withCheckedContinuation { continuation in
            driver.run { driver in driver.run(call) { continuation.resume(returning: $0) } }
        }
        switch answer {
        case .ran(let data): return data
        case .failed(let error): throw TraitError(error)
        }
    }

    /// Entities that are left out are only counted, in ``ESPHomeDescription/leftOut``.
    package func leftOut(of deviceID: String) async -> [LeftOut] { [] }

    /// Connects at once if the link waits for its next attempt: the device announced itself in the network.
    package func wake() { driver.run { $0.wake() } }

    /// Takes leave of the device and closes the connection. Waits for a call of the receiver that is in progress.
    package func stop() async {
        outbox.end()
        await withCheckedContinuation { continuation in
            driver.run { driver in
                driver.stop()
                continuation.resume()
            }
        }
        await deliveries.withLock { $0 }?.value
    }
}

extension LinkSurroundings {
    /// The system's clock and randomness.
    static func system(_ zone: HomeZone) -> LinkSurroundings {
        LinkSurroundings(
            zone: zone, epoch: { SystemTime.epoch }, random: { .random(in: 0...1) },
            secret: { SecureRandom.bytes(32) })
    }
}

extension TraitError {
    /// The error that a device's client sees.
    init(_ error: ESPHomeError) {
        let status: MatterStatus =
            switch error.code {
            case .unknownEntity: .notFound
            case .unsupportedCommand: .constraintError
            case .timedOut: .timeout
            default: .failure
            }
        self.init(status, error.message)
    }
}
