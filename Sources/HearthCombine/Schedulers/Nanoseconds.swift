#if !canImport(Combine)
    /// A number of nanoseconds whose sums and products stop at the largest number: a time of an app's never traps.
    struct Nanoseconds: Comparable, Hashable, Sendable {
        let count: Int

        init(_ count: Int) {
            // The least number has no opposite.
            self.count = max(count, -Int.max)
        }

        init(_ count: Int, times factor: Int) {
            self = Nanoseconds(count) * Nanoseconds(factor)
        }

        /// The nearest number; not a number is none.
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
