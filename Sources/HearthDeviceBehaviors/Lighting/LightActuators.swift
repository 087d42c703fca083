internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Hardware that is on or off, operated by an ``OnOffBehavior``.
public protocol OnOffActuator: Sendable {
    /// Switches the hardware. Called at the start and after each change. The next call waits until this one returns.
    func apply(isOn: Bool) async
}

/// Hardware with a level, such as a dimmer or an amplifier, operated by a ``LevelControlBehavior``.
public protocol LevelActuator: Sendable {
    /// Sets the hardware to a level, 0 to 254. It is 0 while the endpoint's OnOff is off and a light has faded out.
    ///
    /// Called at the start and after each change; during a fade, for each level, at most 20 times a second. The next call
    /// waits until this one returns, and then skips levels that are out of date.
    func apply(level: UInt8) async
}

/// Hardware with a colour, operated by a ``ColorControlBehavior``.
public protocol ColorActuator: Sendable {
    /// Sets the hardware to a colour, whose brightness is LevelControl's.
    ///
    /// Called at the start and after each change; during a transition, at most 20 times a second. The next call waits
    /// until this one returns, and then skips colours that are out of date.
    func apply(color: LightColor) async
}

/// A colour in the mode in which it was set.
public enum LightColor: Hashable, Sendable {
    /// White light of a colour temperature in mired (1,000,000 divided by kelvin).
    case temperature(mireds: UInt16)
    /// A hue, 0 to 65535 for the full circle from red over green and blue, and a saturation, 0 (white) to 254.
    case hueAndSaturation(hue: UInt16, saturation: UInt8)
    /// A chromaticity of CIE 1931, in 1/65536.
    case xy(x: UInt16, y: UInt16)
}

extension EndpointContext {
    /// The state of the endpoint's OnOff; nil if it has none.
    public var isOn: Bool? { sibling(Matter.OnOffTrait.self)?.onOff }
}
