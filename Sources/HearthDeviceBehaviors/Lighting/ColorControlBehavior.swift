internal import HearthBase
public import HearthLightingTraits
internal import HearthMessage
internal import HearthTraitCatalog
internal import HearthTraitCore

/// ColorControl (Matter cluster 0x0300): hue and saturation, enhanced hue, xy and colour temperature.
///
/// Limits: no colour loop. Changing the mode doesn't convert the colour; the other modes' attributes keep their values,
/// as Matter allows. An endless hue move stops after 109 minutes.
public struct ColorControlBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.ColorControlTrait

    /// The minimum interval between reports of a colour in transition (Matter, "quieter reporting").
    private static let reportInterval = Duration.seconds(1)
    /// The interval between the colours that hardware gets during a transition.
    static let stepInterval = Duration.milliseconds(50)
    static let longestTransition: UInt16 = 65534
    static let highestXY = 65279.0

    public var attributes = T.Attributes()
    var channels: ColorChannels
    private var nextReport: Duration?
    private var remaining = RemainingTimeRule()
    private let actuator: (any ColorActuator)?
    /// The colour that the hardware got last; nil before the start.
    private var applied: LightColor?
    /// When the hardware gets its next colour; nil without hardware or a transition.
    private var nextStep: Duration?

    /// Creates a colour.
    ///
    /// - Parameters:
    ///   - features: any of hueAndSaturation, enhancedHue, xy and colorTemperature.
    ///   - mireds: the lamp's range of colour temperatures. It begins with 250 mired or the nearest one of the range.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ features: HandledTrait.Feature, mireds: ClosedRange<UInt16> = 153...500,
        actuator: (any ColorActuator)? = nil
    ) {
        self.actuator = actuator
        let temperature = min(max(250, mireds.lowerBound), mireds.upperBound)
        channels = ColorChannels(hue: 0, saturation: 0, x: 24939, y: 24701, mireds: temperature)
        attributes.featureMap = features
        attributes.remainingTime = 0
        attributes.options = []
        attributes.numberOfPrimaries = nil
        attributes.colorCapabilities = T.ColorCapabilitiesBitmap(
            rawValue: UInt16(truncatingIfNeeded: features.rawValue))
        if features.contains(.hueAndSaturation) {
            attributes.currentHue = 0
            attributes.currentSaturation = 0
        }
        if features.contains(.enhancedHue) { attributes.enhancedCurrentHue = 0 }
        if features.contains(.xy) {
            attributes.currentX = 24939
            attributes.currentY = 24701
        }
        if features.contains(.colorTemperature) {
            attributes.colorTemperatureMireds = temperature
            attributes.colorTempPhysicalMinMireds = mireds.lowerBound
            attributes.colorTempPhysicalMaxMireds = mireds.upperBound
            attributes.coupleColorTempToLevelMinMireds = mireds.lowerBound
            attributes.startUpColorTemperatureMireds = nil
        }
        setMode(
            features.contains(.colorTemperature)
                ? .colorTemperatureMireds
                : features.contains(.xy) ? .currentXAndCurrentY : .currentHueAndCurrentSaturation)
    }

    /// Colour, mode, options and start-up temperature.
    public static let storedAttributes: Set<UInt32> = [0x0, 0x1, 0x3, 0x4, 0x7, 0x8, 0xF, 0x4000, 0x4001, 0x4010]

    public var isCarryingOut: Bool { channels.nextEnd != nil }
    public var deadline: Duration? {
        guard let end = channels.nextEnd else { return nil }
        return min(end, nextReport ?? end, nextStep ?? end)
    }

    /// The lamp's range in mired.
    var mireds: ClosedRange<Double> {
        let low = Double(attributes.colorTempPhysicalMinMireds ?? 1)
        return low...max(low, Double(attributes.colorTempPhysicalMaxMireds ?? 65279))
    }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        guard restored else { return }
        let hue = attributes.enhancedCurrentHue ?? UInt16(attributes.currentHue ?? 0) << 8
        channels = ColorChannels(
            hue: hue, saturation: attributes.currentSaturation ?? 0, x: attributes.currentX ?? 24939,
            y: attributes.currentY ?? 24701, mireds: attributes.colorTemperatureMireds ?? 250)
        guard let startUp = attributes.startUpColorTemperatureMireds else { return }
        setMode(.colorTemperatureMireds)
        channels.go(.temperature, to: clampedMireds(Double(startUp)), in: .zero, at: context.now)
        publish(context.now)
    }

    func clampedMireds(_ value: Double) -> Double {
        min(max(value, mireds.lowerBound), mireds.upperBound)
    }

    /// With CoupleColorTempToLevel the level sets the temperature: coldest at full brightness, warmest at the lowest.
    public mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard case .levelChanged(let level, let lowest, let highest, couplesColorTemperature: true) = signal,
            attributes.colorMode == .colorTemperatureMireds, highest > lowest
        else { return }
        let share = Double(highest - min(max(level, lowest), highest)) / Double(highest - lowest)
        let coldest = Double(attributes.coupleColorTempToLevelMinMireds ?? UInt16(mireds.lowerBound))
        let target = coldest + (mireds.upperBound - coldest) * share
        channels.go(.temperature, to: target.rounded(), in: .zero, at: context.now)
        publish(context.now)
    }

    // MARK: Transitions

    /// Sets the mode and stops transitions of other modes.
    mutating func enter(_ mode: T.EnhancedColorModeEnum, _ now: Duration) {
        if attributes.enhancedColorMode != mode { channels.stop(at: now) }
        setMode(mode)
    }

    private mutating func setMode(_ mode: T.EnhancedColorModeEnum) {
        attributes.enhancedColorMode = mode
        attributes.colorMode =
            mode == .enhancedCurrentHueAndCurrentSaturation
            ? .currentHueAndCurrentSaturation : T.ColorModeEnum(rawValue: mode.rawValue)
    }

    /// Called after a command has started transitions.
    mutating func begun(_ now: Duration) {
        if let report = remaining.begin(end: channels.end, at: now) { attributes.remainingTime = report }
        if channels.isMoving {
            nextReport = now + Self.reportInterval
        } else {
            nextReport = nil
            attributes.remainingTime = remaining.finish()
            publish(now)
        }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        let hasArrived = channels.nextEnd.map { $0 <= context.now } ?? false
        channels.settle(at: context.now)
        if !channels.isMoving { attributes.remainingTime = remaining.finish() }
        guard hasArrived || nextReport.map({ $0 <= context.now }) ?? true else { return }
        nextReport = channels.isMoving ? context.now + Self.reportInterval : nil
        publish(context.now)
    }

    private mutating func publish(_ now: Duration) {
        let features = attributes.featureMap ?? []
        if features.contains(.hueAndSaturation) {
            let hue = UInt16(clamping: Int(channels.value(.hue, at: now)))
            attributes.currentHue = UInt8(min(254, hue >> 8))
            attributes.currentSaturation = UInt8(nearest: channels.value(.saturation, at: now))
            if features.contains(.enhancedHue) { attributes.enhancedCurrentHue = hue }
        }
        if features.contains(.xy) {
            attributes.currentX = UInt16(nearest: channels.value(.x, at: now))
            attributes.currentY = UInt16(nearest: channels.value(.y, at: now))
        }
        if features.contains(.colorTemperature) {
            attributes.colorTemperatureMireds = UInt16(
                nearest: clampedMireds(channels.value(.temperature, at: now)))
        }
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        guard let actuator else { return }
        nextStep = channels.isMoving ? context.now + Self.stepInterval : nil
        let color = color(context.now)
        guard color != applied else { return }
        applied = color
        context.operate(T.self) { await actuator.apply(color: color) }
    }

    private func color(_ now: Duration) -> LightColor {
        switch attributes.colorMode {
        case .currentHueAndCurrentSaturation:
            .hueAndSaturation(
                hue: UInt16(clamping: Int(channels.value(.hue, at: now))),
                saturation: UInt8(nearest: channels.value(.saturation, at: now)))
        case .currentXAndCurrentY:
            .xy(x: UInt16(nearest: channels.value(.x, at: now)), y: UInt16(nearest: channels.value(.y, at: now)))
        default: .temperature(mireds: UInt16(nearest: clampedMireds(channels.value(.temperature, at: now))))
        }
    }
}
