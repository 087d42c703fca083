/// A notice that a structure has added to its list, for programs that pass notices on.
public struct HubNotice: Sendable, Hashable {
    /// The ID of the structure.
    public let structureID: String
    /// The name of the structure.
    public let structureName: String
    /// The notice's number. It rises with each notice of the structure.
    public let id: UInt64
    /// The title, at most 128 bytes.
    public let title: String
    /// The text, at most 1,024 bytes. May be empty.
    public let text: String
    /// How urgent it is, as Hearth's trait Notices numbers it: 0 information, 1 warning, 2 alarm.
    public let urgency: UInt64
    /// Names of the recipients; empty for everybody.
    public let recipients: [String]
    /// What it is about, as Hearth's trait Notices numbers it: 0 for a message.
    public let kind: UInt64
    /// The device that it is about; nil for none.
    public let deviceID: String?
    /// The automation that sent it or that it is about; nil for none.
    public let automationID: String?
    /// The name of the device, automation or person that it is about; empty for none.
    public let subject: String
}
