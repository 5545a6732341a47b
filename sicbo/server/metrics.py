"""Metrics for operators, in the format of Prometheus; no player is ever a label."""

from collections.abc import Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import key_of
from sicbo.house.entries import Asked
from sicbo.house.floor import Answer
from sicbo.table.messages.events import RoundVoided, StepPerformed

PAY = key_of(Step.PAY)
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LONG = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0)
SECOND = 1_000_000


class Metrics:
    """The metrics of one running house."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._ended: dict[str, int] = {}
        self.signed: dict[str, int] = {}
        self.rounds = self._made(Counter, "rounds_total", "Rounds that ended.", "table", "outcome")
        self.slips = self._made(Counter, "slips_total", "Slips that were answered.", "table", "result")
        self.phases = self._made(
            Histogram,
            "round_phase_seconds",
            "Time from one step of a round to the next.",
            "step",
            buckets=LONG,
        )
        self.append_seconds = self._made(
            Histogram, "event_append_seconds", "Duration of one commit.", buckets=FAST
        )
        self.refused = self._made(Counter, "requests_refused_total", "Requests that were refused.", "code")
        self.clients = self._made(Gauge, "stream_clients", "Connected readers of streams.", "role")
        self.lag = self._made(
            Histogram, "stream_lag_seconds", "From a record to the last reader's queue.", buckets=FAST
        )
        self.dropped = self._made(Counter, "stream_dropped_total", "Readers dropped for not keeping up.")
        self.records = self._made(Gauge, "chain_events", "Records in the journal.", "table")
        self.checkpoint_age = self._made(
            Gauge, "checkpoint_age_seconds", "Time since the last checkpoint of a table.", "table"
        )
        self.clock_offset = self._made(
            Gauge, "clock_offset_seconds", "How far the house's clock is ahead of the machine's clock."
        )
        self.unwitnessed = self._made(
            Counter, "witness_failures_total", "Attempts in which a witness did not cosign every checkpoint."
        )
        self.stalled = self._made(
            Gauge, "journal_stalled_seconds", "How long the current commit has been tried."
        )
        self.notices = self._made(Gauge, "notice_pending", "Notices in force.", "kind")
        self.mismatches = self._made(
            Counter, "settlement_mismatch_total", "Settled lines that disagree with the pay table."
        )
        self.build = self._made(Gauge, "build_info", "This program.", "version")

    def _made(self, kind: Any, name: str, says: str, *labels: str, **more: Any) -> Any:
        return kind(f"sicbo_{name}", says, labels, registry=self.registry, **more)

    def count(self, asked: Sequence[Asked], answers: Sequence[Answer]) -> None:
        """Count the rounds in these answers; the house signs after each command of staff."""
        for one, answer in zip(asked, answers, strict=True):
            if one.command.stamp.rank is not None and answer.record is not None:
                self.signed[one.table] = one.command.stamp.wall
            if one.command.stamp.rank is None or isinstance(answer.outcome, Refusal):
                continue
            for event in answer.outcome:
                if isinstance(event, RoundVoided):
                    self.rounds.labels(one.table, "void").inc()
                elif isinstance(event, StepPerformed):
                    self._step(one.table, event)

    def _step(self, table: str, event: StepPerformed) -> None:
        wall = event.stamp.wall
        if table in self._ended:
            self.phases.labels(event.step).observe((wall - self._ended[table]) / SECOND)
        self._ended[table] = wall
        if event.step == PAY:
            self.rounds.labels(table, "settled").inc()

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
