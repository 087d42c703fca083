"""Attacks of people with rights in a home: too long texts, and the use of all shared resources. Each returns its result."""

import asyncio
import multiprocessing
import subprocess
import tempfile
import threading
import time

import grpc

from attacks import attack, bring_all, device, whole_home
from hub import Maker, home_pb2, home_pb2_grpc, provider_pb2
from hearth.v1 import access_pb2, access_pb2_grpc, automation_pb2, automation_pb2_grpc, common_pb2, people_pb2, people_pb2_grpc, trait_pb2  # noqa: E501

MEGABYTE = "a" * (1 << 20)


def key_pair(folder):
    """A client's key and its self-signed certificate."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-subj", "/CN=guest", "-keyout", f"{folder}/key", "-out", f"{folder}/certificate"],
        check=True, capture_output=True)
    with open(f"{folder}/key", "rb") as key, open(f"{folder}/certificate", "rb") as certificate:
        return key.read(), certificate.read()


class Person:
    """An invited person who connects by TLS with a key, as a phone does."""

    def __init__(self, hub, name, role=access_pb2.ROLE_GUEST):
        self.hub = hub
        with hub.channel() as channel:
            access = access_pb2_grpc.AccessServiceStub(channel)
            identity = access.GetServerIdentity(access_pb2.GetServerIdentityRequest())
            self.structure = home_pb2_grpc.HomeServiceStub(channel).List(home_pb2.ListRequest()).structures[0].id
            grant = access_pb2.Grant(everything=True) if role == access_pb2.ROLE_GUEST else None
            offer = access_pb2.Offer(structure_id=self.structure, role=role, grant=grant)
            code = access.CreateInvitation(access_pb2.CreateInvitationRequest(
                role=access_pb2.ROLE_MEMBER, name=name, offers=[offer])).code
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = key_pair(folder)
            der = f"{folder}/hub.der"
            with open(der, "wb") as file:
                file.write(identity.certificate)
            pem = subprocess.run(
                ["openssl", "x509", "-inform", "der", "-in", der], check=True, capture_output=True).stdout
            names = subprocess.run(
                ["openssl", "x509", "-inform", "der", "-in", der, "-noout", "-ext", "subjectAltName"], check=True,
                capture_output=True, text=True).stdout
        self.name = next(part.strip()[4:] for part in names.split("\n", 1)[1].split(",") if "DNS:" in part)
        self.credentials = grpc.ssl_channel_credentials(pem, key, certificate)
        # On the hub's own machine a connection with an unknown key is its owner's until it ends.
        with self.new_channel() as channel:
            access_pb2_grpc.AccessServiceStub(channel).Claim(access_pb2.ClaimRequest(code=code, name=name))
        self.channel = self.new_channel()

    def new_channel(self):
        return grpc.secure_channel(
            self.hub.address, self.credentials,
            [("grpc.use_local_subchannel_pool", 1), ("grpc.ssl_target_name_override", self.name)])


def code(call, request, timeout=60):
    """The code with which a call ends."""
    try:
        call(request, timeout=timeout)
        return "OK"
    except grpc.RpcError as error:
        return error.code().name


def codes(outcomes):
    return ", ".join(sorted(set(outcomes)))


def large_home(hub):
    """1,000 devices."""
    maker = Maker(hub, "maker")
    maker.hello()
    bring_all(maker, [device(f"device-{n}", room=f"Room {n % 50}") for n in range(1_000)])
    return maker


@attack("a guest requests devices, rooms and words with ids of a megabyte in a home of 1,000 devices", "INVALID_ARGUMENT", 64)
def long_ids(hub):
    maker, guest = large_home(hub), Person(hub, "Mallory")
    hub.honest.begin()
    home, automation = home_pb2_grpc.HomeServiceStub(guest.channel), automation_pb2_grpc.AutomationServiceStub(guest.channel)
    people = people_pb2_grpc.PeopleServiceStub(guest.channel)
    options = common_pb2.CallOptions(idempotency_key=MEGABYTE)
    target = common_pb2.Target(device_id=MEGABYTE, endpoint=1)
    outcomes = [
        code(home.RemoveDevice, home_pb2.RemoveDeviceRequest(device_id=MEGABYTE)),
        code(home.UpdateRoom, home_pb2.UpdateRoomRequest(room_id=MEGABYTE, name="Hall")),
        code(home.UpdateRoom, home_pb2.UpdateRoomRequest(room_id="room", name=MEGABYTE)),
        code(home.GetAppData, home_pb2.GetAppDataRequest(object_id=MEGABYTE, app_id="app")),
        code(home.GetAppData, home_pb2.GetAppDataRequest(object_id="object", app_id=MEGABYTE)),
        code(home.Read, home_pb2.ReadRequest(filter=home_pb2.WatchFilter(device_ids=[MEGABYTE]))),
        code(home.List, home_pb2.ListRequest(page_token=MEGABYTE)),
        code(home.CreateRoom, home_pb2.CreateRoomRequest(structure_id=guest.structure, name="Hall", options=options)),
        code(home.SendBatch, home_pb2.SendBatchRequest(items=[home_pb2.BatchItem(target=target, trait_id=6)])),
        code(people.SetPresence, people_pb2.SetPresenceRequest(structure_id=MEGABYTE)),
        code(automation.SayWords, automation_pb2.SayWordsRequest(structure_id=guest.structure, words=MEGABYTE)),
    ]
    maker.close()
    return codes(outcomes)


@attack("a guest requests missing devices 300 (in full 2,000) times, in a home of 1,000", "NOT_FOUND", 64)
def unknown_ids(hub):
    maker, guest = large_home(hub), Person(hub, "Mallory")
    hub.honest.begin()
    home = home_pb2_grpc.HomeServiceStub(guest.channel)
    outcomes = [
        code(home.RemoveDevice, home_pb2.RemoveDeviceRequest(device_id=f"device-{n}" + "x" * 200))
        for n in range(hub.sized(2_000, 300))]
    maker.close()
    return codes(outcomes)


def open_watches(channel, count):
    """Opens watches until one is refused; returns their number and that one's code."""
    home, watches = home_pb2_grpc.HomeServiceStub(channel), []
    for _ in range(count):
        call = home.Watch(home_pb2.WatchRequest(), timeout=600)
        try:
            next(call)
        except grpc.RpcError as error:
            return watches, error.code().name
        watches.append(call)
    return watches, "OK"


