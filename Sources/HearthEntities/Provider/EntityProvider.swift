package import HearthCameraMedia
package import HearthTraitCore
internal import Synchronization

/// Brings the devices of an ecosystem to a hub: its entities become endpoints with Matter's traits. Commands wait for the
/// state that confirms them.
package final class EntityProvider: DeviceProvider, CameraSource, LeafReceiver {
    private struct State {
        var machine: EntityMachine
        var hub: (any DeviceReporter)?
        var waiting: [UInt64: Waiting] = [:]
        /// The hub's ids of the devices that the hub has.
        var brought: Set<String> = []
        /// Whether the hub still waits for the devices of the start.
        var isStarting = true
        var isStopped = false
    }

    /// A sender that waits for its command's confirmation, or an outcome that waits for its sender.
    private enum Waiting {
        case sending
        case sender(CheckedContinuation<TraitError?, Never>)
        case outcome(TraitError?)
    }

    /// The longest wait for the state after a command with a code. Clients wait 10 s for timed commands, such as those of
    /// locks; before that a person should learn that the code may be wrong.
    private static let codeConfirmation = Duration.seconds(8)

    private let link: any EntityLink
    private let cameras: EntityCameras?
    private let clock: any HomeClock
    private let confirmation: Duration
    private let notice: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Creates a provider of a link's devices.
    ///
    /// - Parameters:
    ///   - idPrefix: the beginning of the devices' ids in the hub, which differs for each link.
    ///   - cameras: opens the streams and pictures of its cameras; nil for a link without cameras.
    ///   - confirmation: the time that a device has to confirm a command by its state.
    ///   - notice: receives lines for the log.
    package init(
        link: any EntityLink, idPrefix: String, cameras: (any CameraOpener)? = nil,
        clock: any HomeClock = SystemClock(), confirmation: Duration = .seconds(10),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.link = link
        self.cameras = cameras.map { EntityCameras(link, opener: $0) }
        self.clock = clock
        self.confirmation = confirmation
        self.notice = notice
        state = Mutex(State(machine: EntityMachine(prefix: idPrefix)))
    }

    // MARK: The hub's calls

    /// Takes on the devices that the hub has stored, and starts the link.
    ///
    /// - Returns: these devices, and those that the link describes until it has started.
    /// - Throws: the link's error. The hub's devices stay offline then.
    package func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        state.withLock { state in
            state.hub = hub
            state.machine.restore(stored)
        }
        try await link.start(receiver: self)
        return state.withLock { state in
            state.isStarting = false
            // The hub applies these after it has added the devices, which says that they are online.
            for offline in state.machine.offline { hub.report(offline) }
            for (device, key, value) in state.machine.memories { hub.remember(device, key: key, value) }
            let descriptions = state.machine.descriptions
            state.brought.formUnion(descriptions.map(\.id))
            return descriptions
        }
    }

    package func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        if let deviceID = try state.withLock({ state throws(TraitError) in try state.machine.picture(invocation) })?
            .deviceID
        {
            return try await takePicture(invocation, of: deviceID)
        }
        let sending = try state.withLock { state throws(TraitError) in
            try Self.register(try state.machine.begin(invocation), &state)
        }
        let answer = try await carryOut(sending, cause: invocation.cause, onSent: invocation.onSent)
        guard let answer, let field = sending.answerField else { return sending.response }
        var response = sending.response
        response?[field] = .string(answer)
        return response
    }

    private func takePicture(
        _ invocation: CommandInvocation, of deviceID: String
    ) async throws(TraitError) -> StructureValue {
        guard let cameras else { throw Self.noStreams }
        let picture = try await cameras.picture(of: deviceID, at: clock.now) {
            // A camera that is gone shows nothing.
            state.withLock { (try? $0.machine.picture(invocation))?.isPrivate ?? true }
        }
        invocation.onSent?()
        let names: [String: TraitValue] = [
            "data": .octets(picture.jpeg), "imageCodec": .unsigned(0),
            "resolution": .structure([
                0: .unsigned(UInt64(clamping: picture.width)), 1: .unsigned(UInt64(clamping: picture.height)),
            ]),
        ]
        var answer = StructureValue()
        for (name, value) in names {
            if let field = invocation.command.response?.field(named: name) { answer[field.id] = value }
        }
        return answer
    }

    private static let noStreams = TraitError(
        .unsupportedCommand, "the device has neither live streams nor pictures here")

    package func open(_ request: CameraRequest) async throws -> CameraViewer {
        let (cameras, deviceID) = try camera(request)
        return try await cameras.open(deviceID, request.quality)
    }

    package func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        let (cameras, deviceID) = try camera(request)
        return try await cameras.connect(deviceID, request.quality, offer: offer)
    }

    package func openSpeaker(of request: CameraRequest, among codecs: [String]) async throws -> OpenedSpeaker? {
        let (cameras, deviceID) = try camera(request)
        return try await cameras.openSpeaker(of: deviceID, among: codecs)
    }

    /// The link's cameras, and the device's ID in its ecosystem.
    private func camera(_ request: CameraRequest) throws(TraitError) -> (EntityCameras, String) {
        guard let cameras else { throw Self.noStreams }
        guard let deviceID = state.withLock({ $0.machine.deviceID(of: request.device) }) else {
            throw TraitError(.notFound, "the device \(quoted(request.device)) is gone")
        }
        return (cameras, deviceID)
    }

    package func write(_ update: AttributeUpdate) async throws {
        let sending = try state.withLock { state throws(TraitError) in
            try Self.register(try state.machine.begin(update), &state)
        }
        _ = try await carryOut(sending, cause: update.cause, onSent: update.onSent)
    }

    package func describeAgain() async -> [DeviceDescription] { state.withLock { $0.machine.descriptions } }

    package func restored(_ ids: [String]) async {
        let ids = Set(ids)
        state.withLock { state in
            // The hub takes restored devices for online.
            for offline in state.machine.offline where ids.contains(offline.deviceID) { state.hub?.report(offline) }
            for (device, key, value) in state.machine.memories where ids.contains(device) {
                state.hub?.remember(device, key: key, value)
            }
        }
    }

    package func stop() async {
        let waiting = state.withLock { state in
            state.isStopped = true
            state.hub = nil
            defer { state.waiting = [:] }
            return state.waiting
        }
        for case .sender(let sender) in waiting.values { sender.resume(returning: Self.stopped) }
        await link.stop()
    }

    private static let stopped = TraitError(.busy, "the integration stopped before the device confirmed the command")

    // MARK: Commands

    private static func register(
        _ sending: EntityMachine.Sending, _ state: inout State
    ) throws(TraitError) -> EntityMachine.Sending {
        guard !state.isStopped else { throw stopped }
        for ticket in sending.superseded { settle(ticket, nil, &state) }
        if let ticket = sending.ticket { state.waiting[ticket] = .sending }
        return sending
    }

    /// - Returns: what an action answers.
    private func carryOut(
        _ sending: EntityMachine.Sending, cause: ChangeCause, onSent: (@Sendable () -> Void)?
    ) async throws -> String? {
        let started = clock.now
        var answer: String?
        do {
            for command in sending.commands {
                if let call = command.call {
                    answer = try await link.run(call, on: sending.deviceID)
                } else {
                    try await link.send(command, to: sending.deviceID)
                }
            }
        } catch {
            if let ticket = sending.ticket {
                state.withLock { state in
                    state.machine.cancel(ticket, of: sending.deviceID)
                    state.waiting[ticket] = nil
                }
            }
            throw error as? TraitError ?? TraitError(.failure, "the command could not be sent: \(error)")
        }
        onSent?()
        state.withLock { state in
            if let change = state.machine.assume(sending, cause: cause) { state.hub?.report(change) }
        }
        guard let ticket = sending.ticket else { return answer }
        // From the start: a link may take its time to send.
        let limit = sending.hasCode ? min(confirmation, Self.codeConfirmation) : confirmation + sending.extra
        let alarm = clock.schedule(after: max(limit - (clock.now - started), .zero)) { [weak self] in
            self?.state.withLock { state in
                guard let error = state.machine.expire(ticket, of: sending.deviceID, after: limit) else { return }
                Self.settle(ticket, error, &state)
            }
        }
        let error = await outcome(of: ticket)
        alarm.cancel()
        if let error { throw error }
        return answer
    }

    private func outcome(of ticket: UInt64) async -> TraitError? {
        await withCheckedContinuation { continuation in
            let known: TraitError?? = state.withLock { state in
                switch state.waiting[ticket] {
                case .outcome(let error):
                    state.waiting[ticket] = nil
                    return .some(error)
                case .sending:
                    state.waiting[ticket] = .sender(continuation)
                    return nil
                case .sender, nil: return .some(Self.stopped)
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Ends the wait of a command's sender.
    private static func settle(_ ticket: UInt64, _ error: TraitError?, _ state: inout State) {
        switch state.waiting[ticket] {
        case .sending: state.waiting[ticket] = .outcome(error)
        case .sender(let sender):
            state.waiting[ticket] = nil
            sender.resume(returning: error)
        case .outcome, nil: break
        }
    }

    // MARK: The link's calls

    package func describe(_ devices: [EntityDevice]) async {
        var described: [(name: String, device: EntityMachine.Described)] = []
        for device in devices {
            do {
                described.append(
                    (device.name, try state.withLock { state throws(TraitError) in try state.machine.describe(device) })
                )
            } catch {
                noticeFailure(of: device.name, error)
            }
        }
        // The hub brings all or none, and only one may be at fault.
        if described.count > 1, (try? await bring(described.map(\.device))) != nil { return }
        for (name, device) in described {
            do { try await bring([device]) } catch { noticeFailure(of: name, error) }
        }
    }

    private func noticeFailure(of name: String, _ error: any Error) {
        notice("the device \(quotedBeginning(name)) could not be added: \(error)")
    }

    // MARK: People's choices

    /// The entities of a device, with the ecosystem's parts that are no entities.
    ///
    /// - Parameter hubID: the device's id in the hub.
    /// - Returns: nil if the device is not known.
    package func entities(of hubID: String) async -> [ListedEntity]? {
        guard let known = state.withLock({ $0.machine.entities(of: hubID) }) else { return nil }
        let others = await link.leftOut(of: known.deviceID).map {
            ListedEntity(key: $0.entity, name: $0.entity, category: .main, leftOut: $0.reason)
        }
        return known.entities + others
    }

    /// The id in the hub of a device of the ecosystem; nil until the hub has it.
    package func hubID(of deviceID: String) -> String? {
        state.withLock { state in
            state.machine.devices[deviceID].map(\.hubID).flatMap { state.brought.contains($0) ? $0 : nil }
        }
    }

    /// Turns entities on or off that are off at first: settings, diagnostic values and others that the ecosystem leaves
    /// out.
    ///
    /// - Parameter hubID: the device's id in the hub.
    /// - Throws: the hub's error. The choice is as before then.
    package func turn(_ entities: Set<String>, on isOn: Bool, of hubID: String) async throws {
        let (described, changed) = state.withLock { state in
            let before = state.machine.turnedOn(of: hubID)
            let described = state.machine.turn(entities, on: isOn, of: hubID)
            return (described, before.symmetricDifference(state.machine.turnedOn(of: hubID)))
        }
        do {
            try await bring([described])
        } catch {
            state.withLock { _ = $0.machine.turn(changed, on: !isOn, of: hubID) }
            throw error
        }
    }

    /// Brings descriptions to the hub, all or none, and what has changed meanwhile.
    private func bring(_ described: [EntityMachine.Described]) async throws {
        guard let hub = state.withLock({ $0.isStarting ? nil : $0.hub }) else { return }
        var described = described
        while !described.isEmpty {
            let descriptions = described.compactMap(\.description)
            if !descriptions.isEmpty { try await hub.bring(descriptions) }
            described = described.compactMap { complete($0, at: hub) }
        }
    }

    /// Brings to the hub what belongs to a description that it has now.
    ///
    /// - Returns: a newer description, if another call has made one meanwhile.
    private func complete(
        _ described: EntityMachine.Described, at hub: any DeviceReporter
    ) -> EntityMachine.Described? {
        if let description = described.description {
            // The hub may have applied a report before the description, which is older.
            state.withLock { state in
                state.brought.insert(description.id)
                guard let change = state.machine.changes(since: description, revision: described.revision) else {
                    return
                }
                state.hub?.report(change)
            }
            for (key, value) in described.memories { hub.remember(description.id, key: key, value) }
        }
        if let connectivity = described.connectivity { hub.report(connectivity) }
        // The other call may have been first at the hub.
        return described.description.flatMap { description in
            let newer = state.withLock { $0.machine.described(description.id, after: described.revision) }
            return newer.description == nil ? nil : newer
        }
    }

    package func remove(_ deviceID: String) async {
        await drop { machine in
            machine.remove(deviceID).map { ([$0.hubID], $0.waiting) } ?? ([], [])
        }
    }

    package func keepOnly(_ deviceIDs: Set<String>) async { await drop { $0.keepOnly(deviceIDs) } }

    /// Removes the devices that the machine forgets.
    private func drop(_ forget: (inout EntityMachine) -> (hubIDs: [String], waiting: [UInt64])) async {
        let (ids, hub) = state.withLock { state in
            let gone = forget(&state.machine)
            state.brought.subtract(gone.hubIDs)
            for ticket in gone.waiting {
                Self.settle(ticket, TraitError(.notFound, "the device was removed from its ecosystem"), &state)
            }
            return (gone.hubIDs, state.hub)
        }
        guard let hub, !ids.isEmpty else { return }
        do {
            try await hub.remove(ids)
        } catch {
            notice("the devices \(ids.map(quoted).joined(separator: ", ")) could not be removed: \(error)")
        }
    }

    package nonisolated(nonsending) func report(_ report: EntityReport) async {
        state.withLock { state in
            let reported = state.machine.report(report)
            // Under the lock, so that the hub gets changes in the order in which the machine made them.
            if let change = reported.change { state.hub?.report(change) }
            for ticket in reported.confirmed { Self.settle(ticket, nil, &state) }
        }
    }

    package nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async {
        state.withLock { state in
            guard let change = state.machine.reachable(deviceID, isReachable) else { return }
            state.hub?.report(change)
        }
    }
}
