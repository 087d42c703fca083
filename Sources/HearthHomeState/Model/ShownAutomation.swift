internal import HearthBase
package import HearthWire

/// An automation as clients with access see it.
package struct ShownAutomation: Sendable, SortedElement {
    package let message: Hearth_V1_Automation

    var sortKey: String { message.id }
}
