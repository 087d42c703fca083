/// A colour as red, green and blue, each from 0 to 1.
package struct RGB: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double

    /// A colour of its parts; those out of range count as the nearest in range.
    package init(_ red: Double, _ green: Double, _ blue: Double) {
        func bounded(_ part: Double) -> Double { part.isFinite ? min(max(part, 0), 1) : 0 }
        (self.red, self.green, self.blue) = (bounded(red), bounded(green), bounded(blue))
    }

    /// The fully bright colour of a hue of 0 to 360 and a saturation of 0 to 100.
    package init(hue: Double, saturation: Double) {
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
    package var brightness: Double { max(red, green, blue) }

    /// The hue, from 0 to 360; 0 of a grey. It does not change with brightness.
    package var hue: Double {
        let (high, span) = (brightness, span)
        guard span > 0 else { return 0 }
        var sector = 0.0
        if high == red {
            sector = (green - blue) / span
        } else if high == green {
            sector = 2 + (blue - red) / span
        } else {
            sector = 4 + (red - green) / span
        }
        return sector < 0 ? sector * 60 + 360 : sector * 60
    }

    /// The saturation, from 0 to 100. It does not change with brightness.
    package var saturation: Double { span > 0 ? 100 * span / brightness : 0 }

    private var span: Double { brightness - min(red, green, blue) }

    /// The parts from 0 to 255, times a brightness of 0 to 1.
    package func bytes(brightness: Double = 1) -> [Int] {
        let share = brightness.isFinite ? min(max(brightness, 0), 1) : 1
        return [red, green, blue].map { Int(exactly: ($0 * share * 255).rounded()) ?? 255 }
    }
}
