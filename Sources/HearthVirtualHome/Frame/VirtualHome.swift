public import HearthCalendar
public import HearthCameraMedia
public import HearthDeviceBehaviors
internal import HearthMessage
public import HearthTraitCore

/// A provider of simulated devices, which exist as values in this process. It advances their time and reports their
/// changes to the hub.
///
/// A single timer runs for the earliest deadline. Each change is reported once, with its cause.
public actor VirtualHome: DeviceProvider {
    /// The delay for a deadline in the past, so that no device can occupy the process.
    private static let delayOfPast = Duration.milliseconds(5)

    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    var devices: [VirtualDevice]
    private var hub: (any DeviceReporter)?
    private var timer: (any ScheduledAction)?
    private var timerDue: Duration?
    var household: Household?
    let cameras: LoopCameras
    let peers: (any CameraPeers)?
    private let secondsEastOfUTC: @Sendable (Duration) -> Int

    /// Creates the demo house: 35 devices, 34 of them in 7 rooms.
    ///
    /// - Parameters:
    ///   - clock: the clock of the house.
    ///   - seed: with the same seed and inputs, the behaviour is the same.
    ///   - isLively: whether sensors drift and people come and go by themselves.
    ///   - peers: sends the streams of its cameras over WebRTC; nil for none.
    ///   - secondsEastOfUTC: the local UTC offset in seconds at a time since 1970, for the daily rhythm of the people.
    public init(
        clock: any HomeClock = SystemClock(), seed: UInt64 = 1, isLively: Bool = true,
        peers: (any CameraPeers)? = nil, secondsEastOfUTC: @escaping @Sendable (Duration) -> Int = { _ in 0 }
    ) {
        self.init(
            clock: clock, devices: DemoHouse.devices(seed: seed, isLively: isLively),
            household: isLively ? Household(seed: seed) : nil, peers: peers, secondsEastOfUTC: secondsEastOfUTC)
    }

    /// The IDs of the demo house's devices.
    public static let demoDeviceIDs = Set(DemoHouse.devices(seed: 1, isLively: false).map(\.id))

    /// The names of the demo house's rooms.
    public static let demoRooms = Set(DemoHouse.devices(seed: 1, isLively: false).compactMap(\.room))

    /// The IDs of the demo house's traits that no hub is built with. Its devices bring them, as a maker's would.
    public static let demoTraits: Set<UInt32> = [SpinnerBehavior.trait.id]

    /// Creates devices from descriptions, such as those of makers' products.
    ///
    /// - Parameters:
    ///   - products: the devices.
    ///   - clock: the clock of the devices.
    ///   - notice: called with messages for a log, about commands without effect because no behaviour implements them.
    public init(
        products: [VirtualProduct], clock: any HomeClock = SystemClock(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(clock: clock, devices: products.map { VirtualDevice($0) }, notice: notice)
    }

    /// Creates the structure's own traits, for `Hub.attachOwnTraits`: the local time, and sunrise and sunset if
    /// `location` is given.
    ///
    /// - Parameters:
    ///   - structureID: ID of the structure.
    ///   - location: where the structure is; nil if unknown.
    ///   - secondsEastOfUTC: the local UTC offset in seconds at a time since 1970.
    ///   - clock: the clock of the trait.
    public init(
        structureID: String, location: GeoLocation?, secondsEastOfUTC: @escaping @Sendable (Duration) -> Int,
        clock: any HomeClock = SystemClock()
    ) {
        let time = TimeBehavior(location: location, secondsEastOfUTC: secondsEastOfUTC)
        let endpoint = VirtualEndpoint(id: 0, parent: nil, deviceTypes: [], behaviors: [time])
        let structure = VirtualDevice(id: structureID, name: "the structure", room: nil, endpoints: [endpoint])
        self.init(clock: clock, devices: [structure])
    }

    init(
        clock: any HomeClock, devices: [VirtualDevice], household: Household? = nil,
        peers: (any CameraPeers)? = nil,
        secondsEastOfUTC: @escaping @Sendable (Duration) -> Int = { _ in 0 },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.clock = clock
        self.devices = devices
        self.household = household
        self.peers = peers
        cameras = LoopCameras(clock: clock)
        self.secondsEastOfUTC = secondsEastOfUTC
        self.notice = notice
    }

    // MARK: DeviceProvider

    public func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        self.hub = hub
        for index in devices.indices {
            devices[index].start(context, stored: stored)
        }
        household?.start(at: clock.now)
        setTimer()
        return devices.map(\.description)
    }

    public func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        let (response, later) = try begin(invocation)
        guard let later else { return response }
        let descriptor = try instance(invocation.path, devices[index(of: invocation.path.target.deviceID)]).descriptor
        return try descriptor.response(of: invocation.command, in: await later())
    }

    private typealias LaterAnswer = @Sendable () async throws(TraitError) -> any Message

    private func begin(_ invocation: CommandInvocation) throws -> (StructureValue?, LaterAnswer?) {
        let path = invocation.path
        let index = try index(of: path.target.deviceID)
        note(invocation.cause, at: index)
        var outcome = VirtualDevice.Outcome()
        defer { settle(index, outcome, invocation.cause) }
        let call = CommandCall(
            invocation.command, values: invocation.arguments, message: invocation.message)
        let response = try devices[index].invoke(
            call, of: path.traitID, at: path.target.endpoint, context(invocation.cause), &outcome)
        return (response, outcome.laterAnswer)
    }

    public func write(_ update: AttributeUpdate) throws {
        let path = update.path
        let index = try index(of: path.target.deviceID)
        note(update.cause, at: index)
        var outcome = VirtualDevice.Outcome()
        defer { settle(index, outcome, update.cause) }
        try devices[index].write(
            update.values, to: path.traitID, at: path.target.endpoint, context(update.cause), &outcome)
    }

    public func describeAgain() -> [DeviceDescription] { descriptions }

    public func stop() {
        hub = nil
        cameras.end(HomeError(.unavailable, "the virtual home has ended"))
        timer?.cancel()
        timer = nil
        timerDue = nil
    }

    // MARK: Physical inputs

    /// IDs of the devices.
    public var deviceIDs: [String] { devices.map(\.id) }

    /// Plays a physical event at a device, such as a button press, a person or smoke.
    ///
    /// - Parameters:
    ///   - input: the event.
    ///   - deviceID: ID of the device.
    ///   - endpoint: the endpoint; nil for all. Endpoints without such an input ignore it.
    /// - Throws: `TraitError` with `notFound` for an unknown device.
    public func play(_ input: PhysicalInput, on deviceID: String, endpoint: UInt16? = nil) throws {
        let index = try index(of: deviceID)
        household?.othersUsed(deviceID, at: clock.now)
        var outcome = VirtualDevice.Outcome()
        devices[index].sense(input, at: endpoint, context, &outcome)
        settle(index, outcome, .device)
    }

    /// Presses the button of a switch and releases it again; a latching switch moves to its other position.
    ///
    /// - Parameter duration: how long the button is held.
    /// - Throws: `TraitError` with `notFound` for an unknown device.
    public func press(
        _ deviceID: String, endpoint: UInt16? = nil, for duration: Duration = .milliseconds(150)
    ) async throws {
        let latching = devices[try index(of: deviceID)].latchedPosition(at: endpoint)
        try play(.switchPosition(latching.map { $0 == 0 ? 1 : 0 } ?? 1), on: deviceID, endpoint: endpoint)
        guard latching == nil else { return }
        await clock.sleep(for: duration)
        try play(.switchPosition(0), on: deviceID, endpoint: endpoint)
    }

    /// Sets attributes as if they were changed at the device itself, whether or not clients may write them.
    ///
    /// - Throws: `TraitError` if the device, trait or attribute doesn't exist, or a value has another type.
    public func adopt(_ values: StructureValue, of path: TraitPath) throws {
        let index = try index(of: path.target.deviceID)
        let trait = try instance(path, devices[index])
        for (id, value) in values.fields {
            guard let attribute = trait.descriptor.attribute(id), trait.attributes[id] != nil else {
                throw TraitError(
                    .unsupportedAttribute, "\(trait.descriptor.name) has no attribute \(id) here",
                    element: .attribute(id))
            }
            guard trait.descriptor.hasType(value, of: attribute.field) else {
                throw TraitError(
                    .invalidDataType, "\(attribute.name) must be \(trait.descriptor.typeName(of: attribute.field))",
                    element: .attribute(id), field: attribute.name)
            }
        }
        var outcome = VirtualDevice.Outcome()
        try devices[index].adopt(values, of: path.traitID, at: path.target.endpoint, context, &outcome)
        settle(index, outcome, .device)
    }

    /// Reports an event of a device. Missing mandatory fields get resting values.
    ///
    /// - Throws: `TraitError` if the device, trait or event doesn't exist, or the fields are not those of the event.
    public func emit(_ eventID: UInt32, _ fields: StructureValue, of path: TraitPath) throws {
        let index = try index(of: path.target.deviceID)
        let trait = try instance(path, devices[index]).descriptor
        let reporting = devices[index].endpoint(path.target.endpoint)?.behaviors.descriptor(
            of: trait.id, reporting: eventID)
        guard reporting != nil, let event = trait.event(eventID) else {
            let name = trait.event(eventID)?.name ?? String(eventID)
            throw TraitError(.unsupportedEvent, "\(trait.name) has no event \(name) here", element: .event(eventID))
        }
        for (id, value) in fields.fields {
            guard let field = event.fields.field(id), trait.hasType(value, of: field) else {
                let name = event.fields.field(id)?.name ?? "field \(id)"
                throw TraitError(
                    .invalidDataType, "\(event.name) can't have this \(name)", element: .event(eventID), field: name)
            }
        }
        var outcome = VirtualDevice.Outcome()
        outcome.events = [
            DeviceChange.EventOccurrence(
                endpoint: path.target.endpoint, traitID: path.traitID, eventID: eventID,
                fields: StructureValue(trait.restingValues(of: event.fields).fields.merging(fields.fields) { $1 }))
        ]
        settle(index, outcome, .device)
    }

    /// The devices with their current values.
    public var descriptions: [DeviceDescription] { devices.map(\.description) }

    private func instance(_ path: TraitPath, _ device: VirtualDevice) throws(TraitError) -> TraitInstance {
        guard let endpoint = device.endpoint(path.target.endpoint)?.description else {
            throw TraitError(.unsupportedEndpoint, "\(device.name) has no endpoint \(path.target.endpoint)")
        }
        guard let trait = endpoint.traits.first(where: { $0.descriptor.id == path.traitID }) else {
            throw TraitError(.unsupportedCluster, "endpoint \(endpoint.id) has no trait \(path.traitID)")
        }
        return trait
    }

    /// Disconnects or reconnects a device. While it is offline, commands and writes fail with a timeout; its inputs and
    /// timers continue.
    ///
    /// - Throws: `TraitError` with `notFound` for an unknown device.
    public func setOnline(_ isOnline: Bool, deviceID: String) throws {
        let index = try index(of: deviceID)
        guard devices[index].isOnline != isOnline else { return }
        devices[index].isOnline = isOnline
        if !isOnline {
            cameras.end(device: deviceID, HomeError(.unavailable, "\(devices[index].name) is offline"))
        }
        let connectivity = SourceConnectivity(
            connectivityState: isOnline ? .online : .offline, dataSourceLocality: .direct)
        hub?.report(DeviceChange(deviceID: deviceID, connectivity: connectivity, cause: .device))
    }

    /// The current state of a device.
    func device(_ id: String) -> VirtualDevice? {
        devices.first { $0.id == id }
    }

    // MARK: Time

    private var context: EndpointContext { context(.device) }

    private func context(_ cause: ChangeCause) -> EndpointContext {
        let sinceEpoch = clock.sinceEpoch
        return EndpointContext(
            now: clock.now, sinceEpoch: sinceEpoch, secondsEastOfUTC: secondsEastOfUTC(sinceEpoch), cause: cause)
    }

    private func index(of deviceID: String) throws(TraitError) -> Int {
        guard let index = devices.firstIndex(where: { $0.id == deviceID }) else {
            throw TraitError(.notFound, "the virtual home has no device '\(deviceID)'")
        }
        return index
    }

    /// Clients act on behalf of people.
    private func note(_ cause: ChangeCause, at index: Int) {
        if cause.clientID != nil { household?.othersUsed(devices[index].id, at: clock.now) }
    }

    private func settle(_ index: Int, _ outcome: VirtualDevice.Outcome, _ cause: ChangeCause) {
        tell(index, outcome, cause)
        setTimer()
    }

    func tell(_ index: Int, _ outcome: VirtualDevice.Outcome, _ cause: ChangeCause) {
        outcome.notices.forEach(notice)
        heed(outcome, of: devices[index])
        if !outcome.isEmpty {
            hub?.report(
                DeviceChange(
                    deviceID: devices[index].id, attributes: outcome.attributes, events: outcome.events, cause: cause))
        }
        for (key, memory) in outcome.memories { hub?.remember(devices[index].id, key: key, memory) }
    }

    private func setTimer() {
        guard hub != nil else { return }
        var due = household?.deadline
        for index in devices.indices {
            if let next = devices[index].deadline { due = due.map { min($0, next) } ?? next }
        }
        guard due != timerDue else { return }
        timer?.cancel()
        timer = nil
        timerDue = due
        guard let due else { return }
        let delay = due - clock.now
        timer = clock.schedule(after: delay > .zero ? delay : Self.delayOfPast) { [weak self] in
            await self?.timePassed(due)
        }
    }

    private func timePassed(_ due: Duration) {
        guard due == timerDue, hub != nil else { return }
        timer = nil
        timerDue = nil
        let context = context
        for index in devices.indices {
            guard let deadline = devices[index].deadline, deadline <= context.now else { continue }
            for (cause, outcome) in devices[index].timePassed(context) { tell(index, outcome, cause) }
        }
        live(context)
        setTimer()
    }
}
