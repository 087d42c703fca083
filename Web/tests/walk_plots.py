"""The walk through history, energy and the editor of automations."""

import re

from playwright.sync_api import Locator, Page, expect


def history(page: Page, base: str) -> None:
    page.goto(f"{base}/#/device/thermostat")
    page.get_by_role("link", name="More").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    moment = page.get_by_role("slider", name="Moment")
    expect(moment).to_have_attribute("aria-valuetext", re.compile(r"Thermostat · Temperature .*\s°C"), timeout=10_000)

    # It begins at the newest moment.
    assert moment.evaluate("one => one.value === one.max"), moment.evaluate("one => [one.value, one.max]")

    # By keyboard alone: zoom in, go back in time, and read each moment in words.
    page.get_by_role("button", name="Closer").focus()
    for _ in range(7):
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"span=675000\b"))
    expect(moment).to_have_attribute("aria-valuetext", re.compile(r"\d\s°C"), timeout=10_000)
    last = moment.get_attribute("aria-valuetext")
    moment.focus()
    page.keyboard.press("PageDown")
    expect(moment).not_to_have_attribute("aria-valuetext", last)
    page.get_by_role("button", name="Earlier").click()
    expect(page.get_by_role("button", name="Now")).to_be_enabled()
    page.get_by_role("button", name="Now").click()
    expect(page.get_by_role("button", name="Now")).to_be_disabled()

    # A second value, with an axis of its own.
    page.get_by_role("button", name="Choose values").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox").select_option(label="Light Sensor")
    dialog.get_by_role("checkbox", name="Illuminance").check()
    dialog.get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name="Leave out Light Sensor")).to_be_visible(timeout=10_000)
    drawn = page.evaluate("""() => {
        const canvas = document.querySelector('.plot canvas');
        return new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size }""")
    assert drawn > 20, "the plot is empty"

    page.get_by_text("As a table").click()
    expect(page.get_by_role("columnheader", name="Thermostat · Temperature")).to_be_visible()
    # The plot is live: new values are fetched by themselves.
    with page.expect_response(re.compile("/hearth.v1.HistoryService/Query$"), timeout=20_000):
        pass
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    lines = open(download.value.path(), encoding="utf-8", newline="").read().split("\r\n")
    assert lines[0] == "time,device,value of,value,unit", lines[0]
    assert any(re.match(r"^\d{4}-\d\d-\d\dT[\d:.]+Z,Thermostat,Temperature,[\d.]+,°C$", line) for line in lines), lines[:3]
    assert any(",Light Sensor,Illuminance," in line for line in lines), lines[-3:]

    page.goto(f"{base}/#/energy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Energy")


