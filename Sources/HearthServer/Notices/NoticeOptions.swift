internal import HearthNoticeTargets
package import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The options of `hearth serve` for notices.
package enum NoticeOptions {
    package static let all: [Arguments.Option] = [
        .init(
            "notify-url", "URL",
            "Posts each notice to this address, as JSON with title, text, urgency, kind, home and recipients. "
                + "hearth notices send-to adds addresses without a restart."),
        .init(
            "notify-text", nil,
            "Posts notices as plain text with title and priority in header fields, for ntfy. Recipients are left out."
        ),
        .init(
            "notify-command", "COMMAND",
            "Runs a shell command for each notice, with the text in $HEARTH_TITLE, $HEARTH_TEXT, "
                + "$HEARTH_URGENCY and $HEARTH_HOME, and the JSON on its standard input."),
        push,
    ]

    /// The option for push servers of one's own.
    package static let push = Arguments.Option(
        "push-host", "HOST",
        "Also sends notices to browsers whose push service is this host; may be given several times. Those of Chrome, "
            + "Firefox, Safari and Edge are known.")

    /// The sinks that the options of `hearth serve` name. An address that can't be posted to is left out, as it must not
    /// keep the devices offline.
    ///
    /// - Parameters:
    ///   - shell: the path of the shell that runs commands.
    ///   - say: receives what is wrong with the address.
    /// - Throws: for options that can't be meant, and for a command on a system without a shell.
    static func sinks(
        _ arguments: Arguments, shell: String = NoticeCommand.shell, say: (String) -> Void
    ) throws(CommandError) -> [NoticeSink] {
        var sinks: [NoticeSink] = []
        if let url = arguments["notify-url"] {
            do throws(PostError) {
                let form: NoticeForm = arguments.has("notify-text") ? .ntfy : .webhook
                sinks.append(.target(try NoticeTarget(WebAddress(url), form: form)))
            } catch {
                say("no notices are posted to --notify-url: \(error.message); \(error.wayOut)")
            }
        } else if arguments.has("notify-text") {
            throw CommandError(.usage, "--notify-text needs an address to post to; add --notify-url")
        }
        if let command = arguments["notify-command"] {
            guard FileManager.default.isExecutableFile(atPath: shell) else {
                throw CommandError(
                    .cantStart,
                    "--notify-command needs the shell \(shell), which this system does not have, such as the container's "
                        + "image; use --notify-url, or an image of your own with a shell")
            }
            sinks.append(.command(command))
        }
        return sinks
    }
}
