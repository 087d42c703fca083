internal import PageBundler
internal import Expectations
internal import Testing

/// Joined modules of a page behave as the separate ones did.
struct ScriptTests {
    private func joined(_ files: [String: String]) throws(ScriptError) -> [String: String] {
        var all = files.map { (path: $0.key, bytes: Array($0.value.utf8)) }
        all.append(("index.html", Array("<script type=\"module\" src=\"/app/main.js\"></script>".utf8)))
        var result: [String: String] = [:]
        for (path, bytes) in try PageScripts(all).joined() { result[path] = String(decoding: bytes, as: UTF8.self) }
        return result
    }

    /// The joined form of a module without imports and exports.
    private func stripped(_ script: String) throws(ScriptError) -> String? {
        try joined(["later.js": script])["later.js"]
    }

    private func problem(_ script: String, _ others: [String: String] = [:]) -> String? {
        do throws(ScriptError) {
            _ = try joined(others.merging(["main.js": script]) { $1 })
            return nil
        } catch { return error.description }
    }

    // MARK: Tokens

    @Test(arguments: [
        ("a // b\nc", "a\nc"), ("a /* b */ c", "a c"), ("a /* b\n */ c", "a\nc"), ("a/**/b", "a b"),
        ("\n\n  a  \n\n\n  b\n", "a\nb"), ("/** x */\na", "a"), ("a\r\nb", "a\nb"), ("", ""), ("// only", ""),
        ("return_ = 1 /* one */ + +2", "return_=1+ +2"), ("a - -b / c - +d", "a- -b / c-+d"),
        ("const { a, b } = await_ ? c : [ d ];", "const{a,b}=await_?c:[d];"), ("a / /b/.c", "a / /b/.c"),
        ("return \"a = b\" ;", "return\"a = b\";"), ("` = ${ a } = `", "` = ${a} = `"),
        // Line breaks stay where one may end a statement.
        ("{\n  a;\n  b;\n}\nc", "{a;b}\nc"), ("a\n++b\n(c)", "a\n++b\n(c)"), ("f(a,\n  b,\n)\n[c]", "f(a,b)\n[c]"),
        ("a\n  .b\n  ?? c", "a.b??c"), ("x = [1, , ];\ny = [,];", "x=[1,,];y=[,];"),
        ("{ if (a) ; }", "{if(a);}"), ("{ while (a()); }", "{while(a());}"),
        ("{ if (a) b(); else ; }", "{if(a)b();else;}"),
        ("{ a(b); }", "{a(b)}"), ("{ done: ; }", "{done:;}"), ("a < !--b", "a< !--b"), ("1. in x", "1. in x"),
    ])
    func commentsAndSpaceGo(_ script: String, _ expected: String) throws {
        try expect(stripped(script), equals: expected)
    }

    @Test(arguments: [
        "\"// no /* comment */\"", "'it\\'s // one'", "`// ${a.b} /* ${`${\"}`\"}`} */ \\` \\${`", "\"\\\\\"",
        "`a\n   b`", "'a\\\n  b'", "/[/*]\\/\"'`/giu.test(a)", "f(/\"/, /`/)", "a = b / c / d", "a = (b) / c",
        "x[0] / 2",
        "i++ / 2", "a + /b/.source", "a - -/b/", "return_ / 2", "x.return / 2 / 3", "[/'/]", "a ? /'/ : /\"/",
        "a => /'/",
        "`${/}/}`", "`${a}` / 2", "1 / 2", "1.5e3 / 2", "!/'/.test(a)", "if (/'/.test(a)) b", "if (a) /'/.test(b)",
        "while (x) /`/g", "(a) / (b) / 2", "typeof /'/", "case_ / 1", "a.#b / 2",
        "${0}".replacing("{0}", with: "x") + " / 2",
        "{ a: 1 }", "x = { import: 1, export: 2, await: 3 }", "x.import(\"a\")", "x.export", "\"\u{e4}\u{1F600}\"",
        "async () => { await a }", "for (const a of /'/) b",
    ])
    func theRestStays(_ script: String) throws {
        func withoutSpaces(_ text: String?) -> String? { text?.filter { $0 != " " } }
        try expect(withoutSpaces(stripped(script)), equals: withoutSpaces(script))
    }

