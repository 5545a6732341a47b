// What is wrong with the page as it is laid out: whatever overlaps, is cut, spills out, or is too small to hit.
() => {
  const faults = new Set();
  const FLOATS = ".desk, .sb-toasts, .clause-bubble, dialog[open], .sb-hold";
  const LAID_OVER = "sb-chip, .spot, .tag, .stale, .no-spin, .mark, .has, kbd";
  const name = (one) => `${one.dataset?.bet ?? (one.id || one.className || one.tagName)} “${one.textContent.trim().slice(0, 24)}”`;
  const floating = (one) => {
    const float = one.closest(FLOATS);
    return float && ["sticky", "fixed", "absolute"].includes(getComputedStyle(float).position) ? float : null;
  };
  const unseen = (one) => {
    for (let above = one; above && above !== document.body; above = above.parentElement)
      if (getComputedStyle(above).clipPath !== "none") return true;
    return false;
  };
  const modal = document.querySelector("dialog[open]");
  const root = modal ?? document.body;

  /** What a person sees of a box: less what an element around it hides; `cut` where that cannot be scrolled to. */
  const seen = (one, box) => {
    const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom, cut: false, scrolled: false };
    for (let above = one; above && above !== document.documentElement; above = above.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(above);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const clip = above.getBoundingClientRect();
      const scrolls = [overflowX, overflowY].some((how) => how === "auto" || how === "scroll");
      const over = clip.left - part.left > 2 || part.right - clip.right > 2 || clip.top - part.top > 2 || part.bottom - clip.bottom > 2;
      if (over && scrolls) part.scrolled = true;
      else if (over && !part.scrolled) part.cut = true;
      part.left = Math.max(part.left, clip.left);
      part.right = Math.min(part.right, clip.right);
      part.top = Math.max(part.top, clip.top);
      part.bottom = Math.min(part.bottom, clip.bottom);
    }
    return part;
  };
  const empty = ({ left, right, top, bottom }) => right - left <= 1 || bottom - top <= 1;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2.5;

  if (document.documentElement.scrollWidth > innerWidth) faults.add(`the page is ${document.documentElement.scrollWidth} wide`);

  const targets = [...root.querySelectorAll("button, a, select, input, summary, sb-cloth:not([aria-hidden]) .area")]
    .filter((one) => one.checkVisibility() && !unseen(one))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .map((entry) => ({ ...entry, part: seen(entry.one.parentElement, entry.box) }))
    .filter(({ box, part }) => box.width > 0 && !empty(part));
  targets.forEach(({ one, box, part }, index) => {
    if (part.cut || (!part.scrolled && (box.left < -1 || box.right > innerWidth + 1))) faults.add(`${name(one)} leaves the screen`);
    if (Math.min(box.width, box.height) < 24) faults.add(`${name(one)} is a small target: ${Math.round(box.width)} by ${Math.round(box.height)}`);
    if (one.matches("button, .button") && one.scrollWidth > one.clientWidth + 1) faults.add(`${name(one)} is cut`);
    for (const { one: other, part: theirs } of targets.slice(index + 1)) {
      if (one.contains(other) || floating(one) !== floating(other)) continue;
      if (meet(part, theirs)) faults.add(`${name(one)} and ${name(other)} overlap`);
    }
  });

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest("option, svg, script") || unseen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let block = one;
    while (["inline", "contents"].includes(getComputedStyle(block).display)) block = block.parentElement;
    const around = block.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      const part = seen(one, box);
      if (part.cut) faults.add(`${name(one)} is cut`);
      else if (!part.scrolled && (box.right > innerWidth + 1 || box.left < -1)) faults.add(`${name(one)} leaves the screen`);
      if (box.left < around.left - 2 || box.right > around.right + 2) faults.add(`${name(one)} spills out of ${name(block)}`);
      const tall = Math.min(box.height, parseFloat(getComputedStyle(one).fontSize)) * 0.7;
      const middle = (box.top + box.bottom) / 2;
      const ink = { left: part.left, right: part.right, top: Math.max(part.top, middle - tall / 2), bottom: Math.min(part.bottom, middle + tall / 2) };
      if (!empty(ink) && !one.closest(LAID_OVER)) texts.push({ one, ink, float: floating(one) });
    }
  }
  texts.forEach(({ one, ink, float }, index) => {
    for (const { one: other, ink: theirs, float: theirFloat } of texts.slice(index + 1)) {
      if (one !== other && float === theirFloat && meet(ink, theirs)) faults.add(`${name(one)} and ${name(other)} lie on each other`);
    }
  });
  return [...faults];
}
