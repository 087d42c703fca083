internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The state machine of a provider's call: which messages are allowed, which calls wait for an answer, and whether both
/// ends are alive. It is a value whose methods take an event and return the actions to perform.
struct ProviderMachine: Sendable {
    /// The action that a message requests.
    enum Action: Sendable {
        case start(Hearth_V1_AttachHello)
        case bring(Hearth_V1_BringDevices)
        case remove([String])
        case report(Hearth_V1_DeviceReport)
        case remember(Hearth_V1_Memory)
        case complete(UInt64, Hearth_V1_CallResult)
        /// Nothing: a ping, or the result of a call that was given up.
        case none
    }

    /// The step that is due with time.
    enum Pulse: Sendable {
        case rest
        case ping
        /// The provider has been silent for too long.
        case end(RPCError)
    }

    private let limits: HubLimits
    private var isGreeted = false
    /// Whether the hello named the run that the numbers of reports belong to.
    private var hasRun = false
    private var isOver = false
    private var isReading = true
    private var lastReceived: Duration
    private var lastSent: Duration
    private var lastCallID: UInt64 = 0
    private var calls: Set<UInt64> = []
    /// Devices that were described in this call, whether or not the hub accepted them.
    private var devices: Set<String> = []
    /// The number of the newest report that had one.
    private var lastReport: UInt64 = 0
    /// The number of the newest report that is saved with all before it, and of the newest that was confirmed to the
    /// provider; nil before the welcome, which must be the first message.
    private var reports: (saved: UInt64, confirmed: UInt64)?
    private var meter: MessageMeter

    init(limits: HubLimits, now: Duration) {
        self.limits = limits
        lastReceived = now
        lastSent = now
        meter = MessageMeter(
            messagesPerSecond: limits.providerMessagesPerSecond, bytesPerSecond: limits.providerBytesPerSecond,
            patience: limits.floodTime, now: now)
    }

    // MARK: Messages

    /// Meters each message, to limit how fast messages are read. Results that the hub waits for do not count.
    mutating func admit(_ request: Hearth_V1_AttachRequest, at now: Duration) -> MessageMeter.Verdict {
        lastReceived = now
        if case .result(let result) = request.content, calls.contains(result.callID) { return .pass }
        return meter.take(bytes: request.approximateSize, at: now)
    }

    /// - Throws: the status that ends the call of a provider that breaks the protocol.
    mutating func receive(_ request: Hearth_V1_AttachRequest) throws(RPCError) -> Action {
        if case .hello(let hello) = request.content {
            try check(hello)
            isGreeted = true
            hasRun = !hello.runID.isEmpty
            return .start(hello)
        }
        guard isGreeted else { throw misuse("the first message of a provider must be hello") }
        switch request.content {
        case .hello: throw misuse("hello came twice")
        case .bring(let bring):
            guard bring.devices.count <= limits.devicesPerProvider else {
                throw RPCError(
                    .resourceExhausted,
                    "the provider brings \(bring.devices.count) devices; at most \(limits.devicesPerProvider) are allowed"
                )
            }
            try note(bring.devices.compactMap { $0.device?.id })
            return .bring(bring)
        case .remove(let remove):
            // Includes devices of an earlier call; the hub ignores those of other providers.
            devices.subtract(remove.deviceIDs)
            return .remove(remove.deviceIDs)
        case .report(let report):
            try checkKnown(report.deviceID)
            guard report.events.count <= limits.eventsPerReport else {
                throw misuse(
                    "a report has \(report.events.count) events; at most \(limits.eventsPerReport) are allowed")
            }
            guard report.number == 0 || hasRun else {
                throw misuse("a report has a number, and hello had no run_id that it belongs to")
            }
            guard report.number == 0 || report.number > lastReport else {
                throw misuse("report \(report.number) comes after report \(lastReport); their numbers must rise")
            }
            lastReport = max(lastReport, report.number)
            return .report(report)
        case .result(let result):
            guard result.callID >= 1, result.callID <= lastCallID else {
                throw misuse("there is a result of call \(result.callID), which was never made")
            }
            return calls.remove(result.callID) == nil ? .none : .complete(result.callID, result)
        case .remember(let remember):
            guard let memory = remember.memory else { throw misuse("remember has no memory; set memory") }
            try checkKnown(memory.deviceID)
            return .remember(memory)
        case .ping: return .none
        case nil: throw misuse("a message has no content that this version knows")
        }
    }

