#if !canImport(Combine)
    extension Subscribers {
        /// How many values a subscriber is ready for. Sums stop at the largest number, differences at none.
        public struct Demand: Equatable, Hashable, Comparable, Sendable {
            /// The number of values, or nil for any number.
            public let max: Int?

            /// As many values as there are.
            public static let unlimited = Demand(limit: nil)

            /// No value.
            public static let none = Demand.max(0)

            /// At most `value` values; below 0 counts as 0.
            public static func max(_ value: Int) -> Demand { Demand(limit: Swift.max(0, value)) }

            private init(limit: Int?) { max = limit }

            /// Unlimited is more than any number.
            public static func < (left: Demand, right: Demand) -> Bool {
                guard let limit = left.max else { return false }
                return right.max.map { limit < $0 } ?? true
            }

            /// The sum; unlimited with anything is unlimited.
            public static func + (left: Demand, right: Demand) -> Demand {
                guard let left = left.max, let right = right.max else { return .unlimited }
                let (sum, overflow) = left.addingReportingOverflow(right)
                return .max(overflow ? .max : sum)
            }

            /// The sum.
            public static func + (left: Demand, right: Int) -> Demand { left + .max(right) }

            /// Adds.
            public static func += (left: inout Demand, right: Demand) { left = left + right }

            /// Adds.
            public static func += (left: inout Demand, right: Int) { left = left + right }

            /// The difference, at least none; unlimited stays so, and a number less unlimited is none.
            public static func - (left: Demand, right: Demand) -> Demand {
                guard let limit = left.max else { return .unlimited }
                return right.max.map { .max(limit - $0) } ?? .none
            }

            /// The difference, at least none.
            public static func - (left: Demand, right: Int) -> Demand { left - .max(right) }

            /// Subtracts.
            public static func -= (left: inout Demand, right: Demand) { left = left - right }

            /// Subtracts.
            public static func -= (left: inout Demand, right: Int) { left = left - right }
        }
    }
#endif
