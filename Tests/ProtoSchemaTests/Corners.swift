/// Files with corners of the language that are rare in real files.
enum Corners {
    static let texts = ["options.proto": options, "members.proto": members, "names.proto": names]

    private static let head = """
        syntax = "proto3";
        package corner.v1;
        import "google/protobuf/descriptor.proto";

        """

    /// Custom options on everything that has options, of every type, whole and in parts.
    private static let options =
        head + #"""
            option java_package = "a\a\b\f\v\x7f\101\u00e9\U0001F600\ud83d\ude00\'\"\?\\";
            option (config) = {
              text: "x" 'y' many: [1, 2, -3] many: 4 level: LEVEL_HIGH inner { number: 0 maybe: 0 } inners { number: 5 }
              inners: < number: 6; >, inners [ { number: 7 }, {} ] named { key: "a" value { number: 1 } }
              named { key: "b" } unpacked: [1, 0] f: 1.5 d: -inf big: 18446744073709551615 flag: true words: ["a", "b"]
              zeros: "" chosen: 0 bits: "\001\002"
            };
            option optimize_for = CODE_SIZE;
            option (.corner.v1.words) = "one";
            option (corner.v1.words) = "two";
            option deprecated = true;
            message Config {
              string text = 9; repeated int32 many = 1; Level level = 2; Inner inner = 3; repeated Inner inners = 4;
              map<string, Inner> named = 5; repeated sint32 unpacked = 6 [packed = false]; float f = 7; double d = 8;
              fixed64 big = 10; bool flag = 11; repeated string words = 12; string zeros = 13;
              oneof choice { int32 chosen = 14; } bytes bits = 15;
              message Inner { int32 number = 1; optional int32 maybe = 2; Inner deep = 3; }
            }
            enum Level { LEVEL_LOW = 0; LEVEL_HIGH = 1; LEVEL_NEGATIVE = -5; }
            extend google.protobuf.FileOptions { Config config = 50001; repeated string words = 50002; }
            extend google.protobuf.FieldOptions {
              int32 i32 = 50001; sint64 s64 = 50002; float real = 50003; Config nested = 50004; optional bool flag = 50005;
              Level level = 50006; bytes bits = 50007; sfixed32 fixed = 50008; repeated int32 many = 50009;
            }
            extend google.protobuf.MessageOptions { Config whole = 60001; }
            extend google.protobuf.OneofOptions { string on_oneof = 50001; }
            extend google.protobuf.EnumOptions { string on_enum = 50001; }
            extend google.protobuf.EnumValueOptions { string on_value = 50001; double weight = 50002; }
            extend google.protobuf.ServiceOptions { string on_service = 50001; }
            extend google.protobuf.MethodOptions { uint64 on_method = 50001; }
            message M {
              option (whole).inner.deep.number = 3;
              option (whole).text = "q";
              option (whole).level = LEVEL_HIGH;
              option deprecated = false;
              option (M.inside) = "n";
              extend google.protobuf.MessageOptions { string inside = 60002; Config other_inside = 60003; }
              int32 a = 1 [
                (i32) = -5, deprecated = true, json_name = "zz", (s64) = -77, (real) = -1.25, (nested) = { text: "q" },
                (flag) = false, (level) = LEVEL_NEGATIVE, (bits) = "\x01z", (fixed) = -2, (many) = 1, (many) = 2,
                jstype = JS_NORMAL
              ];
              oneof which { option (on_oneof) = "z"; string s = 4; }
              enum E {
                option allow_alias = true;
                option (on_enum) = "q";
                E_A = 0 [(on_value) = "v", deprecated = true, (weight) = 3];
                E_B = 0;
              }
            }
            service S {
              option (on_service) = "x";
              option deprecated = true;
              rpc A(M) returns (M) { option (on_method) = 18446744073709551615; option idempotency_level = IDEMPOTENT; };
            }
            """#

    /// Every kind of member, in an order that puts map entries between nested messages.
    private static let members =
        head + """
            import public "google/protobuf/any.proto";
            import weak "google/protobuf/struct.proto";
            message Everything {
              reserved 100, 200 to 300, 1000 to max;
              reserved "foo", "bar";
              map<int64, Sub> first_map = 2 [deprecated = true];
              message Sub { map<bool, .corner.v1.Everything.Sub> again = 1; }
              map<string, bytes> Second_map2x = 3;
              oneof which { string s = 4; Sub sub = 5; }
              optional int32 opt_one = 6;
              optional Sub _under = 7;
              optional E X_opt = 8;
              optional int64 __opt_two = 9 [jstype = JS_STRING];
              oneof _X_opt { bool other = 19; }
              repeated double packed_default = 10;
              repeated double packed_not = 11 [packed = false];
              repeated double packed_yes = 12 [packed = true];
              google.protobuf.Value value = 13;
              E e = 14;
              string __double__under_ = 15;
              string UPPER_case9_x = 16;
              string json = 17 [json_name = "json"];
              oneof second { int32 z = 18; }
              enum E { E_A = 0; E_C = -2147483648; reserved -10 to -5, 7; reserved 100 to max; reserved "E_X"; }
            }
            message Empty {;}
            service S {
              rpc A(Empty) returns (stream Everything);
              rpc B(stream .corner.v1.Empty) returns (Everything.Sub) { }
              rpc C(stream Empty) returns (stream Empty) {};
              rpc stream(Empty) returns (google.protobuf.Any) {;}
            }
            """

    private static let names =
        head + """
            extend google.protobuf.FieldOptions { Outer.Inner corner = 50001; }
            message Outer {
              message Inner {}
              message corner {}
              .corner.v1.Outer.Inner near = 1;
              Inner inner = 2;
              message words {
                string message = 1; int32 enum = 2; bool optional = 3; repeated string repeated = 4; int32 reserved = 5;
                int32 extensions = 6; int32 syntax = 7; int32 import = 8; int32 to = 9; int32 max = 10; int32 rpc = 11;
                int32 returns = 12; int32 stream = 13; int32 package = 14; int32 service = 15; int32 option = 16;
                int32 extend = 17; int32 oneof = 18; int32 map = 19; int32 inf = 20; int32 true = 21; words group = 22;
              }
            }
            """
}
