internal import HearthHub
internal import HearthNoticeTargets
internal import HearthRPC
internal import HearthWire

/// `hearth.v1.PushService` of a hub.
struct PushServiceHandler: Hearth_V1_PushService {
    let hub: Hub
    let center: PushCenter

    func getPushKey(
        _ request: Hearth_V1_GetPushKeyRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetPushKeyResponse {
        let person = try reader(context)
        return Hearth_V1_GetPushKeyResponse(
            publicKey: center.publicKey, isSubscribed: await center.isSubscribed(request.endpoint, of: person))
    }

    func subscribeToNotices(
        _ request: Hearth_V1_SubscribeToNoticesRequest, context: ServerContext
    ) async throws -> Hearth_V1_SubscribeToNoticesResponse {
        let person = try reader(context)
        do throws(PostError) {
            let subscription = try PushSubscription(
                endpoint: request.endpoint, publicKey: request.publicKey, secret: request.secret)
            let row = PushBook.Row(
                subscription, person: person, credential: context.principal.credential, contact: request.origin)
            try await center.subscribe(row, first: Self.first)
        } catch {
            let code: RPCError.Code =
                switch error.code {
                case .address, .message: .invalidArgument
                case .unreachable, .timedOut, .insecure, .broken, .status, .storage: .unavailable
                }
            throw RPCError(code, "\(error.message); \(error.wayOut)")
        }
        return Hearth_V1_SubscribeToNoticesResponse()
    }

    func unsubscribeFromNotices(
        _ request: Hearth_V1_UnsubscribeFromNoticesRequest, context: ServerContext
    ) async throws -> Hearth_V1_UnsubscribeFromNoticesResponse {
        await center.unsubscribe(request.endpoint, of: try reader(context))
        return Hearth_V1_UnsubscribeFromNoticesResponse()
    }

    /// The message that shows people that notices arrive. The page has words for it.
    private static let first = PostedNotice(
        structureID: "", structureName: "", id: 0, title: "Hearth",
        text: "Notices of this home arrive here from now on.",
        urgency: .information, kind: "subscribed")

    private func reader(_ context: ServerContext) throws(RPCError) -> String {
        guard let reader = hub.noticeReader(context.principal) else {
            throw RPCError(.permissionDenied, "only owners and administrators of a home get its notices")
        }
        return reader
    }
}
