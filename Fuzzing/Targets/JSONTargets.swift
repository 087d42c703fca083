internal import HearthJSON
internal import ProtoSchema

/// Messages with every kind of field, including themselves.
private enum FuzzedJSON {
    static let types = [
        "f.Tree", "google.protobuf.Any", "google.protobuf.Value", "google.protobuf.Timestamp",
        "google.protobuf.Duration",
        "google.protobuf.FieldMask",
    ]

    static let transcoder: JSONTranscoder = {
        let sources = ProtoSchema.DescriptorPool([
            ProtoSource(
                path: "f.proto",
                text: """
                    syntax = "proto3";
                    package f;
                    import "google/protobuf/any.proto";
                    import "google/protobuf/struct.proto";
                    import "google/protobuf/wrappers.proto";
                    enum E { ZERO = 0; ONE = 1; FAR = -70000; }
                    message Tree {
                      double d = 1; float f = 2; int32 i = 3; int64 il = 4; uint32 u = 5; uint64 ul = 6; sint32 s = 7;
                      sint64 sl = 8; fixed32 x = 9; fixed64 xl = 10; sfixed32 sx = 11; sfixed64 sxl = 12; bool b = 13;
                      string t = 14; bytes y = 15; E e = 16; Tree tree = 17;
                      repeated double dd = 21; repeated int32 ii = 23; repeated sint64 ssl = 28; repeated bool bb = 33;
                      repeated string tt = 34; repeated bytes yy = 35; repeated E ee = 36; repeated Tree trees = 37;
                      map<string, Tree> by_text = 41; map<sint32, string> by_number = 42; map<bool, E> by_bool = 43;
                      map<uint64, google.protobuf.Value> by_large = 44;
                      oneof o { string ot = 51; Tree tree_of_o = 52; google.protobuf.NullValue n = 53; }
                      oneof p { int32 pi = 54; google.protobuf.Value pv = 55; }
                      optional int64 oil = 61; optional string optional_text = 62;
                      google.protobuf.Any any = 71; google.protobuf.Struct st = 72; google.protobuf.ListValue l = 73;
                      google.protobuf.Int64Value w = 74; google.protobuf.BytesValue wy = 75;
                    }
                    """)
        ])
        let set = FileDescriptorSet(sources)
        var pool = HearthJSON.DescriptorPool()
        for path in set.paths(for: ["f.proto"]) {
            guard let file = set.descriptor(of: path), (try? pool.add(file)) != nil else {
                must(false, "the schema is refused")
                continue
            }
        }
        return JSONTranscoder(pool)
    }()
}

/// Written JSON must be read and written again with the same result. Only an Any may have a type that is unknown when
/// read.
private func comesBack(_ transcoder: JSONTranscoder, _ text: [UInt8], _ type: String) {
    do throws(JSONError) {
        let message = try transcoder.message(from: text[...], of: type)
        must(try transcoder.json(from: message[...], of: type) == text, "reading and writing it again changes it")
    } catch {
        must(error.code == .unknownType, "written JSON is refused: \(error)")
    }
}

func fuzzMessageToJSON(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let type = FuzzedJSON.types[Int(pieces.byte()) % FuzzedJSON.types.count]
    let message = pieces.bytes(bytes.count)
    guard let text = try? FuzzedJSON.transcoder.json(from: message[...], of: type) else { return }
    comesBack(FuzzedJSON.transcoder, text, type)
}

func fuzzMessageFromJSON(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let type = FuzzedJSON.types[Int(pieces.byte()) % FuzzedJSON.types.count]
    let text = pieces.bytes(bytes.count)
    guard let message = try? FuzzedJSON.transcoder.message(from: text[...], of: type) else { return }
    do throws(JSONError) {
        comesBack(FuzzedJSON.transcoder, try FuzzedJSON.transcoder.json(from: message[...], of: type), type)
    } catch {
        must(false, "a message that was read can't be written: \(error)")
    }
}

/// A file, a message and a text, each with a length prefix of two bytes.
func fuzzDescriptors(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    func piece() -> [UInt8] { pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())) }
    let (file, message, text) = (piece(), piece(), piece())
    var pool = HearthJSON.DescriptorPool()
    guard (try? pool.add(file)) != nil else { return }
    var limits = JSONLimits()
    limits.output = 1 << 20
    let transcoder = JSONTranscoder(pool, limits: limits)
    // The types in the seeds' file.
    for type in ["f.Tree", "f.Tree.Leaf", "f.Other"] where pool.hasMessage(type) {
        _ = try? transcoder.json(from: message[...], of: type)
        _ = try? transcoder.message(from: text[...], of: type)
    }
    let path = pool.paths.first ?? ""
    pool.remove(path: path)
    must(pool.paths.isEmpty, "a file stays")
    must((try? pool.add(file)) != nil, "a file that was accepted before is refused")
}
