internal import HearthBase
internal import HearthWire

/// An automation as clients with access see it.
struct ShownAutomation: Sendable, SortedElement {
    let message: Hearth_V1_Automation

    var sortKey: String { message.id }
}
