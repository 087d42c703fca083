internal import HearthEntities

/// A colour as red, green and blue, each from 0 to 1.
struct RGB: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        func bounded(_ part: Double) -> Double { part.isFinite ? min(max(part, 0), 1) : 0 }
        (self.red, self.green, self.blue) = (bounded(red), bounded(green), bounded(blue))
    }

    /// The fully bright colour of a hue of 0 to 360 and a saturation of 0 to 100.
    init(hue: Double, saturation: Double) {
        let sector = (hue.isFinite ? hue : 0).truncatingRemainder(dividingBy: 360) / 60
        let turn = sector < 0 ? sector + 6 : sector
        func part(_ offset: Double) -> Double {
            let place = (turn + offset).truncatingRemainder(dividingBy: 6)
            let share = min(max(min(place, 4 - place), 0), 1)
            return 1 - saturation / 100 * share
        }
        self.init(part(5), part(3), part(1))
    }

    /// The share of the strongest part.
    var brightness: Double { max(red, green, blue) }

    /// Hue and saturation, which do not change with brightness.
    var values: [EntityProperty: EntityValue] {
        let (high, low) = (brightness, min(red, green, blue))
        let span = high - low
        guard high > 0, span > 0 else { return [.hue: .number(0), .saturation: .number(0)] }
        var sector = 0.0
        if high == red {
            sector = (green - blue) / span
        } else if high == green {
            sector = 2 + (blue - red) / span
        } else {
            sector = 4 + (red - green) / span
        }
        let hue = sector < 0 ? sector * 60 + 360 : sector * 60
        return [.hue: .number(hue), .saturation: .number(100 * span / high)]
    }

    /// The parts from 0 to 255, times a brightness of 0 to 1.
    func bytes(brightness: Double = 1) -> [Int] {
        let share = brightness.isFinite ? min(max(brightness, 0), 1) : 1
        return [red, green, blue].map { Int(exactly: ($0 * share * 255).rounded()) ?? 255 }
    }
}

/// The words for the present colour of a light.
enum LightMode {
    private static let colors: Set<EntityProperty> = [.hue, .saturation, .x, .y]

    /// The properties that do not count in a mode of Home Assistant: a light shows a colour or a temperature.
    static func hidden(_ mode: String) -> Set<EntityProperty> {
        switch mode {
        case "color_temp": colors
        case "hs", "xy", "rgb", "rgbw", "rgbww": [.colorTemperature]
        case "white", "brightness", "onoff": colors.union([.colorTemperature])
        default: []
        }
    }
}
