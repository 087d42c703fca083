internal import Expectations
import Testing

@testable import HearthBase

@Suite struct PathTextTests {
    @Test(arguments: [
        ("/var/home.db", "home.db", "/var", "home"),
        ("home.db", "home.db", ".", "home"),
        ("/home.db", "home.db", "/", "home"),
        ("var/hearth/", "hearth", "var", "hearth"),
        ("var//home.a.b", "home.a.b", "var", "home.a"),
        ("/var/.hidden", ".hidden", "/var", ".hidden"),
        ("/", "/", "/", "/"),
        ("//", "/", "/", "/"),
        ("", "", ".", ""),
    ])
    func partsOfPath(path: String, name: String, folder: String, stem: String) {
        expect(
            [PathText.name(of: path), PathText.folder(of: path), PathText.stem(of: path)], equals: [name, folder, stem])
    }

    @Test func spaceAtTheEndsOfTextIsLeftOut() {
        let texts = [" \t a b \r\n", "a", "", "\u{A0}\u{2028}a\u{3000}", " \n"].map(\.withoutOuterSpace)
        expect(texts, equals: ["a b", "a", "", "a", ""])
    }
}
