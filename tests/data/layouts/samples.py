"""A small made-up tree of every layout of runs, as texts by path; and what reads them back."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from sweeplens.data.layouts.base import Reading
from sweeplens.data.layouts.tfevents import masked_crc

Files: TypeAlias = "Mapping[str, str | bytes]"


def write(root: Path, files: Files) -> Path:
    """Writes `files` below `root`, and gives the root back."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def run_of(reading: Reading, name: str) -> dict[str, object]:
    """The row of one run."""
    assert reading.runs is not None
    return next(row for row in reading.runs.rows(named=True) if row["run"] == name)


def column(reading: Reading, name: str) -> list[object]:
    """One column of the runs."""
    assert reading.runs is not None
    return reading.runs[name].to_list()


def points(reading: Reading, run: str, metric: str) -> list[tuple[float, float]]:
    """Step and value of a run's metric, in the order of the history that has it, missing values left out."""
    history = next(history for history in reading.histories if metric in history.metrics)
    frame = history.scan().collect()
    rows = frame.filter((frame["run"] == run) & frame[metric].is_not_null()).select(history.step, metric).rows()
    return [(float(step), float(value)) for step, value in rows]


def roles(reading: Reading) -> dict[str, str]:
    """The role of every column that the layout knows, by its word."""
    return {decision.column: decision.role.value for decision in reading.roles}


def events(scalars: Sequence[tuple[str, int, float]]) -> bytes:
    """An event file of (tag, step, value), with the version record that begins every such file."""
    version = b"\x1a\x0dbrain.Event:2"
    return b"".join(record(message) for message in (version, *(event(*scalar) for scalar in scalars)))


def record(message: bytes) -> bytes:
    """A TFRecord of one message."""
    length = struct.pack("<Q", len(message))
    return length + struct.pack("<I", masked_crc(length)) + message + struct.pack("<I", masked_crc(message))


def event(tag: str, step: int, value: float) -> bytes:
    """An `Event` with a summary of one simple value; steps below 128, tags below 100 letters."""
    name = tag.encode()
    member = b"\x0a" + bytes([len(name)]) + name + b"\x15" + struct.pack("<f", value)
    summary = b"\x0a" + bytes([len(member)]) + member
    return (
        b"\x09" + struct.pack("<d", 1.7e9 + step) + b"\x10" + bytes([step]) + b"\x2a" + bytes([len(summary)]) + summary
    )


def mlflow(run: str, metrics: Mapping[str, str], params: Mapping[str, str], status: int = 3) -> Files:
    """The files of one MLflow run in experiment 1."""
    own = {f"metrics/{name}": text for name, text in metrics.items()}
    own |= {f"params/{name}": text for name, text in params.items()}
    own["meta.yaml"] = f"run_id: {run}\nlifecycle_stage: active\nstatus: {status}\n"
    return {f"mlruns/1/{run}/{name}": text for name, text in own.items()}


MLFLOW: Files = {
    "mlruns/1/meta.yaml": "experiment_id: '1'\nname: grid\nlifecycle_stage: active\n",
    **mlflow(
        "a" * 32,
        {"val/acc": "1000 0.5 1\n2000 0.75 2\n", "loss": "1000 2.0 1\n2000 1.0 2\n"},
        {"lr": "0.1", "opt": "adam"},
    ),
    **mlflow("b" * 32, {"val/acc": "1000 0.25 1\n2000 nan 2\n"}, {"lr": "0.01", "opt": "adam"}),
    **mlflow("c" * 32, {}, {"lr": "0.001", "opt": "adam"}, status=4),
}

LIGHTNING: Files = {
    "logs/mlp/version_0/metrics.csv": "epoch,step,train_loss,val_loss\n0,9,1.5,\n0,9,,2.5\n1,19,0.5,\n1,19,,1.25\n",
    "logs/mlp/version_0/hparams.yaml": "lr: 1e-3\nseed: 0\nlayers: [64, 64]\n",
    "logs/mlp/version_1/metrics.csv": "epoch,step,train_loss,val_loss\n0,9,1.75,\n1,19,0.75,\n1,29,,nan\n",
    "logs/mlp/version_1/hparams.yaml": "lr: 1e-3\nseed: 1\nlayers: [64, 64]\n",
    "logs/cnn/version_0/metrics.csv": "epoch,step,train_loss\n0,9,3.0\n",
    "logs/cnn/version_0/hparams.yaml": "lr: 1e-2\nseed: 0\nlayers: [64, 64]\n",
}


