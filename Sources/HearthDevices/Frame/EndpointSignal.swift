/// What the traits of one endpoint tell each other.
enum EndpointSignal: Hashable, Sendable {
    /// OnOff changed; `byLevel` says that LevelControl asked for it and needs no telling.
    case switched(on: Bool, byLevel: Bool)
    /// LevelControl wants OnOff to be so.
    case turn(on: Bool)
    /// The level reached `level` between `lowest` and `highest`; `couplesColorTemperature` is LevelControl's option.
    case levelChanged(level: UInt8, lowest: UInt8, highest: UInt8, couplesColorTemperature: Bool)
}
