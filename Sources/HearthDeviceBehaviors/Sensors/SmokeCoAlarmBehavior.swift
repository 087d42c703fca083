public import HearthMessage
public import HearthSensorTraits
internal import HearthTraitCatalog
public import HearthTraitCore

/// SmokeCoAlarm (Matter cluster 0x005C). ExpressedState in order of priority: smoke, carbon monoxide, hardware fault,
/// test, end of service, battery.
public struct SmokeCoAlarmBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.SmokeCoAlarmTrait

    static let testTime = Duration.seconds(10)

    public var attributes = T.Attributes()
    private var testEnd: Duration?

    /// Creates an alarm with sensors for smoke, carbon monoxide or both.
    public init(_ features: T.Feature = [.smokeAlarm, .coAlarm]) {
        attributes.featureMap = features
        attributes.expressedState = .normal
        if features.contains(.smokeAlarm) {
            attributes.smokeState = .normal
            attributes.contaminationState = .normal
            attributes.smokeSensitivityLevel = .standard
        }
        if features.contains(.coAlarm) { attributes.coState = .normal }
        attributes.batteryAlert = .normal
        attributes.deviceMuted = .notMuted
        attributes.testInProgress = false
        attributes.hardwareFaultAlert = false
        attributes.endOfServiceAlert = .normal
    }

    /// Alarms and sensitivity. End of service is permanent.
    public static let storedAttributes: Set<UInt32> = [0x1, 0x2, 0x3, 0x4, 0x6, 0x7, 0xB]

    /// SelfTestRequest.
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> { [.selfTestRequest] }

    public var deadline: Duration? { testEnd }
    public var isCarryingOut: Bool { testEnd != nil }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        express()
    }

    private var isAlarming: Bool {
        isBad(attributes.smokeState) || isBad(attributes.coState) || isBad(attributes.batteryAlert)
            || attributes.hardwareFaultAlert == true
    }

    private func isBad(_ state: T.AlarmStateEnum?) -> Bool { state != nil && state != .normal }

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        guard !isAlarming, attributes.testInProgress != true else {
            throw TraitError(.busy, "an alarm or a test is active", element: .command(0x0))
        }
        attributes.testInProgress = true
        testEnd = context.now + Self.testTime
        express()
        return nil
    }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if case .unrecognized_(let value)? = changes.smokeSensitivityLevel {
            throw TraitError(
                .constraintError, "there is no sensitivity \(value)", element: .attribute(0xB),
                field: "smokeSensitivityLevel")
        }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        guard let end = testEnd, end <= context.now else { return }
        endTest(&context)
        express()
    }

    private mutating func endTest(_ context: inout EndpointContext) {
        guard testEnd != nil else { return }
        testEnd = nil
        attributes.testInProgress = false
        context.emit(T.SelfTestCompleteEvent.self, T.SelfTestCompleteEvent.Payload())
    }

    // MARK: Physical inputs

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        let wasAlarming = isAlarming
        switch input {
        case .smoke(let severity): setSmoke(Self.state(severity), &context)
        case .carbonMonoxide(let severity): setCO(Self.state(severity), &context)
        case .battery(let halfPercent):
            setBattery(halfPercent <= 10 ? .critical : halfPercent <= 30 ? .warning : .normal, &context)
        case .mute: mute(&context)
        default: return
        }
        if isAlarming, testEnd != nil { endTest(&context) }
        if wasAlarming, !isAlarming {
            context.emit(T.AllClearEvent.self, T.AllClearEvent.Payload())
            unmute(&context)
        }
        express()
    }

    private static func state(_ severity: UInt8) -> T.AlarmStateEnum {
        severity == 0 ? .normal : severity == 1 ? .warning : .critical
    }

    private mutating func setSmoke(_ state: T.AlarmStateEnum, _ context: inout EndpointContext) {
        guard let old = attributes.smokeState, old != state else { return }
        attributes.smokeState = state
        guard state != .normal else { return }
        var payload = T.SmokeAlarmEvent.Payload()
        payload.alarmSeverityLevel = state
        context.emit(T.SmokeAlarmEvent.self, payload)
        if state == .critical { unmute(&context) }
    }

    private mutating func setCO(_ state: T.AlarmStateEnum, _ context: inout EndpointContext) {
        guard let old = attributes.coState, old != state else { return }
        attributes.coState = state
        guard state != .normal else { return }
        var payload = T.COAlarmEvent.Payload()
        payload.alarmSeverityLevel = state
        context.emit(T.COAlarmEvent.self, payload)
        if state == .critical { unmute(&context) }
    }

    private mutating func setBattery(_ state: T.AlarmStateEnum, _ context: inout EndpointContext) {
        guard attributes.batteryAlert != state else { return }
        attributes.batteryAlert = state
        guard state != .normal else { return }
        var payload = T.LowBatteryEvent.Payload()
        payload.alarmSeverityLevel = state
        context.emit(T.LowBatteryEvent.self, payload)
    }

    /// Mutes the alarm, unless anything is critical.
    private mutating func mute(_ context: inout EndpointContext) {
        guard isAlarming, attributes.deviceMuted == .notMuted, attributes.smokeState != .critical,
            attributes.coState != .critical
        else { return }
        attributes.deviceMuted = .muted
        context.emit(T.AlarmMutedEvent.self, T.AlarmMutedEvent.Payload())
    }

    private mutating func unmute(_ context: inout EndpointContext) {
        guard attributes.deviceMuted == .muted else { return }
        attributes.deviceMuted = .notMuted
        context.emit(T.MuteEndedEvent.self, T.MuteEndedEvent.Payload())
    }

    private mutating func express() {
        attributes.expressedState =
            if isBad(attributes.smokeState) {
                .smokeAlarm
            } else if isBad(attributes.coState) {
                .coAlarm
            } else if attributes.hardwareFaultAlert == true {
                .hardwareFault
            } else if attributes.testInProgress == true {
                .testing
            } else if attributes.endOfServiceAlert == .expired {
                .endOfService
            } else if isBad(attributes.batteryAlert) {
                .batteryAlert
            } else { .normal }
    }
}
