"""Unary echo in the protocols of browsers, over HTTP/1.1: Connect and gRPC-Web, beside gRPC over HTTP/2 on the same server."""

import os
import time

import common
import measure
import report

TITLE = "Unary echo as browsers call"
PACKAGES = common.SERVER_PACKAGES
GRPC, CONNECT, WEB = "gRPC over HTTP/2", "Connect over HTTP/1.1", "gRPC-Web over HTTP/1.1"


def build():
    common.hearth_server()


def run(rounds, seconds):
    def http1(content_type, data=None):
        form = ("--h1", "-H", f"content-type: {content_type}")
        return lambda server, count: measure.h2load(server, 64, 1, count, form=form, data=data)

    works = {
        GRPC: lambda server, count: measure.h2load(server, 64, 1, count),
        CONNECT: http1("application/proto", measure.bare_body()),
        WEB: http1("application/grpc-web+proto"),
    }
    figures = measure.interleaved({common.HEARTH: common.hearth_server}, works, rounds, seconds)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run web`. One server on one loop, 64 connections with one call each, by h2load.
Medians of {rounds} interleaved rounds of about {seconds:g} s on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {common.versions("nghttp2-client")}.""")
    section.table("calls", "calls/s", f"× {GRPC}", "CPU µs/call")
    ratios = {}
    for work in works:
        if not figures.has(common.HEARTH, work):
            section.not_measured(common.HEARTH, work, figures.missing.get((common.HEARTH, work), "it did not run"))
            continue
        rate = figures.median(common.HEARTH, work, "rate")
        base = figures.median(common.HEARTH, GRPC, "rate") if figures.has(common.HEARTH, GRPC) else None
        ratios[work] = rate / base if base else None
        section.row(work, report.number(rate), report.number(ratios[work]),
                    report.number(figures.median(common.HEARTH, work, "cpu")))
    section.bar("unary echo by Connect over HTTP/1.1", "≥ 0.5 × gRPC over HTTP/2", ratios.get(CONNECT), 0.5)
    return section
