internal import HearthTraitCore

/// A picture of numbers over time in block characters. Each column of the screen shows the range from its smallest to
/// its largest number.
package struct Plot {
    /// The range of each column; nil where no number is known.
    package let columns: [ClosedRange<Double>?]
    package let lowest: Double
    package let highest: Double

    /// nil if no number is known.
    package init?(_ columns: [ClosedRange<Double>?]) {
        let known = columns.compactMap { $0 }
        guard let lowest = known.map(\.lowerBound).min(), let highest = known.map(\.upperBound).max() else {
            return nil
        }
        self.columns = columns
        self.lowest = lowest
        self.highest = highest
    }

    /// Lines from top to bottom. Each has two steps of height.
    package func lines(rows: Int) -> [String] {
        let steps = Double(2 * rows - 1)
        let span = highest - lowest
        func step(_ value: Double) -> Int {
            span > 0 ? Int(exactly: ((value - lowest) / span * steps).rounded()) ?? 0 : 0
        }
        return (0..<rows).reversed().map { row in
            String(
                columns.map { range -> Character in
                    guard let range else { return " " }
                    let filled = step(range.lowerBound)...step(range.upperBound)
                    switch (filled.contains(2 * row), filled.contains(2 * row + 1)) {
                    case (true, true): return "█"
                    case (true, false): return "▄"
                    case (false, true): return "▀"
                    case (false, false): return " "
                    }
                })
        }
    }

    /// A line for one state: a full block where it held for more than half of the column's time, a light one where it
    /// held at all.
    package static func line(_ shares: [Double]) -> String {
        String(shares.map { $0 > 0.5 ? "█" : $0 > 0 ? "░" : " " })
    }
}