def state(*records: Mapping[str, float], step: int) -> str:
    """A `trainer_state.json`."""
    return json.dumps({"global_step": step, "best_metric": 0.5, "log_history": records})


TRAINER: Files = {
    "small/trainer_state.json": state({"loss": 2.0, "step": 1}, {"eval_acc": 0.5, "epoch": 1, "step": 2}, step=2),
    "small/config.json": '{"hidden_size": 64, "model_type": "tiny"}',
    "small/all_results.json": '{"test_acc": 0.625}',
    "large/checkpoint-1/trainer_state.json": state({"loss": 9.0, "step": 1}, step=1),
    "large/checkpoint-2/trainer_state.json": state({"loss": 3.0, "step": 1}, {"loss": 1.0, "step": 2}, step=2),
    "large/config.json": '{"hidden_size": 256, "model_type": "tiny"}',
}

FIRST, SECOND, THIRD = (f"wandb/run-2024010{day}_100000-{letter * 4}1111/files" for day, letter in enumerate("abc", 1))
WANDB: Files = {
    f"{FIRST}/config.yaml": "lr:\n  desc: null\n  value: 0.1\n_wandb:\n  value: {v: 1}\n",
    f"{FIRST}/wandb-summary.json": '{"val/loss": 0.5, "_step": 9, "_wandb": {"runtime": 3}}',
    f"{SECOND}/config.yaml": "lr:\n  value: 0.01\n",
    f"{SECOND}/wandb-summary.json": '{"val/loss": "NaN", "h": {"_type": "histogram"}}',
    f"{THIRD}/config.yaml": "lr:\n  value: 0.01\n",
}

WANDB_CHART: Files = {
    "export.csv": '"Step","a - b - loss","a - b - loss__MIN","a - b - loss__MAX","base - loss","base - loss__MIN",'
    '"base - loss__MAX"\n"0","2","2","2","4","4","4"\n"1","1","1","1","","",""\n"2","","","","3","3","3"\n',
}

WANDB_TABLE: Files = {
    "runs.csv": "Name,State,Created,Runtime,ID,Tags,lr,val/acc\n"
    "first,finished,2024-01-01T00:00:00.000Z,60,x1,old,0.1,0.5\nsecond,crashed,2024-01-02T00:00:00.000Z,3,x2,new,0.2,\n",
}


def harness(shots: int, version: int = 1, **tasks: Mapping[str, float]) -> str:
    """A result file of lm-evaluation-harness with one model."""
    return json.dumps(
        {
            "results": {
                task: {"alias": task, **{f"{name},none": value for name, value in metrics.items()}}
                for task, metrics in tasks.items()
            },
            "versions": dict.fromkeys(tasks, version),
            "n-shot": dict.fromkeys(tasks, shots),
            "higher_is_better": {task: {"acc": True, "ppl": False} for task in tasks},
            "config": {"model": "hf", "model_args": "pretrained=org/tiny,dtype=float16", "batch_size": 8},
        }
    )


LM_EVAL: Files = {
    "tiny/results_2024.json": harness(0, piqa={"acc": 0.75, "acc_stderr": 0.01}, lambada={"acc": 0.5, "ppl": 12.0}),
    "tiny/samples_piqa.jsonl": '{"doc_id": 0}\n',
}

MONITOR = '#{"t_start": 1.0, "env_id": "CartPole-v1"}\nr,l,t\n10.0,10,0.5\n25.0,25,1.5\n20.0,20,2.5\n'

ORDERED = "!!python/object/apply:collections.OrderedDict\n- - - gamma\n    - 0.98\n"

STABLE_BASELINES: Files = {
    "ppo/CartPole-v1_1/0.monitor.csv": MONITOR,
    "ppo/CartPole-v1_1/1.monitor.csv": MONITOR.replace("25.0,25", "30.0,30"),
    "ppo/CartPole-v1_1/CartPole-v1/config.yml": ORDERED,
    "dqn/CartPole-v1_1/0.monitor.csv": MONITOR.replace("10.0,10", "7.0,7"),
    "dqn/CartPole-v1_1/CartPole-v1/config.yml": "gamma: 0.99\n",
}

