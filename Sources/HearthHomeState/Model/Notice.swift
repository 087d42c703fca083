internal import HearthBase
internal import HearthTraitCore

/// A message from the home to its people, before it has a number and a time. The numbers of kinds, urgencies and fields
/// are those of Hearth's Notices.
package struct Notice: Hashable, Sendable {
    enum Urgency: UInt64 { case information = 0, warning, alarm }

    /// The urgency of what needs care.
    package static let warning = Urgency.warning.rawValue

    package enum Kind: UInt64 {
        case message = 0, smoke, carbonMonoxide, waterLeak, lockTampering, intrusion, gas, tampering, glassBreak, heat
        case danger, clock, batteryLow, unreachable, backupFailed, certificateExpires, automationFailed, personJoined
    }

    var title: String
    var text: String
    package var urgency: UInt64
    var kind = Kind.message
    /// IDs of people; empty for all.
    package var recipients: [String] = []
    var deviceID: String?
    package var automationID: String?
    var personID: String?

    package init(
        title: String, text: String, urgency: UInt64, kind: Kind = Kind.message, recipients: [String] = [],
        deviceID: String? = nil, automationID: String? = nil, personID: String? = nil
    ) {
        self.title = title
        self.text = text
        self.urgency = urgency
        self.kind = kind
        self.recipients = recipients
        self.deviceID = deviceID
        self.automationID = automationID
        self.personID = personID
    }

    /// What the notice is about while that lasts; nil for a message or an alarm, which people dismiss.
    var condition: NoticeCondition? { NoticeCondition(kind, subject: deviceID ?? automationID ?? personID) }

    package enum Field {
        package static let noticeID: UInt32 = 0
        static let raisedAt: UInt32 = 1
        package static let title: UInt32 = 2
        package static let text: UInt32 = 3
        package static let urgency: UInt32 = 4
        package static let kind: UInt32 = 5
        package static let recipients: UInt32 = 6
        package static let deviceID: UInt32 = 7
        package static let automationID: UInt32 = 8
        package static let personID: UInt32 = 9
    }

    /// A time since 1970 in the unit of notices.
    static func milliseconds(_ time: Duration) -> UInt64 {
        let milliseconds = max(0, time.wholeSeconds).multipliedReportingOverflow(by: 1_000)
        return milliseconds.overflow ? 0 : UInt64(milliseconds.partialValue)
    }

    /// The most bytes of a title and of a text.
    private static let mostTitleBytes = 128
    private static let mostTextBytes = 1_024

    /// The beginning of a text, cut to a number of bytes: names of people's things may be long.
    private static func fitted(_ text: String, _ mostBytes: Int) -> String {
        guard text.utf8.count > mostBytes else { return text }
        var (scalars, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= mostBytes else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// The notice as a struct on the wire.
    func value(number: UInt64, at time: Duration) -> StructureValue {
        var value: StructureValue = [
            Field.noticeID: .unsigned(number),
            Field.raisedAt: .unsigned(Self.milliseconds(time)),
            Field.title: .string(Self.fitted(title, Self.mostTitleBytes)),
            Field.text: .string(Self.fitted(text, Self.mostTextBytes)), Field.urgency: .unsigned(urgency),
            Field.kind: .unsigned(kind.rawValue), Field.recipients: .list(recipients.map { .string($0) }),
        ]
        value[Field.deviceID] = deviceID.map { .string($0) }
        value[Field.automationID] = automationID.map { .string($0) }
        value[Field.personID] = personID.map { .string($0) }
        return value
    }
}
