internal import HearthRPC
internal import HearthWire

/// The reason that a maker's process gives for the end of a stream, as viewers get it. The process is not trusted to
/// speak for the hub: it can't say that a right is missing, name an object, or write to a terminal.
enum FeedFailure {
    /// The codes that a process may give; others become `unavailable`.
    private static let codes: Set<RPCError.Code> = [
        .unavailable, .deadlineExceeded, .failedPrecondition, .invalidArgument, .resourceExhausted, .unimplemented,
    ]
    /// The longest reason, in characters.
    private static let longest = 300

    static func error(of status: Hearth_V1_AttachStatus) -> RPCError {
        guard let error = status.error else { return RPCError(.unavailable, "the camera has ended its stream") }
        // Cut first: a message may have some megabytes.
        let text = error.message.unicodeScalars.prefix(2 * longest).filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return RPCError(
            codes.contains(error.code) ? error.code : .unavailable,
            String(String(String.UnicodeScalarView(text)).prefix(longest)))
    }
}