@attack("a guest opens endless watches on many connections; another one and the owner watch", "RESOURCE_EXHAUSTED; others watch",
        512)
def all_watches(hub):
    guest, other = Person(hub, "Mallory"), Person(hub, "Grandma")
    channels, watches, end = [], [], "OK"
    while end == "OK" and len(watches) < 12_000:
        channels.append(guest.new_channel())
        opened, end = open_watches(channels[-1], 100)
        watches += opened
    with hub.channel() as owner:
        outcomes = [open_watches(channel, 1)[1] for channel in (other.channel, owner)]
    for channel in channels:
        channel.close()
    return f"{end}; {'others watch' if outcomes == ['OK', 'OK'] else outcomes}"


@attack("a guest opens endless connections; another one and the owner connect", "refused; others connect", 256)
def all_connections(hub):
    guest, other = Person(hub, "Mallory"), Person(hub, "Grandma")
    channels, end = [], "OK"
    while end == "OK" and len(channels) < 1_100:
        channels.append(guest.new_channel())
        end = code(home_pb2_grpc.HomeServiceStub(channels[-1]).GetInfo, home_pb2.GetInfoRequest(), 10)
    outcomes = []
    with hub.channel() as owner, other.new_channel() as again:
        for channel in (again, owner):
            outcomes.append(code(home_pb2_grpc.HomeServiceStub(channel).GetInfo, home_pb2.GetInfoRequest(), 10))
    for channel in channels:
        channel.close()
    return f"{'refused' if end != 'OK' else end}; {'others connect' if outcomes == ['OK', 'OK'] else outcomes}"


@attack("an administrator has 1,000 automations of 100 runs each wait for a day; another one's and the owner's run",
        "FAILED_PRECONDITION; others' run", 512)
def all_runs(hub):
    def automations(channel, structure):
        service = automation_pb2_grpc.AutomationServiceStub(channel)

        def create(name):
            program = automation_pb2.AutomationProgram(mode=automation_pb2.AUTOMATION_MODE_PARALLEL, max_runs=100)
            nodes = program.graph.sequential.nodes
            program.graph.id = 1
            nodes.add(id=2).manual_starter.SetInParent()
            nodes.add(id=3).delay.seconds = 86_000
            return service.CreateAutomation(automation_pb2.CreateAutomationRequest(
                structure_id=structure, name=name, program=program)).automation.id
        return create, lambda id: code(
            service.ExecuteAutomation, automation_pb2.ExecuteAutomationRequest(automation_id=id))

    mallory = Person(hub, "Mallory", access_pb2.ROLE_ADMINISTRATOR)
    other = Person(hub, "Grandma", access_pb2.ROLE_ADMINISTRATOR)
    create, run = automations(mallory.channel, mallory.structure)
    end, runs = "OK", 0
    while end == "OK" and runs < 11_000:
        rule = create(f"Rule {runs}")
        for _ in range(100):
            end = run(rule)
            if end != "OK":
                break
            runs += 1
    outcomes = []
    with hub.channel() as owner:
        for channel in (other.channel, owner):
            create, run = automations(channel, mallory.structure)
            outcomes.append(run(create("Rule of others")))
    return f"{end}; {chr(39).join(['others', ' run']) if outcomes == ['OK', 'OK'] else outcomes}"


