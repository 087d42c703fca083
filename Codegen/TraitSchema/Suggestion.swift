internal import HearthTraitDescriptors

/// Finds the probable meaning of a mistyped name.
public enum Suggestion {
    /// The candidate nearest to `name`, if it is near enough to be a typo.
    public static func nearest<Names: Sequence<String>>(to name: String, among candidates: Names) -> String? {
        nearestNames(to: name, among: candidates, slipsOnly: true).first
    }

    /// The hint `did you mean 'X'?`; nil if no candidate is near, or if the name is itself a candidate.
    public static func hint<Names: Sequence<String>>(for name: String, among candidates: Names) -> String? {
        nearest(to: name, among: candidates).flatMap { $0 == name ? nil : "did you mean '\($0)'?" }
    }
}
