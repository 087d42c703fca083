"""Begins with a new hub in Chromium: its three choices, the restore of a backup, what is no backup, and an encrypted one.

    pip install playwright
    python3 Web/tests/restore.py .build/debug/hearth [/usr/bin/chromium] [--pictures FOLDER]
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "PythonTestSupport"))

from processes import HubProcess, free_port, until  # noqa: E402

SIZES = ((1280, 860), (390, 820))


class Pictures:
    def __init__(self, folder: str | None) -> None:
        self.folder = pathlib.Path(folder) if folder else None
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        if not self.folder:
            return
        usual = page.viewport_size
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            page.screenshot(path=str(self.folder / f"{name}-{width}.png"))
        page.set_viewport_size(usual)


def hearth(program: str, *words: str) -> str:
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, timeout=60).stdout


def backups(program: str, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path, str]:
    """A backup with keys of a demo home, an encrypted daily one, and its recovery key."""
    hub = HubProcess(program, folder / "old.db", "--demo", "--no-mdns", "--backups", str(folder / "daily"))
    hub.start()
    try:
        plain = folder / "plain.backup"
        hearth(program, "rename", "Floor Lamp", "Torch", "--hub", hub.address)
        hearth(program, "backup", str(plain), "--keys", "--hub", hub.address)
        sheet = hearth(program, "recovery", "on", "--hub", hub.address)
        key = re.search(r"Recovery key +(\S+)", sheet)[1]
        until("the first backup", lambda: list((folder / "daily").glob("*.backup")))
        hub.stop()
        for file in (folder / "daily").glob("*.backup"):
            file.unlink()
        hub.start()
        sealed = until("an encrypted backup", lambda: list((folder / "daily").glob("*.backup")))[0]
        assert sealed.read_bytes().startswith(b"HEARTH BACKUP 1\n")
        assert key not in "".join(hub.lines), "the key is in the log"
    finally:
        hub.stop()
    return plain, sealed, key


def choose(page: Page, choice: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{choice}")).click()


def send(page: Page, file: pathlib.Path) -> None:
    page.get_by_label("Backup", exact=False).first.set_input_files(str(file))
    page.get_by_role("button", name="Restore", exact=True).click()


def alert(page: Page, words: str) -> None:
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible(timeout=20_000)


def home(page: Page) -> None:
    expect(page.get_by_role("button", name=re.compile("^Torch, "))).to_be_visible(timeout=60_000)


def local(page: Page, program: str, folder: pathlib.Path, files: tuple[pathlib.Path, pathlib.Path, str], pictures: Pictures) -> None:
    """The owner of the hub's machine: what is refused, and a plain backup."""
    plain, _, _ = files
    # A port of its own, which stays after the restart.
    hub = HubProcess(program, folder / "new.db", "--no-mdns", "--backups", "off", listen=f"127.0.0.1:{free_port()}")
    hub.start()
    try:
        page.goto(f"http://{hub.listen}/")
        expect(page.get_by_role("heading", name="Welcome to Hearth")).to_be_visible(timeout=20_000)
        pictures.take(page, "begin")
        choose(page, "Demo home")
        expect(page.get_by_text("hearth serve --demo --store demo.db")).to_be_visible()
        pictures.take(page, "begin-demo")
        page.get_by_role("button", name="Back").click()
        choose(page, "New home")
        expect(page.get_by_role("heading", name="What is your home called?")).to_be_visible()
        pictures.take(page, "begin-new")
        page.get_by_role("button", name="Back").click()
        choose(page, "Restore a backup")
        pictures.take(page, "restore")

        before = (folder / "new.db").read_bytes()
        zeros = folder / "zeros.backup"
        with zeros.open("wb") as file:
            file.truncate(1 << 30)
        send(page, zeros)
        alert(page, "This file is not a backup of Hearth. Nothing was replaced.")
        pictures.take(page, "restore-refused")
        cut = folder / "cut.backup"
        cut.write_bytes(plain.read_bytes()[:100_000])
        send(page, cut)
        alert(page, "This backup is damaged or cut off.")
        assert (folder / "new.db").read_bytes() == before, "the home was changed"
        assert not list(folder.glob("new.db.*.partial")), "a file is left"

        process = hub.process.pid
        # The page loads again at the end, perhaps after it has shown the home.
        with page.expect_event("load", timeout=60_000):
            send(page, plain)
        home(page)
        pictures.take(page, "restored")
        assert hub.process.poll() is None and hub.process.pid == process, "the hub ended"
        assert list(folder.glob("new.db.former-*")), "the former home is gone"
        # A hub with devices offers it no more.
        page.goto(f"http://{hub.listen}/#/welcome")
        expect(page.get_by_role("heading", name="Set up your home")).to_be_visible(timeout=20_000)
        expect(page.get_by_role("button", name=re.compile("^Restore a backup"))).to_have_count(0)
    finally:
        assert hub.stop() == 0


