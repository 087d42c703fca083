package import HearthEntities
package import HearthIntegrations
package import HearthNoticeTargets
package import HearthTraitCore
internal import HearthTraitDescriptors

/// Web servers that the hub posts its notices to: ntfy, which forwards them to phones, and webhooks. It brings no devices.
package struct NoticeTargetKind: IntegrationKind {
    private enum Field {
        static let address = "url"
        static let token = "token"
        static let urgency = "urgency"
        static let kinds = "kinds"
        static let structure = "structure"
        static let person = "person"
    }

    private static let allKinds = "all"

    private let form: NoticeForm
    private let feed: NoticeFeed
    private let poster: WebPoster
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - form: the form that its servers take.
    ///   - feed: the notices of the hub.
    ///   - poster: sends requests.
    ///   - notice: receives messages for a log.
    package init(
        _ form: NoticeForm, feed: NoticeFeed, poster: WebPoster, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.form = form
        self.feed = feed
        self.poster = poster
        self.clock = clock
        self.notice = notice
    }

    package var id: String {
        switch form {
        case .ntfy: "ntfy"
        case .webhook: "webhook"
        }
    }

    package var title: String {
        switch form {
        case .ntfy: "ntfy"
        case .webhook: "Webhook"
        }
    }

    package var summary: String {
        switch form {
        case .ntfy: "Posts the home's notices to a topic of ntfy, whose app shows them on phones."
        case .webhook: "Posts the home's notices to a web address, as JSON."
        }
    }

    package var fields: [IntegrationField] {
        let hint =
            switch form {
            case .ntfy: "the topic's address, as https://ntfy.sh/TOPIC; who knows it can read the notices"
            case .webhook: "the address that takes a POST with JSON"
            }
        return [
            IntegrationField(Field.address, "Address", .secret, isNeeded: true, hint: hint),
            IntegrationField(
                Field.token, "Access token", .secret,
                hint: "leave it empty if the server asks for none; it is sent as a bearer token"),
            IntegrationField(
                Field.urgency, "Least urgency", .choice(NoticeUrgency.allCases.map(\.word)),
                default: NoticeUrgency.information.word),
            IntegrationField(
                Field.kinds, "Kinds", .text, default: Self.allKinds,
                hint: "all, or words with commas between them: " + NoticeKinds.words.joined(separator: ", ")),
            IntegrationField(Field.structure, "Home", .text, hint: "the name of a home; leave it empty for all"),
            IntegrationField(
                Field.person, "Person", .text,
                hint: "the name of a person, whose notices and those to everybody are posted; leave it empty for all"),
        ]
    }

    /// Posts a message, both to add a target and to test it.
    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let target = try target(settings)
        reached(.connecting)
        let text =
            isAddition
            ? "From now on, this hub posts its notices here." : "This is a test. The hub's notices arrive here."
        do throws(PostError) {
            try await target.post(
                PostedNotice(
                    structureID: "", structureName: settings[Field.structure] ?? "", id: 0, title: "Hearth", text: text,
                    urgency: .information, kind: NoticeKinds.word(0)), by: poster)
        } catch {
            throw Self.failure(error)
        }
        return ProbedDevices(identity: target.identity, name: "\(title) at \(target.address.authority)")
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        let target = try target(settings)
        return NoticeLink(feed) { [poster, clock, notice] health in
            NoticeDelivery(target, by: poster, clock: clock, health: health, notice: notice)
        }
    }

    private func target(_ settings: IntegrationSettings) throws(IntegrationFailure) -> NoticeTarget {
        let choice = try choice(settings)
        do throws(PostError) {
            return try NoticeTarget(
                WebAddress(settings.secret(Field.address) ?? ""), form: form, token: settings.secret(Field.token),
                choice: choice)
        } catch {
            throw Self.failure(error)
        }
    }

    private func choice(_ settings: IntegrationSettings) throws(IntegrationFailure) -> NoticeChoice {
        let words = (settings[Field.kinds] ?? "").split { $0 == "," || $0 == " " }.map { String($0) }
        let isAll = words.isEmpty || words == [Self.allKinds]
        if !isAll, let unknown = words.first(where: { !NoticeKinds.words.contains($0) }) {
            throw IntegrationFailure(
                .failed, "there is no kind of notice \(quotedBeginning(unknown))",
                wayOut: "say all, or some of " + NoticeKinds.words.joined(separator: ", "), fields: [Field.kinds])
        }
        return NoticeChoice(
            least: settings[Field.urgency].flatMap { NoticeUrgency(word: $0) } ?? .information,
            kinds: isAll ? [] : Set(words), structure: Self.given(settings[Field.structure]),
            person: Self.given(settings[Field.person]))
    }

    private static func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private static func failure(_ error: PostError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .address: (.failed, [Field.address])
            case .unreachable, .insecure: (.unreachable, [Field.address])
            case .timedOut: (.timedOut, [])
            case .status(401), .status(403): (.secretRefused, [Field.token])
            case .broken, .status, .message, .storage: (.failed, [Field.address])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
