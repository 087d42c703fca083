#if !canImport(Darwin)
    extension Subscribers {
        /// The number of values that a subscriber requests. Sums saturate, and differences stop at none.
        public struct Demand: Equatable, Hashable, Comparable, Sendable {
            /// The number of values; nil for unlimited.
            public let max: Int?

            /// Any number of values.
            public static let unlimited = Demand(limit: nil)

            /// No values.
            public static let none = Demand.max(0)

            /// At most `value` values. Negative numbers count as 0.
            public static func max(_ value: Int) -> Demand { Demand(limit: Swift.max(0, value)) }

            private init(limit: Int?) { max = limit }

            /// Compares demands. Unlimited is greater than any number.
            public static func < (left: Demand, right: Demand) -> Bool {
                guard let limit = left.max else { return false }
                return right.max.map { limit < $0 } ?? true
            }

            /// The sum; unlimited plus anything is unlimited.
            public static func + (left: Demand, right: Demand) -> Demand {
                guard let left = left.max, let right = right.max else { return .unlimited }
                let (sum, overflow) = left.addingReportingOverflow(right)
                return .max(overflow ? .max : sum)
            }

            /// The sum.
            public static func + (left: Demand, right: Int) -> Demand { left + .max(right) }

            /// Adds to a demand.
            public static func += (left: inout Demand, right: Demand) { left = left + right }

            /// Adds to a demand.
            public static func += (left: inout Demand, right: Int) { left = left + right }

            /// The difference, at least none. Unlimited minus anything is unlimited, and a number minus unlimited is
            /// none.
            public static func - (left: Demand, right: Demand) -> Demand {
                guard let limit = left.max else { return .unlimited }
                return right.max.map { .max(limit - $0) } ?? .none
            }

            /// The difference, at least none.
            public static func - (left: Demand, right: Int) -> Demand { left - .max(right) }

            /// Subtracts from a demand.
            public static func -= (left: inout Demand, right: Demand) { left = left - right }

            /// Subtracts from a demand.
            public static func -= (left: inout Demand, right: Int) { left = left - right }
        }
    }
#endif