def sheet(page: Page, program: str, folder: pathlib.Path, pictures: Pictures) -> None:
    """The emergency sheet in the page's settings."""
    hub = HubProcess(program, folder / "new.db", "--no-mdns", "--backups", "off")
    hub.start()
    try:
        page.goto(f"http://{hub.listen}/#/settings")
        page.get_by_role("button", name="Encrypt them").click()
        dialog = page.get_by_role("dialog")
        key = dialog.locator("code").first
        expect(key).to_have_text(re.compile(r"^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$"))
        shown = key.inner_text()
        assert shown == (folder / "new.db.keys" / "recovery-key").read_text().strip()
        assert shown in hearth(program, "recovery", "--hub", hub.address)
        pictures.take(page, "sheet")
        if pictures.folder:
            page.pdf(path=str(pictures.folder / "sheet.pdf"))
        dialog.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="No longer encrypt").click()
        page.get_by_role("dialog").get_by_role("button", name="No longer encrypt").click()
        # The key of the earlier backups is shown a last time.
        expect(dialog.locator("code").first).to_have_text(shown)
        dialog.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Encrypt them")).to_be_visible()
        assert not (folder / "new.db.keys" / "recovery-key").exists()
    finally:
        assert hub.stop() == 0


def remote(page: Page, program: str, folder: pathlib.Path, files: tuple[pathlib.Path, pathlib.Path, str], pictures: Pictures) -> None:
    """Another machine, with the claim link: a wrong code, a wrong key, and an encrypted backup."""
    _, sealed, key = files
    hub = HubProcess(
        program, folder / "far.db", "--no-mdns", "--local-owner", "nobody", "--backups", "off", listen=f"0.0.0.0:{free_port()}")
    hub.start()
    try:
        link = hub.find(r"(#claim=\S+)").rstrip("'")
        base = f"https://127.0.0.1:{hub.port}/"
        page.goto(base)
        choose(page, "Restore a backup")
        page.get_by_role("textbox", name="Invitation").fill("A" * 22)
        send(page, sealed)
        alert(page, "This invitation is wrong, used or expired.")
        page.goto(base + link)
        choose(page, "Restore a backup")
        send(page, sealed)
        field = page.get_by_label("Recovery key")
        expect(field).to_be_visible(timeout=20_000)
        pictures.take(page, "restore-key")
        field.fill("0" * 25)
        page.get_by_role("button", name="Restore", exact=True).click()
        alert(page, "This key does not open the backup.")
        field.fill(key.lower().replace("-", " "))
        page.get_by_role("button", name="Restore", exact=True).click()
        # The restored hub has an owner only if the backup's had one; the page asks for its invitation again.
        expect(page.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=60_000)
        text = "".join(hub.lines)
        assert key not in text and key.replace("-", "") not in text, "the key is in the log"
        assert "the home is restored from the backup" in text
    finally:
        assert hub.stop() == 0
    assert (folder / "far.db.keys" / "recovery-key").read_text().strip() == key


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("hearth", nargs="?", default=".build/debug/hearth")
    parser.add_argument("chromium", nargs="?", default="/usr/bin/chromium")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    problems: list[str] = []
    pictures = Pictures(options.pictures)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = pathlib.Path(name)
        # Without the user's list of hubs.
        os.environ["XDG_CONFIG_HOME"] = name
        files = backups(options.hearth, folder)
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 860}, ignore_https_errors=True, locale="en-GB")
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        local(page, options.hearth, folder, files, pictures)
        sheet(page, options.hearth, folder, pictures)
        remote(page, options.hearth, folder, files, pictures)
        browser.close()
    assert not problems, "\n".join(problems)
    print("A new hub took its home from a backup, also from an encrypted one, and refused what is none.")


if __name__ == "__main__":
    main()
