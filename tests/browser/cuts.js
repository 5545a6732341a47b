// What is cut, overlaps or is too small to hit, of all that can be seen; what a scrolling part hides is not.
() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide`);
  const name = (one) => one.id || one.textContent.trim().slice(0, 24) || one.className || one.tagName;
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    for (let above = one.parentElement; above && above !== document.body; above = above.parentElement) {
      if (getComputedStyle(above).overflow === "visible") continue;
      const clip = above.getBoundingClientRect();
      part.left = Math.max(part.left, clip.left);
      part.right = Math.min(part.right, clip.right);
      part.top = Math.max(part.top, clip.top);
      part.bottom = Math.min(part.bottom, clip.bottom);
    }
    return part.right - part.left > 1 && part.bottom - part.top > 1 ? { one, box, part } : null;
  };
  const all = [...document.querySelectorAll("button, a, select, input")].filter((one) => one.checkVisibility()).map(shown).filter(Boolean);
  all.forEach(({ one, box, part }, index) => {
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${name(one)} leaves the screen`);
    if (Math.min(box.width, box.height) < 24) faults.push(`${name(one)} is ${box.width} by ${box.height}`);
    if (one.matches("button, .button") && one.scrollWidth > one.clientWidth + 1) faults.push(`${name(one)} is cut`);
    for (const { one: other, part: theirs } of all.slice(index + 1)) {
      if (one.contains(other)) continue;
      const across = Math.min(part.right, theirs.right) - Math.max(part.left, theirs.left);
      const down = Math.min(part.bottom, theirs.bottom) - Math.max(part.top, theirs.top);
      if (across > 1.5 && down > 1.5) faults.push(`${name(one)} and ${name(other)} overlap`);
    }
  });
  return faults;
}
