internal import HearthTraitCatalog
internal import HearthTraitDescriptors

/// The words for kinds of notices: the names that Hearth's trait Notices gives them.
package enum NoticeKinds {
    private static let cases =
        StandardTraits.descriptor(0xFFF0_FC07)?.enums.first { $0.name == "KindEnum" }?.cases ?? []

    /// All words, in the order of their numbers.
    package static var words: [String] { cases.map(\.name) }

    /// The word for a number; that of a message for a number that this version does not know.
    package static func word(_ number: UInt64) -> String {
        (cases.first { $0.value == number } ?? cases.first)?.name ?? "message"
    }
}