TENSORBOARD_CSV: Files = {
    "run-lr0.1_seed0-tag-loss.csv": "Wall time,Step,Value\n1.5,0,4.0\n2.5,10,2.0\n",
    "run-lr0.1_seed0-tag-val_acc.csv": "Wall time,Step,Value\n1.5,10,0.5\n",
    "run-lr0.2_seed0-tag-loss.csv": "Wall time,Step,Value\n1.5,0,3.0\n2.5,10,1.0\n",
}

DVCLIVE: Files = {
    "params.yaml": "train:\n  lr: 1e-4\n",
    "dvclive/metrics.json": '{"train": {"loss": 0.5}, "step": 2}',
    "dvclive/plots/metrics/train/loss.tsv": "step\tloss\n0\t2.0\n1\t1.0\n2\t0.5\n",
}

GUILD: Files = {
    "runs/aaa/.guild/attrs/flags": "lr: 0.1\nseed: 1\n",
    "runs/aaa/.guild/attrs/exit_status": "0\n",
    "runs/aaa/.guild/events.out.tfevents.1.host": events([("loss", 1, 2.0), ("loss", 2, 1.0)]),
    "runs/bbb/.guild/attrs/flags": "lr: 0.2\nseed: 1\n",
    "runs/bbb/.guild/attrs/exit_status": "1\n",
    "runs/bbb/.guild/events.out.tfevents.1.host": events([("loss", 1, 3.0)]),
}

HYDRA: Files = {
    "multirun.yaml": "hydra:\n  overrides:\n    task: ['lr=0.1,0.01', 'seed=range(0,2)', 'data=small']\n",
    **{
        f"{job}/.hydra/{name}": text
        for job, (lr, seed) in enumerate([("0.1", 0), ("0.1", 1), ("0.01", 0)])
        for name, text in {
            "overrides.yaml": f"- lr={lr}\n- seed={seed}\n- data=small\n",
            "config.yaml": f"lr: {lr}\nseed: {seed}\ndata: {{name: small}}\nwidth: 8\n",
            "hydra.yaml": "hydra: {}\n",
        }.items()
    },
    "0/result.json": '{"test": {"acc": 0.5}}',
    "1/result.json": '{"test": {"acc": 0.75}}',
    "2/result.json": '{"test": {"acc": 0.25}}',
}

RUN_DIRECTORIES: Files = {
    "wide/config.toml": 'width = 64\nseed = 3\n[opt]\nname = "adam"\n',
    "wide/report.json": '{"metrics": {"test": {"acc": 0.75, "f1": 0.5}}, "host": "n1"}',
    "wide/train.log": "Epoch,Loss,Value\n0,recon,4.0\n0,kl,1.0\n1,recon,2.0\n1,kl,0.5\n",
    "narrow/config.toml": 'width = 8\nseed = 3\n[opt]\nname = "adam"\n',
    "narrow/report.json": '{"metrics": {"test": {"acc": 0.5, "f1": 0.25}}, "host": "n2"}',
    "narrow/train.log": "Epoch,Loss,Value\n0,recon,8.0\n0,kl,2.0\n",
}

TENSORBOARD: Files = {
    "lr0.1/events.out.tfevents.1.host": events([("loss", 1, 2.0), ("loss", 2, 1.5)]),
    "lr0.2/events.out.tfevents.1.host": events([("loss", 1, 4.0), ("acc", 2, 0.5)]),
}

SAMPLES: Mapping[str, Files] = {
    "mlflow": MLFLOW,
    "lightning": LIGHTNING,
    "trainer_state": TRAINER,
    "wandb": WANDB,
    "wandb_chart": WANDB_CHART,
    "wandb_table": WANDB_TABLE,
    "lm_eval": LM_EVAL,
    "stable_baselines": STABLE_BASELINES,
    "tensorboard_csv": TENSORBOARD_CSV,
    "dvclive": DVCLIVE,
    "guild": GUILD,
    "hydra": HYDRA,
    "run_directories": RUN_DIRECTORIES,
    "tensorboard": TENSORBOARD,
}
"""By the layout's name."""
