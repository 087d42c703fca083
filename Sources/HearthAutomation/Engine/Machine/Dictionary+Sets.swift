extension Dictionary {
    /// Removes a member of the set for a key, and the set if it is then empty.
    mutating func remove<Member>(_ member: Member, from key: Key) where Value == Set<Member> {
        self[key]?.remove(member)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
