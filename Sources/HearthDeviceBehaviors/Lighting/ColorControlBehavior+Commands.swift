public import HearthLightingTraits
public import HearthMessage
public import HearthTraitCore

extension ColorControlBehavior {
    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        let before = self
        try check(command)
        try carryOut(command, context.now)
        let (mask, override) = Self.options(of: command)
        guard before.executes(mask, override, context) else {
            self = before
            return nil
        }
        begun(context.now)
        return nil
    }

    /// Commands are ignored while the light is off, unless ExecuteIfOff is set.
    private func executes(_ mask: T.OptionsBitmap, _ override: T.OptionsBitmap, _ context: EndpointContext) -> Bool {
        guard context.isOn == false else { return true }
        return ExecuteIfOff.isSet(
            options: UInt64(attributes.options?.rawValue ?? 0), mask: UInt64(mask.rawValue),
            override: UInt64(override.rawValue))
    }

    private static func options(of command: T.Command) -> (T.OptionsBitmap, T.OptionsBitmap) {
        switch command {
        case .moveToHue(let command): (command.optionsMask, command.optionsOverride)
        case .moveHue(let command): (command.optionsMask, command.optionsOverride)
        case .stepHue(let command): (command.optionsMask, command.optionsOverride)
        case .moveToSaturation(let command): (command.optionsMask, command.optionsOverride)
        case .moveSaturation(let command): (command.optionsMask, command.optionsOverride)
        case .stepSaturation(let command): (command.optionsMask, command.optionsOverride)
        case .moveToHueAndSaturation(let command): (command.optionsMask, command.optionsOverride)
        case .moveToColor(let command): (command.optionsMask, command.optionsOverride)
        case .moveColor(let command): (command.optionsMask, command.optionsOverride)
        case .stepColor(let command): (command.optionsMask, command.optionsOverride)
        case .moveToColorTemperature(let command): (command.optionsMask, command.optionsOverride)
        case .enhancedMoveToHue(let command): (command.optionsMask, command.optionsOverride)
        case .enhancedMoveHue(let command): (command.optionsMask, command.optionsOverride)
        case .enhancedStepHue(let command): (command.optionsMask, command.optionsOverride)
        case .enhancedMoveToHueAndSaturation(let command): (command.optionsMask, command.optionsOverride)
        case .colorLoopSet(let command): (command.optionsMask, command.optionsOverride)
        case .stopMoveStep(let command): (command.optionsMask, command.optionsOverride)
        case .moveColorTemperature(let command): (command.optionsMask, command.optionsOverride)
        case .stepColorTemperature(let command): (command.optionsMask, command.optionsOverride)
        }
    }

    private mutating func carryOut(_ command: T.Command, _ now: Duration) throws(TraitError) {
        switch command {
        case .moveToHue(let command):
            try moveToHue(Double(command.hue) * 256, command.direction, command.transitionTime, enhanced: false, now)
        case .enhancedMoveToHue(let command):
            try moveToHue(Double(command.enhancedHue), command.direction, command.transitionTime, enhanced: true, now)
        case .moveHue(let command):
            try moveHue(command.moveMode, rate: Double(command.rate) * 256, enhanced: false, now)
        case .enhancedMoveHue(let command):
            try moveHue(command.moveMode, rate: Double(command.rate), enhanced: true, now)
        case .stepHue(let command):
            try stepHue(
                command.stepMode, Double(command.stepSize) * 256, UInt16(command.transitionTime), enhanced: false, now)
        case .enhancedStepHue(let command):
            try stepHue(command.stepMode, Double(command.stepSize), command.transitionTime, enhanced: true, now)
        case .moveToSaturation(let command):
            enter(hueMode(enhanced: false), now)
            channels.go(.saturation, to: Double(command.saturation), in: .tenths(command.transitionTime), at: now)
        case .moveSaturation(let command):
            try move(
                .saturation, command.moveMode, rate: Double(command.rate), within: 0...254, hueMode(enhanced: false),
                now)
        case .stepSaturation(let command):
            try step(
                .saturation, command.stepMode, Double(command.stepSize), UInt16(command.transitionTime),
                within: 0...254,
                hueMode(enhanced: false), now)
        case .moveToHueAndSaturation(let command):
            try moveToHue(Double(command.hue) * 256, .shortest, command.transitionTime, enhanced: false, now)
            channels.go(.saturation, to: Double(command.saturation), in: .tenths(command.transitionTime), at: now)
        case .enhancedMoveToHueAndSaturation(let command):
            try moveToHue(Double(command.enhancedHue), .shortest, command.transitionTime, enhanced: true, now)
            channels.go(.saturation, to: Double(command.saturation), in: .tenths(command.transitionTime), at: now)
        case .moveToColor, .moveColor, .stepColor: try carryOutXY(command, now)
        case .moveToColorTemperature, .moveColorTemperature, .stepColorTemperature:
            try carryOutTemperature(command, now)
        case .stopMoveStep: channels.stop(at: now)
        case .colorLoopSet:
            throw TraitError(.unsupportedCommand, "this light has no colour loop", element: .command(0x44))
        }
    }

    private mutating func carryOutXY(_ command: T.Command, _ now: Duration) throws(TraitError) {
        let range = 0...Self.highestXY
        switch command {
        case .moveToColor(let command):
            enter(.currentXAndCurrentY, now)
            channels.go(.x, to: Double(command.colorX), in: .tenths(command.transitionTime), at: now)
            channels.go(.y, to: Double(command.colorY), in: .tenths(command.transitionTime), at: now)
        case .moveColor(let command):
            enter(.currentXAndCurrentY, now)
            for (channel, rate) in [(ColorChannels.Channel.x, command.rateX), (.y, command.rateY)] {
                guard rate != 0 else {
                    channels.stop([channel], at: now)
                    continue
                }
                run(channel, to: rate > 0 ? range.upperBound : range.lowerBound, rate: abs(Double(rate)), now)
            }
        case .stepColor(let command):
            guard command.stepX != 0 || command.stepY != 0 else { throw Self.invalid("stepX and stepY", "not both 0") }
            enter(.currentXAndCurrentY, now)
            for (channel, size) in [(ColorChannels.Channel.x, command.stepX), (.y, command.stepY)] {
                let target = min(max(channels.value(channel, at: now) + Double(size), 0), range.upperBound)
                channels.go(channel, to: target, in: .tenths(command.transitionTime), at: now)
            }
        default: break
        }
    }

    private mutating func carryOutTemperature(_ command: T.Command, _ now: Duration) throws(TraitError) {
        switch command {
        case .moveToColorTemperature(let command):
            enter(.colorTemperatureMireds, now)
            let target = clampedMireds(Double(command.colorTemperatureMireds))
            channels.go(.temperature, to: target, in: .tenths(command.transitionTime), at: now)
        case .moveColorTemperature(let command):
            try move(
                .temperature, command.moveMode, rate: Double(command.rate),
                within: range(command.colorTemperatureMinimumMireds, command.colorTemperatureMaximumMireds),
                .colorTemperatureMireds, now)
        case .stepColorTemperature(let command):
            try step(
                .temperature, command.stepMode, Double(command.stepSize), command.transitionTime,
                within: range(command.colorTemperatureMinimumMireds, command.colorTemperatureMaximumMireds),
                .colorTemperatureMireds, now)
        default: break
        }
    }

    /// The command's limits clamped to the lamp's; 0 means the lamp's own.
    private func range(_ low: UInt16, _ high: UInt16) -> ClosedRange<Double> {
        let low = low == 0 ? mireds.lowerBound : clampedMireds(Double(low))
        let high = high == 0 ? mireds.upperBound : clampedMireds(Double(high))
        return min(low, high)...max(low, high)
    }

    // MARK: Hue

    private func hueMode(enhanced: Bool) -> T.EnhancedColorModeEnum {
        enhanced ? .enhancedCurrentHueAndCurrentSaturation : .currentHueAndCurrentSaturation
    }

    private mutating func moveToHue(
        _ target: Double, _ direction: T.DirectionEnum, _ time: UInt16, enhanced: Bool, _ now: Duration
    ) throws(TraitError) {
        let from = channels.value(.hue, at: now)
        let up = ColorChannels.wrapped(target - from)
        let down = up == 0 ? 0 : up - 65536
        let distance: Double
        switch direction {
        case .shortest: distance = up <= -down ? up : down
        case .longest: distance = up > -down ? up : down
        case .up: distance = up
        case .down: distance = down
        case .unrecognized_: throw Self.invalid("direction", "shortest, longest, up or down")
        }
        enter(hueMode(enhanced: enhanced), now)
        // The target is reported within the circle, even if it is reached immediately.
        let end = time == 0 ? target : from + distance
        channels.go(.hue, to: end, in: .tenths(time), at: now)
    }

    private mutating func moveHue(
        _ mode: T.MoveModeEnum, rate: Double, enhanced: Bool, _ now: Duration
    ) throws(TraitError) {
        let sign = try Self.sign(of: mode, rate: rate)
        enter(hueMode(enhanced: enhanced), now)
        guard sign != 0 else { return channels.stop([.hue], at: now) }
        let length = Duration.tenths(Self.longestTransition)
        let distance = rate * (length / .seconds(1)) * sign
        channels.go(.hue, to: channels.value(.hue, at: now) + distance, in: length, at: now)
    }

    private mutating func stepHue(
        _ mode: T.StepModeEnum, _ size: Double, _ time: UInt16, enhanced: Bool, _ now: Duration
    ) throws(TraitError) {
        let sign = try Self.sign(of: mode, size: size)
        enter(hueMode(enhanced: enhanced), now)
        let target = channels.value(.hue, at: now) + size * sign
        channels.go(.hue, to: time == 0 ? ColorChannels.wrapped(target) : target, in: .tenths(time), at: now)
    }

    // MARK: Linear channels

    private mutating func move(
        _ channel: ColorChannels.Channel, _ mode: T.MoveModeEnum, rate: Double, within range: ClosedRange<Double>,
        _ colorMode: T.EnhancedColorModeEnum, _ now: Duration
    ) throws(TraitError) {
        let sign = try Self.sign(of: mode, rate: rate)
        enter(colorMode, now)
        guard sign != 0 else { return channels.stop([channel], at: now) }
        run(channel, to: sign > 0 ? range.upperBound : range.lowerBound, rate: rate, now)
    }

    private mutating func run(_ channel: ColorChannels.Channel, to target: Double, rate: Double, _ now: Duration) {
        let seconds = abs(target - channels.value(channel, at: now)) / rate
        channels.go(channel, to: target, in: .seconds(1) * seconds, at: now)  // in range: callers checked the rate
    }

    private mutating func step(
        _ channel: ColorChannels.Channel, _ mode: T.StepModeEnum, _ size: Double, _ time: UInt16,
        within range: ClosedRange<Double>, _ colorMode: T.EnhancedColorModeEnum, _ now: Duration
    ) throws(TraitError) {
        let sign = try Self.sign(of: mode, size: size)
        enter(colorMode, now)
        let target = min(max(channels.value(channel, at: now) + size * sign, range.lowerBound), range.upperBound)
        channels.go(channel, to: target, in: .tenths(time), at: now)
    }

    // MARK: Checks

    private static func invalid(_ field: String, _ right: String) -> TraitError {
        TraitError(.invalidCommand, "\(field) must be \(right)", field: field)
    }

    private static func sign(of mode: T.MoveModeEnum, rate: Double) throws(TraitError) -> Double {
        switch mode {
        case .stop: return 0
        case .up, .down:
            guard rate != 0 else { throw invalid("rate", "more than 0, unless the move stops") }
            return mode == .up ? 1 : -1
        case .unrecognized_: throw invalid("moveMode", "stop, up or down")
        }
    }

    private static func sign(of mode: T.StepModeEnum, size: Double) throws(TraitError) -> Double {
        guard size != 0 else { throw invalid("stepSize", "more than 0") }
        switch mode {
        case .up: return 1
        case .down: return -1
        case .unrecognized_: throw invalid("stepMode", "up or down")
        }
    }

    /// Checks the fixed limits, for callers that have not done so.
    private func check(_ command: T.Command) throws(TraitError) {
        func limit(_ value: some BinaryInteger, _ maximum: Int, _ field: String) throws(TraitError) {
            guard Int(value) > maximum else { return }
            throw TraitError(
                .constraintError, "\(field) is at most \(maximum), not \(value)", field: field,
                constraint: "max = \(maximum)")
        }
        switch command {
        case .moveToHue(let command):
            try limit(command.hue, 254, "hue")
            try limit(command.transitionTime, 65534, "transitionTime")
        case .moveToSaturation(let command):
            try limit(command.saturation, 254, "saturation")
            try limit(command.transitionTime, 65534, "transitionTime")
        case .moveToHueAndSaturation(let command):
            try limit(command.hue, 254, "hue")
            try limit(command.saturation, 254, "saturation")
            try limit(command.transitionTime, 65534, "transitionTime")
        case .enhancedMoveToHueAndSaturation(let command):
            try limit(command.saturation, 254, "saturation")
            try limit(command.transitionTime, 65534, "transitionTime")
        case .enhancedMoveToHue(let command): try limit(command.transitionTime, 65534, "transitionTime")
        case .moveToColor(let command):
            try limit(command.colorX, 65279, "colorX")
            try limit(command.colorY, 65279, "colorY")
            try limit(command.transitionTime, 65534, "transitionTime")
        case .moveToColorTemperature(let command):
            try limit(command.colorTemperatureMireds, 65279, "colorTemperatureMireds")
            try limit(command.transitionTime, 65534, "transitionTime")
        default: break
        }
    }
}