    @Test(arguments: [
        ("\"a\n\"", "a string is not closed"), ("'", "a string is not closed"), ("'\\", "a string is not closed"),
        ("`a${b}", "a template is not closed"), ("`\\", "a template is not closed"),
        ("/* a", "a comment is not closed"),
        ("a = /b", "a regular expression is not closed"), ("a = /b\\", "a regular expression is not closed"),
        ("a = /[/]\n/", "a regular expression is not closed"), ("(", "a bracket is not closed"),
        ("`${", "a bracket is not closed"), ("a)", "a bracket is closed that is not open"),
        ("(]", "a bracket is closed that is not open"),
        ("{}/'/", "put brackets around a regular expression, or a division, that follows a '}'"),
        ("\u{e4} = 1", "letters outside ASCII are supported in strings, templates and comments only"),
        ("\\u0061 = 1", "letters outside ASCII are supported in strings, templates and comments only"),
        ("$1 = 2", "names such as $1 are reserved for joined modules"),
    ])
    func unreadableScriptIsReported(_ script: String, _ what: String) {
        expect(problem(script), equals: "main.js:1: \(what)")
    }

    // MARK: Modules

    @Test func aScriptIsJoinedWithWhatItNeeds() throws {
        let files = try joined([
            "main.js": "import { a, b as c } from \"./lib/a.js\";\nimport \"./lib/b.js\";\nrun(a, c);\n",
            "lib/a.js": "import { d } from \"./b.js\";\nexport const a = 1;\nexport function b() { return d; }\n",
            "lib/b.js": "export class d {}\nexport async function* e() {}\n",
        ])
        expect(
            files,
            equals: [
                "main.js": "class k{}\nasync function*l(){};const i=1;function j(){return k};run(i,j);"
            ])
    }

    @Test func laterScriptsImportFromTheJoinedOne() throws {
        let files = try joined([
            "main.js": "import { a } from \"./lib/a.js\";\nconst show = () => import(\"./views/b.js\");\n",
            "lib/a.js": "export const a = new URL(\"../a.svg\", import.meta.url);\n",
            "views/b.js":
                "import { a as one } from \"../lib/a.js\";\nimport \"../lib/a.js\";\nimport { c } from \"./c.js\";\n"
                + "export const b = [one, c, import(\"../lib/a.js\"), import.meta.url];\n",
            "views/c.js": "import \"../lib/a.js\";\nexport const c = 1;\n",
        ])
        expect(Set(files.keys), equals: ["main.js", "views/b.js"])
        expect(
            files["main.js"],
            equals: "const i=new URL(\"../a.svg\",new URL(\"./lib/a.js\",import.meta.url).href),$0={a:i},"
                + "j=()=>import(\"./views/b.js\").then((all)=>all.$3);export{$0,i};")
        expect(
            files["views/b.js"],
            equals: "import{i}from\"../main.js\";const j=1,"
                + "k=[i,j,import(\"../main.js\").then((all)=>all.$0),import.meta.url],$3={b:k};export{$3};")
    }

    @Test func sharedModulesAreSeparateFiles() throws {
        let files = try joined([
            "main.js": "const show = () => [import(\"./a.js\"), import(\"./b.js\"), import(\"./c.js\")];\n",
            "a.js": "import { two } from \"./two.js\";\nexport const a = [two];\n",
            // Loaded by itself, and imported by another one.
            "b.js": "import { three } from \"./three.js\";\nexport const b = [three];\n",
            "c.js":
                "import { b } from \"./b.js\";\nimport { two as deux } from \"./two.js\";\nexport const c = [b, deux];\n",
            "two.js": "import { three } from \"./three.js\";\nexport const two = [three];\n",
            "three.js": "import \"./more.js\";\nexport const three = 3;\n", "more.js": "globalThis.more = 1;\n",
        ])
        expect(Set(files.keys), equals: ["main.js", "a.js", "b.js", "c.js", "two.js", "three.js"])
        expect(
            files["main.js"]?.contains(
                "[import(\"./a.js\").then((all)=>all.$1),import(\"./b.js\").then((all)=>all.$2),"
                    + "import(\"./c.js\").then((all)=>all.$3)]"), equals: true)
        expect(files["three.js"], equals: "globalThis.more=1;const i=3;export{i};")
        expect(
            files["c.js"],
            equals: "import{k}from\"./b.js\";import{j}from\"./two.js\";const i=[k,j],$3={c:i};export{$3};")
    }

