#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Words for single values of a home. Each function takes Matter's raw number.
public enum Phrase {
    /// A number rounded to a number of decimal places: "21.5".
    public static func decimal(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int64(exactly: (value * scale).rounded()) else { return "\(value)" }
        guard digits > 0 else { return String(scaled) }
        let text = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    /// A part of a whole in percent, rounded, but at least 1 % for any part above zero: "71 %".
    public static func percent(_ part: Double, of whole: Double) -> String { "\(percentage(part, of: whole)) %" }

    /// A level of LevelControl as a percentage of 254, the highest: "71 %".
    public static func brightness(level: UInt8) -> String { percent(Double(level), of: 254) }

    /// The number of ``percent(_:of:)``, from 0 to 100.
    public static func percentage(_ part: Double, of whole: Double) -> Int {
        guard whole > 0, part > 0 else { return 0 }
        return Int(min(max((part * 100 / whole).rounded(), 1), 100))
    }

    /// A temperature in 0.01 °C, to a tenth: "-17.9 °C".
    public static func temperature(_ centidegrees: Int64) -> String {
        "\(decimal(Double(centidegrees) / 100, digits: 1)) °C"
    }

    /// A relative humidity in 0.01 %: "58 % humid".
    public static func humidity(_ percent100ths: Int64) -> String {
        "\(decimal(Double(percent100ths) / 100, digits: 0)) % humid"
    }

    /// The measured value of a light sensor, 10,000 · log10(lux) + 1; 0 is too dark to measure (Matter,
    /// IlluminanceMeasurement).
    public static func illuminance(_ measured: Int64) -> String {
        guard measured > 0 else { return "dark" }
        let lux = lux(measured)
        return "\(decimal(lux, digits: lux < 10 ? 1 : 0)) lx"
    }

    static func lux(_ measured: Int64) -> Double { measured > 0 ? pow(10, Double(measured - 1) / 10_000) : 0 }

    /// Whether somebody is there.
    public static func occupancy(_ isOccupied: Bool) -> String { isOccupied ? "somebody" : "nobody" }

    /// How far a covering is open, from how far it is closed in 0.01 %: "closed", "40 % open", "open".
    public static func opening(closedPercent100ths closed: UInt16) -> String {
        switch closed {
        case 0: "open"
        case 10_000...: "closed"
        default: "\(openPercentage(closedPercent100ths: closed)) % open"
        }
    }

    /// How far a covering is open, from 0 (closed) to 100 (open); positions in between are at least 1 and at most 99.
    public static func openPercentage(closedPercent100ths closed: UInt16) -> Int {
        switch closed {
        case 0: 100
        case 10_000...: 0
        default: min(max((10_000 - Int(closed) + 50) / 100, 1), 99)
        }
    }

    /// A DoorLock.LockState: "locked"; unknown for nil.
    public static func lock(_ lockState: Int64?) -> String {
        switch lockState {
        case 0: "not fully locked"
        case 1: "locked"
        case 2, 3: "unlocked"
        default: "unknown"
        }
    }

    /// A DoorLock.DoorState other than closed: "open"; nil if closed or unknown.
    public static func door(_ doorState: Int64?) -> String? {
        switch doorState {
        case 0: "open"
        case 2: "jammed"
        case 3: "forced open"
        case 5: "ajar"
        default: nil
        }
    }

    /// A color temperature, given in mired, rounded to 50 kelvin: "2700 K".
    public static func white(mireds: UInt16) -> String? { kelvin(mireds: mireds).map { "\($0) K" } }

    static func kelvin(mireds: UInt16) -> Int? {
        mireds > 0 ? Int((1_000_000 / Double(mireds) / 50).rounded() * 50) : nil
    }

    /// The named hues in Matter's unit: 0 to 254 around the color circle.
    public static let hues: [(name: String, hue: UInt8)] = [
        ("red", 0), ("orange", 21), ("yellow", 42), ("green", 85), ("cyan", 127), ("blue", 169), ("purple", 195),
        ("pink", 220),
    ]

    /// The color name for a hue and saturation of 0 to 254: "blue"; white if the saturation is below an eighth.
    public static func color(hue: UInt8, saturation: UInt8) -> String {
        guard saturation >= 32 else { return "white" }
        func distance(_ other: UInt8) -> Int {
            let straight = abs(Int(hue) - Int(other))  // in range: 255 at most
            return min(straight, 254 - straight)
        }
        return hues.min { distance($0.hue) < distance($1.hue) }?.name ?? "colored"
    }

    /// An identifier as words: "notPlaying" is "not playing".
    public static func words(ofName name: String) -> String {
        var result = ""
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            let isAfterSmall = index > 0 && letters[index - 1].isLowercase
            let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isLowercase
            if letter.isUppercase, isAfterSmall { result += " " }
            // Abbreviations keep their upper case.
            result += letter.isUppercase && isAfterSmall && isBeforeSmall ? letter.lowercased() : String(letter)
        }
        return result
    }
}
