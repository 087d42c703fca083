package import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthPhrases

/// An invitation link as it is shown to people.
package enum Invitation {
    /// - Parameter page: the link for browsers; nil for a maker's process, which is not a browser.
    package static func text(_ link: HubLink, page: String?, expiresAt: Int64) -> String {
        let picture = QRCode(Array((page ?? link.description).utf8))
        let browser = page.map { "\n    \($0)\nor, without a browser:" } ?? ""
        return """
            \(picture.map { $0.terminalText + "\n" } ?? "")Good for one client, until \(LocalTime.dateAndTime(Double(expiresAt))):\(browser)
                \(ShellLine.line(["hearth", "claim", link.description]))
            """
    }
}