    @Test func sdkForOtherPagesIsOneFile() throws {
        let files = [
            "main.js": "import { a } from \"./lib/a.js\";\na();\n", "lib/a.js": "export const a = () => 1;\n",
            "sdk/hearth.js":
                "import { a } from \"../lib/a.js\";\nimport { b } from \"./b.js\";\nexport const c = a(b);\n",
            "sdk/b.js": "export const b = 2;\n",
        ]
        let joined = try joined(files)
        expect(Set(joined.keys), equals: ["main.js", "sdk/hearth.js"])
        expect(joined["sdk/hearth.js"], equals: "const i=()=>1,j=2,k=i(j);export{k as c};")
        let others = files.merging(["main.js": "export default `of another kind`;"]) { $1 }
        let alone = try PageScripts.sdk(of: others.map { ($0.key, Array($0.value.utf8)) })
        try expectNil(PageScripts.sdk(of: [("main.js", [])]))
        expect(alone.map { String(decoding: $0, as: UTF8.self) }, equals: joined["sdk/hearth.js"])
        expectNil(problem("", ["sdk/hearth.js": "export const here = import.meta.url;"]))
        expect(
            problem("", ["sdk/hearth.js": "import \"./b.js\";", "sdk/b.js": "import.meta.url"]),
            equals: "sdk/b.js:1: sdk/hearth.js must be one file, which cannot fetch others")
        expect(
            problem("", ["sdk/hearth.js": "import(\"../main.js\");"]),
            equals: "sdk/hearth.js:1: sdk/hearth.js must be one file, which cannot fetch others")
    }

    @Test(arguments: [
        "import a from \"./a.js\";", "import * as a from \"./a.js\";", "import { a from } \"./a.js\";",
        "import { a } \"./a.js\";", "import { a } from './a.js' + b", "import { \"a\" as b } from \"./a.js\";",
        "import { a } from \"./a.js\" with { type: \"json\" };", "import",
    ])
    func importsHaveOneShape(_ script: String) {
        let told = problem(script, ["a.js": "export const a = 1;"])
        expect(told, equals: "main.js:1: imports are written: import { name } from \"./path.js\";")
    }

    @Test(arguments: [
        "export default 1;", "export { a };", "export * from \"./a.js\";", "export let a = 1;",
        "export const { a } = b;", "export const a = 1, b = 2;", "export const a;", "export", "export class {}",
        "export function () {}",
    ])
    func exportsHaveOneShape(_ script: String) {
        expect(
            problem("\n" + script),
            equals: "main.js:2: exports are a const of one name, a function or a class, declared where it is exported")
    }

    @Test(arguments: [
        "export const a = [1, 2], b = 3;", "export const a = f(1, 2)\n", "import { a } from \"a\";",
        "import \"/a.js\";",
        "import \"https://example.org/a.js\";", "import { a } from \"../a.js\";", "import { a } from \"./none.js\";",
        "import { none } from \"./a.js\";", "import(\"./none.js\")", "import(a)", "import(`./a.js`)", "import.meta.env",
        "await a;", "const a = await b;", "import { a } from \"./b.js\";",
    ])
    func unjoinableModulesAreRefused(_ script: String) {
        let others = [
            "a.js": "export const a = 1;", "b.js": "import { c } from \"./c.js\";\nexport const a = c;",
            "c.js": "import { a } from \"./b.js\";\nexport const c = a;",
        ]
        expect(problem(script, others)?.contains(".js:"), equals: true)
    }

    @Test func errorsSayWhereAndWhat() {
        expect(problem("\n\nimport { x } from \"./a.js\";", ["a.js": ""]), equals: "main.js:3: a.js does not export x")
        expect(problem("/*\n*/ `\n` + import(\"./x.js\")"), equals: "main.js:3: there is no x.js")
        expect(
            problem("import \"./a.js\";", ["a.js": "import \"./b.js\";", "b.js": "import \"./a.js\";"]),
            equals: "b.js:1: modules import each other in a cycle: a.js, b.js, a.js")
        expect(
            problem("", ["a.js": "import \"../../x.js\";"])?.hasPrefix("a.js:1: a module is named by its path"),
            equals: true)
    }
}
