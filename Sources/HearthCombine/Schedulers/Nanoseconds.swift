#if !canImport(Darwin)
    /// A number of nanoseconds with saturating arithmetic, so that no interval that an app chooses can trap.
    struct Nanoseconds: Comparable, Hashable, Sendable {
        let count: Int

        init(_ count: Int) {
            // The smallest integer can't be negated.
            self.count = max(count, -Int.max)
        }

        init(_ count: Int, times factor: Int) {
            self = Nanoseconds(count) * Nanoseconds(factor)
        }

        /// Rounds to the nearest nanosecond; NaN becomes 0.
        init(seconds: Double) {
            let count = (seconds * 1_000_000_000).rounded()
            if count.isNaN {
                self.init(0)
            } else if let exact = Int(exactly: count) {
                self.init(exact)
            } else {
                self.init(count < 0 ? -.max : .max)
            }
        }

        static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }

        static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
            let (sum, overflow) = left.count.addingReportingOverflow(right.count)
            return Nanoseconds(overflow ? (left.count < 0 ? -.max : .max) : sum)
        }

        static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
            left + Nanoseconds(-right.count)
        }

        static func * (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
            let (product, overflow) = left.count.multipliedReportingOverflow(by: right.count)
            return Nanoseconds(overflow ? ((left.count < 0) == (right.count < 0) ? .max : -.max) : product)
        }
    }
#endif
