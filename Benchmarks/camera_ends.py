"""How soon a live view ends when its viewer may no longer watch, and what the end of `hearth-cameras` means for the home."""

import datetime
import statistics
import time

import camera_house
import camera_pages
import home_hub
import measure

import engines
import live_page

#: Rounds of calls beside and without kills, and the kills of a round. Its slowest 20 calls decide a round's p99, so the bar
#: takes the median of many.
ROUNDS, KILLS = 9, 3
#: Seconds between two looks at the camera's state, which cost the hub a list of devices each: beside and without kills.
LOOK = 0.05


def run(bars):
    with engines.Chromium().opened() as engine:
        rights_end(bars, engine)
        killed(bars, engine)


# What ends a guest's view. Each returns after how many seconds it counts, if that is not at once.

def privacy(house, token, guest):
    house.set_private(True)


def revocation(house, token, guest):
    credential = house.hub.call("PeopleService/GetCaller", {}, token)["caller"]["credentialId"]
    house.hub.call("AccessService/RevokeCredential", {"id": credential})


def other_grant(house, token, guest):
    house.hub.call("PeopleService/UpdatePerson", {"personId": guest, "grant": {"everything": True}})


def end_of_grant(house, token, guest):
    until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=3)
    grant = {"deviceIds": [camera_house.DEVICE], "until": until.isoformat().replace("+00:00", "Z")}
    house.hub.call("PeopleService/UpdatePerson", {"personId": guest, "grant": grant})
    return 3


def removal(house, token, guest):
    house.hub.call("HomeService/RemoveDevice", {"deviceId": camera_house.DEVICE})


ENDINGS = {
    "a privacy mode is on": privacy, "the credential is revoked": revocation, "the grant is replaced": other_grant,
    "the grant's time is over": end_of_grant, "the camera is removed": removal}


def rights_end(bars, engine):
    with camera_house.House("--gop", 1) as house:
        for number, (words, act) in enumerate(ENDINGS.items()):
            token, guest = house.guest(f"Viewer {number}")
            frames, session = last_pictures(house, engine, token, lambda: act(house, token, guest))
            if act is privacy:
                house.set_private(False)
            bars.at_most(f"the last picture after {words}", "s", frames, 1)
            bars.at_most("the same over WebRTC", "s", session, 1)


def last_pictures(house, engine, token, act):
    """How many seconds after an act the last picture came: through the hub, and over WebRTC."""
    engine.goto(f"http://127.0.0.1:{house.hub.port}/")
    live_page.open_session(engine.page, lambda method, body: house.hub.call(method, body, token), camera_house.TARGET)
    engine.wait("window.shown.times.length > 25", "there are no pictures", 30)
    with camera_house.Viewer(house, token) as viewer:
        time.sleep(1)
        here, there = time.monotonic(), engine.evaluate("performance.now()")
        # A view that has ended by itself before would count as one that ends at once.
        if viewer.ended is not None or not viewer.pictures(here - 1):
            raise measure.NotMeasured("the view through the hub had no pictures before its end")
        if engine.evaluate("window.shown.times.at(-1)") < there - 1_000:
            raise measure.NotMeasured("the view over WebRTC had no pictures before its end")
        late = act() or 0
        time.sleep(3 + late)
        last = engine.evaluate("window.shown.times.at(-1)")
        if viewer.ended is None or engine.evaluate("performance.now()") - last < 1_000:
            return float("inf"), float("inf")
        return max(0, viewer.units[-1].at - here - late), max(0, (last - there) / 1e3 - late)


# hearth-cameras is killed.

def killed(bars, engine):
    alone, beside, seen = [], [], {"offline": [], "online": [], "live": []}
    with camera_house.House("--clock", "--gop", 1) as house:
        page = live_page.LivePage(engine, f"127.0.0.1:{house.hub.port}", camera_house.DEVICE)
        engine.evaluate(camera_pages.AGES)
        page.watch()
        engine.wait("window.ages.length > 0", "there is no picture", 30)
        for _ in range(ROUNDS):
            begun = time.monotonic()
            with home_hub.probe(house.hub.port) as user:
                for _ in range(KILLS):
                    kill(house, engine, seen)
                    time.sleep(2)
                beside.append(user.end())
            length = time.monotonic() - begun
            with home_hub.probe(house.hub.port) as user:
                end = time.monotonic() + length
                while time.monotonic() < end:
                    house.is_online()
                    time.sleep(LOOK)
                alone.append(user.end())
    pause = camera_house.supervision()
    for call in ("command", "read"):
        usual = statistics.median(one[f"{call}_p99"] for one in alone)
        worst = statistics.median(one[f"{call}_p99"] for one in beside)
        bars.at_most(f"a {call} while hearth-cameras is killed, p99", "× alone", worst / usual, 1.1)
        bars.figure(f"a {call} alone, p99 ms", usual / 1e3)
    bars.at_most("the camera offline after hearth-cameras was killed", "s", max(seen["offline"]), 2)
    bars.at_most(f"the camera online again after it, {pause:g} s of which systemd waits", "s", max(seen["online"]), 5)
    bars.figure("the page shows pictures again after it, s", max(seen["live"]))


def kill(house, engine, seen):
    """Kills hearth-cameras, and starts it again as systemd does."""
    killed_at, shown = time.monotonic(), engine.evaluate("performance.now()")
    house.kill()
    reach(lambda: not house.is_online(), 10)
    seen["offline"].append(time.monotonic() - killed_at)
    time.sleep(max(0, killed_at + camera_house.supervision() - time.monotonic()))
    house.start()
    reach(house.is_online, 30)
    seen["online"].append(time.monotonic() - killed_at)
    # Pictures that had come before may be shown just after the kill.
    reach(lambda: engine.evaluate(f"window.ages.at(-1)[0] > {shown} + 2000"), 60)
    seen["live"].append(time.monotonic() - killed_at)


def reach(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise measure.NotMeasured(f"the camera did not change within {seconds} s")
        time.sleep(LOOK)
