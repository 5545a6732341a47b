// @ts-check
/** Creating elements without parsing HTML: text that people type can never become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [given]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, given = {}, ...children) {
  return withAttributes(document.createElement(tag), given, children);
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Node | string | null | undefined)} children
 * @returns {SVGElement}
 */
export function svg(tag, given = {}, ...children) {
  return withAttributes(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), given, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} given
 * @param {(Node | string | null | undefined)[]} children
 * @returns {E}
 */
function withAttributes(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...(Node | string | null | undefined)} children
 */
export function fill(element, ...children) {
  const heir = rememberFocus(element);
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  heir();
}

/**
 * Replace the children of an element, except those that are equal to the new ones: they keep their focus and a press in
 * progress.
 * @param {Element} element
 * @param {...Element} children
 */
export function refresh(element, ...children) {
  const heir = rememberFocus(element);
  children.forEach((child, at) => {
    const old = element.children[at];
    if (!old) element.append(child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  while (element.children.length > children.length) element.lastElementChild?.remove();
  heir();
}

/**
 * Remember the focus within an element. The returned function, called after the element was drawn again, focuses the
 * element in the same place, but only if the elements around it are unchanged: a second press must not act on the next
 * row. An element that has an id and says the same is found again wherever it is.
 * @param {Element} element
 * @returns {() => void}
 */
function rememberFocus(element) {
  const was = document.activeElement;
  const row = was?.parentElement;
  if (!was || !row || was === element || !element.contains(was)) return () => undefined;
  /** @type {number[]} */
  const path = [];
  for (let one = was; one !== element && one.parentElement; one = one.parentElement) {
    path.unshift([...one.parentElement.children].indexOf(one));
  }
  return () => {
    const same = was.id ? element.querySelector(`#${CSS.escape(was.id)}`) : null;
    if (same instanceof HTMLElement && same.textContent === was.textContent) {
      if (same !== document.activeElement) same.focus({ preventScroll: true });
      return;
    }
    const heir = path.reduce((/** @type {Element | undefined} */ one, at) => one?.children[at], element);
    if (!(heir instanceof HTMLElement) || heir === document.activeElement) return;
    if (heir === was || heir.parentElement?.isEqualNode(row)) heir.focus({ preventScroll: true });
  };
}

/**
 * The element that matches a selector and must exist.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`Nothing on this page is ${selector}.`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Write a text only if it changed, so that screen readers and the renderer have no needless work.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Whether this person asked for less motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || reducedMotionSetting();
}

function reducedMotionSetting() {
  return document.documentElement.dataset.motion === "calm";
}
