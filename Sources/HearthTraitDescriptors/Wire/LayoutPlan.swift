/// The location of each field of a message in memory. `MessageLayout.planned` follows the same rule at run time.
package struct LayoutPlan {
    /// The memory that a field needs.
    package enum Shape {
        /// bool, 32-bit numbers, enums: four bytes and a presence word.
        case word
        /// 64-bit numbers, double: eight bytes and a presence word.
        case long
        /// string, bytes: length and pointer, and a presence word.
        case data
        /// A pointer, null if absent.
        case message
        /// Count and pointer.
        case repeated
    }

    package struct Place: Hashable, Sendable {
        package var at: Int
        /// The presence word, or the case word of a oneof; 0 without either.
        package var has: Int

        package init(at: Int, has: Int = 0) {
            self.at = at
            self.has = has
        }
    }

    /// The size of protobuf-c's message header.
    package static let start = 24

    private var end = Self.start
    private var unions: [Int: Place] = [:]

    package init() {}

    /// Places the next field. Call it in ascending order of field numbers.
    package mutating func place(_ shape: Shape) -> Place {
        switch shape {
        case .word: return withPresence(take(4))
        case .long: return withPresence(take(8))
        case .data: return withPresence(take(16, alignment: 8))
        case .message: return Place(at: take(8))
        case .repeated: return Place(at: take(16, alignment: 8))
        }
    }

    /// Places a member of a oneof. All members share one place.
    package mutating func place(oneof index: Int) -> Place {
        if let place = unions[index] { return place }
        let word = take(4)
        let place = Place(at: take(16, alignment: 8), has: word)
        unions[index] = place
        return place
    }

    package var size: Int { (end + 7) / 8 * 8 }

    private mutating func take(_ size: Int, alignment: Int? = nil) -> Int {
        let alignment = alignment ?? size
        let at = (end + alignment - 1) / alignment * alignment  // in range: 1 or more
        end = at + size
        return at
    }

    private mutating func withPresence(_ at: Int) -> Place { Place(at: at, has: take(4)) }
}
