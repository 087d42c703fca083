/// Builds columns of equal length from an attribute's single samples and from shorter columns that divide them evenly.
/// Input is in ascending order of time; where a clock was set back, time counts as standing still.
struct HistoryFold {
    let isState: Bool
    let start: Int64
    let end: Int64
    let length: Int64
    /// The columns in which the value was known or something changed.
    private(set) var columns: [HistoryColumn] = []
    private var held: Double?
    private var isAway = false
    private var time: Int64

    /// - Parameter before: the last stored column before the start, if any.
    init(isState: Bool, start: Int64, end: Int64, length: Int64, before: HistoryColumn?) {
        self.isState = isState
        self.start = start
        self.end = max(start, end)
        self.length = max(length, 1)
        held = before?.held
        isAway = before?.isAway ?? false
        time = start
    }

    /// Extends the current value until `moment`.
    mutating func advance(to moment: Int64) {
        let moment = min(moment, end)
        guard moment > time else { return }
        if !isAway, let held {
            while time < moment {
                let index = column(at: time)
                let next = min(moment, columns[index].start &+ length)
                columns[index].hold(held, for: next - time, isState: isState)
                columns[index].held = held
                columns[index].isAway = false
                time = next
            }
        }
        time = moment
    }

    mutating func take(_ sample: HistorySample) {
        advance(to: sample.time)
        switch sample.content {
        case .integer, .real: (held, isAway) = (sample.content.number, false)
        case .null: (held, isAway) = (nil, false)
        case .away: isAway = true
        case .back: isAway = false
        }
        guard sample.time >= start, time < end else { return }
        let index = column(at: time)
        columns[index].changes &+= 1
        columns[index].held = held
        columns[index].isAway = isAway
        if !isAway, let held, !isState { columns[index].include(held) }
    }

    mutating func take(_ column: HistoryColumn, length: Int64) {
        advance(to: column.start)
        (held, isAway) = (column.held, column.isAway)
        guard column.start >= start, column.start >= time, column.start < end else { return }
        columns[self.column(at: column.start)].add(column)
        time = column.start &+ length
    }

    /// The index of the column of a time at or after the last column's start.
    private mutating func column(at moment: Int64) -> Int {
        let begin = start &+ (moment &- start).floored(to: length)
        if let last = columns.last, last.start >= begin { return columns.count - 1 }
        var column = HistoryColumn(start: begin)
        column.held = held
        column.isAway = isAway
        columns.append(column)
        return columns.count - 1
    }
}
