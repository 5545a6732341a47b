// @ts-check
/** The player's terminal: one table, its cloth, and the player's own stakes and chips. */

import "/shared/ui/cloth/cloth.js";
import "/shared/ui/dice.js";
import "/shared/ui/header.js";
import "/shared/ui/results_road.js";
import "/shared/ui/timer.js";
import { get, layoutPath, tablePath } from "/shared/net/http.js";
import { find, write } from "/shared/util/dom.js";
import { onKeys, onKeyPair } from "/shared/util/keys.js";
import { announce, showProblem, createLiveRegions, toast } from "/shared/ui/announce.js";
import { setMuted } from "/shared/ui/sound.js";
import { TableStore } from "/shared/net/table_store.js";
import { localText, onLanguage, say, translate } from "/shared/i18n.js";
import { openAreaInfo } from "./area_info.js";
import { Betting } from "./slip/betting.js";
import { BreakPanel } from "./take_a_break.js";
import { showOnboarding } from "./onboarding.js";
import { applyAccessibility, openAccessibility } from "./accessibility.js";
import { Receipts } from "./slip/receipts.js";
import { showSettlement } from "./settlement.js";
import { openRules } from "./rules.js";
import { Seat } from "./seat.js";
import { TableStage } from "./table_stage.js";
import { openStatement } from "./statement.js";
import { showStreaks } from "./super_streak.js";
import { ACTS } from "./slip/chip_tray.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const header = /** @type {any} */ (find("sb-header"));
const cloth = /** @type {any} */ (find("sb-cloth"));
const roads = /** @type {any[]} */ ([...document.querySelectorAll("sb-road")]);

/** Wait for the table and its layout; retry while the server starts. */
async function loadTable() {
  for (;;) {
    try {
      const { view } = await get(tablePath(name));
      return await get(layoutPath(view.layout));
    } catch (problem) {
      if (/** @type {any} */ (problem).status === 404) {
        showProblem(problem);
        location.assign("/");
      }
      header.connection = "lost";
      await new Promise((resume) => setTimeout(resume, 1_000));
    }
  }
}

/**
 * @param {any} layout
 */
function open(layout) {
  const table = new TableStore(name);
  const receipts = new Receipts(name);
  const stage = new TableStage(layout, cloth);
  const betting = new Betting(name, layout, cloth, stage.timer, receipts);
  const seat = new Seat(name, table);
  const care = new BreakPanel();
  betting.resting = () => care.isResting;
  const lay = () => {
    for (const road of roads) road.show(table.state.view.history, layout.symbols);
  };
  stage.onResultShown = () => table.reportPainted();
  stage.onDiceAtRest = lay;
  cloth.layout = layout;
  document.title = `${layout.name} · Sic Bo`;
  write(find("#title"), layout.name);
  for (const road of roads) road.hidden = road.kind === "parity" && !layout.areas.some((/** @type {any} */ area) => area.family === "odd");
  find('[data-say="road.parity"]').hidden = roads.some((road) => road.hidden);

  /**
   * @param {import("/shared/net/table_store.js").TableState} state
   * @param {import("/shared/net/table_store.js").Change} change
   */
  const show = (state, change) => {
    connection(state, change);
    if (!state.view) return;
    header.place = place(layout, state.view);
    betting.show(state, change);
    stage.show(state, change);
    seat.show(state);
    showOnboarding(state.view, state.mine, betting.draft.total);
    if (change.view.has("history") && !stage.rolling) lay();
    if (change.mine || change.view.has("result")) {
      const { result } = state.view;
      const settlement = state.mine?.settlement;
      showSettlement(settlement, layout, Boolean(result?.corrected && result.round === settlement?.round));
    }
    if (change.mine || change.view.has("streak") || change.view.has("round")) showStreaks(state.view, state.mine);
  };
  table.subscribe(show);
  const tell = () => table.state.view && openAreaInfo(areaOf(layout, cloth.current), {
    layout, view: table.state.view, mine: table.state.mine, stake: betting.draft.stakes[cloth.current] ?? 0,
  });
  betting.onInfo = tell;
  registerKeys(betting, stage, seat, table, tell);
  find("#rules").addEventListener("click", () => openRules(layout));
  find("#receipts").addEventListener("click", () => receipts.show());
  find("#statement").addEventListener("click", () => openStatement(name, layout));
  onLanguage(() => {
    betting.relabel();
    if (table.state.view) showStreaks(table.state.view, table.state.mine);
  });
}

/**
 * @param {any} layout
 * @param {any} view
 */
function place(layout, view) {
  return view.round === null ? layout.name : `${layout.name} · ${say("round", { round: view.round })}`;
}

/**
 * @param {any} layout
 * @param {string} bet
 */
function areaOf(layout, bet) {
  return layout.areas.find((/** @type {any} */ area) => area.bet === bet);
}

/**
 * @param {import("/shared/net/table_store.js").TableState} state
 * @param {import("/shared/net/table_store.js").Change} change
 */
function connection(state, change) {
  if (!change.link) return;
  const band = find("#lost");
  if (state.link === "lost" && band.hidden) announce(say("announce.lost"), "assertive");
  if (state.link === "live" && !band.hidden) toast(say("announce.back"), { kind: "good" });
  header.connection = state.link;
  band.hidden = state.link !== "lost";
  write(band, say("announce.lost"));
  document.body.classList.toggle("cut", state.link === "lost");
}

/**
 * Register every key of the terminal.
 * @param {Betting} betting
 * @param {TableStage} stage
 * @param {Seat} seat
 * @param {TableStore} table
 * @param {() => void} tell
 */
function registerKeys(betting, stage, seat, table, tell) {
  /** @type {Record<string, {key: string, act: (event: KeyboardEvent) => void}>} */
  const actions = {};
  for (let chip = 1; chip <= 6; chip += 1) actions[`chip${chip}`] = { key: String(chip), act: () => betting.tray.choose(chip - 1) };
  for (const [act, key] of Object.entries(ACTS)) actions[act] = { key, act: () => (act === "info" ? tell() : betting.act(act)) };
  onKeyPair("g", (letter) => cloth.jump(letter));
  /** @type {Record<string, {key: string, act: (event: KeyboardEvent) => void}>} */
  const others = {
    deal: { key: "y", act: () => void seat.ready() },
    mute: { key: "m", act: () => setMuted() },
    last: { key: "l", act: () => announce(lastResult(table.state.view)) },
    time: { key: "t", act: () => announce(stage.timer.left === null ? say(`timer.${stage.timer.dataset.stage}`) : say("announce.time", { seconds: stage.timer.left })) },
    rack: { key: "b", act: () => announce(say("announce.balance", { rack: table.state.mine?.rack ?? 0, staked: betting.draft.total })) },
    help: { key: "h", act: () => openAccessibility(usual, table) },
  };
  const usual = Object.fromEntries(Object.entries({ ...actions, ...others })
    .filter(([action]) => !action.startsWith("chip")).map(([action, { key }]) => [action, key]));
  find("#keys").addEventListener("click", () => openAccessibility(usual, table));
  onKeys({ ...actions, ...others });
}

/** @param {any} view */
function lastResult(view) {
  return view?.result?.dice ? say("announce.last", { call: localText(view.result.call), total: view.result.total }) : say("lobby.none");
}

translate(document);
applyAccessibility();
createLiveRegions();
void loadTable().then(open);
