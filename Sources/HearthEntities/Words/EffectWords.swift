/// Words for effects of lights.
package enum EffectWords {
    /// Effects that end another one, the one that ends most first. A light then reports this word or none.
    package static let ends = ["stop_hue_effect", "stop_effect", "finish_effect", "clear_effect", "none", "off"]
}
