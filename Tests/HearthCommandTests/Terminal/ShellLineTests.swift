internal import HearthBase
@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct ShellLineTests {
    @Test func plainWordsStayAsTheyAre() {
        let line = ShellLine.hearth("restore", ShellLine.path("-a.backup"), "--store", "/srv/my homes/home.db")
        expect(line, equals: "hearth restore ./-a.backup --store '/srv/my homes/home.db'")
    }
}
