internal import HearthTraitCore

/// Something that needs care until it is mended: a low battery, a device that does not answer. The list of notices shows
/// it once, and its notice is removed when it ends.
package struct NoticeCondition: Hashable, Sendable {
    let kind: Notice.Kind
    /// The ID of the device, automation or person that it is about; nil for the hub itself.
    let subject: String?

    /// The condition that a notice of this kind is about; nil for messages and alarms.
    package init?(_ kind: Notice.Kind, subject: String? = nil) {
        switch kind {
        case .clock, .batteryLow, .unreachable, .backupFailed, .certificateExpires, .automationFailed, .personJoined:
            self.kind = kind
            self.subject = subject
        case .message, .smoke, .carbonMonoxide, .waterLeak, .lockTampering, .intrusion, .gas, .tampering, .glassBreak,
            .heat, .danger:
            return nil
        }
    }

    /// The condition of an entry of the list.
    init?(of entry: TraitValue) {
        guard case .structure(let fields) = entry, case .unsigned(let number)? = fields[Notice.Field.kind],
            let kind = Notice.Kind(rawValue: number)
        else { return nil }
        let subjects = [Notice.Field.deviceID, Notice.Field.automationID, Notice.Field.personID]
        let subject = subjects.lazy.compactMap { field in
            if case .string(let id)? = fields[field] { id } else { nil }
        }.first
        self.init(kind, subject: subject)
    }
}
