internal import HearthBase
internal import HearthTraitCore

/// A message from the home to its people, before it has a number and a time. The numbers of kinds, urgencies and fields
/// are those of Hearth's Notices.
package struct Notice: Hashable, Sendable {
    enum Urgency: UInt64 { case information = 0, warning, alarm }

    package enum Kind: UInt64 {
        case message = 0, smoke, carbonMonoxide, waterLeak, lockTampering, intrusion, gas, tampering, glassBreak, heat
        case danger, clock
    }

    var title: String
    var text: String
    package var urgency: UInt64
    var kind = Kind.message
    /// IDs of people; empty for all.
    package var recipients: [String] = []
    var deviceID: String?
    package var automationID: String?

    package init(
        title: String, text: String, urgency: UInt64, kind: Kind = Kind.message, recipients: [String] = [],
        deviceID: String? = nil, automationID: String? = nil
    ) {
        self.title = title
        self.text = text
        self.urgency = urgency
        self.kind = kind
        self.recipients = recipients
        self.deviceID = deviceID
        self.automationID = automationID
    }

    package enum Field {
        package static let noticeID: UInt32 = 0
        static let raisedAt: UInt32 = 1
        package static let title: UInt32 = 2
        package static let text: UInt32 = 3
        package static let urgency: UInt32 = 4
        static let kind: UInt32 = 5
        package static let recipients: UInt32 = 6
        static let deviceID: UInt32 = 7
        static let automationID: UInt32 = 8
    }

    /// A time since 1970 in the unit of notices.
    static func milliseconds(_ time: Duration) -> UInt64 {
        let milliseconds = max(0, time.wholeSeconds).multipliedReportingOverflow(by: 1_000)
        return milliseconds.overflow ? 0 : UInt64(milliseconds.partialValue)
    }

    /// The notice as a struct on the wire.
    func value(number: UInt64, at time: Duration) -> StructureValue {
        var value: StructureValue = [
            Field.noticeID: .unsigned(number),
            Field.raisedAt: .unsigned(Self.milliseconds(time)),
            Field.title: .string(title), Field.text: .string(text), Field.urgency: .unsigned(urgency),
            Field.kind: .unsigned(kind.rawValue), Field.recipients: .list(recipients.map { .string($0) }),
        ]
        value[Field.deviceID] = deviceID.map { .string($0) }
        value[Field.automationID] = automationID.map { .string($0) }
        return value
    }
}
