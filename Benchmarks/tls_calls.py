"""Unary echo by TLS: Hearth beside gRPC C++ and grpc-go."""

import os
import subprocess
import time

import common
import measure
import report

TITLE = "Unary echo by TLS"
PACKAGES = common.SERVER_PACKAGES + ["openssl"]
WORKS = {"1 × 100": (1, 100), "8 × 32": (8, 32)}


def identity():
    """A certificate for localhost and its key, created once."""
    certificate, key = common.BUILD / "tls-cert.pem", common.BUILD / "tls-key.pem"
    common.BUILD.mkdir(parents=True, exist_ok=True)
    if not (certificate.exists() and key.exists()):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
             "3650", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
             str(key), "-out", str(certificate)], check=True, capture_output=True)
        key.chmod(0o600)
    return str(certificate), str(key)


def hearth():
    certificate, key = identity()
    return common.hearth_server() + ["--tls-cert", certificate, "--tls-key", key]


def cpp():
    return common.cpp_server() + [*identity()]


def go():
    return common.go_server() + [*identity()]


def build():
    hearth(), cpp(), go()


def run(rounds, seconds):
    works = {
        name: (lambda server, count, shape=shape: measure.h2load(server, *shape, count, "https"))
        for name, shape in WORKS.items()
    }
    servers = {common.HEARTH: hearth, common.CPP: cpp, common.GO: go}
    figures = measure.interleaved(servers, works, rounds, seconds)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run tls`. As the unary echo in clear text, by TLS with a P-256 certificate; what the two ends agree
on is each server's choice. Each round opens new connections, including their handshakes.
Medians of {rounds} interleaved rounds of about {seconds:g} s on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libssl3", "nghttp2-client")}.""")
    report.rates(section, figures, servers, works, [("C++", common.CPP)], chart="unary echo by TLS")
    section.bar("unary echo by TLS, 1 × 100", "≥ 2 × C++",
                figures.ratio(common.HEARTH, common.CPP, "1 × 100", "rate"), 2)
    return section
