package import HearthTerminal

extension NoticeSink {
    /// The options of `hearth serve` for notices.
    package static let options: [Arguments.Option] = [
        .init(
            "notify-url", "URL",
            "Posts each notice to this address, as JSON with title, text, urgency, home and recipients. Needs curl."),
        .init(
            "notify-text", nil,
            "Posts notices as plain text with title and priority in header fields, for ntfy. Recipients are left out."
        ),
        .init(
            "notify-command", "COMMAND",
            "Runs a shell command for each notice, with the text in $HEARTH_TITLE, $HEARTH_TEXT, "
                + "$HEARTH_URGENCY and $HEARTH_HOME, and the JSON on its standard input."),
    ]

    /// The sinks that the options of `hearth serve` name.
    static func sinks(_ arguments: Arguments) throws(CommandError) -> [NoticeSink] {
        var sinks: [NoticeSink] = []
        if let url = arguments["notify-url"] {
            guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
                throw CommandError(.usage, "--notify-url takes an address that begins with http:// or https://")
            }
            sinks.append(.post(url: url, isText: arguments.has("notify-text")))
        } else if arguments.has("notify-text") {
            throw CommandError(.usage, "--notify-text needs an address to post to; add --notify-url")
        }
        if let command = arguments["notify-command"] { sinks.append(.command(command)) }
        return sinks
    }
}
