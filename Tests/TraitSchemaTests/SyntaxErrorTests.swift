internal import Expectations
internal import Testing
internal import TraitSchema

/// Mistakes are reported with their place and a way out, all at once.
struct SyntaxErrorTests {
    @Test(arguments: [
        (
            "clutser C = 1 { }",
            "a.matter:1:1: error: expected an enum, bitmap, struct, cluster or endpoint, found 'clutser' (did "
                + "you mean 'cluster'?)"
        ),
        ("cluster = 1 { }", "a.matter:1:9: error: expected the cluster's name, found '='"),
        ("cluster C 1 { }", "a.matter:1:11: error: expected '=' after the cluster's name, found '1'"),
        ("cluster C = x { }", "a.matter:1:13: error: expected the cluster's id, found 'x'"),
        ("cluster C = -1 { }", "a.matter:1:13: error: expected the cluster's id, found '-' (it cannot be negative)"),
        ("cluster C = 1 ;", "a.matter:1:15: error: expected '{' to open cluster C, found ';'"),
        ("cluster C = 1 {", "a.matter:1:16: error: cluster C is not closed (add '}' for the '{' in line 1)"),
        ("}", "a.matter:1:1: error: this '}' closes nothing (remove it)"),
        (
            "attribute int8u a = 0;",
            "a.matter:1:1: error: 'attribute' belongs in a cluster (is there one '}' too many before it?)"
        ),
        ("enum E { }", "a.matter:1:8: error: expected ':' and a base type after 'E', found '{'"),
        (
            "fabric_scoped enum E : enum8 { }",
            "a.matter:1:1: error: 'fabric_scoped' is allowed only for a struct (remove it)"
        ),
        ("shared cluster C = 1 { }", "a.matter:1:8: error: expected 'enum', 'bitmap' or 'struct', found 'cluster'"),
        ("endpoint x { }", "a.matter:1:10: error: expected the endpoint's number, found 'x'"),
        (
            "endpoint 1 { severs cluster X; }",
            "a.matter:1:14: error: expected 'device type', 'binding cluster' or 'server cluster', found 'severs' "
                + "(did you mean 'server'?)"
        ),
        (
            "endpoint 1 { server cluster X { ram attribute a default = x; } }",
            "a.matter:1:59: error: expected a number, a string, true or false, found 'x'"
        ),
        (
            "endpoint 1 { server cluster X { rom attribute a; } }",
            "a.matter:1:33: error: expected 'emits event', 'ram|persist|callback attribute' or 'handle command', "
                + "found 'rom' (did you mean 'ram'?)"
        ),
        ("refine C { }", "a.matter:1:8: error: expected 'cluster' after 'refine', found 'C'"),
        ("vendor X 1;", "a.matter:1:10: error: expected '=' after the vendor's name, found '1'"),
        (
            "device type X = 1 { }",
            "a.matter:1:19: error: expected ',' and 'version N' after the device type's id, found '{'"
        ),
    ])
    func filesAreChecked(_ text: String, _ expected: String) {
        expect(findings(text), equals: [expected])
    }

    /// A file named by mistake gives one diagnostic, not one for each of its words.
    @Test(arguments: [
        "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n",
        "# Hearth\n\nA hub.\nThe cluster is a group, an endpoint is not.\n",
        "{\"vendors\": {\"0xFFF1\": \"Acme\"}}", "import Foundation\nlet a = 1 / 2\n", "%PDF-1.7 %%%",
    ])
    func invalidSchemaIsOneDiagnostic(_ text: String) {
        let found = findings(text)
        expect(found.count, equals: 1, "\(found)")
        expect(
            found.first?.contains(": error: this is no schema: no line begins with cluster"), equals: true, "\(found)")
    }

