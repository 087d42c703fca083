"""Writes a container image in the OCI's layout (github.com/opencontainers/image-spec), without a container engine.

usage: image.py ROOT TARGET.tar --version VERSION --architecture NAME

ROOT is a folder with a Debian in which the package hearth is installed. The image contains the program, the libraries
that it loads, time zones, and the certificates of public authorities if ROOT has them. SOURCE_DATE_EPOCH is the time of
all files.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("target", type=pathlib.Path)
parser.add_argument("--version", required=True)
parser.add_argument("--architecture", required=True)
options = parser.parse_args()
epoch = int(os.environ["SOURCE_DATE_EPOCH"])
root = options.root.resolve()
USER = 65532
PROGRAM = "/usr/bin/hearth"
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"


def inside(path):
    """A path of the image in ROOT, with the links of folders followed there."""
    place = root
    for part in pathlib.PurePosixPath(path).parts[1:]:
        place = place / part
        while place.is_symlink():
            link = os.readlink(place)
            place = inside(link) if link.startswith("/") else place.parent / link
    return place


def libraries():
    """The paths of the libraries and the loader that the program names."""
    listed = subprocess.run(["chroot", root, "ldd", PROGRAM], check=True, capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"(/\S+) \(0x", listed)))


def tree():
    """The files of the image: content and mode by path."""
    files = {PROGRAM: (inside(PROGRAM).read_bytes(), 0o755)}
    for path in libraries():
        files[path] = (inside(path).read_bytes(), 0o755)
    zones = root / "usr/share/zoneinfo"
    for path in zones.rglob("*"):
        name = "/" + str(path.relative_to(root))
        if inside(name).is_file() and not re.search(r"/(right|posix)/", name):
            files[name] = (inside(name).read_bytes(), 0o644)
    authorities = inside(AUTHORITIES)
    if authorities.is_file():
        files[AUTHORITIES] = (authorities.read_bytes(), 0o644)
    for path in (root / "usr/share/hearth/guides").rglob("*"):
        if path.is_file():
            files["/" + str(path.relative_to(root))] = (path.read_bytes(), 0o644)
    files["/etc/passwd"] = (f"hearth:x:{USER}:{USER}:Hearth:/data:/nonexistent\n".encode(), 0o644)
    files["/etc/group"] = (f"hearth:x:{USER}:\n".encode(), 0o644)
    files["/usr/share/doc/hearth/copyright"] = (inside("/usr/share/doc/hearth/copyright").read_bytes(), 0o644)
    return files


def add(archive, path, content=None, mode=0o755, owner=0):
    entry = tarfile.TarInfo(path.lstrip("/"))
    entry.mtime, entry.mode, entry.uid, entry.gid = epoch, mode, owner, owner
    if content is None:
        entry.type = tarfile.DIRTYPE
        archive.addfile(entry)
    else:
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))


def layer():
    files = tree()
    folders = {str(parent) for path in files for parent in pathlib.PurePosixPath(path).parents} - {"/"}
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folders | {"/data", "/dev", "/proc", "/sys", "/tmp"} | files.keys()):
            if path in files:
                add(archive, path, *files[path])
            else:
                add(archive, path, mode={"/data": 0o700, "/tmp": 0o1777}.get(path, 0o755),
                    owner=USER if path == "/data" else 0)
    return output.getvalue()


blobs = {}


def blob(content, media_type):
    digest = hashlib.sha256(content).hexdigest()
    blobs[digest] = content
    return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content)}


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
plain = layer()
labels = {"org.opencontainers.image.title": "Hearth", "org.opencontainers.image.version": options.version,
          "org.opencontainers.image.licenses": "Apache-2.0"}
config = blob(encoded({
    "created": created, "architecture": options.architecture, "os": "linux",
    "config": {
        "User": f"{USER}:{USER}", "Entrypoint": [PROGRAM],
        # On the host's network other containers may have processes of the same user: no owner by TCP.
        "Cmd": ["serve", "--store", "/data/home.db", "--listen", "0.0.0.0:4327", "--socket", "/data/hub.sock",
                "--local-owner", "group"],
        # OpenSSL looks for authorities in /usr/lib/ssl, which is a link of the package openssl. Docker does not set
        # container, by which the hub knows that its commands run in one (systemd.io/CONTAINER_INTERFACE).
        "Env": ["PATH=/usr/bin", "HOME=/data", f"SSL_CERT_FILE={AUTHORITIES}", "container=oci"], "WorkingDir": "/data", "ExposedPorts": {"4327/tcp": {}},
        "Volumes": {"/data": {}}, "StopSignal": "SIGTERM", "Labels": labels,
        # Of Docker's images; the OCI's do not have it, and engines that do not know it ignore it.
        "Healthcheck": {"Test": ["CMD", PROGRAM, "health"], "Interval": 30_000_000_000, "Timeout": 6_000_000_000,
                        "StartPeriod": 60_000_000_000},
    },
    "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(plain).hexdigest()}"]},
    "history": [{"created": created, "created_by": "scripts/package image"}],
}), "application/vnd.oci.image.config.v1+json")
manifest = blob(encoded({
    "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
    "layers": [blob(gzip.compress(plain, 9, mtime=0), "application/vnd.oci.image.layer.v1.tar+gzip")],
    "annotations": labels,
}), "application/vnd.oci.image.manifest.v1+json")
index = {**manifest, "platform": {"architecture": options.architecture, "os": "linux"},
         "annotations": {"org.opencontainers.image.ref.name": options.version}}
files = {"oci-layout": encoded({"imageLayoutVersion": "1.0.0"}),
         "index.json": encoded({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
                                "manifests": [index]})}
files.update({f"blobs/sha256/{digest}": content for digest, content in blobs.items()})
with tarfile.open(options.target, mode="w", format=tarfile.PAX_FORMAT) as archive:
    for folder in ("blobs", "blobs/sha256"):
        add(archive, folder)
    for path in sorted(files):
        add(archive, path, files[path], 0o644)
print(f"{options.target}: {manifest['digest']}, {len(plain) / 1e6:.0f} MB unpacked")
