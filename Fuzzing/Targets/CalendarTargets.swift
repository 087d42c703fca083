internal import HearthCalendar

/// Reads the bytes as a file of the tz database, and asks it for offsets. A rule that it has is a zone of its own.
func fuzzZoneFile(_ bytes: [UInt8]) {
    guard let zone = try? ZoneFile(bytes, path: "zone") else { return }
    let rules = zone.rules
    for instant in [.min, -1, 0, 1_774_746_000, 4_133_894_400, .max] as [Int64] {
        _ = rules.local(instant)
        _ = rules.instants(of: instant)
    }
    must(zone.rule.isEmpty || PosixZone(zone.rule) != nil, "the rule \(zone.rule) was accepted")
}
