@testable internal import HearthClientCommands
internal import Expectations
internal import HearthTraitCore
internal import Testing

struct EmergencySheetTests {
    private let sheet = EmergencySheet(
        homes: ["Elm Street", "Cabin\u{1B}[2J"], key: "01234-56789-ABCDE-FGHJK-MNPQR", fingerprint: "q83v")

    @Test func theSheetSaysAllThatAStrangerNeeds() {
        expect(
            sheet.text,
            equals: """
                EMERGENCY SHEET of Elm Street, Cabin\\u{1B}[2J

                Recovery key   01234-56789-ABCDE-FGHJK-MNPQR
                Hub's key      q83v

                To restore the home on another machine:
                1. Install Hearth, start it, and open its page.
                2. Choose "Restore a backup", and the newest copy of a file home-….backup.
                3. Type the recovery key. The hub restarts with the home. Its key is then the one above,
                   unless the backup was made without keys.
                In a terminal, while the hub is stopped: hearth restore FILE, which asks for the recovery key.

                Keep this sheet outside the house, and apart from the backups: both together open all that the hub knows.
                """)
    }

    @Test func aScriptGetsTheParts() {
        expect(
            sheet.json.text,
            equals: """
                {"homes":["Elm Street","Cabin\\u001b[2J"],"recoveryKey":"01234-56789-ABCDE-FGHJK-MNPQR",\
                "publicKeySHA256":"q83v"}
                """)
    }
}
