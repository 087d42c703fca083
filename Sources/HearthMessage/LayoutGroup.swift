internal import Synchronization

/// Layouts of one schema that need not stay: they go with the group, and with them what libprotobuf-c has of them.
///
/// A layout does not hold its group. Whoever reads or writes with one holds the group until the call is over
/// (`withExtendedLifetime`), and hands a layout on only after ``keep()``.
package final class LayoutGroup: Sendable {
    private struct State {
        var tables: [LayoutTable] = []
        var isKept = false
    }

    private let state = Mutex(State())

    package init() {}

    /// A layout with computed offsets, as ``MessageLayout/planned(_:_:)`` gives it, which goes with the group.
    package func planned(_ name: String, _ specs: [FieldSpec]) -> MessageLayout {
        let table = LayoutTable.planned(name, specs)
        state.withLock { state in
            if state.isKept { _ = table.keep() } else { state.tables.append(table) }
        }
        return MessageLayout(table)
    }

    /// Has all layouts stay for ever, for those who keep one without the group.
    package func keep() {
        state.withLock { state in
            for table in state.tables { _ = table.keep() }
            state = State(isKept: true)
        }
    }
}