    private func check(_ hello: Hearth_V1_AttachHello) throws(RPCError) {
        guard !isGreeted else { throw misuse("hello came twice") }
        guard !hello.providerID.isEmpty, hello.providerID.utf8.count <= DescriptionRules.maxIDBytes else {
            throw misuse("provider_id must have 1 to \(DescriptionRules.maxIDBytes) bytes, the same ones in each call")
        }
        guard !ProviderID.isOfThisProcess(hello.providerID) else {
            throw misuse("provider_id may not begin with \(ProviderID.integrationPrefix), as the hub's integrations do")
        }
        guard hello.runID.utf8.count <= DescriptionRules.maxIDBytes else {
            throw misuse("run_id must have at most \(DescriptionRules.maxIDBytes) bytes")
        }
        guard !hello.providerID.controlsText, !hello.runID.controlsText else {
            throw misuse("provider_id and run_id may not hold control characters")
        }
        guard hello.schemas.count <= limits.schemasPerProvider else {
            throw RPCError(
                .resourceExhausted,
                "hello brings \(hello.schemas.count) schemas; at most \(limits.schemasPerProvider) are allowed")
        }
    }

    private mutating func note(_ ids: [String]) throws(RPCError) {
        guard ids.allSatisfy({ $0.utf8.count <= DescriptionRules.maxIDBytes }) else {
            throw misuse("the id of a device must have 1 to \(DescriptionRules.maxIDBytes) bytes")
        }
        devices.formUnion(ids)
        // Refused devices count, too, so that a provider can't make the hub keep any number of ids.
        guard devices.count <= 2 * limits.devicesPerProvider else {
            throw RPCError(.resourceExhausted, "the provider names more than \(2 * limits.devicesPerProvider) devices")
        }
    }

    private func checkKnown(_ id: String) throws(RPCError) {
        guard !devices.contains(id) else { return }
        throw misuse(
            "a message is about the device \(quotedBeginning(id)), which the provider has not brought")
    }

    private func misuse(_ what: String) -> RPCError { RPCError(.invalidArgument, what) }

    // MARK: Reports with numbers

    /// Notes that the welcome was sent, with the number up to which reports are saved.
    mutating func welcomed(confirmed number: UInt64) {
        reports = (saved: number, confirmed: number)
    }

    /// Notes that reports are saved up to this one.
    mutating func saved(upTo number: UInt64) {
        guard let saved = reports?.saved else { return }
        reports?.saved = max(saved, number)
    }

    /// Takes the number of the newest saved report, to confirm it; nil if that was done before.
    mutating func takeConfirmation() -> UInt64? {
        guard let (saved, confirmed) = reports, saved > confirmed else { return nil }
        reports?.confirmed = saved
        return saved
    }

    // MARK: Calls

    /// Begins a command or an update.
    ///
    /// - Throws: ``RPCError`` `.resourceExhausted` if too many wait; `.unavailable` if the provider is gone.
    mutating func call() throws(RPCError) -> UInt64 {
        guard !isOver else { throw RPCError(.unavailable, "the device's provider is gone; try again when it is back") }
        guard calls.count < limits.callsInFlight else {
            throw RPCError(
                .resourceExhausted,
                "\(calls.count) commands wait for the device's provider, the most that may; try again in a moment")
        }
        lastCallID += 1
        calls.insert(lastCallID)
        return lastCallID
    }

    /// Gives a call up. Returns whether to send the provider a cancellation.
    mutating func giveUp(_ id: UInt64) -> Bool { calls.remove(id) != nil && !isOver }

    /// Ends the call with the provider; false if it was over before.
    mutating func end() -> Bool {
        defer { isOver = true }
        return !isOver
    }

    // MARK: Time

    /// Notes that the provider took a part of its welcome.
    mutating func tookWelcome(at now: Duration) {
        lastReceived = now
    }

    /// Notes that the hub pauses reading, so that silence does not count against the provider.
    mutating func pauseReading() { isReading = false }

    mutating func readOn(at now: Duration) {
        isReading = true
        lastReceived = max(lastReceived, now)
    }

    mutating func sent(at now: Duration) {
        lastSent = now
    }

    /// The step that is due. Call it more often than every half of a heartbeat.
    func pulse(at now: Duration) -> Pulse {
        guard !isOver else { return .rest }
        if isReading, now - lastReceived > limits.heartbeat * 2 {
            let seconds = (now - lastReceived).wholeSeconds
            let what = isGreeted ? "nothing came from the provider" : "no hello came"
            return .end(RPCError(.unavailable, "\(what) for \(seconds) s; the connection is taken for dead"))
        }
        return isGreeted && now - lastSent > limits.heartbeat / 2 ? .ping : .rest
    }
}
