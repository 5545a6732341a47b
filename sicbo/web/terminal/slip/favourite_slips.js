// @ts-check
/** Favourite slips: stored on this device for each layout, and placed again with one touch. */

import { showDialog } from "/shared/ui/dialog.js";
import { h } from "/shared/util/dom.js";
import { storeSetting, setting } from "/shared/util/settings.js";
import { named, say } from "/shared/i18n.js";
import { totalOf } from "./slip_draft.js";

const MOST = 8;

/**
 * Open the dialog of favourites: store the current slip, place a stored one, or delete it.
 * @param {any} layout
 * @param {import("./slip_draft.js").Stakes} now the stakes on the cloth
 * @param {(stakes: import("./slip_draft.js").Stakes) => void} place
 */
export function openFavourites(layout, now, place) {
  const name = `favourites.${layout.layout}`;
  /** @type {import("./slip_draft.js").Stakes[]} */
  const kept = setting(name, []);
  const again = (/** @type {import("./slip_draft.js").Stakes[]} */ slips) => {
    storeSetting(name, slips);
    openFavourites(layout, now, place);
  };
  const rows = kept.map((stakes, at) => h("li", {},
    h("span", {}, named("stakes", Object.entries(stakes))),
    h("button", { type: "button", class: "main", onclick: () => (dialog.close(), place(stakes)) }, say("favourites.place", { total: totalOf(stakes) })),
    h("button", { type: "button", "aria-label": say("favourites.forget"), onclick: () => again(kept.filter((_, other) => other !== at)) }, "×")));
  const dialog = showDialog(say("do.favourites"),
    rows.length ? h("ul", { class: "receipts favourites" }, ...rows) : h("p", { class: "fine" }, say("favourites.none")),
    h("div", { class: "choices" }, h("button", {
      type: "button", disabled: !totalOf(now) || kept.length >= MOST, onclick: () => again([...kept, now]),
    }, say("favourites.keep", { total: totalOf(now) }))));
}
