// @ts-check
/** A press that has begun: nothing is drawn anew until it ends, or its click would find nothing to land on. */

/** A press longer than this is no click any more, and a screen must not go on showing what was. */
const LONGEST = 2_000;
/** How long a click may follow the finger that left. */
const CLICK = 60;

let pressed = false;
let timer = 0;
/** @type {Set<() => void>} */
const waiting = new Set();

/**
 * Draw now, or as soon as no finger and no key presses anything; who waits already waits once.
 * @param {() => void} draw
 */
export function whenFree(draw) {
  if (pressed) waiting.add(draw);
  else draw();
}

function press() {
  pressed = true;
  clearTimeout(timer);
  timer = setTimeout(free, LONGEST);
}

function lift(delay = CLICK) {
  if (!pressed) return;
  clearTimeout(timer);
  timer = setTimeout(free, delay);
}

function free() {
  pressed = false;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

addEventListener("pointerdown", press, true);
addEventListener("pointerup", () => lift(), true);
addEventListener("pointercancel", () => lift(0), true);
addEventListener("click", () => lift(0), true);
addEventListener("blur", () => lift(0));
addEventListener("keydown", (event) => {
  if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary")) press();
}, true);
addEventListener("keyup", (event) => event.key === " " && lift(0), true);
