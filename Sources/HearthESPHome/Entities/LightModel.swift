internal import HearthBase
internal import HearthEntities

struct LightModel: ReportingModel {
    typealias State = LightStateResponse
    static let word = "light"
    static let settable: Set<EntityProperty> = [.on, .brightness, .colorTemperature, .hue, .saturation, .effect]
    static let actions: Set<EntityCommand.Action> = [.set, .toggle]
    /// The effect of a light that shows none, as the firmware names it.
    static let noEffect = "None"
    /// The least brightness of a light that is on: Matter's level 1.
    private static let least = 1.0 / 254

    let listing: ListEntitiesLightResponse
    private let modes: [LightMode]
    private let mireds: ClosedRange<Double>?
    private let effects: [String]
    private var state: LightStateResponse?

    init(_ listing: ListEntitiesLightResponse, _ session: EntityContext) {
        self.listing = listing
        var modes = listing.modes.filter { $0 != 0 }.map(LightMode.init(rawValue:))
        if modes.isEmpty {
            // Lights before API 1.6 have no modes.
            var mode: LightMode = listing.legacyBrightness ? [.onOff, .brightness] : .onOff
            if listing.legacyRGB { mode.formUnion(.rgb) }
            if listing.legacyTemperature { mode.formUnion(.temperature) }
            modes = [mode]
        }
        self.modes = modes
        let hasTemperature = modes.contains { !$0.isDisjoint(with: .anyTemperature) }
        let range = NumberModel.range(listing.minimumMireds, listing.maximumMireds)
        mireds = hasTemperature ? range.flatMap { $0.lowerBound > 0 ? $0 : nil } : nil
        let effects = unique(listing.effects)
        self.effects = effects.isEmpty || effects.contains(Self.noEffect) ? effects : [Self.noEffect] + effects
    }

    private var hasBrightness: Bool { modes.contains { $0.contains(.brightness) } }
    private var hasColor: Bool { modes.contains { $0.contains(.rgb) } }

    var kind: EntityKind {
        .light(
            EntityKind.Light(
                hasBrightness: hasBrightness, mireds: mireds, color: hasColor ? .hueSaturation : .none,
                effects: effects, hasTransition: hasBrightness))
    }

