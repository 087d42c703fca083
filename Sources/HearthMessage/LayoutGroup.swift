internal import Synchronization

/// Layouts of one schema that may be released: they live as long as the group, with their libprotobuf-c descriptors.
///
/// A layout does not retain its group. Callers that read or write with a layout must retain the group until the call is
/// over (`withExtendedLifetime`), and may pass a layout on only after ``keep()``.
package final class LayoutGroup: Sendable {
    private struct State {
        var tables: [LayoutTable] = []
        var isKept = false
    }

    private let state = Mutex(State())

    package init() {}

    /// A layout with computed offsets, as from ``MessageLayout/planned(_:_:)``, that is released with the group.
    package func planned(_ name: String, _ specs: [FieldSpec]) -> MessageLayout {
        let table = LayoutTable.planned(name, specs)
        state.withLock { state in
            if state.isKept { _ = table.keep() } else { state.tables.append(table) }
        }
        return MessageLayout(table)
    }

    /// Keeps all layouts for ever, for callers that keep one without the group.
    package func keep() {
        state.withLock { state in
            for table in state.tables { _ = table.keep() }
            state = State(isKept: true)
        }
    }
}
