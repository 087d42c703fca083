internal import Foundation
internal import Expectations
internal import Testing
internal import TraitSchema

/// Printed text parses into the same tree.
struct SchemaPrinterTests {
    static let everything = """
        vendor Acme = 0xFFF1;

        /** Places. */
        enum Place : enum8 {
          kA = 0;
          provisional kB = 1 [spec_name = "b \\"B\\" \\\\"];
        }

        bitmap Mask : bitmap16 {
          kLow = 0x3;
        }

        fabric_scoped struct S {
          optional nullable char_string<8> names[] = 1 [maxLength = 4];
        }

        /** One.
         *
         * Two.
         */
        provisional client cluster C = 0xFFF1FC00 [x = 1] {
          revision 2;

          request shared struct R {
            int8u a = 0 [min = -1, max = b - 1, unit = "0.1 s"];
          }

          response struct A = 3 {
          }

          readonly nosubscribe attribute access(read: manage) optional int8u b = 0 [default = true];
          timedwrite attribute access(read: view, write: administer) Place c = 1 [quieterReporting];

          fabric_sensitive optional info event access(read: manage) E = 0 [required = (P | Q) & !(R & T)] {
            int8u f = 0;
          }

          /** Does it. */
          fabric timed optional command access(invoke: manage) D(R): A = 0 [allowed = P & Q | R, required = P | Q | R];
          command F(): DefaultSuccess = 1 [repeatable];
        }

        endpoint 1 {
          device type x = 256, version 4;
          binding cluster C;
          server cluster C {
            emits event E;
            ram attribute b default = -1;
            persist attribute c default = "x\\n";
            callback attribute d default = true;
            handle command D;
          }
        }

        refine cluster C {
          attribute b [min = 1];
          command D [required = P, repeatable] {
            a [max = 3];
          }
        }

        device type Thing = 0x0100, version 1 [class = simple] {
          server cluster C {
            require feature P, Q;
          }
          optional client cluster D;
          optional endpoint Other [min = 1];
        }

        """

    @Test func theLayoutIsCanonical() {
        expect(SchemaPrinter.print(parsed(Self.everything)), equals: Self.everything)
    }

    @Test func printedTextIsReadBack() {
        let file = parsed(Self.everything)
        expect(outline(parsed(SchemaPrinter.print(file))), equals: outline(file))
    }

    @Test func plainIsMattersLanguageAlone() {
        let plain = SchemaPrinter.print(parsed(Self.everything), style: .plain)
        for word in ["vendor", "refine", "superset", "min =", "required", "maxLength", "Thing", "repeatable"] {
            expect(!plain.contains(word), "\(word)")
        }
        expect(plain.contains(#"spec_name = "b \"B\" \\""#))
        expect(plain.contains("device type x = 256, version 4;"))
        expect(SchemaPrinter.print(parsed(plain), style: .plain), equals: plain)
    }

    static let files = TestFiles.schemas + TestFiles.makersFiles

    /// Only lines of `//` before the first item are lost.
    @Test(arguments: TestFiles.schemas)
    func ourSchemasAreLaidOutSo(_ url: URL) throws {
        let text = try String(contentsOf: url, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.drop { $0.hasPrefix("//") || $0.isEmpty }.joined(separator: "\n")
        expect(SchemaPrinter.print(SchemaParser.parse(SourceText(file: "a.matter", text)).file), equals: body)
    }

    @Test(arguments: files)
    func filesReadBack(_ url: URL) throws {
        let file = SchemaParser.parse(try TestFiles.source(url)).file
        let again = parsed(SchemaPrinter.print(file))
        expect(again.items.count, equals: file.items.count)
        expect(outline(again.items), equals: outline(file.items))
    }

    @Test(
        .enabled(if: !TestFiles.makersFiles.isEmpty, "no makers' files beside the package"),
        arguments: TestFiles.makersFiles)
    func makersFilesArePlain(_ url: URL) throws {
        let file = SchemaParser.parse(try TestFiles.source(url)).file
        expect(SchemaPrinter.print(file, style: .plain), equals: SchemaPrinter.print(file))
    }
}
