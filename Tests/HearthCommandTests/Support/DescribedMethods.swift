internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension FileDescriptor {
    /// The methods of the file and the rights that they declare, read from its encoded descriptor, which is not how the
    /// server reads them.
    var rights: [String: Rights] {
        let file = Self.fields(serialized[...])
        let package = file.first { $0.number == 2 }.map { String(decoding: $0.content, as: UTF8.self) } ?? ""
        var rights: [String: Rights] = [:]
        for service in file where service.number == 6 {
            let members = Self.fields(service.content)
            for member in members where member.number == 2 {
                let method = Self.fields(member.content)
                let options = method.first { $0.number == 4 }.map { Self.fields($0.content) } ?? []
                let right = options.first { $0.number == 50_601 }?.value ?? 0
                rights["/\(package).\(Self.name(members))/\(Self.name(method))"] = Rights(
                    Hearth_V1_Right(rawValue: Int32(right)))
            }
        }
        return rights
    }

    private static func name(_ fields: [Field]) -> String {
        fields.first { $0.number == 1 }.map { String(decoding: $0.content, as: UTF8.self) } ?? ""
    }

    private struct Field {
        let number: Int
        var value = 0
        var content: ArraySlice<UInt8> = []
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) -> [Field] {
        var (rest, fields) = (bytes, [Field]())
        func number() -> Int {
            var (value, shift) = (0, 0)
            while let byte = rest.popFirst() {
                value |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            return value
        }
        while !rest.isEmpty {
            let tag = number()
            if tag & 7 == 0 {
                fields.append(Field(number: tag >> 3, value: number()))
            } else {
                let count = number()
                fields.append(Field(number: tag >> 3, content: rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
        }
        return fields
    }
}
