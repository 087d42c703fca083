/// The table of services and of the mappings between their characteristics and traits, for both directions.
///
/// An accessory's service uses the row that covers most of its characteristics, and the first one of equals.
enum ServiceTable {
    /// All rows except the accessory information service. Rows for otherwise unused traits come last.
    static let all: [ServiceMapping] =
        lights + climate + access + openings + [humidistat] + hearths + sensors + air + buttons + cameras + water
        + media + leftOvers

    /// The traits that any row requires.
    static let traits = Set(all.flatMap(\.traits))
}