    var part: EntityPart? {
        guard modes.contains(where: \.hasSeparateWhite) else { return nil }
        return EntityPart(
            suffix: "white", name: "White",
            kind: .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: ""), settable: [.value])
    }

    // MARK: States

    /// Of colour and colour temperature only what the light shows at present is listed.
    mutating func values(of state: LightStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        self.state = state
        let (mode, channels) = (LightMode(rawValue: state.mode), LightChannels(state))
        var values: [EntityProperty: EntityValue] = [.on: .bool(state.isOn)]
        if hasBrightness {
            let level = Self.rounded(Self.brightness(of: state) * channels.scale(in: mode))
            values[.brightness] = .number(state.isOn ? max(level, Self.least) : level)
        }
        if let temperature = temperature(of: state, channels, mode) {
            values[.colorTemperature] = .number(Self.rounded(temperature))
        } else if mode.contains(.rgb) {
            let (hue, saturation) = channels.hueAndSaturation
            values[.hue] = .number(Self.rounded(hue))
            values[.saturation] = .number(Self.rounded(saturation))
        }
        if !effects.isEmpty { values[.effect] = .limitedText(state.effect.isEmpty ? Self.noEffect : state.effect) }
        return values
    }

    mutating func take(_ bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> EntityChange {
        let state = try LightStateResponse(reading: bytes)
        var change = EntityChange(values: values(of: state, session))
        if part != nil { change.partValues = [.value: .number(Self.rounded(LightChannels(state).white * 100))] }
        return change
    }

    /// The colour temperature that the light shows; nil if it shows a colour, or neither.
    private func temperature(
        of state: LightStateResponse, _ channels: LightChannels, _ mode: LightMode
    ) -> Double? {
        guard let mireds, !mode.isDisjoint(with: .anyTemperature) else { return nil }
        if mode.contains(.rgb), channels.colorBrightness > 0 { return nil }
        if mode.contains(.coldWarm) { return channels.temperature(in: mireds) }
        guard state.mireds.isFinite, state.mireds > 0 else { return nil }
        return min(max(Double(state.mireds), mireds.lowerBound), mireds.upperBound)
    }

    /// The brightness that a light has besides its channels: 0 to 1.
    private static func brightness(of state: LightStateResponse) -> Double {
        state.brightness.isFinite ? Double(min(max(state.brightness, 0), 1)) : 0
    }

    /// Without the digits that a device's numbers of 32 bits don't have.
    private static func rounded(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

    // MARK: Commands

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        var request = LightCommandRequest(address: listing.head.address)
        request.isOn = command.action == .toggle ? !(state?.isOn ?? false) : try command.flag(.on)
        if hasBrightness { request.transition = command.transition.map(Self.milliseconds) }
        request.effect = try command.word(.effect, of: effects)
        // A light that is off ignores an effect.
        if let effect = request.effect, effect != Self.noEffect { request.isOn = request.isOn ?? true }
        let brightness = try command.number(.brightness).map { Float(min(max($0, Self.least), 1)) }
        let (hue, saturation) = (try command.number(.hue), try command.number(.saturation))
        let temperature = try command.number(.colorTemperature)
        if brightness != nil, !hasBrightness { throw .unsupported("the light", "can't be dimmed") }
        let wish: Wish
        if hue != nil || saturation != nil {
            wish = .color
        } else {
            wish = temperature != nil ? .temperature : brightness != nil ? .brightness : .none
        }
        // Off needs no mode, and keeps the one to return to.
        if wish == .none, request.isOn != true { return request }
        let mode = try self.mode(for: wish)
        request.mode = mode.rawValue
        request.brightness = brightness
        var channels = state.map(LightChannels.init) ?? LightChannels()
        // A new colour fills the largest channel. The brightness takes over what that dims, so that the level stays.
        if brightness == nil, wish == .color || wish == .temperature, let state {
            let (scale, present) = (channels.scale(in: LightMode(rawValue: state.mode)), Self.brightness(of: state))
            if scale > 0, scale < 1, present > 0 {
                request.brightness = Float(max(present * scale, Self.least))
                channels.white = min(channels.white / scale, 1)
            }
        }
        switch wish {
        case .none: return request
        case .brightness:
            let scale = channels.scale(in: mode)
            // The level is the brightness once the largest channel is full.
            guard scale > 0, scale < 1 else { return request }
            channels.colorBrightness /= scale
            channels.white /= scale
            channels.cold /= scale
            channels.warm /= scale
        case .color:
            let present = channels.hueAndSaturation
            channels.setColor(hue: hue ?? present.hue, saturation: saturation ?? present.saturation)
            channels.colorBrightness = 1
            (channels.cold, channels.warm) = (0, 0)
            if !mode.hasSeparateWhite { channels.white = 0 }
            (request.red, request.green, request.blue) = (
                Float(channels.red), Float(channels.green), Float(channels.blue)
            )
        case .temperature:
            guard let mireds, let temperature else { throw .unsupported("the light", "has no colour temperature") }
            channels.colorBrightness = 0
            channels.white = 1
            channels.setTemperature(temperature, in: mireds)
            if !mode.contains(.coldWarm) {
                request.mireds = Float(min(max(temperature, mireds.lowerBound), mireds.upperBound))
            }
        }
        fill(&request, channels, mode)
        return request
    }

    private func fill(_ request: inout LightCommandRequest, _ channels: LightChannels, _ mode: LightMode) {
        if mode.contains(.rgb) { request.colorBrightness = Float(channels.colorBrightness) }
        if mode.contains([.rgb, .white]) { request.white = Float(channels.white) }
        if mode.contains(.coldWarm) {
            request.coldWhite = Float(channels.cold)
            request.warmWhite = Float(channels.warm)
        }
    }

    private enum Wish {
        case none, brightness, color, temperature
    }

    /// The mode that shows a wish: the present one if it can, or the one with the fewest channels.
    private func mode(for wish: Wish) throws(ESPHomeError) -> LightMode {
        func shows(_ mode: LightMode) -> Bool {
            switch wish {
            case .none: true
            case .brightness: mode.contains(.brightness)
            case .color: mode.contains(.rgb)
            case .temperature: !mode.isDisjoint(with: .anyTemperature)
            }
        }
        if let state, case let present = LightMode(rawValue: state.mode), modes.contains(present), shows(present) {
            return present
        }
        guard let mode = modes.filter(shows).min(by: { $0.size < $1.size }) else {
            throw .unsupported("the light", wish == .color ? "has no colours" : "has no colour temperature")
        }
        return mode
    }

    func partRequest(for command: EntityCommand) throws(ESPHomeError) -> any WireMessage {
        guard let percent = try command.number(.value) else { throw .unsupported("white", "needs a value") }
        let present = state.map { LightMode(rawValue: $0.mode) }
        guard
            let mode = present.flatMap({ modes.contains($0) && $0.hasSeparateWhite ? $0 : nil })
                ?? modes.first(where: \.hasSeparateWhite)
        else { throw .unsupported("the light", "has no white channel") }
        return LightCommandRequest(
            address: listing.head.address, white: Float(min(max(percent, 0), 100) / 100), mode: mode.rawValue)
    }

    private static func milliseconds(_ duration: Duration) -> UInt32 {
        let (seconds, attoseconds) = duration.wholeAndRest
        let whole = UInt32(clamping: max(seconds, 0))
        let (product, isTooLong) = whole.multipliedReportingOverflow(by: 1_000)
        return isTooLong ? .max : product &+ UInt32(clamping: max(attoseconds, 0) / 1_000_000_000_000_000)
    }
}
