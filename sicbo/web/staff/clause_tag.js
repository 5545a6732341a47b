// @ts-check
/** A clause as a small tag; pressing it shows what the clause says, in our words. */

import { get } from "../shared/net/http.js";
import { h } from "../shared/util/dom.js";
import { say } from "../shared/i18n.js";

/** @type {Map<string, Promise<string>>} */
const known = new Map();
/** @type {HTMLElement | null} */
let bubble = null;

/**
 * @param {string} rulebook
 * @param {string | null | undefined} clause one, or several with commas; no tag for a refusal of the house itself
 */
export function clauseTag(rulebook, clause) {
  if (!clause || clause.startsWith("house/")) return null;
  const tag = h(
    "button",
    { type: "button", class: "clause", "aria-label": say("staff.clause", { clause }) },
    `§ ${clause}`,
  );
  tag.addEventListener("click", (event) => {
    event.stopPropagation();
    show(tag, rulebook, clause);
  });
  return tag;
}

/**
 * @param {HTMLElement} tag
 * @param {string} rulebook
 * @param {string} clause
 */
async function show(tag, rulebook, clause) {
  hide();
  const text = (await Promise.all(clause.split(", ").map((one) => words(rulebook, one)))).join("\n");
  const box = tag.getBoundingClientRect();
  bubble = h("div", { class: "clause-bubble", role: "status" }, text);
  (tag.closest("dialog") ?? document.body).append(bubble);
  const wide = Math.min(360, innerWidth - 16);
  bubble.style.width = `${wide}px`;
  bubble.style.left = `${Math.max(8, Math.min(box.left, innerWidth - wide - 8))}px`;
  const below = box.bottom + 6;
  bubble.style.top = `${below + bubble.offsetHeight > innerHeight ? Math.max(8, box.top - bubble.offsetHeight - 6) : below}px`;
}

/**
 * @param {string} rulebook
 * @param {string} clause
 * @returns {Promise<string>}
 */
function words(rulebook, clause) {
  const path = `/rulebooks/${encodeURIComponent(rulebook)}/clauses/${encodeURIComponent(clause)}`;
  if (!known.has(path)) {
    known.set(
      path,
      get(path)
        .then((answer) => `${clause}: ${answer.says}`)
        .catch(() => `${clause}`),
    );
  }
  return /** @type {Promise<string>} */ (known.get(path));
}

function hide() {
  bubble?.remove();
  bubble = null;
}

addEventListener("click", hide);
addEventListener("keydown", (event) => event.key === "Escape" && hide());
