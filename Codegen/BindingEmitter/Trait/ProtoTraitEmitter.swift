internal import BindingPlan
internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

/// Writes the `.proto` file of a trait, from which clients in other languages are generated.
struct ProtoTraitEmitter {
    let plan: TraitPlan

    func emit() -> String {
        var text = CodeText(indent: 2)
        text.line(OutputFile.header(source: plan.cluster.location.file))
        text.line("syntax = \"proto3\";")
        text.line()
        text.line("package \(plan.package);")
        text.line()
        text.line("import \"google/protobuf/timestamp.proto\";")
        text.line("import \"hearth/v1/common.proto\";")
        text.line("import \"hearth/v1/trait.proto\";")
        text.line()
        let options = WireFileOptions(plan.name, package: plan.package).texts.map { ($0.name, "\"\($0.value)\"") }
        for (name, value) in (options + [("java_multiple_files", "true")]).ordered(by: \.0) {
            text.line("option \(name) = \(value);")
        }
        text.line()
        traitMessage(&text)
        text.line()
        service(&text)
        requests(&text)
        return text.text
    }

    // MARK: The trait's message

    private func traitMessage(_ text: inout CodeText) {
        text.documentation(plan.cluster.description, plan.facts, mark: "//")
        text.block("message \(plan.name)") { text in
            for declared in plan.enums {
                enumeration(declared, &text)
                text.line()
            }
            for bitmap in plan.bitmaps {
                guard let bits = bitmap.wire else { continue }
                constants(of: bitmap, bits, &text)
                text.line()
            }
            for declared in plan.structs {
                message(declared, nil, &text)
                text.line()
            }
            for list in plan.lists.all {
                text.block("message \(list.name)") { $0.line("repeated \(list.item) items = 1;") }
                text.line()
            }
            attributes(&text)
            for command in plan.commands {
                text.line()
                message(command.message, command.facts, &text)
            }
            for response in plan.responses {
                text.line()
                message(response, nil, &text)
            }
            for event in plan.events {
                text.line()
                message(event.payload, event.facts, &text)
            }
        }
    }

    private func attributes(_ text: inout CodeText) {
        text.line("// All attributes. One that is absent is not supported by the device, or has not changed.")
        text.block("message Attributes") { text in
            fieldEnum(plan.attributes, &text)
            for (field, attribute) in zip(plan.attributes.fields, plan.cluster.attributes) {
                let facts = field.facts(of: attribute, type: typeName(field)) ?? featureWords(field)
                text.documentation(attribute.summary, facts, mark: "//")
                text.line(declaration(field))
            }
            nulls(&text)
        }
    }

    private func message(_ message: MessagePlan, _ facts: String?, _ text: inout CodeText) {
        text.documentation(message.description, facts, mark: "//")
        guard !message.fields.isEmpty else { return text.line("message \(message.proto) {}") }
        text.block("message \(message.proto)") { text in
            if message.nulls != nil { fieldEnum(message, &text) }
            for field in message.fields {
                let sentence = field.model.sentence(type: typeName(field))
                text.documentation(field.model.description, sentence, mark: "//")
                text.line(declaration(field))
            }
            if message.nulls != nil { nulls(&text) }
        }
    }

    private func fieldEnum(_ message: MessagePlan, _ text: inout CodeText) {
        text.line("// The fields by number, to name those that are null.")
        text.block("enum Field") { text in
            text.line("FIELD_UNSPECIFIED = 0;")
            for field in message.fields { text.line("FIELD_\(field.proto.uppercased()) = \(field.number);") }
        }
    }

    private func nulls(_ text: inout CodeText) {
        text.line("// The fields whose value is null.")
        text.line("repeated Field null_fields = \(WireNumber.nullFields);")
    }

    private func declaration(_ field: FieldPlanOfTrait) -> String {
        let tail = "\(field.proto) = \(field.number);"
        if let wrapper = field.wrapper { return "\(wrapper) \(tail)" }
        if field.isList { return "repeated \(field.value.proto) \(tail)" }
        return field.value.isMessage ? "\(field.value.proto) \(tail)" : "optional \(field.value.proto) \(tail)"
    }

    /// The field's type in descriptions: for a bitmap the enum of its bits, as the type itself is a number.
    private func typeName(_ field: FieldPlanOfTrait) -> String {
        guard case .bitmap(let index) = field.value.type, plan.bitmaps.indices.contains(index) else {
            return field.value.proto
        }
        return plan.bitmaps[index].wire?.name ?? field.value.proto
    }

    /// The description of the feature map, which like all global attributes has no sentence of its own.
    private func featureWords(_ field: FieldPlanOfTrait) -> String? {
        guard case .bitmap = field.value.type else { return nil }
        return "A set of `\(typeName(field))`."
    }

