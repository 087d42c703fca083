public import Foundation
public import HearthAssistantTraits

// Google's SDK has these times as `Date`. The families of traits do without Foundation and have milliseconds. A file that
// imports GoogleHomeTypes, but not HearthTraits, sees the members of this file instead.

extension Google.StructureUserManagementTrait.InvitationDetails {
    /// When the invitation was made, to the millisecond; nil if not known.
    public var creationTimestamp: Date? { Date(sinceEpoch: self.HearthAssistantTraits::creationTimestamp) }

    /// When the invitation ends, to the millisecond; nil if not known.
    public var expirationTimestamp: Date? { Date(sinceEpoch: self.HearthAssistantTraits::expirationTimestamp) }
}

extension Date {
    /// The time of a number of milliseconds since 1970-01-01T00:00Z; nil without a number.
    fileprivate init?(sinceEpoch milliseconds: UInt64?) {
        guard let milliseconds else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
