/// The language's own types, with their widths and, if the name implies one, their units.
enum BaseTypes {
    /// The types by lower-case name: the language ignores the case of type names.
    static let all: [String: ScalarType] = {
        var types: [String: ScalarType] = [:]
        func add(_ kind: ScalarType.Kind, unit: String? = nil, length: UInt64? = nil, _ names: String...) {
            for name in names {
                types[name] = ScalarType(name: name, kind: kind, unit: unit, maximumLength: length)
            }
        }
        add(.boolean, "boolean")
        for bits in stride(from: 8, through: 64, by: 8) {
            add(.unsigned(bits: bits), "int\(bits)u")
            add(.signed(bits: bits), "int\(bits)s")
        }
        add(.floatingPoint(bits: 32), "single")
        add(.floatingPoint(bits: 64), "double")
        for bits in [8, 16] { add(.enumeration(bits: bits), "enum\(bits)") }
        for bits in [8, 16, 32, 64] { add(.bitmap(bits: bits), "bitmap\(bits)") }
        add(.text, length: 254, "char_string")
        add(.text, "long_char_string")
        add(.bytes, length: 254, "octet_string")
        add(.bytes, "long_octet_string", "ipadr", "ipv4adr", "ipv6adr", "ipv6pre", "hwadr")

        add(.unsigned(bits: 8), unit: "1 %", "percent")
        add(.unsigned(bits: 16), unit: "0.01 %", "percent100ths")
        add(.signed(bits: 16), unit: "0.01 °C", "temperature")
        let measures = [
            "power_mw": "mW", "power_mva": "mVA", "power_mvar": "mvar", "energy_mwh": "mWh", "energy_mvah": "mVAh",
            "energy_mvarh": "mvarh", "amperage_ma": "mA", "voltage_mv": "mV",
        ]
        for (name, unit) in measures { add(.signed(bits: 64), unit: unit, name) }
        // The unit is the currency in a field beside it.
        add(.signed(bits: 64), "money")

        add(.unsigned(bits: 32), unit: "s since 2000-01-01T00:00Z", "epoch_s")
        add(.unsigned(bits: 64), unit: "µs since 2000-01-01T00:00Z", "epoch_us")
        add(.unsigned(bits: 64), unit: "ms since 1970-01-01T00:00Z", "posix_ms")
        add(.unsigned(bits: 64), unit: "µs since boot", "systime_us")
        add(.unsigned(bits: 64), unit: "ms since boot", "systime_ms")
        add(.unsigned(bits: 32), unit: "s", "elapsed_s")
        // A packed value, not a count.
        add(.unsigned(bits: 32), "tod", "date")

        add(.unsigned(bits: 8), "fabric_idx", "action_id", "priority", "status", "namespace", "tag")
        add(.unsigned(bits: 16), "group_id", "endpoint_no", "vendor_id", "entry_idx")
        add(
            .unsigned(bits: 32), "cluster_id", "attrib_id", "command_id", "event_id", "field_id", "devtype_id",
            "data_ver", "trans_id", "semtag")
        add(.unsigned(bits: 64), "node_id", "fabric_id", "event_no")
        return types
    }()

    static func type(named name: String) -> ScalarType? { all[name.lowercased()] }

    /// A type that this file lists.
    static func known(_ name: String) -> ScalarType {
        all[name] ?? ScalarType(name: name, kind: .unsigned(bits: 64))
    }
}
