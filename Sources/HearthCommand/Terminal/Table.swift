/// Columns of text with headings, aligned by their widest cells.
struct Table {
    let headings: [String]
    private(set) var rows: [[String]] = []

    init(_ headings: [String]) {
        self.headings = headings
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    var text: String {
        let all = [headings] + rows
        let widths = headings.indices.map { column in
            all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
