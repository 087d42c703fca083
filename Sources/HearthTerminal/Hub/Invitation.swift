package import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthPhrases

/// An invitation link as it is shown to people.
package enum Invitation {
    /// - Parameter isForPeople: whether browsers can use it as well; they can't be a maker's process.
    package static func text(_ link: HubLink, expiresAt: Int64, isForPeople: Bool = true) -> String {
        let picture = QRCode(Array((isForPeople ? link.webAddress : link.description).utf8))
        let browser = isForPeople ? "\n    \(link.webAddress)\nor, without a browser:" : ""
        return """
            \(picture.map { $0.terminalText + "\n" } ?? "")Good for one client, until \(LocalTime.dateAndTime(Double(expiresAt))):\(browser)
                \(ShellLine.line(["hearth", "claim", link.description]))
            """
    }
}
