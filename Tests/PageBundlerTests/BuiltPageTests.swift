internal import PageBundler
internal import Expectations
internal import Testing

/// Files that are built into a program are smaller and mean the same.
struct BuiltPageTests {
    private func built(_ files: [String: String]) throws(ScriptError) -> [String: String] {
        var result: [String: String] = [:]
        for (path, bytes) in try BuiltPage.files(of: files.map { ($0.key, Array($0.value.utf8)) }) {
            result[path] = String(decoding: bytes, as: UTF8.self)
        }
        return result
    }

    @Test(arguments: [
        ("/* a */\na,\nb > c {\n  color: red;\n  margin: 0 auto;\n}\n", "a,b>c{color:red;margin:0 auto}"),
        ("a:hover b { }\n.c :focus{}", "a:hover b{}.c :focus{}"),
        (
            "@media (width > 4px) and (a: b) { a { b: calc(1px + 2px) } }",
            "@media (width>4px) and (a:b){a{b:calc(1px + 2px)}}"
        ),
        (":is( a , b ) > c + d ~ e { f: g !important }", ":is(a,b)>c + d ~ e{f:g!important}"),
        // Strings and URLs stay unchanged.
        ("a::before { content: \"/* a  ; } */\\\" b\"; }", "a::before{content:\"/* a  ; } */\\\" b\"}"),
        ("a { b: 'c  \" d' url( e  f/*g*/ ) h }", "a{b:'c  \" d' url( e  f/*g*/ ) h}"),
        // A comment between tokens still separates them.
        ("a/**/b { c: d/* */e; f: g /* */ h }", "a/**/b{c:d/**/e;f:g h}"), (".a\\  b { c: d }", ".a\\  b{c:d}"),
        ("a { ; }", "a{}"), ("", ""), ("/* a", ""), ("a { b: \"c", "a{b:\"c"),
    ])
    func stylesLoseCommentsAndSpace(_ style: String, _ expected: String) throws {
        try expect(built(["a.css": style]), equals: ["a.css": expected])
    }

    @Test func dataLosesSpace() throws {
        let files = [
            "text/en.json": "{ \"a\": \"b : \\\" c\",\n  \"d\": [1, { \"e\": null }] }\n", "a.svg": "<svg>\n</svg>",
        ]
        try expect(
            built(files),
            equals: [
                "text/en.json": "{\"a\":\"b : \\\" c\",\"d\":[1,{\"e\":null}]}", "a.svg": "<svg>\n</svg>",
            ])
    }

    @Test func textKeysInScriptsAreShortened() throws {
        let files = [
            "index.html": "<script type=\"module\" src=\"/app/main.js\"></script>",
            "main.js":
                "import { t } from \"./t.js\";\nt(\"a.one\", \"plain\"); t(x ? \"b.two\" : \"a.one\"); t(`c.${x}`); t(\"d.\" + x);",
            "t.js": "export const t = (key) => [key, \"e.unsaid\", 'a.one', \"c.one\", \"d.one\", \"f.quoted\"];",
            "sdk/hearth.js": "import { t } from \"../t.js\";\nexport const u = t(\"a.one\");",
            "text/en.json":
                "{\"a.one\":\"a.one\",\"b.two\":{\"a.one\":\"2\"},\"c.one\":\"3\",\"d.one\":\"4\",\"plain\":\"5\",\"g.unused\":\"6\"}",
            "text/xx.json": "{\"b.two\":\"zwei\",\"f.quoted\":\"sechs\",\"ac\":\"\"}", "other.json": "{\"a.one\":1}",
        ]
        try expect(
            built(files),
            equals: [
                "index.html": files["index.html"], "other.json": files["other.json"],
                "main.js":
                    "const i=(a)=>[a,\"e.unsaid\",\"aa\",\"c.one\",\"d.one\",\"ad\"];i(\"aa\",\"plain\");i(x?\"ab\":\"aa\");"
                    + "i(`c.${x}`);i(\"d.\"+x);",
                "sdk/hearth.js":
                    "const i=(a)=>[a,\"e.unsaid\",'a.one',\"c.one\",\"d.one\",\"f.quoted\"],j=i(\"a.one\");export{j as u};",
                "text/en.json":
                    "{\"aa\":\"a.one\",\"ab\":{\"a.one\":\"2\"},\"c.one\":\"3\",\"d.one\":\"4\",\"plain\":\"5\",\"g.unused\":\"6\"}",
                "text/xx.json": "{\"ab\":\"zwei\",\"ad\":\"sechs\",\"ac\":\"\"}",
            ])
    }
}
