/// A message between the traits of one endpoint.
enum EndpointSignal: Hashable, Sendable {
    /// OnOff has changed. `byLevel`: whether LevelControl requested it.
    case switched(on: Bool, byLevel: Bool)
    /// LevelControl requests a state of OnOff.
    case turn(on: Bool)
    /// The level reached `level` between `lowest` and `highest`. `couplesColorTemperature` is LevelControl's option.
    case levelChanged(level: UInt8, lowest: UInt8, highest: UInt8, couplesColorTemperature: Bool)
}
