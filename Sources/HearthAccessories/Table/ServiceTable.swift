/// Which services devices have, and what ties their characteristics to traits: the one table for both directions
/// (reference: HomeKit model, part 10).
///
/// Of two rows for the same service the first one is what an accessory's service becomes.
enum ServiceTable {
    /// All rows but the accessory's information; those that take what others leave come last.
    static let all: [ServiceMapping] =
        lights + climate + access + openings + [humidistat] + hearths + sensors + air + buttons + water + media
        + leftOvers

    /// The traits that some row needs.
    static let traits = Set(all.flatMap(\.traits))
}
