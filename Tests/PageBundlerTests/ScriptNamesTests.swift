internal import Foundation
internal import PageBundler
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Short names mean the same as the long ones.
@Suite(.timeLimit(.minutes(5)))
struct ScriptNamesTests {
    private func joined(_ files: [String: String]) throws(ScriptError) -> [(path: String, bytes: [UInt8])] {
        let index = "<script type=\"module\" src=\"/app/main.js\"></script>"
        return try PageScripts(files.merging(["index.html": index]) { $1 }.map { ($0.key, Array($0.value.utf8)) })
            .joined()
    }

    private func joined(_ script: String) throws -> String? {
        try joined(["main.js": script]).first.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(arguments: [
        // Each form of declaration.
        ("const one = 1; let two; let three = one, four = (one, five);", "const i=1;let l,k=i,j=(i,five);"),
        ("const one = Array.of(1), two = \"one\" in one, three = two;", "const i=Array.of(1),j=\"one\"in i,k=j;"),
        (
            "function one(two, { three, four: five = six, ...seven } = {}, [eight, , nine], ...ten) {}",
            "function i(a,{three:b,four:c=six,...d}={},[e,,f],...g){};"
        ),
        ("const one = (two) => two, three = async four => four.five;", "const i=(a)=>a,j=async a=>a.five;"),
        ("try { a1(); } catch (error) { b1(error); } finally {}", "try{a1()}catch(a){b1(a)}finally{};"),
        (
            "for (const one of two) three(one); for (const key in one) ;",
            "for(const a of two)three(a);for(const a in one);"
        ),
        (
            "class One extends Two { #three = 3; four = this.#three; static five(six) { return six; } }",
            "class i extends Two{#a=3;four=this.#a;static five(a){return a}};"
        ),
        // Members keep their names.
        (
            "const name = { name, two: name, name() {}, get three() { return name.name; }, [name]: 1, ...name };",
            "const i={name:i,two:i,name(){},get three(){return i.name},[i]:1,...i};"
        ),
        (
            "class One extends mixed(Map) { two(three) { return Map; } }",
            "class i extends mixed(Map){two(a){return Map}};"
        ),
        (
            "const get = { get, set: get, async async() {}, static: 1 };",
            "const i={get:i,set:i,async async(){},static:1};"
        ),
        (
            "class One { get = 1; static two = One; async three() {} *four() {} static { One.two(); } }",
            "class i{get=1;static two=i;async three(){}*four(){}static{i.two()}};"
        ),
        ("const one = two ? { one: 1 } : { one };", "const i=two?{one:1}:{one:i};"),
        ("const one = two?.one ?? { one }; one.two = one ? three : one;", "const i=two?.one??{one:i};i.two=i?three:i;"),
        (
            "switch (x) { case 1: { const one = 1; f({ one }); } default: { g(); } }",
            "switch(x){case 1:{const a=1;f({one:a})}default:{g()}};"
        ),
        ("const one = (two, three) => two ?.5 : { three };", "const i=(a,b)=>a?.5:{three:b};"),
        (
            "function one(of, async) { for (const two of of) async(two); }",
            "function i(of,async){for(const a of of)async(a)};"
        ),
        ("one: for (;;) { const two = 1; break one; }", "one:for(;;){const a=1;break one};"),
        ("const one = `${one} ${{ one }.one} one`;", "const i=`${i} ${{one:i}.one} one`;"),
        // Names that are not declared here stay, and are not used as short names.
        ("const one = a + b.c + window.one;", "const i=a+b.c+window.one;"),
        // Each function has the same names again.
        (
            "function one(two) { return two; } function three(four) { return four; }",
            "function i(a){return a}function j(a){return a};"
        ),
        (
            "const one = (two) => { const three = two; return (four) => three + four; };",
            "const i=(a)=>{const b=a;return(a)=>b+a};"
        ),
        ("const one = (two) => (three) => two, four = (five) => five;", "const j=(a)=>(b)=>a,i=(a)=>a;"),
        (
            "for (const one of two) three(one); for (const four of two) three(four);",
            "for(const a of two)three(a);for(const a of two)three(a);"
        ),
        (
            "class One { two(three) { return three; } four(five, six) { return six; } }",
            "class i{two(a){return a}four(a,b){return b}};"
        ),
        // Nested scopes have distinct names.
        ("function one(two) { const three = 1; }", "function i(a){const b=1};"),
        ("try { a1(); } catch (one) { const two = 1; }", "try{a1()}catch(a){const b=1};"),
        ("const one = two => { let three; };", "const i=a=>{let b};"),
        ("for (let one = 0; one < 2; one++) { const two = one; }", "for(let a=0;a<2;a++){const b=a};"),
        (
            "(() => { const one = 1; { const two = 2; three(one); } { const four = 4; } })();",
            "(()=>{const a=1;{const b=2;three(a)}{const a=4}})();"
        ),
        (
            "(() => { function one() {} class Two {} return (three, four) => one(Two, four); })();",
            "(()=>{function a(){}class b{}return(c,d)=>a(b,d)})();"
        ),
        // A shortened name hides the same names.
        (
            "(() => { const one = 1; two(one, (one) => one, () => one); })();",
            "(()=>{const a=1;two(a,(a)=>a,()=>a)})();"
        ),
        ("(one) => { const two = (two) => two + one; return two; };", "(a)=>{const b=(b)=>b+a;return b};"),
        (
            "const one = 1; (two) => { two(one); { const one = 2; two(one); } };",
            "const i=1;(a)=>{a(i);{const i=2;a(i)}};"
        ),
        ("switch (one) { case 1: const two = 1; f(two); }", "switch(one){case 1:const a=1;f(a)};"),
        // A name used where it is not declared stays.
        ("(name) => name; f(name);", "(a)=>a;f(name);"),
        (
            "function one(location) { return () => location; } f(location, a, b);",
            "function i(a){return()=>a}f(location,a,b);"
        ),
        ("(one) => a + one; (two) => b(two);", "(b)=>a+b;(a)=>b(a);"),
        (
            "one: for (;;) { const one = 1; for (;;) continue one; }",
            "one:for(;;){const a=1;for(;;)continue one};"
        ),
        // Consecutive declarations are merged.
        ("const one = 1;\nconst two = (three) => three;\nlet four;\nlet five = 5;", "const k=1,l=(a)=>a;let j,i=5;"),
        ("const one = 1\nconst two = 2\nf(one);\nconst three = 3;", "const i=1\nconst k=2\nf(i);const j=3;"),
        (
            "f(() => { const one = {}; const { two } = one; for (const three of two); const four = 4; });",
            "f(()=>{const a={},{two:b}=a;for(const a of b);const c=4});"
        ),
        // Some values have shorter forms.
        ("f(true, false, undefined, 1_000, x === undefined ? true : false);", "f(!0,!1,void 0,1000,x===void 0?!0:!1);"),
        (
            "f(undefined?.a, true.b, undefined ** 2, x.true, { true: 1, undefined: undefined }, undefined ?? 1);",
            "f(undefined?.a,true.b,undefined**2,x.true,{true:1,undefined:void 0},void 0??1);"
        ),
    ])
    func namesAreShort(_ script: String, _ expected: String) throws {
        try expect(joined(script), equals: expected)
    }

    @Test func shadowedNamesStayShadowed() throws {
        let files = try joined([
            "main.js":
                "import { one, two as deux } from \"./a.js\";\nconst three = (one) => one + deux;\nrun(three, one);\n",
            "a.js": "const three = 3;\nexport const one = three;\nexport function two(deux) { return one + deux; }\n",
        ])
        expect(
            files.map { String(decoding: $0.bytes, as: UTF8.self) },
            equals: ["const j=3,i=j;function l(a){return i+a};const k=(i)=>i+l;run(k,i);"])
    }

    @Test(arguments: [
        ("import { a, a as b } from \"./a.js\";", "a is imported under two names, a and b"),
        ("x = [1] {}", "a brace is neither a block nor an object here"),
        ("x = \"\" {}", "a brace is neither a block nor an object here"),
        ("const of = 1;", "no top-level name may be of"),
        ("import { a as async } from \"./a.js\";", "no top-level name may be async"),
        ("for (var i = 0;;) {}", "use const or let; var is visible outside of its block"),
        ("x = { { a } }", "a brace is neither a block nor an object here"),
    ])
    func unsupportedNamesAreReported(_ script: String, _ what: String) {
        let error = expect(throws: ScriptError.self) {
            try joined(["main.js": script, "a.js": "export const a = 1;"])
        }
        expect(error?.description, equals: "main.js:1: \(what)")
    }

    @Test func aFieldOfAClassEndsWithASemicolon() {
        let error = expect(throws: ScriptError.self) { try joined("class A {\n  one = 1\n  two = 2\n}") }
        expect(error?.description, equals: "main.js:3: a class field must end with a semicolon")
    }

    // MARK: Run by Node.js

    private static let hasNode = (try? ChildProcess.run("node", ["--version"]))?.status == 0

    @Test(.enabled(if: hasNode, "skipped: node is not installed"))
    func joinedScriptsDoWhatTheyDidAlone() async throws {
        let folder = try TemporaryFolder()
        let modules = Self.modules.map { (path: $0.key, bytes: Array($0.value.utf8)) }
        let alone = try await run(modules, in: folder.path + "/alone")
        expect(alone.hasPrefix("counted 3\n"))
        expect(alone.hasSuffix("end\n"))
        try await expect(run(joined(Self.modules), in: folder.path + "/joined"), equals: alone)
    }

    /// The output of a program of modules.
    private func run(_ files: [(path: String, bytes: [UInt8])], in folder: String) async throws -> String {
        for (path, bytes) in files + [("package.json", Array("{\"type\":\"module\"}".utf8))] {
            let file = URL(filePath: folder).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let outcome = try await ChildProcess.run("node", [folder + "/main.js"])
        expect(outcome.status, equals: 0, "\(outcome.error)")
        return outcome.output
    }

    private static let modules = [
        "main.js": #"""
        import { Counter, count as howMany, say } from "./lib/counter.js";
        import { say as sayTwice } from "./lib/twice.js";
        const counter = new Counter({ start: 2 });
        counter.count();
        say(`counted ${howMany(counter)}`);
        const { value: { start = 5, ...others } = {}, list: [first, , third = first] } = { value: { end: 1 }, list: [7, 8] };
        say(JSON.stringify({ start, others, first, third }));
        for (const [key, value] of Object.entries({ say: 1, get: 2, static: 3 })) sayTwice(key + value);
        outer: for (let index = 0; ; index++) {
            for (const other of [1, 2, 3]) {
                if (other === 2 && index < 2) continue outer;
                if (index === 2) break outer;
            }
        }
        const choose = (say, { count = say ? "a" : "b" } = {}) => say ? { say, count } : { count };
        say(JSON.stringify([choose(1), choose(0, { count: 2 }), choose(1)?.say ?? "none", choose(0)?.say ?? "none"]));
        function* numbers(limit) { for (let number = 0; number < limit; number += 1) yield { number }; }
        say([...numbers(3)].map(({ number }) => number / 2).join("/"));
        try { null.x } catch ({ name }) { say(name) }
        const text = (strings, ...values) => strings.raw.join("|") + values;
        say(text`a${first}b${{ first }.first}c\n`);
        say([1, , 2, ].length + [,].length + "")
        ;[1, 2].map((one) => { switch (one) { case 1: { say("one"); break; } default: { say("more"); } } });
        class More extends class { one() { return 1; } } { two() { return this.one() + 1; } }
        say(`${new More().two()}${1. in [0, 1]}${1 < !-1}`);
        const later = await_ => import("./later.js");
        const inner = (one, two = () => one) => { const three = [one, two()]; for (const one of three) say(one + three.length); return (one) => one + three.length; };
        say(inner(1)(2));
        const hidden = (value) => value ? ((value) => value + 1)(value) : value;
        say([hidden(1), hidden(0)].join());
        const scopes = () => { let sum = 0; { const one = 1; sum += one; } { const other = 2; sum += other; } for (let one = 0; one < 2; one++) { const last = one; sum += last; } return sum; };
        say(scopes());
        const [yes, no, none] = [true, false, undefined];
        say([yes, no, none ?? "none", 1_000 + 1].join());
        let waits = 0
        ++waits
        later().then(({ default_, label }) => { say(label({ say: waits })); say(default_); say("end"); });
        """#,
        "lib/counter.js": #"""
        const start = Symbol("start");
        export const say = (text) => console.log(text);
        export class Counter {
            #count = 0;
            [start] = 1;
            static made = 0;
            static { Counter.made = 1; }
            constructor({ start: begin }) { this.#count = begin; this.begin = begin; }
            count() { this.#count++; return this; }
            get value() { return this.#count; }
            set value(value) { this.#count = value; }
            static of(count) { return new Counter({ start: count }); }
        }
        export function count(counter) { const { value } = counter; return value; }
        """#,
        "lib/twice.js": #"""
        import { Counter, say as tell } from "./counter.js";
        const start = Counter.of(4).value;
        export async function say(start_) { tell(start_ + start); tell(start_); }
        """#,
        "later.js": #"""
        import { say } from "./lib/counter.js";
        const kinds = { say: "told", get get() { return kinds.say; }, async async() {}, "a b": 1 };
        export const default_ = kinds.get;
        export const label = ({ say: many }) => { say(typeof kinds.async); return many > 0 ? `${many} of ${kinds["a b"]}` : "" };
        """#,
    ]
}