    private func constants(of bitmap: BitmapPlan, _ bits: WireBits, _ text: inout CodeText) {
        var words = ["Bits of a number: combine them with `|`."]
        if !bits.others.isEmpty {
            let others = bits.others.map { "\($0.name) = 0x\(String($0.mask, radix: 16))" }.joined(separator: ", ")
            words.append("These have no constant: \(others).")
        }
        text.documentation(bitmap.description, words.joined(separator: " "), mark: "//")
        text.block("enum \(bits.name)") { text in
            text.line("// No bit.")
            text.line("\(bits.zero) = 0;")
            for bit in bits.constants {
                text.documentation(bitmap.fields[bit.index].description, mark: "//")
                text.line("\(bit.name) = \(bit.mask);")
            }
        }
    }

    private func enumeration(_ declared: EnumPlan, _ text: inout CodeText) {
        text.documentation(declared.model.description, mark: "//")
        text.block("enum \(declared.proto)") { text in
            if let zero = declared.protoZero {
                text.line("// Never sent.")
                text.line("\(zero) = 0;")
            }
            let values = zip(declared.model.constants, declared.protoValues).ordered(by: \.0.value)
            for (constant, name) in values {
                text.documentation(constant.description, mark: "//")
                text.line("\(name) = \(constant.value);")
            }
        }
    }

    // MARK: The service

    /// `OnOffService`.
    private var service: String { plan.name + "Service" }

    private func service(_ text: inout CodeText) {
        text.line("// Reads, writes, watches and commands `\(plan.name)` on one endpoint of one device.")
        text.block("service \(service)") { text in
            method("Get", "RIGHT_VIEW", ["The present attributes."], isReading: true, &text)
            let writes = plan.cluster.attributes.filter(\.isWritable).map(\.writePrivilege)
            if let weakest = writes.min() {
                method("Update", Self.right(weakest), ["Writes attributes, all or none."], &text)
            }
            method("Watch", "RIGHT_VIEW", ["Sends the whole state first, then each change."], streams: true, &text)
            for command in plan.commands {
                var comment = command.model.description.map { [$0] } ?? []
                if command.model.isTimed {
                    comment.append("Timed: needs a deadline of at most ten minutes, else FAILED_PRECONDITION.")
                }
                method(command.message.proto, Self.right(command.model.invokePrivilege), comment, &text)
            }
        }
    }

    private static func right(_ privilege: Privilege) -> String { "RIGHT_" + privilege.word.uppercased() }

    private func method(
        _ name: String, _ right: String, _ comment: [String], isReading: Bool = false, streams: Bool = false,
        _ text: inout CodeText
    ) {
        text.comment(comment, mark: "//")
        let output = (streams ? "stream " : "") + "\(service)\(name)Response"
        text.block("rpc \(name)(\(service)\(name)Request) returns (\(output))") {
            if isReading { $0.line("option idempotency_level = NO_SIDE_EFFECTS;") }
            $0.line("option (hearth.v1.right) = \(right);")
        }
    }

    private func requests(_ text: inout CodeText) {
        let target = "hearth.v1.Target target = 1;"
        let options = "hearth.v1.CallOptions options = 3;"
        let position = "hearth.v1.Position position = 1;"
        let state = "\(plan.name).Attributes attributes = 2;"
        let wanted = ["// Empty for all fields.", "repeated \(plan.name).Attributes.Field fields = 2;"]
        let seen = ["// When the newest of the values was observed.", ".google.protobuf.Timestamp observed_at = 3;"]
        requestAndResponse(
            "Get", [target] + wanted,
            [position, state] + seen + ["hearth.v1.SourceConnectivity connectivity = 4;"], &text)
        if !plan.writable.isEmpty {
            requestAndResponse(
                "Update",
                [
                    target, "// Every attribute present is written; null_fields names others that are set to null.",
                    state, options,
                ],
                [position, "// All attributes after the update.", state], &text)
        }
        requestAndResponse(
            "Watch", [target] + wanted,
            [position, state, ".google.protobuf.Timestamp observed_at = 3;", "hearth.v1.Cause cause = 4;"]
                + ["// True on the first message, which holds the whole state.", "bool snapshot = 5;"]
                + ["hearth.v1.SourceConnectivity connectivity = 6;", "repeated hearth.v1.EventReport events = 7;"]
                + ["// The most events of the structure that may be lost for good.", "uint64 events_lost = 8;"],
            &text)
        for command in plan.commands {
            let name = command.message.proto
            let response = command.response.map { ["\(plan.name).\($0.proto) response = 2;"] } ?? []
            let ignored = ["// Whether the device ignored the command because it is off.", "bool ignored = 3;"]
            requestAndResponse(
                name, [target, "\(plan.name).\(name) command = 2;", options], [position] + response + ignored, &text)
        }
    }

    private func requestAndResponse(_ name: String, _ request: [String], _ response: [String], _ text: inout CodeText) {
        text.line()
        text.block("message \(service)\(name)Request") { $0.lines(request) }
        text.line()
        text.block("message \(service)\(name)Response") { $0.lines(response) }
    }
}
