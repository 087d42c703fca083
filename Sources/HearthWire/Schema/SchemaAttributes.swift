extension Hearth_V1_TraitSchema {
    /// The schema reduced to the parts for reading the trait's attributes: without commands and events, and with empty
    /// types where only those use them.
    ///
    /// Types keep their indices, which fields refer to. Types that no field uses are unchanged, because plain numbers
    /// may have their values.
    package var attributesOnly: Self {
        var kept = TypesInUse()
        for attribute in attributes { if let field = attribute.field { kept.add(field, of: self) } }
        var dropped = TypesInUse()
        let structs = commands.flatMap { [$0.arguments, $0.response] } + events.map(\.payload)
        for field in structs.compactMap(\.self).flatMap(\.fields) { dropped.add(field, of: self) }

        var rest = self
        rest.commands = []
        rest.events = []
        for place in enums.indices where dropped.enums.contains(place) && !kept.enums.contains(place) {
            rest.enums[place] = Hearth_V1_SchemaEnum()
        }
        for place in bitmaps.indices where dropped.bitmaps.contains(place) && !kept.bitmaps.contains(place) {
            rest.bitmaps[place] = Hearth_V1_SchemaBitmap()
        }
        for place in self.structs.indices where dropped.structs.contains(place) && !kept.structs.contains(place) {
            rest.structs[place] = Hearth_V1_SchemaStruct()
        }
        return rest
    }
}

/// The types that fields use, by their indices in the schema.
private struct TypesInUse {
    private(set) var enums: Set<Int> = []
    private(set) var bitmaps: Set<Int> = []
    private(set) var structs: Set<Int> = []

    mutating func add(_ field: Hearth_V1_SchemaField, of schema: Hearth_V1_TraitSchema) {
        var queue = [field]
        while let field = queue.popLast() {
            let place = Int(field.typeIndex)
            switch field.kind {
            case .enum: enums.insert(place)
            case .bitmap: bitmaps.insert(place)
            case .struct:
                guard schema.structs.indices.contains(place), structs.insert(place).inserted else { continue }
                queue += schema.structs[place].fields
            default: break
            }
        }
    }
}
