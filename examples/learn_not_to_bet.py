"""What does an agent learn if it tries every bet until it is sure? To sit out."""

import gymnasium
import numpy as np

import sicbo.environments.gymnasium
from sicbo import Rulebook

LAYOUT, PLAYERS, SURE, SHOWN = "crown-sydney-2024", 2_000, 4.0, 8

many = gymnasium.make_vec(
    sicbo.environments.gymnasium.NAMES[LAYOUT], num_envs=PLAYERS, vectorization_mode="vector_entry_point",
    bank=1_000, rounds=1_000, chips=(1,),
)  # fmt: skip
many.reset(seed=7)
model = many.unwrapped.model
count, total, squares = np.zeros((3, len(model.actions)))
left = np.arange(len(model.actions))
dropped: list[tuple[int, int]] = []
rounds = 0
while len(left) > 1 and rounds < 3_000:
    actions = left[np.arange(rounds, rounds + PLAYERS) % len(left)]
    rewards = many.step(actions)[1]
    for sums, values in ((count, np.ones(PLAYERS)), (total, rewards), (squares, rewards**2)):
        sums += np.bincount(actions, values, len(model.actions))
    rounds += 1
    if rounds % 100 == 0:
        mean = total[left] / count[left]
        doubt = SURE * np.sqrt((squares[left] / count[left] - mean**2) / count[left])
        worse = mean + doubt < (mean - doubt).max()
        dropped += [(rounds * PLAYERS, action) for action in left[worse].tolist()]
        left = left[~worse]
print(f"{len(dropped)} of {len(model.actions)} actions given up; mean results of the last {SHOWN} per round:")
for played, action in dropped[-SHOWN:]:
    exact = -float(Rulebook.load(LAYOUT).edge(model.actions[action][0]))
    learned = total[action] / count[action]
    name = model.action_name(action)
    print(f"{name:<15} after {played:>9,} rounds: learned {learned:+.4f}, exactly {exact:+.4f}")
print(f"After {rounds * PLAYERS:,} rounds it keeps to: {', '.join(map(model.action_name, left.tolist()))}.")
