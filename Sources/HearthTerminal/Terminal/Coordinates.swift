internal import HearthBase
package import HearthCalendar
internal import HearthTraitCore

/// The value of `--location`.
package enum Coordinates {
    /// Reads a latitude and a longitude.
    package static func location(_ text: String) throws(CommandError) -> GeoLocation {
        let numbers = text.split(separator: ",").map { Double($0.withoutOuterSpace) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let location = GeoLocation(latitude: latitude, longitude: longitude)
        {
            return location
        }
        throw CommandError(
            .usage, "--location takes a latitude and a longitude in degrees, as in 52.52,13.40, not \(quoted(text))")
    }
}
