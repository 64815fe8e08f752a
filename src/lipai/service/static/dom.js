// Elements from plain calls, and small helpers that have no business of their own.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

let last = 0;

export function fresh(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

export function later(wait, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

// Arrow keys move among the buttons of a group; Tab enters and leaves it as one. Rows are found by where they lie.
export function roving(group, selector = "button:not(:disabled)") {
  const all = () => [...group.querySelectorAll(selector)];
  const settle = () => {
    const buttons = all();
    const chosen = buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
  };
  group.addEventListener("focusin", (event) => {
    if (!event.target.matches(selector)) return;
    for (const button of all()) button.tabIndex = button === event.target ? 0 : -1;
  });
  group.addEventListener("keydown", (event) => {
    const buttons = all();
    const at = buttons.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = target(buttons, at, event.key);
    if (found === undefined) return;
    event.preventDefault();
    found?.focus();
  });
  settle();
  return settle;
}

function target(buttons, at, key) {
  if (key === "ArrowRight") return buttons[Math.min(at + 1, buttons.length - 1)];
  if (key === "ArrowLeft") return buttons[Math.max(at - 1, 0)];
  const here = buttons[at].getBoundingClientRect();
  const row = () => buttons.filter((button) => Math.abs(button.getBoundingClientRect().top - here.top) < here.height / 2);
  if (key === "Home") return row()[0];
  if (key === "End") return row().at(-1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const down = key === "ArrowDown";
  const distance = (button) => {
    const box = button.getBoundingClientRect();
    const rows = (down ? box.top - here.top : here.top - box.top) / here.height;
    return rows < 0.5 ? Infinity : Math.round(rows * 10) * 1000 + Math.abs(box.left - here.left);
  };
  const best = buttons.reduce((found, button) => (distance(button) < distance(found) ? button : found));
  return distance(best) === Infinity ? null : best;
}
