/// Times in whole seconds, as JSON output has them.
enum WholeTime {
    /// The whole seconds of a time since 1970; 0 for a time that is not finite or out of range, which a faulty hub may
    /// send.
    static func seconds(_ time: Double) -> Int64 { Int64(exactly: time.rounded(.towardZero)) ?? 0 }
}
