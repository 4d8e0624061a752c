"""What the names of columns tell: words that people use for settings, measurements, repeats, steps and clocks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_SETTINGS = frozenset(
    """
    activation agent algo algorithm alpha approach arch architecture backbone benchmark beta betas bs budget
    channels checkpoint clip coef coefficient condition config configuration data dataset decay decoder depth device dim
    dims domain dropout dtype encoder env environment epochs eps epsilon eta experiment family fewshot fraction gamma
    group heads hidden horizon init initialization kappa kernel lam lambda layers level lora lr margin method mode model
    momentum network noise optimiser optimizer patch patience policy prompt resolution rho schedule scheduler setting
    shots size sparsity stage strategy stride subset suite system task tau temp temperature threshold topk variant wd
    weight width window workers
    """.split()  # noqa: SIM905  read as a list of words
)
"""Words for what is set before a run."""

_SETTING_NAMES = frozenset(
    """
    aug_prob batch_size context_length crop_pct dropout_rate image_size img_size k learning_rate max_len max_length
    max_steps n_layers num_heads num_layers num_shots num_simulations seq_len sequence_length top_k top_p warmup_ratio
    warmup_steps weight_decay
    """.split()  # noqa: SIM905
)
"""Whole names of settings in which a single word would mislead."""

_MEASURES = frozenset(
    """
    acc accuracy agreement ap auc auprc auroc average avg baseline bias bleu bpb bpc bytes cer corr correlation
    cost count counts coverage dice diff difference distance duration elbo entropy err error errors f1 fid flops
    fnr fpr fps gap gflops gmacs iou kl latency logprob loss losses macs macts mae mape mcc mean median memory mrr
    mse ndcg nll params pct pearson pearsonr percent percentage perf performance perplexity ppl precision price
    probe psnr r2 rate ratio recall regret return returns reward rewards rmse rouge runtime score scores sec
    seconds spearman ssim std success sum throughput time tnr top1 top5 total tpr utilization variance wer win
    winrate wins
    """.split()  # noqa: SIM905
)
"""Words for what is measured in a run."""

_LISTS = frozenset(
    """
    channel device dim gpu head hidden id index kernel layer layout node patch range resolution shape size split stride
    unit window
    """.split()  # noqa: SIM905
)
"""Words for settings that are often several numbers."""

_EXAMPLES = frozenset(
    """
    answer answers case cases confidence confidences detail details doc docs document documents example examples
    generation generations id ids index indices instance instances item items label labels logit logits output outputs
    pred predicted prediction predictions preds prob probabilities probs question questions response responses sample
    samples target targets
    """.split()  # noqa: SIM905
)
"""Words for what there is one of for every example."""

_REPEATS = frozenset(
    """
    attempt bootstrap cv_fold fold random_state rep repeat repetition replica replicate rng run run_id
    run_idx run_index run_number trial trial_id
    """.split()  # noqa: SIM905
)
"""Whole names of repeats; any name with the word `seed` is one as well."""

_SWITCHES = frozenset(("use", "using", "with", "without", "enable", "disable", "no"))
"""First words of settings that are on or off."""

_NUMBERINGS = frozenset(("id", "ids", "uid", "uuid", "index", "idx", "number", "nr"))

_IDENTITIES = frozenset(
    ("id", "ids", "name", "run", "experiment", "model", "method", "uid", "uuid", "key", "label", "filename")
)

_STATES = frozenset(
    ("state", "status", "run_state", "finished", "done", "crashed", "is_done", "terminated", "truncated")
)

_CLOCKS = frozenset(
    """
    created created_at date datetime end end_time ended finished_at modified start start_time started started_at time
    timestamp ts updated updated_at wall wall_time walltime wallclock
    """.split()  # noqa: SIM905
)

STEPS = (
    "global_step",
    "step",
    "steps",
    "trainer_global_step",
    "train_step",
    "training_step",
    "training_steps",
    "env_step",
    "env_steps",
    "timestep",
    "timesteps",
    "total_timesteps",
    "num_timesteps",
    "time_total_timesteps",
    "timesteps_total",
    "total_steps",
    "total_env_steps",
    "total_env_interacts",
    "training_iteration",
    "iteration",
    "iterations",
    "iter",
    "itr",
    "update",
    "updates",
    "frame",
    "frames",
    "episode",
    "episodes",
    "epoch",
    "round",
    "generation",
    "tokens",
    "tokens_seen",
    "samples_seen",
    "examples_seen",
    "checkpoint",
)
"""Names of columns that count on while a run goes, the surest first."""

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SPREAD_AFTER = re.compile(
    r"^(?P<base>.+?)[\s_\-./]*(?:std(?:dev|err)?|stderr|sem?|sd|standard[\s_]error|ci(?:95)?|±)$", re.IGNORECASE
)
_SPREAD_BEFORE = re.compile(
    r"^(?:std(?:dev|err)?|stderr|sem|sd|standard_error)[\s_\-./](?:of[\s_])?(?P<base>.+)$", re.IGNORECASE
)
_MEAN = re.compile(r"[\s_\-./]*(?:mean|avg|average)$|^(?:mean|avg|average)[\s_\-./]*", re.IGNORECASE)


def words_of(name: str) -> tuple[str, ...]:
    """A name in words: `learning`, `rate` of `learningRate` and of `Learning rate`."""
    return tuple(part.lower() for part in _PART.findall(name))


def is_factor_name(words: Sequence[str]) -> bool:
    """Whether a name is one of something that is set: by the whole name, by its end, or by a switch before it."""
    if not words:
        return False
    key = "_".join(words)
    return (
        words[-1] in _SETTINGS
        or (len(words) > 1 and words[0] in _SWITCHES)
        or any(key == name or key.endswith(f"_{name}") for name in _SETTING_NAMES)
    )


def is_metric_name(words: Sequence[str]) -> bool:
    """Whether some word of a name is one of something that is measured."""
    return not _MEASURES.isdisjoint(words)


def is_list_name(words: Sequence[str]) -> bool:
    """Whether a name is one of several numbers in one field: `sizes`, `hidden_dims`, `gpus`."""
    last = words[-1] if words else ""
    is_plural = last.endswith("s") and not last.endswith("ss")
    return not is_metric_name(words) and (is_plural or last in _LISTS)


def is_example_name(words: Sequence[str]) -> bool:
    """Whether a list of this name has an entry for every example: `per_sample`, `predictions`."""
    return not _EXAMPLES.isdisjoint(words)


def is_replicate(key: str, words: Sequence[str]) -> bool:
    """Whether a column is called as one of repeats: a seed whatever stands around it, or a whole name."""
    return "seed" in words or is_replicate_name(key)


def is_replicate_name(key: str) -> bool:
    """Whether a name is one of repeats of one cell."""
    return key in _REPEATS


def is_identity_name(words: Sequence[str]) -> bool:
    """Whether a name says that the column names its row."""
    return bool(words) and (words[-1] in _IDENTITIES or words[0] in _IDENTITIES)


def is_numbering_name(words: Sequence[str]) -> bool:
    """Whether a name says that the column numbers its rows."""
    return bool(words) and words[-1] in _NUMBERINGS


def is_state_name(key: str) -> bool:
    """Whether a name is one of how a run stands."""
    return key in _STATES


def is_clock_name(key: str) -> bool:
    """Whether a name is one of a point in time."""
    return key in _CLOCKS or key.endswith(("_time", "_timestamp", "_at"))


def step_rank(key: str) -> int | None:
    """How surely a name is one of a count that goes on during a run, 0 the surest; None where it is none."""
    bare = key.removeprefix("_")
    return STEPS.index(bare) if bare in STEPS else None


def by_base(names: Sequence[str]) -> dict[str, str]:
    """The columns called `names` by what stands for them in the name of a spread; the first of those that are alike."""
    backwards = names[::-1]
    return {_folded(_MEAN.sub("", name)): name for name in backwards} | {_folded(name): name for name in backwards}


def measured_by(name: str, columns: Mapping[str, str]) -> str | None:
    """The column whose spread `name` is, as `acc` for `acc_stderr`; None where there is none.

    `columns` are all that it may be, as `by_base` gives them.
    """
    match = _SPREAD_AFTER.match(name) or _SPREAD_BEFORE.match(name)
    return columns.get(_folded(match["base"])) if match else None


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()