def automation_editor(page: Page, base: str) -> None:
    page.goto(f"{base}/#/automations")
    page.get_by_role("link", name="New automation").click()
    page.get_by_role("textbox", name="Name").fill("Walk <b>by</b>")
    page.get_by_role("button", name="+ A time", exact=True).click()
    page.get_by_label("Time of day").fill("06:45")
    page.get_by_role("button", name="Sun", exact=True).click()
    only_if = page.get_by_role("region", name="Only if")
    only_if.get_by_role("button", name="+ A device").click()
    condition = only_if.locator(".node")
    condition.get_by_label("Device").select_option(label="Thermostat")
    condition.get_by_label("What").select_option(label="Temperature is below")
    condition.get_by_label("With").fill("19.5")
    then = page.get_by_role("region", name="Then")
    then.get_by_role("button", name="+ A device").click()
    then.get_by_label("Device").select_option(label="Display Stand")
    text = page.get_by_role("region", name="As text").last
    expect(text).to_contain_text("every monday, tuesday, wednesday, thursday, friday, saturday at 6:45")
    expect(text).to_contain_text('only if "Thermostat" Thermostat.localTemperature < 19.5 °C')
    expect(text).to_contain_text('"Display Stand" ')

    # Editing as text: a syntax error shows its place, and a valid text updates the forms a moment later.
    page.get_by_role("button", name="Edit as text").click()
    area = page.get_by_role("textbox", name="As text")
    written = area.input_value()
    assert "@" not in written, written
    assert written.startswith('automation: "Walk <b>by</b>"'), written
    area.fill(written.replace("localTemperature <", "localTemperatur <"))
    expect(page.get_by_text(re.compile(r"Line \d+, column \d+: there is no \"localTemperatur\""))).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(area).to_be_focused()
    assert page.evaluate("getSelection().toString() || document.activeElement.value.slice("
                         "document.activeElement.selectionStart, document.activeElement.selectionEnd)") == '"'
    area.fill(written.replace("< 19.5 °C", ">= 20.5 °C"))
    expect(condition.get_by_label("Compared")).to_have_value("6")
    expect(condition.get_by_label("With")).to_have_value("20.5")
    # A change in the forms updates the text being edited.
    condition.get_by_label("With").fill("21")
    condition.get_by_label("With").press("Tab")
    expect(area).to_have_value(re.compile("Thermostat.localTemperature >= 21 °C"))
    page.get_by_role("button", name="Done").click()
    expect(text).to_contain_text("Thermostat.localTemperature >= 21 °C")
    leaving(page)

    # An automation that can't be saved is refused, and the faulty node is shown.
    then.get_by_role("button", name="+ If").click()
    then.locator(".branch").get_by_role("button", name="More …").click()
    then.get_by_role("button", name="+ Put back").click()
    then.get_by_role("button", name="+ Wait", exact=True).last.click()
    duration = then.get_by_label("How long").last
    duration.fill("10000")
    duration.press("Tab")
    then.get_by_label("Unit").last.select_option(label="hours")
    expect(page.locator(".node[data-wrong]")).to_be_visible(timeout=10_000)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".node[data-wrong]").first).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="keeps it from being saved")).to_be_visible()
    duration.fill("2")
    duration.press("Tab")
    expect(page.locator(".node[data-wrong]")).to_have_count(0, timeout=10_000)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")

    # Opened again, it is unchanged, and saving it again loses nothing.
    card = page.locator(".card", has_text="Walk <b>by</b>")
    card.get_by_role("link", name="Edit").click()
    expect(text).to_contain_text("wait 2 h")
    before = text.inner_text().partition("uses:")[2]
    page.get_by_label("What it is for").fill("A walk")
    page.get_by_role("button", name="Save").click()
    expect(card).to_contain_text("A walk")
    left(page, card)
    card.get_by_role("link", name="Edit").click()
    expect(text).to_contain_text("wait 2 h")
    assert text.inner_text().partition("uses:")[2] == before
    page.get_by_role("button", name="Try it on the last week").click()
    expect(page.get_by_text(re.compile("It would have run"))).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Duplicate").click()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Walk <b>by</b> (copy)")
    page.go_back()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")
    expect(card).to_have_count(0)


def leaving(page: Page) -> None:
    """Leaving unsaved changes asks first: by a link, and by the browser's buttons."""
    question = page.get_by_role("dialog")
    for leave in (lambda: page.get_by_role("link", name="All automations").click(), page.go_back):
        leave()
        expect(question).to_contain_text("Leave without saving?")
        question.get_by_role("button", name="Keep editing").click()
        expect(question).to_have_count(0)
        assert page.url.endswith("#/automation/new"), page.url
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Walk <b>by</b>")


def left(page: Page, card: Locator) -> None:
    """A confirmed leave discards the unsaved changes."""
    for leave in (lambda: page.get_by_role("link", name="All automations").click(), page.go_back):
        card.get_by_role("link", name="Edit").click()
        page.get_by_label("What it is for").fill("Nothing of this")
        leave()
        page.get_by_role("dialog").get_by_role("button", name="Leave").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Automations")
        expect(card).not_to_contain_text("Nothing of this")
    card.get_by_role("link", name="Edit").click()
    page.get_by_label("What it is for").fill("Nothing of this")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"], asked
    expect(page.get_by_label("What it is for")).not_to_have_value("Nothing of this")
    page.get_by_role("link", name="All automations").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")


def scene(page: Page, base: str) -> None:
    page.goto(f"{base}/#/automations")
    page.get_by_role("button", name="New scene").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("Walk scene")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("Choose at least one device.")
    dialog.get_by_role("checkbox", name=re.compile("^Display Stand")).check()
    dialog.get_by_role("checkbox", name=re.compile("^South Blind")).check()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    scenes = page.get_by_role("region", name="Scenes")
    scenes.get_by_role("button", name="Run Walk scene").click()
    card = page.get_by_role("region", name="All automations").locator(".card", has_text="Walk scene")
    expect(card).to_contain_text("Last ran", timeout=15_000)
    card.get_by_text("What it did, and why").click()
    expect(card).to_contain_text("all was done", timeout=15_000)
    expect(card).to_contain_text("South Blind: Go to lift percentage")
    scenes.get_by_role("button", name="Make Walk scene as it is now").click()
    expect(dialog.get_by_role("checkbox", name=re.compile("^South Blind"))).to_be_checked()
    dialog.get_by_role("checkbox", name=re.compile("^South Blind")).uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    card.get_by_role("link", name="Edit").click()
    text = page.get_by_role("region", name="As text").last
    expect(text).to_contain_text('"Display Stand" ')
    expect(text).not_to_contain_text("South Blind")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")
    expect(card).to_have_count(0)
