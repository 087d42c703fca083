/// Calls that wait for a connection or for room on one, first come, first served.
struct CallQueue {
    private var records: [ClientRecord] = []
    private var head = 0

    var isEmpty: Bool { head == records.count }

    mutating func append(_ record: ClientRecord) { records.append(record) }

    mutating func popFirst() -> ClientRecord? {
        guard head < records.count else { return nil }
        let record = records[head]
        head += 1
        if head == records.count {
            records.removeAll(keepingCapacity: head <= 1024)
            head = 0
        } else if head >= 64, head * 2 >= records.count {
            records.removeFirst(head)
            head = 0
        }
        return record
    }

    ///
    /// - Returns: whether it was there.
    mutating func remove(_ record: ClientRecord) -> Bool {
        guard let index = records[head...].firstIndex(where: { $0 === record }) else { return false }
        records.remove(at: index)
        return true
    }

    /// Takes those out for which `isOut` holds.
    mutating func take(where isOut: (ClientRecord) -> Bool) -> [ClientRecord] {
        let all = records[head...]
        records = all.filter { !isOut($0) }
        head = 0
        return all.filter(isOut)
    }
}
