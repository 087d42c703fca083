internal import HearthBase
internal import HearthHTTP1
internal import HearthTraitDescriptors

/// The form in which a web server takes notices.
package enum NoticeForm: Hashable, Sendable {
    /// ntfy: the text as the body, title and priority as header fields (docs.ntfy.sh, "Publishing").
    case ntfy
    /// A JSON object.
    case webhook

    /// The request that posts a notice.
    ///
    /// - Parameter token: an access token (RFC 6750, section 2.1); nil for none.
    func request(_ notice: PostedNotice, to address: WebAddress, token: String?) -> HTTP1ClientRequest {
        var fields: [HTTP1ClientRequest.Field]
        let body: String
        switch self {
        case .ntfy:
            fields = [
                HTTP1ClientRequest.Field("Content-Type", "text/plain; charset=utf-8"),
                HTTP1ClientRequest.Field("Title", Self.line(notice.title)),
                HTTP1ClientRequest.Field("Priority", Self.priority(notice.urgency)),
            ]
            if let tag = Self.tag(notice.urgency) { fields.append(HTTP1ClientRequest.Field("Tags", tag)) }
            body = notice.text.isEmpty ? notice.title : notice.text
        case .webhook:
            fields = [HTTP1ClientRequest.Field("Content-Type", "application/json")]
            body = Self.json(notice)
        }
        fields.append(HTTP1ClientRequest.Field("User-Agent", "Hearth"))
        if let token {
            fields.append(HTTP1ClientRequest.Field("Authorization", "Bearer \(Self.line(token))"))
        } else if !address.login.isEmpty {
            let login = String(decoding: Base64.encode(address.login), as: UTF8.self)
            fields.append(HTTP1ClientRequest.Field("Authorization", "Basic \(login)"))
        }
        return HTTP1ClientRequest(
            "POST", address.target, fields: fields, body: [UInt8](body.utf8), mostAnswerBytes: nil)
    }

    /// The notice as a JSON object in one line.
    package static func json(_ notice: PostedNotice) -> String {
        var members: [(String, JSON)] = [
            ("title", .string(notice.title)), ("text", .string(notice.text)),
            ("urgency", .string(notice.urgency.word)), ("kind", .string(notice.kind)),
            ("home", .string(notice.structureName)), ("id", .number(notice.id)),
            ("recipients", .array(notice.recipients.map { .string($0) })),
        ]
        if !notice.subject.isEmpty { members.append(("subject", .string(notice.subject))) }
        if let id = notice.deviceID { members.append(("device", .string(id))) }
        if let id = notice.automationID { members.append(("automation", .string(id))) }
        return JSON.object(members).text
    }

    /// A text in one line, as header fields and environment variables require.
    package static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
    }

    /// ntfy's priorities: 3 is the default, 4 high, 5 urgent.
    private static func priority(_ urgency: NoticeUrgency) -> String {
        switch urgency {
        case .information: "3"
        case .warning: "4"
        case .alarm: "5"
        }
    }

    /// ntfy shows these tags as pictures before the title.
    private static func tag(_ urgency: NoticeUrgency) -> String? {
        switch urgency {
        case .information: nil
        case .warning: "warning"
        case .alarm: "rotating_light"
        }
    }
}
