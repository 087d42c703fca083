internal import HearthTraitCatalog
internal import HearthTraitCore

/// ColorControl of a light: colour temperature, and colours as the light describes them.
struct LightColor: Sendable {
    private typealias T = StandardTraits

    let part: String
    let entity: String
    let light: EntityKind.Light

    /// The physical limits in whole mireds.
    private var mireds: ClosedRange<Int64>? {
        light.mireds.map { range in
            let low = min(max(Int64(nearestMireds: range.lowerBound), 1), 65_279)
            return low...min(max(Int64(nearestMireds: range.upperBound), low), 65_279)
        }
    }

    var draft: TraitDraft {
        var features: UInt32 = 0
        var values: [String: PlainValue] = ["options": 0, "numberOfPrimaries": nil]
        var mode: Int64 = 2
        switch light.color {
        case .none: break
        case .hueSaturation:
            features |= 0x1
            mode = 0
            values.merge(["currentHue": 0, "currentSaturation": 0]) { $1 }
        case .xy:
            features |= 0x8
            mode = 1
            values.merge(["currentX": 24_939, "currentY": 24_701]) { $1 }
        }
        if let mireds {
            features |= 0x10
            values.merge([
                "colorTemperatureMireds": .integer(min(max(250, mireds.lowerBound), mireds.upperBound)),
                "colorTempPhysicalMinMireds": .integer(mireds.lowerBound),
                "colorTempPhysicalMaxMireds": .integer(mireds.upperBound),
                "coupleColorTempToLevelMinMireds": .integer(mireds.lowerBound),
                "startUpColorTemperatureMireds": nil,
            ]) { $1 }
        }
        values["colorMode"] = .integer(mode)
        values["enhancedColorMode"] = .integer(mode)
        values["colorCapabilities"] = .integer(Int64(features))
        return TraitDraft(T.matterColorControl, features: features, values)
    }

    /// A report names either a colour or a colour temperature; the other is unknown then.
    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        var values: [String: PlainValue] = [:]
        if let number = state.number(.colorTemperature), let mireds {
            let whole = min(max(Int64(nearestMireds: number), mireds.lowerBound), mireds.upperBound)
            values = ["colorTemperatureMireds": .integer(whole), "colorMode": 2, "enhancedColorMode": 2]
        } else if light.color == .xy, let x = state.number(.x), let y = state.number(.y) {
            values = [
                "currentX": Self.part(x, of: 65_536, upTo: 65_279), "currentY": Self.part(y, of: 65_536, upTo: 65_279),
                "colorMode": 1, "enhancedColorMode": 1,
            ]
        } else if light.color == .hueSaturation, let hue = state.number(.hue),
            let saturation = state.number(.saturation)
        {
            values = [
                "currentHue": Self.part(hue / 360, of: 254, upTo: 254),
                "currentSaturation": Self.part(saturation / 100, of: 254, upTo: 254), "colorMode": 0,
                "enhancedColorMode": 0,
            ]
        }
        return values.isEmpty ? [:] : [PartTrait(part, T.matterColorControl): values]
    }

    /// - Parameter share: 0 to 1.
    private static func part(_ share: Double, of whole: Double, upTo most: Double) -> PlainValue {
        .rounded(min(max(share * whole, 0), most))
    }

    /// What a command of ColorControl asks; nil for another trait's.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard call.part == part, call.trait.id == T.matterColorControl.id else { return nil }
        let ignores = ExecuteIfOff.ignores(call.command, call.arguments, of: call.trait, attributes: call.present)
        guard states.of(entity).bool(.on) != false || !ignores else { return [] }
        func number(_ name: String) -> Int64 { call.integer(name) ?? call.attribute(name)?.integer ?? 0 }
        func step(_ name: String) -> Int64 {
            let size = call.integer("stepSize") ?? 0
            return number(name) + (call.integer("stepMode") == 3 ? -size : size)
        }
        switch call.command.name {
        case "MoveToColorTemperature": return [temperature(number("colorTemperatureMireds"), call)]
        case "StepColorTemperature": return [temperature(step("colorTemperatureMireds"), call)]
        case "MoveToHueAndSaturation": return [color(number("hue"), number("saturation"), call)]
        case "MoveToHue": return [color(number("hue"), number("currentSaturation"), call)]
        case "MoveToSaturation": return [color(number("currentHue"), number("saturation"), call)]
        case "StepHue":
            // 254 is a whole turn, so that 254 and 0 are the same hue.
            let hue = step("currentHue") % 254
            return [color(hue < 0 ? hue + 254 : hue, number("currentSaturation"), call)]
        case "StepSaturation": return [color(number("currentHue"), min(max(step("currentSaturation"), 0), 254), call)]
        case "MoveToColor": return [xy(number("colorX"), number("colorY"), call)]
        case "StepColor":
            let x = number("currentX") + (call.integer("stepX") ?? 0)
            let y = number("currentY") + (call.integer("stepY") ?? 0)
            return [xy(min(max(x, 0), 65_279), min(max(y, 0), 65_279), call)]
        case "StopMoveStep": return []
        // These move until they are stopped, which no ecosystem can.
        default: throw call.unsupported
        }
    }

    private func temperature(_ wanted: Int64, _ call: TraitCall) -> EntityCommand {
        let number = mireds.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? wanted
        return command([.colorTemperature: .number(Double(number))], call)
    }

    private func color(_ hue: Int64, _ saturation: Int64, _ call: TraitCall) -> EntityCommand {
        command(
            [.hue: .number(Double(hue) * 360 / 254), .saturation: .number(Double(saturation) * 100 / 254)], call)
    }

    private func xy(_ x: Int64, _ y: Int64, _ call: TraitCall) -> EntityCommand {
        let wanted = ColorGamut.Point(x: Double(x) / 65_536, y: Double(y) / 65_536)
        // The light shows the nearest colour, and confirms that one.
        let shown = light.gamut?.nearest(to: wanted) ?? wanted
        return command([.x: .number(shown.x), .y: .number(shown.y)], call)
    }

    private func command(_ values: [EntityProperty: EntityValue], _ call: TraitCall) -> EntityCommand {
        EntityCommand(entity: entity, values: values, transition: light.hasTransition ? call.transition : nil)
    }
}

extension Int64 {
    /// The nearest whole number of mireds, at most 65,279.
    fileprivate init(nearestMireds value: Double) {
        self = Int64(exactly: Swift.min(Swift.max(value.isNaN ? 1 : value, 1), 65_279).rounded()) ?? 1
    }
}
