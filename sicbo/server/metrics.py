"""Metrics for operators, in the format of Prometheus; no player is ever a label."""

from collections.abc import Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer
from sicbo.table.messages.round import RoundVoided, StepPerformed

PAY = enum_key(Step.PAY)
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LONG = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0)
SECOND = 1_000_000


class Metrics:
    """The metrics of one running house."""

    def __init__(self) -> None:
        self.registry, add = CollectorRegistry(), self._add
        self._last_step_at: dict[str, int] = {}
        self._slip_counters: dict[tuple[str, str], Any] = {}
        self.signed_at: dict[str, int] = {}
        self.rounds = add(Counter, "rounds_total", "Rounds that ended.", "table", "outcome")
        self.slips = add(Counter, "slips_total", "Slips that were answered.", "table", "result")
        self.phases = add(
            Histogram,
            "round_phase_seconds",
            "Time from one step of a round to the next.",
            "step",
            buckets=LONG,
        )
        self.append_seconds = add(Histogram, "event_append_seconds", "Duration of one commit.", buckets=FAST)
        self.refusals = add(Counter, "requests_refused_total", "Requests that were refused.", "code")
        self.clients = add(Gauge, "stream_clients", "Connected readers of streams.", "role")
        self.lag = add(
            Histogram, "stream_lag_seconds", "From a record to the last reader's queue.", buckets=FAST
        )
        self.dropped_readers = add(Counter, "stream_dropped_total", "Readers dropped for not keeping up.")
        self.records = add(Gauge, "chain_events", "Records in the journal.", "table")
        self.checkpoint_age = add(
            Gauge, "checkpoint_age_seconds", "Time since the last checkpoint of a table.", "table"
        )
        self.clock_offset = add(
            Gauge, "clock_offset_seconds", "How far the house's clock is ahead of the machine's clock."
        )
        self.witness_failures = add(
            Counter, "witness_failures_total", "Attempts in which a witness did not cosign every checkpoint."
        )
        self.stalled_seconds = add(
            Gauge, "journal_stalled_seconds", "How long the current commit has been tried."
        )
        self.notices = add(Gauge, "notice_pending", "Notices in force.", "kind")
        self.mismatches = add(
            Counter, "settlement_mismatch_total", "Settled lines that disagree with the pay table."
        )
        self.build = add(Gauge, "build_info", "This program.", "version")

    def _add(self, kind: Any, name: str, says: str, *labels: str, **more: Any) -> Any:
        return kind(f"sicbo_{name}", says, labels, registry=self.registry, **more)

    def count_slip(self, table: str, result: str) -> None:
        """Count a slip that was answered; to look up a counter takes longer than to count."""
        key = table, result
        if key not in self._slip_counters:
            self._slip_counters[key] = self.slips.labels(table, result)
        self._slip_counters[key].inc()

    def count_answers(self, asked: Sequence[CommandRequest], answers: Sequence[CommandAnswer]) -> None:
        """Count the rounds in these answers; the house signs after each command of staff."""
        for one, answer in zip(asked, answers, strict=True):
            if one.command.stamp.rank is not None and answer.record is not None:
                self.signed_at[one.table] = one.command.stamp.wall
            if one.command.stamp.rank is None or isinstance(answer.outcome, Refusal):
                continue
            for event in answer.outcome:
                if isinstance(event, RoundVoided):
                    self.rounds.labels(one.table, "void").inc()
                elif isinstance(event, StepPerformed):
                    self._count_step(one.table, event)

    def _count_step(self, table: str, event: StepPerformed) -> None:
        wall = event.stamp.wall
        if table in self._last_step_at:
            self.phases.labels(event.step).observe((wall - self._last_step_at[table]) / SECOND)
        self._last_step_at[table] = wall
        if event.step == PAY:
            self.rounds.labels(table, "settled").inc()

    def prometheus_text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
