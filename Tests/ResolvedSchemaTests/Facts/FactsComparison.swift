internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

/// The differences between our schemas and the table of facts.
struct FactsComparison {
    /// By place and key, `LevelControl.minLevel default`: our value and the table's.
    private(set) var differences: [String: String] = [:]

    mutating func same<T: Equatable>(_ place: String, _ key: String, _ ours: T, _ facts: T) {
        if ours != facts { differences["\(place) \(key)"] = "\(ours), the facts: \(facts)" }
    }

    mutating func compare(_ cluster: ClusterModel, _ facts: FactsTable.Cluster) {
        let name = facts.name
        same(name, "id", cluster.id, facts.id)
        same(name, "revision", cluster.revision, facts.revision)
        same(name, "maturity", cluster.maturity.rawValue, facts.maturity ?? "stable")
        let features = (facts.features ?? []).sorted { $0.bit < $1.bit }
        same(
            name, "features",
            cluster.features.map { Constant($0.specificationName ?? $0.name, UInt64($0.mask), $0.maturity) },
            features.map { Constant($0.name, 1 << UInt64($0.bit), $0.maturity) })
        let types = FactsTable.Types(enums: facts.enums, bitmaps: facts.bitmaps, structs: facts.structs)
        compare(cluster.types, types, in: facts)
        attributes(cluster, facts)
        commands(cluster, facts)
        events(cluster, facts)
    }

    mutating func compare(_ scope: TypeScope, _ facts: FactsTable.Types, in cluster: FactsTable.Cluster) {
        func place(_ name: String) -> String { "\(cluster.name).\(name)" }
        func sorted(_ types: [FactsTable.Constants]) -> [FactsTable.Constants] { types.sorted { $0.name < $1.name } }
        same(cluster.name, "enums", scope.enumerations.map(\.name), facts.enums.map(\.name).sorted())
        for (ours, facts) in zip(scope.enumerations, sorted(facts.enums)) {
            same(place(ours.name), "type", ours.base.name, facts.type)
            same(place(ours.name), "constants", ours.constants.map(Constant.init), Self.constants(facts.items))
            same(place(ours.name), "maturity", ours.maturity.rawValue, facts.maturity ?? "stable")
        }
        same(cluster.name, "bitmaps", scope.bitmaps.map(\.name), facts.bitmaps.map(\.name).sorted())
        for (ours, facts) in zip(scope.bitmaps, sorted(facts.bitmaps)) {
            same(place(ours.name), "type", ours.base.name, facts.type)
            same(place(ours.name), "masks", ours.fields.map(Constant.init), Self.constants(facts.fields))
            same(place(ours.name), "maturity", ours.maturity.rawValue, facts.maturity ?? "stable")
        }
        same(cluster.name, "structs", scope.structures.map(\.name), facts.structs.map(\.name).sorted())
        for (ours, facts) in zip(scope.structures, facts.structs.sorted { $0.name < $1.name }) {
            same(place(ours.name), "fabricScoped", ours.isFabricScoped, facts.fabricScoped ?? false)
            same(place(ours.name), "maturity", ours.maturity.rawValue, facts.maturity ?? "stable")
            fields(place(ours.name), ours.fields, facts, cluster)
        }
    }

    private mutating func attributes(_ cluster: ClusterModel, _ facts: FactsTable.Cluster) {
        let own = cluster.attributes.filter { !$0.isGlobal }
        let listed = facts.attributes.sorted { $0.id < $1.id }
        same(facts.name, "attributes", own.map(\.id), listed.map(\.id))
        for (ours, fact) in zip(own, listed) {
            let place = "\(facts.name).\(ours.name)"
            field(place, ours.field, fact, in: facts, FieldPlace())
            same(place, "readable", ours.isReadable, fact.readable ?? false)
            same(place, "writable", ours.isWritable, fact.writable ?? false)
            if ours.isReadable { same(place, "read", ours.readPrivilege.word, fact.read ?? "view") }
            if ours.isWritable { same(place, "write", ours.writePrivilege.word, fact.write ?? "operate") }
            same(place, "timedWrite", ours.requiresTimedWrite, fact.timedWrite ?? false)
            same(place, "quieterReporting", ours.isQuieterReported, fact.quality?.contains("quieterReporting") ?? false)
        }
    }

