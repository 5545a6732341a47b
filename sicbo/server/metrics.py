"""Metrics: what an operator watches, under the names of Prometheus; no player is ever a label."""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sicbo.errors import Refusal
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer
from sicbo.server.chronicle import PAY
from sicbo.table.events import RoundVoided, StepPerformed

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The figures of one running house."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rounds = Counter(
            "sicbo_rounds_total", "Rounds that ended.", ("table", "outcome"), registry=self.registry
        )
        self.slips = Counter(
            "sicbo_slips_total", "Slips that were answered.", ("table", "result"), registry=self.registry
        )
        self.append_seconds = Histogram(
            "sicbo_event_append_seconds", "Time of one commit.", registry=self.registry, buckets=FAST
        )
        self.answer_seconds = Histogram(
            "sicbo_request_seconds", "Time of one request.", ("route",), registry=self.registry, buckets=FAST
        )
        self.refused = Counter(
            "sicbo_requests_refused_total", "Requests that were refused.", ("code",), registry=self.registry
        )
        self.dropped = Counter(
            "sicbo_stream_dropped_total", "Readers dropped for not keeping up.", registry=self.registry
        )
        self.clients = Gauge("sicbo_stream_clients", "Readers of streams.", ("role",), registry=self.registry)
        self.records = Gauge(
            "sicbo_chain_events", "Records in the journal.", ("table",), registry=self.registry
        )
        self.mismatches = Counter(
            "sicbo_settlement_mismatch_total", "Settlements that differ.", registry=self.registry
        )
        self.build = Gauge("sicbo_build_info", "This program.", ("version",), registry=self.registry)

    def count(self, asked: Sequence[Asked], answers: Sequence[Answer]) -> None:
        """Count the rounds that these answers ended; only staff end one."""
        for one, answer in zip(asked, answers, strict=True):
            if one.command.stamp.rank is None or isinstance(answer.outcome, Refusal):
                continue
            for event in answer.outcome:
                if isinstance(event, RoundVoided):
                    self.rounds.labels(one.table, "void").inc()
                elif isinstance(event, StepPerformed) and event.step == PAY:
                    self.rounds.labels(one.table, "settled").inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
