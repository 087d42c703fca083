internal import HearthBase
internal import TraitSchema

extension ResolvedSchema {
    /// Warns of constants whose number means null where the type is nullable (Matter Core, section 7.19.1): the largest
    /// of an enum, and those with the highest bit of a bitmap.
    func reportConstantsThatAreNull(_ findings: inout Findings) {
        var seen: Set<SourceLocation> = []
        for field in globals.structures.flatMap(\.fields) { report(field, in: nil, &seen, &findings) }
        for cluster in clusters {
            for field in cluster.fields + cluster.types.structures.flatMap(\.fields) {
                report(field, in: cluster, &seen, &findings)
            }
        }
    }

    private func report(
        _ field: FieldModel, in cluster: ClusterModel?, _ seen: inout Set<SourceLocation>, _ findings: inout Findings
    ) {
        guard field.isNullable, !field.isList, let reference = field.type.reference else { return }
        let (constants, words, isReserved): ([ConstantModel], String, (Int128) -> Bool)
        if let type = enumeration(reference, in: cluster), let top = type.base.range?.upperBound {
            (constants, words, isReserved) = (type.constants, "is \(top)", { $0 == top })
        } else if let type = bitmap(reference, in: cluster), let all = type.base.range?.upperBound {
            (constants, words, isReserved) = (type.fields, "has the highest bit", { $0 > all / 2 })
        } else {
            return
        }
        for constant in constants
        where isReserved(Int128(constant.value)) && seen.insert(constant.location).inserted {
            findings.warn(
                constant.location,
                "'\(constant.name)' \(words), which stands for null where '\(field.name)' may be null",
                hint: "give it another number; no hub takes it as a value of '\(field.name)'")
        }
    }
}
