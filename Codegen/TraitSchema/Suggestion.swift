/// Finds what a mistyped name was probably meant to be.
public enum Suggestion {
    /// The candidate nearest to `name`, if it is near enough to be a slip: case, a letter more or less, a swap.
    /// Names of one or two letters are too near to everything: for them only the case may differ.
    public static func nearest<Names: Sequence<String>>(to name: String, among candidates: Names) -> String? {
        let wanted = Array(name.utf8.prefix(64)).map(lowered)
        let limit = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates where abs(candidate.utf8.count - name.utf8.count) <= limit {
            let found = distance(wanted, Array(candidate.utf8.prefix(64)).map(lowered))
            if found <= limit, found < best?.distance ?? Int.max { best = (candidate, found) }
        }
        return best?.name
    }

    /// As a hint: `did you mean 'X'?`, or nil.
    public static func hint<Names: Sequence<String>>(for name: String, among candidates: Names) -> String? {
        nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Edits (insert, drop, change, swap of neighbours) that turn one into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let changed = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(changed, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
