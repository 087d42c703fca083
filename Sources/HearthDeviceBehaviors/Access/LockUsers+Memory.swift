internal import HearthBase
internal import HearthLockTraits
internal import HearthTraitCore

/// Encoding of users and codes for storage at the hub.
extension LockUsers {
    private static let layout = TraitDescriptor(
        id: 0, name: "LockUsers", vendor: "Hearth", package: "hearth.devices.v1", revision: 1,
        structs: [
            StructDescriptor(
                "User",
                [
                    FieldDescriptor(0, "index", .unsigned(16)), FieldDescriptor(1, "name", .string, .optional),
                    FieldDescriptor(2, "uniqueID", .unsigned(32), .optional),
                    FieldDescriptor(3, "status", .unsigned(8)),
                    FieldDescriptor(4, "type", .unsigned(8)), FieldDescriptor(5, "rule", .unsigned(8)),
                ]),
            StructDescriptor(
                "PIN",
                [
                    FieldDescriptor(0, "index", .unsigned(16)), FieldDescriptor(1, "code", .octets),
                    FieldDescriptor(2, "user", .unsigned(16)),
                ]),
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "users", .structure(0), .list)),
            AttributeDescriptor(FieldDescriptor(1, "pins", .structure(1), .list)),
        ])

    var memory: [UInt8] {
        let people = users.ordered(by: \.key).map { index, user -> TraitValue in
            var fields: StructureValue = [
                0: .unsigned(UInt64(index)), 3: .unsigned(user.status.rawValue), 4: .unsigned(user.type.rawValue),
                5: .unsigned(user.rule.rawValue),
            ]
            fields[1] = user.name.map { .string($0) }
            fields[2] = user.uniqueID.map { .unsigned(UInt64($0)) }
            return .structure(fields)
        }
        let codes = pins.ordered(by: \.key).map { index, pin -> TraitValue in
            .structure([0: .unsigned(UInt64(index)), 1: .octets(pin.code), 2: .unsigned(UInt64(pin.user))])
        }
        return Self.layout.encodeAttributes([0: .list(people), 1: .list(codes)])
    }

    /// Replaces all users and codes by stored ones. Entries that don't fit this lock are dropped.
    mutating func recall(_ memory: [UInt8]) {
        guard let values = try? Self.layout.decodeAttributes(memory.span.bytes) else { return }
        for index in users.keys.ordered() { clearUser(index) }
        for case .structure(let fields) in values[0]?.list ?? [] {
            guard let index = Self.number(fields[0]), (1...max(1, userCapacity)).contains(index) else { continue }
            setUser(
                index,
                User(
                    name: fields[1]?.string, uniqueID: fields[2]?.integer.flatMap { UInt32(exactly: $0) },
                    status: T.UserStatusEnum(rawValue: Self.raw(fields[3])),
                    type: T.UserTypeEnum(rawValue: Self.raw(fields[4])),
                    rule: T.CredentialRuleEnum(rawValue: Self.raw(fields[5]))))
        }
        for case .structure(let fields) in values[1]?.list ?? [] {
            guard let index = Self.number(fields[0]), (1...max(1, pinCapacity)).contains(index),
                let user = Self.number(fields[2]), users[user] != nil, case .octets(let code)? = fields[1]
            else { continue }
            setPIN(index, code, user: user)
        }
    }

    private static func number(_ value: TraitValue?) -> UInt16? { value?.integer.flatMap { UInt16(exactly: $0) } }

    private static func raw(_ value: TraitValue?) -> UInt64 { value?.integer.flatMap { UInt64(exactly: $0) } ?? 0 }
}
