internal import HearthHub
internal import HearthTerminal
internal import HearthTraitCore

/// A destination of a hub's notices: a web address that they are posted to, or a command.
package enum NoticeSink: Equatable {
    /// - Parameter isText: whether the body is the notice's text, as for ntfy; JSON otherwise.
    case post(url: String, isText: Bool)
    case command(String)

    /// A program to run for a notice.
    struct Job: Equatable {
        /// The name in errors.
        var name: String
        var program: String
        var arguments: [String]
        /// Added to the hub's own environment.
        var environment: [String: String] = [:]
        var input: String
    }

    /// The timeout of a delivery.
    static let timeLimit = Duration.seconds(30)

    func job(for notice: HubNotice) -> Job {
        switch self {
        case .command(let command):
            // Text from devices and people is in the environment, never in the command itself.
            Job(
                name: "the command", program: "/bin/sh", arguments: ["-c", command],
                environment: [
                    "HEARTH_TITLE": Self.line(notice.title), "HEARTH_TEXT": Self.line(notice.text),
                    "HEARTH_URGENCY": Self.urgency(notice), "HEARTH_HOME": Self.line(notice.structureName),
                ], input: Self.json(notice) + "\n")
        case .post(let url, let isText):
            // The settings are on standard input, because an address may contain a secret and other users can see
            // arguments.
            Job(
                name: "curl", program: "/usr/bin/env", arguments: ["curl", "--config", "-"],
                input: Self.settings(
                    [
                        ("url", url), ("request", "POST"), ("max-time", "\(Self.timeLimit.components.seconds - 5)"),
                        ("proto", "=http,https"), ("output", "/dev/null"),
                    ] + (isText ? Self.textBody(notice) : Self.jsonBody(notice))))
        }
    }

    private static func jsonBody(_ notice: HubNotice) -> [(String, String)] {
        [("header", "Content-Type: application/json"), ("data-raw", json(notice))]
    }

    /// The form of ntfy (docs.ntfy.sh, Publishing) and similar services: title and priority as header fields.
    private static func textBody(_ notice: HubNotice) -> [(String, String)] {
        let priorities: [UInt64: String] = [1: "4", 2: "5"]
        return [
            ("header", "Content-Type: text/plain; charset=utf-8"), ("header", "Title: \(line(notice.title))"),
            ("header", "Priority: \(priorities[notice.urgency] ?? "3")"),
            ("data-raw", notice.text.isEmpty ? notice.title : notice.text),
        ]
    }

    static func json(_ notice: HubNotice) -> String {
        JSON.object([
            ("title", .string(notice.title)), ("text", .string(notice.text)), ("urgency", .string(urgency(notice))),
            ("home", .string(notice.structureName)), ("id", .number(notice.id)),
            ("recipients", .array(notice.recipients.map { .string($0) })),
        ]).text
    }

    private static func urgency(_ notice: HubNotice) -> String {
        let names = NoticesTrait.urgencies
        let index = Int(clamping: notice.urgency)
        return names.indices.contains(index) ? names[index] : "\(notice.urgency)"
    }

    /// A text in one line, as header fields and environment variables require.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
    }

    /// A curl configuration file: each value in quotes, with curl's escapes.
    private static func settings(_ values: [(String, String)]) -> String {
        let lines = values.map { name, value in "\(name) = \(inQuotes(value))" }
        return (["fail", "silent", "show-error"] + lines).joined(separator: "\n") + "\n"
    }
}
