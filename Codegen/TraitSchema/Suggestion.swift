internal import HearthTraitModel

/// Finds what a mistyped name was probably meant to be.
public enum Suggestion {
    /// The candidate nearest to `name`, if it is near enough to be a slip.
    public static func nearest<Names: Sequence<String>>(to name: String, among candidates: Names) -> String? {
        nearestNames(to: name, among: candidates, slipsOnly: true).first
    }

    /// As a hint: `did you mean 'X'?`; nil if nothing is near, or if the name itself is a candidate in another place.
    public static func hint<Names: Sequence<String>>(for name: String, among candidates: Names) -> String? {
        nearest(to: name, among: candidates).flatMap { $0 == name ? nil : "did you mean '\($0)'?" }
    }
}
