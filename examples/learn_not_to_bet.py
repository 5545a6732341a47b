"""What does an agent learn that tries every bet until it is sure? To sit out."""

import gymnasium
import numpy as np

import sicbo.gym

PLAYERS, SURE = 2_000, 4.0

many = gymnasium.make_vec(
    sicbo.gym.NAMES["crown-sydney-2024"],
    num_envs=PLAYERS,
    vectorization_mode="vector_entry_point",
    bank=1_000,
    rounds=1_000,
    chips=(1,),
)
many.reset(seed=7)
felt = many.unwrapped.felt
count, total, squares = np.zeros((3, len(felt.actions)))
left = np.arange(len(felt.actions))
rounds = 0
while len(left) > 1 and rounds < 3_000:
    actions = left[np.arange(rounds, rounds + PLAYERS) % len(left)]
    rewards = many.step(actions)[1]
    for sums, values in ((count, np.ones(PLAYERS)), (total, rewards), (squares, rewards**2)):
        sums += np.bincount(actions, values, len(felt.actions))
    rounds += 1
    if rounds % 100 == 0:
        mean = total[left] / count[left]
        doubt = SURE * np.sqrt((squares[left] / count[left] - mean**2) / count[left])
        left = left[mean + doubt >= (mean - doubt).max()]
print(f"After {rounds * PLAYERS:,} rounds it keeps to: {', '.join(map(felt.name, left.tolist()))}.")
