internal import HearthEntities

/// The unit of a device's temperatures. Entities have °C.
enum TemperatureUnit: UInt32, Sendable {
    case celsius = 0
    case fahrenheit = 1
    case kelvin = 2

    /// The step of a device that says none.
    private static let usualStep = 0.5

    /// - Parameter number: the enum's number; unknown ones count as °C.
    init(number: UInt32) { self = TemperatureUnit(rawValue: number) ?? .celsius }

    /// A temperature of the device in °C, to a hundredth of a degree.
    func celsius(_ value: Float) -> EntityValue {
        guard case .number(let number) = EntityValue.number(of: value) else { return .unknown }
        switch self {
        case .celsius: return .number(number)
        case .fahrenheit: return .number(((number - 32) * 5 / 9 * 100).rounded() / 100)
        case .kelvin: return .number(((number - 273.15) * 100).rounded() / 100)
        }
    }

    /// A target in °C as the device has it. In °F it is one of the device's steps, as hundredths of °C lie beside them.
    ///
    /// - Parameters:
    ///   - minimum: the device's least target, at which the steps begin.
    ///   - step: the device's step.
    func device(_ celsius: Double, from minimum: Float, step: Float) -> Float {
        switch self {
        case .celsius: return Float(celsius)
        case .fahrenheit:
            let (value, step) = (celsius * 9 / 5 + 32, NumberModel.step(step, default: Self.usualStep))
            let start = minimum.isFinite ? Double(minimum) : 0
            return Float(start + ((value - start) / step).rounded() * step)
        case .kelvin: return Float(celsius + 273.15)
        }
    }

    /// The range and step of targets in °C; 7 to 35 °C in steps of 0.5 if the device's numbers make no range.
    func targets(_ minimum: Float, _ maximum: Float, _ step: Float) -> (minimum: Double, maximum: Double, step: Double)
    {
        let step = NumberModel.step(step, default: Self.usualStep)
        guard case .number(let low) = celsius(minimum), case .number(let high) = celsius(maximum), low < high else {
            return (7, 35, Self.usualStep)
        }
        return (low, high, self == .fahrenheit ? step * 5 / 9 : step)
    }
}
