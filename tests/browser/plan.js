// The fewest keys that lead from one area of the cloth to every other.
async (start) => {
  const { LETTERS, areaForLetter, areaInDirection } = await import("/shared/ui/cloth/cloth_keys.js");
  const cloth = document.querySelector("sb-cloth");
  const boxes = cloth.boxes();
  const areas = cloth.layout.areas;
  const plans = new Map([[start, []]]);
  const queue = [start];
  const moves = (bet) => [
    ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].map((key) =>
      [[key], areaInDirection(boxes, bet, key, cloth.boxes(cloth.rowOf(bet)))]),
    ...Object.keys(LETTERS).map((letter) => [["g", letter], areaForLetter(areas, letter)]),
  ];
  while (queue.length) {
    const bet = queue.shift();
    for (const [keys, to] of moves(bet)) {
      const plan = [...plans.get(bet), ...keys];
      if (!to || (plans.has(to) && plans.get(to).length <= plan.length)) continue;
      plans.set(to, plan);
      queue.push(to);
    }
  }
  return [...plans];
}
