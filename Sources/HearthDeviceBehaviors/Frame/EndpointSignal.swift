/// A message between the traits of one endpoint.
public enum EndpointSignal: Hashable, Sendable {
    /// OnOff has changed. `byTrait`: whether another trait, such as LevelControl, requested it.
    case switched(on: Bool, byTrait: Bool)
    /// Another trait, such as LevelControl, requests a state of OnOff.
    case turn(on: Bool)
    /// The level reached `level` between `lowest` and `highest`. `couplesColorTemperature` is LevelControl's option.
    case levelChanged(level: UInt8, lowest: UInt8, highest: UInt8, couplesColorTemperature: Bool)
}
