internal import HearthCameraTraits
internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCatalog
internal import HearthTraitCore

/// PushAvStreamTransport (Matter cluster 0x0555) of a camera that sends no recordings. It keeps the connections that
/// clients set up, and reports when recordings would begin and end.
struct PushTransportBehavior: TraitBehavior {
    typealias HandledTrait = Matter.PushAvStreamTransportTrait

    /// A recording that runs, or the time after it in which motion begins none.
    private struct Recording: Sendable {
        let begun: Duration
        var end: Duration
        var isOver = false
    }

    private static let mostConnections = 8

    var attributes = T.Attributes()
    /// By the IDs of connections.
    private var recordings: [UInt16: Recording] = [:]

    init() {
        attributes.featureMap = []
        attributes.supportedFormats = [T.SupportedFormatStruct(containerFormat: .cmaf, ingestMethod: .cmafIngest)]
        attributes.currentConnections = []
    }

    /// currentConnections.
    static let storedAttributes: Set<UInt32> = [1]

    private var connections: [T.TransportConfigurationStruct] {
        get { attributes.currentConnections ?? [] }
        set { attributes.currentConnections = newValue }
    }

    // MARK: Commands

    mutating func perform(_ command: T.Command, _ context: inout EndpointContext) throws(TraitError) -> (any Message)? {
        switch command {
        case .allocatePushTransport(let wish):
            try PushOptions(wish.transportOptions).check(context)
            let connection = try allocated(wish.transportOptions)
            connections.append(connection)
            return T.AllocatePushTransportResponse(transportConfiguration: connection)
        case .deallocatePushTransport(let wish):
            let index = try index(of: wish.connectionID)
            guard recordings[wish.connectionID]?.isOver != false else {
                throw TraitError(.busy, "connection \(wish.connectionID) records at the moment; try again later")
            }
            recordings[wish.connectionID] = nil
            connections.remove(at: index)
        case .modifyPushTransport(let wish):
            let index = try index(of: wish.connectionID)
            try PushOptions(wish.transportOptions).check(context)
            connections[index].transportOptions = wish.transportOptions
        case .setTransportStatus(let wish): try setStatus(wish, &context)
        case .manuallyTriggerTransport(let wish): try trigger(wish, &context)
        case .findTransport(let wish): return T.FindTransportResponse(transportConfigurations: try found(wish))
        }
        return nil
    }

    private func index(of id: UInt16) throws(TraitError) -> Int {
        guard let index = connections.firstIndex(where: { $0.connectionID == id }) else {
            throw TraitError(.notFound, "the camera has no connection \(id)", field: "connectionID")
        }
        return index
    }

    /// Connections are inactive at first.
    private func allocated(_ options: T.TransportOptionsStruct) throws(TraitError) -> T.TransportConfigurationStruct {
        let taken = Set(connections.map(\.connectionID))
        guard taken.count < Self.mostConnections, let id = (UInt16(1)...).first(where: { !taken.contains($0) }) else {
            throw TraitError(
                .resourceExhausted,
                "the camera has \(Self.mostConnections) connections, the most it may have; deallocate one")
        }
        return T.TransportConfigurationStruct(
            connectionID: id, transportStatus: .inactive, transportOptions: options, fabricIndex: 1)
    }

    private mutating func setStatus(
        _ wish: T.Commands.SetTransportStatus, _ context: inout EndpointContext
    ) throws(TraitError) {
        let changed = try wish.connectionID.map { (id) throws(TraitError) in [try index(of: id)] }
        for index in changed ?? Array(connections.indices) {
            connections[index].transportStatus = wish.transportStatus
            if wish.transportStatus == .inactive { end(connections[index].connectionID, &context) }
        }
    }

    private func found(_ wish: T.Commands.FindTransport) throws(TraitError) -> [T.TransportConfigurationStruct] {
        if let id = wish.connectionID { return [connections[try index(of: id)]] }
        guard !connections.isEmpty else { throw TraitError(.notFound, "the camera has no connections") }
        return connections
    }

    private mutating func trigger(
        _ wish: T.Commands.ManuallyTriggerTransport, _ context: inout EndpointContext
    ) throws(TraitError) {
        let connection = connections[try index(of: wish.connectionID)]
        guard connection.transportStatus == .active else {
            throw PushOptions.failure(
                .invalidTransportStatus, "connection \(wish.connectionID) is inactive; set its status first")
        }
        guard connection.transportOptions?.triggerOptions.triggerType == .command else {
            throw PushOptions.failure(
                .invalidTriggerType, "connection \(wish.connectionID) is not triggered by commands")
        }
        let seconds = Int64(wish.timeControl?.initialDuration ?? 10)
        begin(wish.connectionID, .command, for: .seconds(seconds), wish.activationReason, &context)
    }

    // MARK: Recordings

    var deadline: Duration? { recordings.values.map(\.end).min() }

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .motion = input else { return }
        for connection in connections where connection.transportStatus == .active {
            let trigger = connection.transportOptions?.triggerOptions
            guard trigger?.triggerType == .motion, let time = trigger?.motionTimeControl else { continue }
            let id = connection.connectionID
            if let recording = recordings[id] {
                guard !recording.isOver else { continue }
                let wanted = recording.end + .seconds(Int64(time.augmentationDuration))
                recordings[id]?.end = min(wanted, recording.begun + .seconds(Int64(time.maxDuration)))
            } else {
                let seconds = min(Int64(time.initialDuration), Int64(time.maxDuration))
                begin(id, .motion, for: .seconds(seconds), nil, &context)
            }
        }
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        for (id, recording) in recordings where recording.end <= context.now {
            if recording.isOver { recordings[id] = nil } else { end(id, &context) }
        }
    }

    private mutating func begin(
        _ id: UInt16, _ trigger: T.TransportTriggerTypeEnum, for time: Duration,
        _ reason: T.TriggerActivationReasonEnum?, _ context: inout EndpointContext
    ) {
        recordings[id] = Recording(begun: context.now, end: context.now + time)
        context.emit(
            T.PushTransportBeginEvent.self,
            T.PushTransportBeginEvent.Payload(connectionID: id, triggerType: trigger, activationReason: reason))
    }

    private mutating func end(_ id: UInt16, _ context: inout EndpointContext) {
        guard recordings[id]?.isOver == false else { return }
        let blind = connections.first { $0.connectionID == id }?.transportOptions?.triggerOptions.motionTimeControl
        let seconds = Int64(blind?.blindDuration ?? 0)
        recordings[id] =
            seconds == 0 ? nil : Recording(begun: context.now, end: context.now + .seconds(seconds), isOver: true)
        context.emit(T.PushTransportEndEvent.self, T.PushTransportEndEvent.Payload(connectionID: id))
    }
}
