/// Columns of text with headings, aligned by their widest cells, and at most as wide as the screen.
package struct Table {
    package let headings: [String]
    package private(set) var rows: [[String]] = []

    package init(_ headings: [String]) {
        self.headings = headings
    }

    package mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// - Parameter columns: the maximum length of a line; the widest cells are cut until it fits. nil for no limit.
    package func text(columns: Int? = nil) -> String {
        let all = [headings] + rows
        var widths = headings.indices.map { column in
            all.map { $0.indices.contains(column) ? columnCount($0[column]) : 0 }.max() ?? 0
        }
        let gaps = 2 * max(0, widths.count - 1)
        while let columns, widths.reduce(gaps, +) > columns, let widest = widths.max(), widest > 6,
            let column = widths.firstIndex(of: widest)
        {
            widths[column] = widest - 1
        }
        return all.map { row in
            let cells = zip(row, widths).map { cell, width in
                let fitting = cut(cell, to: width)
                return fitting + String(repeating: " ", count: max(0, width - columnCount(fitting)))
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
