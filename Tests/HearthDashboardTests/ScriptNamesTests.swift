internal import Foundation
internal import HearthDashboard
internal import ProcessTestSupport
internal import Testing

/// Short names mean what the long ones did.
@Suite(.timeLimit(.minutes(1)))
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
        // What is declared, in each of the ways.
        ("const one = 1; let two; let three = one, four = (one, five);", "const a=1;let d;let c=a,b=(a,five);"),
        ("const one = Array.of(1), two = \"one\" in one, three = two;", "const a=Array.of(1),b=\"one\"in a,c=b;"),
        (
            "function one(two, { three, four: five = six, ...seven } = {}, [eight, , nine], ...ten) {}",
            "function d(h,{three:g,four:b=six,...e}={},[a,,c],...f){};"
        ),
        ("const one = (two) => two, three = async four => four.five;", "const c=(b)=>b,d=async a=>a.five;"),
        ("try { a1(); } catch (error) { b1(error); } finally {}", "try{a1()}catch(a){b1(a)}finally{};"),
        (
            "for (const one of two) three(one); for (const key in one) ;",
            "for(const a of two)three(a);for(const b in a);"
        ),
        (
            "class One extends Two { #three = 3; four = this.#three; static five(six) { return six; } }",
            "class b extends Two{#three=3;four=this.#three;static five(a){return a}};"
        ),
        // Members keep their names.
        (
            "const name = { name, two: name, name() {}, get three() { return name.name; }, [name]: 1, ...name };",
            "const a={name:a,two:a,name(){},get three(){return a.name},[a]:1,...a};"
        ),
        (
            "class One extends mixed(Map) { two(three) { return Map; } }",
            "class a extends mixed(Map){two(b){return Map}};"
        ),
        (
            "const get = { get, set: get, async async() {}, static: 1 };",
            "const a={get:a,set:a,async async(){},static:1};"
        ),
        (
            "class One { get = 1; static two = One; async three() {} *four() {} static { One.two(); } }",
            "class a{get=1;static two=a;async three(){}*four(){}static{a.two()}};"
        ),
        ("const one = two ? { one: 1 } : { one };", "const a=two?{one:1}:{one:a};"),
        ("const one = two?.one ?? { one }; one.two = one ? three : one;", "const a=two?.one??{one:a};a.two=a?three:a;"),
        (
            "switch (x) { case 1: { const one = 1; f({ one }); } default: { g(); } }",
            "switch(x){case 1:{const a=1;f({one:a})}default:{g()}};"
        ),
        ("const one = (two, three) => two ?.5 : { three };", "const c=(b,a)=>b?.5:{three:a};"),
        (
            "function one(of, async) { for (const two of of) async(two); }",
            "function b(of,async){for(const a of of)async(a)};"
        ),
        ("one: for (;;) { const two = 1; break one; }", "one:for(;;){const a=1;break one};"),
        ("const one = `${one} ${{ one }.one} one`;", "const a=`${a} ${{one:a}.one} one`;"),
        // What is not declared here stays, and is no other's short name.
        ("const one = a + b.c + window.one;", "const c=a+b.c+window.one;"),
    ])
    func namesAreShort(_ script: String, _ expected: String) throws {
        #expect(try joined(script) == expected)
    }

    @Test func whatHidesStaysHidden() throws {
        let files = try joined([
            "main.js":
                "import { one, two as deux } from \"./a.js\";\nconst three = (one) => one + deux;\nrun(three, one);\n",
            "a.js": "const three = 3;\nexport const one = three;\nexport function two(deux) { return one + deux; }\n",
        ])
        #expect(
            files.map { String(decoding: $0.bytes, as: UTF8.self) }
                == ["const d=3;const a=d;function b(c){return a+c};const e=(a)=>a+b;run(e,a);"])
    }

    @Test(arguments: [
        ("import { a, a as b } from \"./a.js\";", "a is imported under two names, a and b"),
        ("x = [1] {}", "a brace stands where neither a block nor an object does"),
        ("x = \"\" {}", "a brace stands where neither a block nor an object does"),
        ("const of = 1;", "outside of functions nothing has the name of"),
        ("import { a as async } from \"./a.js\";", "outside of functions nothing has the name async"),
        ("for (var i = 0;;) {}", "const and let declare, as var belongs to more than its block"),
        ("x = { { a } }", "a brace stands where neither a block nor an object does"),
    ])
    func whatCannotBeNamedIsTold(_ script: String, _ what: String) {
        let error = #expect(throws: ScriptError.self) {
            try joined(["main.js": script, "a.js": "export const a = 1;"])
        }
        #expect(error?.description == "main.js:1: \(what)")
    }

    @Test func aFieldOfAClassEndsWithASemicolon() {
        let error = #expect(throws: ScriptError.self) { try joined("class A {\n  one = 1\n  two = 2\n}") }
        #expect(error?.description == "main.js:3: a field of a class ends with a semicolon")
    }

    // MARK: As another program runs them

    private static let hasNode = (try? ChildProcess.run("node", ["--version"]))?.status == 0

    @Test(.enabled(if: hasNode, "skipped: node is not installed"))
    func joinedScriptsDoWhatTheyDidAlone() async throws {
        let folder = try TemporaryFolder()
        let modules = Self.modules.map { (path: $0.key, bytes: Array($0.value.utf8)) }
        let alone = try await run(modules, in: folder.path + "/alone")
        #expect(alone.hasPrefix("counted 3\n") && alone.hasSuffix("end\n"))
        #expect(try await run(joined(Self.modules), in: folder.path + "/joined") == alone)
    }

    /// What a program of modules prints.
    private func run(_ files: [(path: String, bytes: [UInt8])], in folder: String) async throws -> String {
        for (path, bytes) in files + [("package.json", Array("{\"type\":\"module\"}".utf8))] {
            let file = URL(filePath: folder).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let outcome = try await ChildProcess.run("node", [folder + "/main.js"])
        #expect(outcome.status == 0, "\(outcome.error)")
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
