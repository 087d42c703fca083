internal import HearthMessage
package import HearthRPC

/// Limits of the length of texts in requests. They are checked in one place for each request of `hearth.v1`, before it
/// is decoded, so that no method handles texts of unlimited length. Texts that a handler checks itself, with a better
/// message, have a higher limit here.
package enum RequestLimits {
    /// Maximum bytes of an ID, and of every other text that is not listed.
    package static let idBytes = 255

    private static let limits = TextLimits(
        bytes: idBytes,
        fields: [
            // Up to these limits, the handlers' own checks report texts that are too long.
            "name": 4_096, "description": 4_096, "hearth.v1.SayWordsRequest.words": 1_024,
            "hearth.v1.AppDatum.key": 4_096, "hearth.v1.AppDatum.value": 32 << 10,
            "hearth.v1.UpdateAppDataRequest.remove": 4_096, "hearth.v1.IntegrationSetting.value": 32 << 10,
            // Contains two IDs.
            "page_token": 1_024,
            "hearth.v1.AutomationTextMapping.meaning": 4_096, "hearth.v1.ParseAutomationsRequest.text": 2 << 20,
            "hearth.v1.OpenWebRtcViewRequest.offer_sdp": 32 << 10, "hearth.v1.FeedRequest.answer_sdp": 32 << 10,
            // Some push services give addresses of more than 500 bytes.
            "hearth.v1.GetPushKeyRequest.endpoint": 2_048, "hearth.v1.SubscribeToNoticesRequest.endpoint": 2_048,
            "hearth.v1.UnsubscribeFromNoticesRequest.endpoint": 2_048,
            // Values in programs, which have a total limit.
            "hearth.v1.Value.text": 64 << 10,
        ], entries: 10_000)

    /// The check for requests of a type; nil for types that are not of `hearth.v1`.
    package static func check(_ type: any RPCMessage.Type) -> RequestCheck? {
        guard let layout = (type as? any Message.Type)?.layout, layout.name.hasPrefix("hearth.v1.") else { return nil }
        return { request throws(RPCError) in
            guard let excess = request.withMessage({ limits.excess(in: $0, of: layout) }) else { return }
            throw RPCError(
                .invalidArgument,
                excess.isList
                    ? "the request's \(excess.field) has more than \(excess.limit) entries, the most it may have"
                    : "the request's \(excess.field) has \(excess.count) bytes; at most \(excess.limit) are allowed")
        }
    }
}
