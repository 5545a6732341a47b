// @ts-check
/** The dealer console: one table, the steps of its rulebook, the result, and irregularities. */

import { get, layoutPath } from "../shared/net/http.js";
import "../shared/ui/cloth/cloth.js";
import { fill, find, write } from "../shared/util/dom.js";
import { feltNumber } from "../shared/ui/cloth/felt_colour.js";
import "../shared/ui/header.js";
import { announce, createLiveRegions, toast } from "../shared/ui/announce.js";
import { storeSetting, setting } from "../shared/util/settings.js";
import { playSound, setMuted } from "../shared/ui/sound.js";
import { TableStore } from "../shared/net/table_store.js";
import { language, localText, named, onLanguage, say, translate } from "../shared/i18n.js";
import { isTyping } from "../shared/util/keys.js";
import { NextAction } from "./next_action.js";
import { drawBar } from "./step_bar.js";
import { dealerName, drawCards } from "./watch_cards.js";
import { openCorrection } from "./correct_result.js";
import { findAction, sendTableCommand, errorText, tableOfPage } from "../staff/actions.js";
import { sayInDialog } from "../staff/dialog.js";
import { ResultEntry } from "./enter_result.js";
import { reportFault } from "./faults.js";
import { sendHeartbeats } from "./heartbeat.js";
import { lastResult } from "./last_result.js";
import { drawConsoleLost, drawConsoleOffer } from "./take_console.js";
import { openNoResult } from "./void_round.js";

const name = tableOfPage();
const table = new TableStore(name);
/** @type {{layout: any, rulebook: any}} */
const rules = { layout: null, rulebook: null };

/**
 * Send a command and show whether it succeeded.
 * @param {any} command
 */
async function sendCommand(command) {
  try {
    const answer = await sendTableCommand(name, command, table.state.desk);
    if (answer?.approval) toast(say("staff.waits"));
    return true;
  } catch (error) {
    showMessage(errorText(error), "refused");
    return false;
  }
}

/**
 * @param {string} text
 * @param {string} [kind]
 */
function showMessage(text, kind) {
  if (kind === "refused") playSound("refused");
  if (!sayInDialog(text)) toast(text, { kind: kind === "refused" ? "bad" : "plain" });
}

/**
 * Speak the call aloud if the dealer has turned speech on.
 * @param {Record<string, string>} call
 */
