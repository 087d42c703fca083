public import HearthClimateTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// FanControl (Matter cluster 0x0202) with speeds, auto, rocking, wind and steps.
///
/// A mode that the sequence doesn't contain is refused with INVALID_IN_STATE. The actual speed approaches the setting
/// by 20 % per 0.5 s; auto runs at 40 %. Limits: no airflow direction.
public struct FanControlBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.FanControlTrait

    static let lagInterval = Duration.milliseconds(500)
    static let lagStep = 20
    static let autoPercent = 40

    public var attributes = T.Attributes()
    private var nextLag: Duration?
    private let actuator: (any FanActuator)?
    /// The speed in percent that the hardware got last; nil before the start.
    private var applied: Int?

    /// Creates a fan that is off.
    ///
    /// - Parameters:
    ///   - features: what the fan has besides modes and percentages.
    ///   - sequence: the modes that it has.
    ///   - speedMax: the number of its speeds; only with `multiSpeed`.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ features: T.Feature = [.multiSpeed, .auto, .rocking, .wind, .step],
        sequence: T.FanModeSequenceEnum = .offLowMedHighAuto, speedMax: UInt8 = 10,
        actuator: (any FanActuator)? = nil
    ) {
        self.actuator = actuator
        attributes.featureMap = features
        attributes.fanMode = .off
        attributes.fanModeSequence = sequence
        attributes.percentSetting = 0
        attributes.percentCurrent = 0
        if features.contains(.multiSpeed) {
            attributes.speedMax = max(1, speedMax)
            attributes.speedSetting = 0
            attributes.speedCurrent = 0
        }
        if features.contains(.rocking) {
            attributes.rockSupport = [.rockLeftRight, .rockUpDown]
            attributes.rockSetting = []
        }
        if features.contains(.wind) {
            attributes.windSupport = [.sleepWind, .naturalWind]
            attributes.windSetting = []
        }
    }

    /// fanMode, percentSetting, speedSetting, rockSetting and windSetting.
    public static let storedAttributes: Set<UInt32> = [0x0, 0x2, 0x5, 0x8, 0xA]

    public var deadline: Duration? { nextLag }
    public var isCarryingOut: Bool { nextLag != nil }

    private var modes: [T.FanModeEnum] {
        switch attributes.fanModeSequence {
        case .offLowMedHigh: [.off, .low, .medium, .high]
        case .offLowHigh: [.off, .low, .high]
        case .offLowMedHighAuto: [.off, .low, .medium, .high, .auto]
        case .offLowHighAuto: [.off, .low, .high, .auto]
        case .offHighAuto: [.off, .high, .auto]
        default: [.off, .high]
        }
    }

    private var speedMax: Int { Int(max(1, attributes.speedMax ?? 100)) }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        setLag(context.now)
    }

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        guard case .step(let command) = command else { return nil }
        let lowest = command.lowestOff ?? true ? 0 : 1
        let speed = Int(attributes.speedSetting ?? attributes.speedCurrent ?? 0)
        let next: Int
        switch command.direction {
        case .increase: next = speed < speedMax ? max(speed + 1, lowest) : command.wrap ?? false ? lowest : speedMax
        case .decrease: next = speed > lowest ? speed - 1 : command.wrap ?? false ? speedMax : lowest
        case .unrecognized_:
            throw TraitError(
                .constraintError, "direction is increase or decrease", element: .command(0x0), field: "direction")
        }
        setPercent(next * 100 / speedMax, speed: next)
        setLag(context.now)
        return nil
    }

    // MARK: Writes

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        attributes.percentSetting = before.percentSetting
        if before.$speedSetting.isSupported { attributes.speedSetting = before.speedSetting }
        attributes.fanMode = before.fanMode
        if changes.$fanMode.isSupported, let mode = changes.fanMode { try setMode(mode) }
        if changes.$percentSetting.isSupported { try writePercent(changes.percentSetting) }
        if changes.$speedSetting.isSupported { try writeSpeed(changes.speedSetting) }
        try checkBits(changes.rockSetting?.rawValue, attributes.rockSupport?.rawValue, 0x8, "rockSetting")
        try checkBits(changes.windSetting?.rawValue, attributes.windSupport?.rawValue, 0xA, "windSetting")
        setLag(context.now)
    }

    private mutating func setMode(_ wanted: T.FanModeEnum) throws(TraitError) {
        var mode = wanted
        if mode == .on { mode = .high }
        if mode == .smart { mode = modes.contains(.auto) ? .auto : .high }
        if case .unrecognized_(let value) = mode {
            throw TraitError(
                .constraintError, "there is no fan mode \(value)", element: .attribute(0x0), field: "fanMode")
        }
        guard modes.contains(mode) else {
            throw TraitError(
                .invalidInState,
                "this fan has no mode \(mode); it has \(modes.map { "\($0)" }.joined(separator: ", "))",
                element: .attribute(0x0), field: "fanMode")
        }
        switch mode {
        case .off: setPercent(0, speed: 0)
        case .auto:
            attributes.fanMode = .auto
            attributes.percentSetting = nil
            if attributes.$speedSetting.isSupported { attributes.speedSetting = nil }
        default:
            let steps = modes.filter { $0 != .off && $0 != .auto }
            let place = (steps.firstIndex(of: mode) ?? 0) + 1
            let percent = 100 * place / max(1, steps.count)
            setPercent(percent, speed: Self.speed(percent, of: speedMax))
        }
    }

    private mutating func writePercent(_ percent: UInt8?) throws(TraitError) {
        guard let percent else { return try checkNull("percentSetting", 0x2) }
        guard percent <= 100 else {
            throw TraitError(
                .constraintError, "percentSetting is at most 100, not \(percent)", element: .attribute(0x2),
                field: "percentSetting", constraint: "max = 100")
        }
        setPercent(Int(percent), speed: Self.speed(Int(percent), of: speedMax))
    }

    private mutating func writeSpeed(_ speed: UInt8?) throws(TraitError) {
        guard let speed else { return try checkNull("speedSetting", 0x5) }
        guard speed <= speedMax else {
            throw TraitError(
                .constraintError, "speedSetting is at most \(speedMax), not \(speed)", element: .attribute(0x5),
                field: "speedSetting", constraint: "max = \(speedMax)")
        }
        setPercent(Int(speed) * 100 / speedMax, speed: Int(speed))
    }

    /// Settings are null in auto mode. Writing null is a no-op then, and an error otherwise.
    private func checkNull(_ field: String, _ id: UInt32) throws(TraitError) {
        guard attributes.fanMode != .auto else { return }
        throw TraitError(
            .invalidInState, "\(field) can be null only in mode auto", element: .attribute(id), field: field)
    }

    private func checkBits(_ setting: UInt8?, _ support: UInt8?, _ id: UInt32, _ field: String) throws(TraitError) {
        guard let setting, setting & ~(support ?? 0) != 0 else { return }
        throw TraitError(
            .constraintError, "\(field) has bits that this fan lacks", element: .attribute(id), field: field)
    }

    // MARK: Speed

    static func speed(_ percent: Int, of speedMax: Int) -> Int {
        (speedMax * percent + 99) / 100
    }

    private mutating func setPercent(_ percent: Int, speed: Int) {
        attributes.percentSetting = UInt8(clamping: percent)
        if attributes.$speedSetting.isSupported { attributes.speedSetting = UInt8(clamping: speed) }
        guard percent > 0 else {
            attributes.fanMode = .off
            return setCurrent(0)
        }
        let steps = modes.filter { $0 != .off && $0 != .auto }
        let place = min(steps.count - 1, (percent * steps.count - 1) / 100)
        attributes.fanMode = steps.indices.contains(place) ? steps[place] : .high
    }

    private var target: Int { Int(attributes.percentSetting ?? UInt8(Self.autoPercent)) }

    private mutating func setCurrent(_ percent: Int) {
        attributes.percentCurrent = UInt8(clamping: percent)
        if attributes.$speedCurrent.isSupported {
            attributes.speedCurrent = UInt8(clamping: Self.speed(percent, of: speedMax))
        }
    }

    private mutating func setLag(_ now: Duration) {
        nextLag = Int(attributes.percentCurrent ?? 0) == target ? nil : nextLag ?? now + Self.lagInterval
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        guard let due = nextLag, due <= context.now else { return }
        let current = Int(attributes.percentCurrent ?? 0)
        setCurrent(current + min(max(target - current, -Self.lagStep), Self.lagStep))
        nextLag = nil
        setLag(context.now)
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        let percent = target
        guard let actuator, percent != applied else { return }
        applied = percent
        context.operate(T.self) { await actuator.apply(percent: UInt8(clamping: percent)) }
    }
}
