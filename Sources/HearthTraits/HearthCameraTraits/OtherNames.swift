// Names of Google's SDK that the generator does not give.

extension Google.ChimeTrait.ExternalChimeType {
    /// There is no such bell. Google's name of ``noneValue``.
    public static var none: Self { .noneValue }
}