function speak(call) {
  announce(localText(call));
  if (!setting("speaks-calls", false) || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(localText(call));
  words.lang = language();
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** @returns {import("./void_round.js").ConsoleContext} */
const place = () => ({ view: table.state.view, desk: table.state.desk, ...rules, give: sendCommand });

/** @param {string} [ground] */
const openVoid = (ground) => table.state.desk && openNoResult(place(), ground);

/** @param {any} key a key of the rulebook's touch screen */
function panelKey(key) {
  if (key.ground) return void openVoid(key.ground);
  const wanted = findAction(table.state.desk, { type: "perform", step: key.step });
  if (wanted && !wanted.allowed) showMessage(`${wanted.refusal} § ${wanted.clause}`, "refused");
  else if (nextAction.kind() === "enter" && key.step === "enter") entry.hold.button.focus();
  else nextAction.press();
}

const nextAction = new NextAction(find("#act"), { give: sendCommand, openVoid, toEntry: () => find("#entry .key-face").focus() });
const entry = new ResultEntry(find("#entry"), name, {
  showMessage,
  speak,
  panelKey,
  previewed: () => table.state.view && drawCloth(table.state.view),
});

/** Draw the current state of the table. */
function draw() {
  const { view, desk, link } = table.state;
  const header = /** @type {any} */ (find("sb-header"));
  header.connection = link;
  find("#lost").hidden = link !== "lost";
  write(find("#lost"), say("staff.lost"));
  document.body.dataset.link = link;
  if (!view) return;
  document.title = `${say("console.title")} · ${name}`;
  header.place = `${say("console.title")} · ${say("staff.table", { table: name })} · ${view.name} · ${dealerName(view)}`;
  write(
    find("#round"),
    view.round === null ? say("staff.table", { table: name }) : say("round", view),
  );
  write(find("#record"), link === "live" ? say("console.record", { number: table.state.seq }) : "");
  write(find("#state"), named("state", view.phase));
  find("#state").dataset.phase = view.phase;
  find(".deal").dataset.felt = String(feltNumber(view.layout));
  drawConsoleOffer(find("#taking"), table, showMessage, rules.rulebook);
  drawConsoleLost(find("#console-lost"), table);
  drawBar(find("#steps"), find("#why"), view, desk);
  nextAction.draw(view, desk);
  entry.draw(view, desk, rules.layout);
  for (const [id, wanted] of Object.entries(IRREGULAR)) {
    /** @type {HTMLButtonElement} */ (find(id)).disabled = !desk?.holds_console;
    find(id).dataset.locked = String(
      wanted ? !desk?.actions.some((/** @type {any} */ one) => one.type === wanted && one.allowed) : !desk,
    );
  }
  fill(find("#last"), ...lastResult(view.result, rules.layout?.symbols));
  drawCloth(view);
  find("#cards").hidden = !desk;
  if (desk) drawCards(find("#cards"), place());
}

/** The command that each irregularity button needs. @type {Record<string, string | null>} */
const IRREGULAR = { "#void": "declare-void", "#correct": "correct-result", "#fault": null };

/** Draw the stakes on the layout and the areas that are lit or would be lit. @param {any} view */
function drawCloth(view) {
  const cloth = /** @type {any} */ (find("#cloth"));
  if (!rules.layout?.areas) return;
  if (cloth.layout !== rules.layout) Object.assign(cloth, { plain: true, layout: rules.layout });
  cloth.others(
    Object.fromEntries(
      Object.entries(view.areas).map(([bet, area]) => [bet, /** @type {any} */ (area).stake]),
    ),
  );
  cloth.light(
    entry.preview?.lit ?? (view.phase === "settling" && !view.result?.void ? (view.result?.lit ?? []) : []),
  );
}

table.subscribe((state, change) => {
  if (state.view && state.view.layout !== rules.layout?.layout) void learn(state.view);
  if (change.records.length && change.view.has("phase")) announce(named("state", state.view.phase));
  draw();
});
sendHeartbeats(table);
table.readers.add(() => table.state.link === "lost" && announce(say("staff.lost"), "assertive"));

/** @param {any} view */
async function learn(view) {
  rules.layout = { layout: view.layout };
  const [layout, rulebook] = await Promise.all([
    get(layoutPath(view.layout)),
    get(`/rulebooks/${encodeURIComponent(view.rulebook)}`),
  ]);
  Object.assign(rules, { layout, rulebook });
  draw();
}

find("#void").addEventListener("click", () => openVoid());
find("#correct").addEventListener("click", () => openCorrection(place()));
find("#fault").addEventListener("click", () => reportFault(place()));
const speaks = /** @type {HTMLInputElement} */ (find("#speak"));
speaks.checked = setting("speaks-calls", false);
speaks.addEventListener("change", () => storeSetting("speaks-calls", speaks.checked));
document.addEventListener("tumbled", () => playSound("shake"));

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
    return;
  const onButton =
    event.target instanceof HTMLElement &&
    event.target !== nextAction.button &&
    event.target.closest("button, a, summary");
  if (/^[1-6]$/.test(event.key)) entry.press(Number(event.key));
  else if (event.key === "Backspace") entry.backspace();
  else if (event.key === "m" || event.key === "M") setMuted();
  else if (event.key === "v" || event.key === "V") openVoid();
  else if (event.key === "Enter" && entry.preview) {
    if (!event.repeat) entry.hold.begin();
  } else if ((event.key === " " || event.key === "Enter") && !onButton) {
    if (event.repeat) return;
    if (event.key === "Enter" && nextAction.kind() === "spin" && nextAction.tumbles) nextAction.endSpin();
    else nextAction.press();
  } else return;
  event.preventDefault();
}
addEventListener("keydown", key);
addEventListener("keyup", (event) => event.key === "Enter" && entry.hold.release());

onLanguage(() => {
  translate(document);
  draw();
});
createLiveRegions();
translate(document);