    private mutating func commands(_ cluster: ClusterModel, _ facts: FactsTable.Cluster) {
        func listed(_ direction: String) -> [FactsTable.Message] {
            facts.commands.filter { $0.direction == direction }.sorted { ($0.id ?? 0) < ($1.id ?? 0) }
        }
        same(facts.name, "commands", cluster.commands.map(\.id), listed("request").compactMap(\.id))
        for (ours, fact) in zip(cluster.commands, listed("request")) {
            let place = "\(facts.name).\(ours.name)"
            same(place, "name", ours.name, fact.name)
            let response = fact.response == "status" || fact.response == "none" ? nil : fact.response
            same(place, "response", ours.responseName, response)
            same(place, "invoke", ours.invokePrivilege.word, fact.invoke ?? "operate")
            same(place, "timed", ours.isTimed, fact.timed ?? false)
            same(place, "fabricScoped", ours.isFabricScoped, fact.fabricScoped ?? false)
            same(place, "optional", ours.isOptional, fact.optional ?? false)
            same(place, "maturity", ours.maturity.rawValue, fact.maturity ?? "stable")
            conformance(place, ours.conformance, fact.conformance, facts)
            fields(place, ours.fields, fact, facts)
        }
        same(facts.name, "responses", cluster.responses.map(\.id), listed("response").compactMap(\.id))
        for (ours, fact) in zip(cluster.responses, listed("response")) {
            same("\(facts.name).\(ours.name)", "name", ours.name, fact.name)
            fields("\(facts.name).\(ours.name)", ours.fields, fact, facts, hasDefaults: false)
        }
    }

    private mutating func events(_ cluster: ClusterModel, _ facts: FactsTable.Cluster) {
        let listed = facts.events.sorted { ($0.id ?? 0) < ($1.id ?? 0) }
        same(facts.name, "events", cluster.events.map(\.id), listed.compactMap(\.id))
        for (ours, fact) in zip(cluster.events, listed) {
            let place = "\(facts.name).\(ours.name)"
            same(place, "name", ours.name, fact.name)
            same(place, "priority", ours.priority.word, fact.priority ?? "info")
            same(place, "read", ours.readPrivilege.word, fact.read ?? "view")
            same(place, "optional", ours.isOptional, fact.optional ?? false)
            same(place, "fabricSensitive", ours.isFabricSensitive, fact.fabricSensitive ?? false)
            same(place, "maturity", ours.maturity.rawValue, fact.maturity ?? "stable")
            conformance(place, ours.conformance, fact.conformance, facts)
            // The table leaves out the fabric that the IDL gives such an event.
            let isOurs = fact.fabricSensitive == true && ours.fields.last?.id == 254
            fields(place, isOurs ? ours.fields.dropLast() : ours.fields, fact, facts, hasDefaults: false)
            same(place, "fabricIndex", isOurs, fact.fabricSensitive ?? false)
        }
    }

    /// Defaults of responses and events are not used: a missing status is not a success.
    private mutating func fields(
        _ place: String, _ ours: [FieldModel], _ facts: FactsTable.Message, _ cluster: FactsTable.Cluster,
        hasDefaults: Bool = true
    ) {
        let listed = (facts.fields ?? []).sorted { $0.id < $1.id }
        same(place, "fields", ours.map(\.id), listed.map(\.id))
        for (ours, fact) in zip(ours, listed) {
            field(
                "\(place).\(ours.name)", ours, fact, in: cluster,
                FieldPlace(hasDefault: hasDefaults, parentMaturity: facts.maturity))
        }
    }

    /// Name, number and maturity of an enum's value, a bitmap's mask or a feature.
    private struct Constant: Equatable, CustomStringConvertible {
        var name: String
        var value: UInt64
        var maturity: String

        init(_ name: String, _ value: UInt64, _ maturity: String?) {
            self.name = name
            self.value = value
            self.maturity = maturity ?? "stable"
        }

        init(_ name: String, _ value: UInt64, _ maturity: Maturity) {
            self.init(name, value, maturity.rawValue)
        }

        init(_ constant: ConstantModel) {
            self.init(
                constant.specificationName ?? String(constant.name.dropFirst()), constant.value, constant.maturity)
            name = name.prefix(1).uppercased() + name.dropFirst()
        }

        var description: String { "\(name) = \(value) \(maturity)" }
    }

    private static func constants(_ items: [FactsTable.Constants.Item]?) -> [Constant] {
        (items ?? []).map { item in
            let name = item.name.prefix(1).uppercased() + item.name.dropFirst()
            return Constant(name, item.value ?? item.mask ?? 0, item.maturity)
        }.sorted { $0.value < $1.value }
    }
}
