// What is wrong with the page as it is laid out: anything that overlaps, is cut, or is too small to hit.
() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const all = [...document.querySelectorAll("button, a, select, input, sb-cloth:not([aria-hidden]) .area")].filter(seen);
  const desk = document.querySelector(".desk");
  const floats = desk && getComputedStyle(desk).position === "sticky" ? desk : null;
  const name = (one) => one.dataset.bet ?? (one.id || one.textContent.trim().slice(0, 20) || one.tagName);
  all.forEach((one, index) => {
    const a = one.getBoundingClientRect();
    if (a.left < -1 || a.right > innerWidth + 1) faults.push(`${name(one)} leaves the screen`);
    if (Math.min(a.width, a.height) < 24) faults.push(`${name(one)} is a small target: ${a.width} by ${a.height}`);
    if (one.matches("button, .button") && one.scrollWidth > one.clientWidth + 1) faults.push(`${name(one)} is cut`);
    for (const other of all.slice(index + 1)) {
      if (one.contains(other) || floats?.contains(one) !== floats?.contains(other)) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5) faults.push(`${name(one)} and ${name(other)} overlap`);
    }
  });
  for (const one of document.querySelectorAll("sb-cloth:not([aria-hidden]) .area:not([hidden])")) {
    const a = one.getBoundingClientRect();
    for (const part of one.querySelectorAll(".print > *")) {
      const b = part.getBoundingClientRect();
      if (b.left < a.left - 1 || b.right > a.right + 1 || b.top < a.top - 1 || b.bottom > a.bottom + 1)
        faults.push(`${one.dataset.bet}: ${part.className} is cut (${Math.round(b.width)} in ${Math.round(a.width)})`);
    }
  }
  return faults;
}