@attack("a guest makes tokens, revoking some (in full half) of them; another one and the owner make one", "RESOURCE_EXHAUSTED; others make one",
        256)
def all_credentials(hub):
    def make(channel, role=access_pb2.ROLE_MEMBER):
        return access_pb2_grpc.AccessServiceStub(channel).CreateToken(
            access_pb2.CreateTokenRequest(role=role, name="script"), timeout=60)

    guest, other = Person(hub, "Mallory"), Person(hub, "Grandma")
    access, end = access_pb2_grpc.AccessServiceStub(guest.channel), "OK"
    for number in range(1_000):
        try:
            made = make(guest.channel)
        except grpc.RpcError as error:
            end = error.code().name
            break
        if number % 2 and number < hub.sized(1_000, 64):
            access.RevokeCredential(access_pb2.RevokeCredentialRequest(id=made.credential.id))
    outcomes = []
    with hub.channel() as owner:
        for channel, role in ((other.channel, access_pb2.ROLE_MEMBER), (owner, access_pb2.ROLE_OWNER)):
            try:
                make(channel, role)
                outcomes.append("OK")
            except grpc.RpcError as error:
                outcomes.append(error.code().name)
    return f"{end}; {'others make one' if outcomes == ['OK', 'OK'] else outcomes}"


def follow(address, count, ready, over):
    """Watches in a process of its own, whose messages are read as bytes. One thread reads all of them, since a thread for each
    would take processor time from the hub."""

    async def read(call):
        try:
            async for _ in call:
                pass
        except grpc.RpcError:
            pass

    async def follow_all():
        channels, readers = [], []
        for number in range(count):
            if number % 100 == 0:
                channels.append(grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]))
            call = channels[-1].unary_stream("/hearth.v1.HomeService/Watch")(b"", timeout=600)
            await call.read()
            readers.append(asyncio.create_task(read(call)))
        ready.set()
        await asyncio.get_running_loop().run_in_executor(None, over.wait)
        for reader in readers:
            reader.cancel()

    asyncio.run(follow_all())


@attack("4 makers report as fast as they may for 3 s (in full 10 s) beside 300 (in full 1,000) watches", "all are accepted; others see everything", (384, 96))
def flood_beside_watches(hub):
    context = multiprocessing.get_context("spawn")
    ready, over = context.Event(), context.Event()
    followers = context.Process(target=follow, args=(hub.address, hub.sized(1_000, 300), ready, over), daemon=True)
    makers = [Maker(hub, f"maker-{number}") for number in range(4)]
    for number, maker in enumerate(makers):
        maker.hello()
        maker.bring([device(f"switch-{number}")])
    followers.start()
    if not ready.wait(120):
        followers.kill()
        return "the watches were not opened"
    hub.honest.begin()
    end = time.monotonic() + hub.sized(10, 3)

    def flood(number, maker):
        at = 0
        while time.monotonic() < end and not maker.call.done():
            at += 1
            report = provider_pb2.DeviceReport(device_id=f"switch-{number}", states=[
                trait_pb2.TraitState(trait_id=6)])
            report.states[0].target.device_id, report.states[0].target.endpoint = f"switch-{number}", 1
            report.states[0].attributes.type_url = "/hearth.traits.matter.v1.OnOff.Attributes"
            report.states[0].attributes.value = b"\x08\x01" if at % 2 else b"\x08\x00"
            maker.send(report=report)

    threads = [threading.Thread(target=flood, args=pair) for pair in enumerate(makers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = [maker.bring([device(f"last-{number}")]) for number, maker in enumerate(makers)]
    hub.honest.end()
    over.set()
    followers.join(10)
    followers.kill()
    for maker in makers:
        maker.close()
    failure = whole_home(hub)
    return f"{'all are accepted' if all(status and status.code == 0 for status in taken) else 'cut'}; {failure or 'others see everything'}"