    /// A word in the wrong place would be right elsewhere: it is not suggested again.
    @Test func noMessageOffersTheWordThatWasFound() {
        let words = [
            "enum", "bitmap", "struct", "request", "response", "attribute", "command", "event", "readonly", "writeonly",
            "nosubscribe", "timedwrite", "fabric", "timed", "optional", "critical", "info", "debug", "fabric_sensitive",
            "shared", "fabric_scoped", "revision", "provisional", "internal", "deprecated", "stable", "nullable",
            "server", "client", "device", "emits", "ram", "persist", "callback", "handle", "refine", "cluster",
        ]
        for first in words {
            for second in words + words.map({ $0.uppercased() }) {
                for text in ["cluster C = 1 {\n\(first) \(second) x = 1 }", "endpoint 1 { \(first) \(second) }"] {
                    for finding in findings(text) {
                        let found = finding.firstRange(of: ", found '").map {
                            finding[$0.upperBound...].prefix { $0 != "'" }
                        }
                        let offered = finding.firstRange(of: "mean '").map {
                            finding[$0.upperBound...].prefix { $0 != "'" }
                        }
                        expect(found == nil || found?.lowercased() != offered?.lowercased(), "\(text): \(finding)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("/ / /\ncluster C = x { }", 4), ("// nothing", 0), ("clutser C = 1 { /// }", 1), ("endpoint 1 x y", 1),
    ])
    func aSchemaIsReadToItsEndHoweverBroken(_ text: String, _ count: Int) {
        let found = findings(text)
        expect(found.count, equals: count, "\(found)")
        expect(!found.contains { $0.contains("no schema") })
    }

    @Test(arguments: [
        (
            "attribut int8u a = 0;",
            "2:1: error: expected an attribute, command, event or type, found 'attribut' (did you mean 'attribute'?)"
        ),
        (
            "optional attribute int8u a = 0;",
            "2:1: error: 'optional' can't be before an attribute (write it after the word 'attribute' and its "
                + "access)"
        ),
        (
            "optional event E = 0 { }",
            "2:10: error: an event needs a priority (write 'info', 'critical' or 'debug' before it)"
        ),
        ("optional optional info event E = 0 { }", "2:10: error: 'optional' is given twice (remove one)"),
        ("info optional optional event E = 0 { }", "2:15: error: 'optional' is given twice (remove one)"),
        (
            "optional comand X(): DefaultSuccess = 0;",
            "2:10: error: expected a command or an event after 'optional', found 'comand' (did you mean 'command'?)"
        ),
        ("event E = 0 { }", "2:1: error: an event needs a priority (write 'info', 'critical' or 'debug' before it)"),
        ("readonly readonly attribute int8u a = 0;", "2:10: error: 'readonly' is given twice (remove one)"),
        (
            "readonly writeonly attribute int8u a = 0;",
            "2:10: error: an attribute cannot be both readonly and writeonly (remove one)"
        ),
        (
            "readonly int8u a = 0;",
            "2:10: error: expected one of 'readonly', 'writeonly', 'nosubscribe', 'timedwrite', 'attribute', "
                + "found 'int8u'"
        ),
        (
            "attribute access(invoke: view) int8u a = 0;",
            "2:18: error: access to 'invoke' has no meaning here (known here: read, write)"
        ),
        (
            "attribute access(read: admin) int8u a = 0;",
            "2:24: error: 'admin' is not a privilege (one of: view, operate, manage, administer)"
        ),
        (
            "attribute access(read: mange) int8u a = 0;",
            "2:24: error: 'mange' is not a privilege (did you mean 'manage'?)"
        ),
        (
            "attribute access(read: view, read: view) int8u a = 0;",
            "2:30: error: access to 'read' is given twice (remove one)"
        ),
        ("attribute optional optional int8u a = 0;", "2:20: error: 'optional' is given twice (remove one)"),
        (
            "attribute nulable int8u a = 0;",
            "2:11: error: expected 'optional', 'nullable', 'fabric_sensitive' or a type, found 'nulable' (did "
                + "you mean 'nullable'?)"
        ),
        ("attribute int8u a;", "2:18: error: expected '=' and a number after 'a', found ';'"),
        ("attribute int8u a[][] = 0;", "2:20: error: 'a' is a list of lists (use a struct with a list)"),
        ("attribute char_string<x> a = 0;", "2:23: error: expected the longest length of 'char_string', found 'x'"),
        ("attribute int8u a = 0 [min];x", "2:29: error: expected an attribute, command, event or type, found 'x'"),
        ("attribute int8u a = 0 [min = ];", "2:30: error: expected a value or the name of a feature, found ']'"),
        ("attribute int8u a = 0 [];", "2:24: error: expected an annotation's key, found ']'"),
        ("attribute int8u a = 0 [min = 1;", "2:31: error: expected ']' after the annotations, found ';'"),
        ("command X: DefaultSuccess = 0;", "2:10: error: expected '(' after the command's name 'X', found ':'"),
        (
            "repeatable command X(): DefaultSuccess = 0;",
            "2:1: error: 'repeatable' can't be before a command (write it after its number: = 1 [repeatable];)"
        ),
        (
            "timed Repeatable command X(): DefaultSuccess = 0;",
            "2:7: error: 'repeatable' can't be before a command (write it after its number: = 1 [repeatable];)"
        ),
        (
            "optional repeatable command X(): DefaultSuccess = 0;",
            "2:10: error: 'repeatable' can't be before a command (write it after its number: = 1 [repeatable];)"
        ),
        (
            "command [repeatable] X(): DefaultSuccess = 0;",
            "2:9: error: expected the command's name, found '[' (annotations come after its number)"
        ),
        ("command X() = 0;", "2:13: error: expected ':' and the response after 'X(…)', found '='"),
        ("command X(): DefaultSuccess;", "2:28: error: expected '=' after the response of 'X', found ';'"),
        ("info X = 0 { }", "2:6: error: expected 'event' after the priority, found 'X'"),
        ("response struct R { }", "2:19: error: expected '=' and the response's number after 'R', found '{'"),
        ("revision 1; revision 2;", "2:13: error: cluster C has a second revision (remove one)"),
        (
            "attribute int8u a = 0; revision 2;",
            "2:24: error: the revision must come before everything else in a cluster (move it up)"
        ),
    ])
    func clustersAreChecked(_ text: String, _ expected: String) {
        expect(findings("cluster C = 1 {\n\(text)\n}"), equals: ["a.matter:\(expected)"])
    }

    @Test func allMistakesComeInOneGo() {
        let text = """
            cluster A = 1 {
              attribut int8u a = 0;
              attribute int8u b = 1
              attribute int8u c[ = 2;
              struct S { int8u x; int8u y = 1; optional z = 2; }
              command D(): = 3;
              info event E = 4 { int8u f 0; }
              attribute int8u last = 5;
            }
            enum E : { kA = 0; }
            bitmap B : bitmap8 { kA 1; kB = 2; }
            """
        expect(
            findings(text).map { $0.split(separator: " ").first.map(String.init) ?? "" },
            equals: [
                "a.matter:2:3:", "a.matter:3:24:", "a.matter:4:22:", "a.matter:5:21:", "a.matter:6:16:",
                "a.matter:7:30:", "a.matter:10:10:", "a.matter:11:25:",
            ])
        guard case .cluster(let cluster) = SchemaParser.parse(SourceText(file: "a", text)).file.items.first else {
            return expect(Bool(false))
        }
        // b (without its semicolon), S, E and last: all readable items are parsed.
        expect(cluster.items.count, equals: 4)
    }

    @Test func aForgottenBraceCostsOneMessage() {
        let text = """
            cluster A = 1 {
              attribute int8u a = 0;

            cluster B = 2 {
              attribute int8u a = 0;
            }
            """
        expect(findings(text), equals: ["a.matter:4:1: error: cluster A is not closed (add '}' for the '{' in line 1)"])
    }

    @Test func aBraceTooManyCostsTwo() {
        let text = """
            cluster A = 1 {
              struct S { } }
              attribute int8u a = 0;
              attribute int8u b = 1;
            }
            cluster B = 2 { }
            """
        expect(
            findings(text),
            equals: [
                "a.matter:3:3: error: 'attribute' belongs in a cluster (is there one '}' too many before it?)"
            ])
        expect(SchemaParser.parse(SourceText(file: "a", text)).file.items.count, equals: 2)
    }

    @Test func suggestionsAreNear() {
        expect(Suggestion.nearest(to: "maxLevle", among: ["minLevel", "maxLevel"]), equals: "maxLevel")
        expect(Suggestion.nearest(to: "ONOFF", among: ["OnOff"]), equals: "OnOff")
        expect(Suggestion.nearest(to: "kLighting", among: ["Lighting", "OffOnly"]), equals: "Lighting")
        expectNil(Suggestion.nearest(to: "thermostat", among: ["OnOff"]))
        expectNil(Suggestion.nearest(to: "x", among: [String]()))
    }
}
