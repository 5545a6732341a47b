// @ts-check
/** Defer drawing while a button is pressed: if the button were replaced, its click would be lost. */

/** A press longer than this many milliseconds is not a click, and the screen must not keep showing an old state. */
const LONGEST = 2_000;
/** Milliseconds in which a click may follow the end of a press. */
const CLICK = 60;

let pressed = false;
let timer = 0;
/** @type {Set<() => void>} */
const waiting = new Set();

/**
 * Draw now, or once no finger or key presses a button. A function that is already waiting waits once.
 * @param {() => void} draw
 */
export function whenNotPressed(draw) {
  if (pressed) waiting.add(draw);
  else draw();
}

function press() {
  pressed = true;
  clearTimeout(timer);
  timer = setTimeout(runWaiting, LONGEST);
}

function release(delay = CLICK) {
  if (!pressed) return;
  clearTimeout(timer);
  timer = setTimeout(runWaiting, delay);
}

function runWaiting() {
  pressed = false;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

addEventListener("pointerdown", press, true);
addEventListener("pointerup", () => release(), true);
addEventListener("pointercancel", () => release(0), true);
addEventListener("click", () => release(0), true);
addEventListener("blur", () => release(0));
addEventListener("keydown", (event) => {
  if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary")) press();
}, true);
addEventListener("keyup", (event) => event.key === " " && release(0), true);
