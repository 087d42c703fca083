/// Words for the quality of air, as sensors publish them, with the values of AirQualityEnum (Matter Application Clusters
/// 1.4, section 2.9.5.1).
package enum AirQualityWords {
    /// The device class of a sensor with these words. It is of Hearth's own, as Home Assistant has one for numbers only.
    package static let deviceClass = "air_quality"

    private static let values: [String: Int64] = [
        "excellent": 1, "good": 2, "moderate": 3, "poor": 4, "unhealthy": 5, "hazardous": 6,
    ]
    /// Words of sensors that can't measure now.
    private static let unknown: Set<String> = ["unknown", "out_of_range"]

    /// The value of a word; 0, unknown, for any other.
    static func value(_ word: String) -> Int64 { values[word] ?? 0 }

    /// Whether the options of a sensor are words for the quality of air.
    package static func are(_ options: [String]) -> Bool {
        options.contains { values[$0] != nil } && options.allSatisfy { values[$0] != nil || unknown.contains($0) }
    }
}
