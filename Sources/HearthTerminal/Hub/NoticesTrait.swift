internal import HearthTraitCatalog
package import HearthTraitCore

/// Hearth's Notices trait, as the command line uses it.
package enum NoticesTrait {
    package static let id: UInt32 = 0xFFF0_FC07
    package static let urgencies = ["information", "warning", "alarm"]

    /// Kinds of notices that no device's own change says: messages, and what needs care. An alarm is a change.
    package static let kindsBesideAlarms: Set<UInt64> = [0, 11, 12, 13, 14, 15, 16, 17]

    /// Numbers of the fields of a notice.
    package enum Field {
        package static let id: UInt32 = 0
        /// In milliseconds since 1970.
        package static let raisedAt: UInt32 = 1
        package static let title: UInt32 = 2
        package static let text: UInt32 = 3
        package static let urgency: UInt32 = 4
        /// 0 for a message, higher numbers for alarms and the hub's own notices.
        package static let kind: UInt32 = 5
        package static let recipients: UInt32 = 6
    }

    /// The word for a notice's urgency; the number if it is unknown.
    package static func urgency(_ value: TraitValue?) -> String {
        let number = if case .unsigned(let number)? = value { Int(clamping: number) } else { 0 }
        return urgencies.indices.contains(number) ? urgencies[number] : "\(number)"
    }

    package static func descriptor() throws(CommandError) -> TraitDescriptor {
        guard let trait = StandardTraits.descriptor(id) else {
            throw CommandError(.refused, "this program lacks the trait Notices; install it again")
        }
        return trait
    }
}
