/// A notice of a home, as it leaves the hub.
package struct PostedNotice: Hashable, Sendable {
    /// The ID of the structure.
    package var structureID: String
    /// The name of the structure.
    package var structureName: String
    /// The notice's number in its structure.
    package var id: UInt64
    package var title: String
    /// May be empty.
    package var text: String
    package var urgency: NoticeUrgency
    /// What it is about, as Hearth's trait Notices names it: `message`, `batteryLow`.
    package var kind: String
    /// Names of the recipients; empty for everybody.
    package var recipients: [String]
    /// The device or automation that it is about; nil for none.
    package var deviceID: String?
    package var automationID: String?
    /// The name of the device, automation or person that it is about; empty for none.
    package var subject: String

    package init(
        structureID: String, structureName: String, id: UInt64, title: String, text: String, urgency: NoticeUrgency,
        kind: String, recipients: [String] = [], deviceID: String? = nil, automationID: String? = nil,
        subject: String = ""
    ) {
        self.structureID = structureID
        self.structureName = structureName
        self.id = id
        self.title = title
        self.text = text
        self.urgency = urgency
        self.kind = kind
        self.recipients = recipients
        self.deviceID = deviceID
        self.automationID = automationID
        self.subject = subject
    }
}

/// How urgent a notice is. The raw values are those of Hearth's trait Notices.
package enum NoticeUrgency: UInt64, Hashable, Sendable, CaseIterable, Comparable {
    case information = 0
    case warning
    case alarm

    /// The word for it, as in commands and settings.
    package var word: String {
        switch self {
        case .information: "information"
        case .warning: "warning"
        case .alarm: "alarm"
        }
    }

    package init?(word: String) {
        guard let urgency = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = urgency
    }

    package static func < (one: NoticeUrgency, other: NoticeUrgency) -> Bool { one.rawValue < other.rawValue }
}
